//! Money went back: as many vouchers as it pays for in full are withdrawn, as far as they are unused. Who played on one
//! keeps the round. A federation registration stays: it was passed on to the federation.

use fairway_events::{OrderEvent, OrderItem, StreamId};

use super::demand;
use crate::membership::MembershipCommand;
use crate::order::{OrderCommand, OrderRejection};
use crate::voucher::VoucherCommand;
use crate::{Decision, RecordRefund, Rejection, Undecided, World};

impl RecordRefund {
    pub(super) fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let order = world.order(self.order)?;
        let placed = order.placed().ok_or(Rejection::from(OrderRejection::Unknown))?;
        let refunded = order.decide(&OrderCommand::RecordRefund(self.clone())).map_err(Rejection::from)?;
        let more_cents = refunded.iter().map(amount_of).sum();
        let mut decision = Decision::default();
        if refunded.is_empty() {
            return Ok(decision);
        }
        decision.add(StreamId::Order(self.order), refunded);
        let OrderItem::FreeVouchers { vouchers, .. } = &placed.item else { return Ok(decision) };

        let streams = vouchers.iter().map(|voucher| StreamId::Voucher(*voucher));
        demand(world, streams.chain([StreamId::Membership(placed.member)]))?;
        let mut to_withdraw = placed.paid_back(vouchers.len(), more_cents);
        for voucher in vouchers {
            if world.voucher(*voucher)?.is_withdrawn() {
                to_withdraw = to_withdraw.saturating_sub(1);
            }
        }
        let membership = world.membership(placed.member)?;
        let mut of_member = Vec::new();
        for voucher in vouchers {
            if to_withdraw == 0 {
                break;
            }
            let withdraw = VoucherCommand::Withdraw { order: self.order };
            let withdrawn = world.voucher(*voucher)?.decide(&withdraw).map_err(Rejection::from)?;
            if withdrawn.is_empty() {
                continue;
            }
            to_withdraw -= 1;
            decision.add(StreamId::Voucher(*voucher), withdrawn);
            let take_back = MembershipCommand::TakeBackVoucher { member: placed.member, voucher: *voucher };
            of_member.extend(membership.decide(&take_back).map_err(Rejection::from)?);
        }
        decision.add(StreamId::Membership(placed.member), of_member);
        Ok(decision)
    }
}

const fn amount_of(event: &OrderEvent) -> i64 {
    match event {
        OrderEvent::OrderRefunded { amount_cents, .. } => *amount_cents,
        OrderEvent::OrderPlaced { .. }
        | OrderEvent::PaymentStarted { .. }
        | OrderEvent::OrderPaid { .. }
        | OrderEvent::OrderFailed { .. }
        | OrderEvent::OrderCancelled { .. }
        | OrderEvent::OrderExpired { .. } => 0,
    }
}
