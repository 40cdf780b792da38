//! Taking back a voucher that was given: it is taken out of use and from the member's vouchers in one commit
//! (docs/domain.md §3.22).

use fairway_events::{MemberId, StreamId, VoucherId};

use super::decide::{CountsAs, Decide};
use crate::membership::MembershipCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, Membership, Undecided, Voucher, World};

/// Take back a voucher that was given to a member and is unused; an operator's act (docs/domain.md §3.22). A success
/// without an event when it was taken back before.
#[derive(Debug, Clone)]
pub struct WithdrawVoucher {
    /// The member who has it.
    pub member: MemberId,
    /// The voucher.
    pub voucher: VoucherId,
}

impl Decide for WithdrawVoucher {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Voucher(self.voucher), StreamId::Membership(self.member)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let withdraw = VoucherCommand::WithdrawGranted { member: self.member };
        let withdrawn = world.get::<Voucher>(self.voucher)?.decide(&withdraw)?;
        let mut decision = Decision::default();
        // The same request, repeated.
        if withdrawn.is_empty() {
            return Ok(decision);
        }
        decision.add(StreamId::Voucher(self.voucher), withdrawn);
        let take_back = MembershipCommand::TakeBackVoucher { member: self.member, voucher: self.voucher };
        let taken_back = world.get::<Membership>(self.member)?.decide(&take_back)?;
        decision.add(StreamId::Membership(self.member), taken_back);
        Ok(decision)
    }
}
