//! Giving a member a voucher: it is created and added to the member's vouchers in one commit.

use chrono::NaiveDate;
use fairway_events::{Holes, MemberId, StreamId, VoucherId, VoucherKind};

use super::decide::{CountsAs, Decide};
use crate::membership::MembershipCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, Membership, Undecided, Voucher, World};

/// Give a member a voucher. A success without an event when that voucher exists already.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of VoucherEvent::VoucherGranted")]
pub struct GrantVoucher {
    pub member: MemberId,
    pub voucher: VoucherId,
    pub kind: VoucherKind,
    pub title: String,
    pub holes: Holes,
    pub expires: NaiveDate,
}

impl Decide for GrantVoucher {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Voucher(self.voucher), StreamId::Membership(self.member)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let voucher = world.get::<Voucher>(self.voucher)?;
        let granted = voucher.decide(&VoucherCommand::Grant(self.clone()))?;
        // Given before and taken back: the same data set again does not return it.
        if voucher.is_withdrawn() {
            return Ok(Decision::default());
        }
        let receive = MembershipCommand::ReceiveVoucher(self.clone());
        let received = world.get::<Membership>(self.member)?.decide(&receive)?;
        let mut decision = Decision::default();
        decision.add(StreamId::Voucher(self.voucher), granted);
        decision.add(StreamId::Membership(self.member), received);
        Ok(decision)
    }
}
