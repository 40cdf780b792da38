//! Giving a member a voucher: it comes into being and into the member's hands in one commit.

use fairway_events::StreamId;

use crate::membership::MembershipCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, GrantVoucher, Rejection, Undecided, World};

impl GrantVoucher {
    pub(super) fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Voucher(self.voucher), StreamId::Membership(self.member)]
    }

    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let grant = VoucherCommand::Grant(self.clone());
        let granted = world.voucher(self.voucher)?.decide(&grant).map_err(Rejection::from)?;
        let receive = MembershipCommand::ReceiveVoucher(self.clone());
        let received = world.membership(self.member)?.decide(&receive).map_err(Rejection::from)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Voucher(self.voucher), granted);
        decision.add(StreamId::Membership(self.member), received);
        Ok(decision)
    }
}
