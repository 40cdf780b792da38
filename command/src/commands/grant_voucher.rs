//! Giving a member a voucher: it is created and added to the member's vouchers in one commit.

use fairway_events::StreamId;

use crate::membership::MembershipCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, GrantVoucher, Membership, Undecided, Voucher, World};

impl GrantVoucher {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let granted = world.get::<Voucher>(self.voucher)?.decide(&VoucherCommand::Grant(self.clone()))?;
        let receive = MembershipCommand::ReceiveVoucher(self.clone());
        let received = world.get::<Membership>(self.member)?.decide(&receive)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Voucher(self.voucher), granted);
        decision.add(StreamId::Membership(self.member), received);
        Ok(decision)
    }
}
