//! Approving that an order of unused vouchers is paid back, as an operator decided (docs/domain.md §4, payments). Its
//! vouchers are withdrawn in the same decision, so that none is used while the provider works; the payments service
//! carries the refund out, as it does for a payment that granted nothing.

use chrono::{DateTime, Utc};
use fairway_events::{OrderId, OrderItem, StreamId};

use super::decide::{CountsAs, Decide, require};
use super::record_refund::voucher_streams;
use crate::membership::MembershipCommand;
use crate::order::OrderCommand;
use crate::voucher::VoucherCommand;
use crate::{Decision, Membership, Order, Rejection, Undecided, Voucher, World};

/// Approve that the whole price of an order goes back; an operator's act. A success without an event when it was approved
/// before.
#[derive(Debug, Clone)]
pub struct ApproveRefund {
    /// The order.
    pub order: OrderId,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for ApproveRefund {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Order(self.order)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let order = world.get::<Order>(self.order)?;
        let approved = order.decide(&OrderCommand::ApproveRefund(self.clone()))?;
        let placed = order.placed().ok_or(Rejection::OrderNotFound)?;
        let mut decision = Decision::default();
        // The same request, repeated.
        if approved.is_empty() {
            return Ok(decision);
        }
        decision.add(StreamId::Order(self.order), approved);
        let OrderItem::FreeVouchers { vouchers, .. } = &placed.item else { return Ok(decision) };
        require(world, [StreamId::Membership(placed.member)].into_iter().chain(voucher_streams(vouchers)))?;
        let membership = world.get::<Membership>(placed.member)?;
        let mut of_member = Vec::new();
        for voucher in vouchers {
            let withdraw = VoucherCommand::Withdraw { order: self.order };
            let withdrawn = world.get::<Voucher>(*voucher)?.decide(&withdraw)?;
            // Nothing of the order went back yet, so a voucher that cannot be withdrawn was used.
            if withdrawn.is_empty() {
                return Err(Rejection::VoucherAlreadyUsed.into());
            }
            decision.add(StreamId::Voucher(*voucher), withdrawn);
            let take_back = MembershipCommand::TakeBackVoucher { member: placed.member, voucher: *voucher };
            of_member.extend(membership.decide(&take_back)?);
        }
        decision.add(StreamId::Membership(placed.member), of_member);
        Ok(decision)
    }
}
