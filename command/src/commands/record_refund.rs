//! Money was paid back: as many vouchers as it pays for in full are withdrawn, as far as they are unused. A round
//! booked with one stays booked; a member who cancels it loses the voucher with it (`cancel`), since the order still
//! owes it. A federation registration stays: it was passed on to the federation.

use chrono::{DateTime, Utc};
use fairway_events::{OrderEvent, OrderId, OrderItem, RefundKind, StreamId, VoucherId};

use super::decide::{CountsAs, Decide, require};
use crate::membership::MembershipCommand;
use crate::order::{OrderCommand, Placed};
use crate::voucher::VoucherCommand;
use crate::{Decision, Membership, Order, Rejection, Undecided, Voucher, World};

/// Record that money was paid back.
#[derive(Debug, Clone)]
pub struct RecordRefund {
    /// The order.
    pub order: OrderId,
    /// The payment that was paid back.
    pub payment: String,
    /// Paid back, or taken back.
    pub kind: RefundKind,
    /// All that was paid back in this way so far, in euro cents.
    pub total_cents: i64,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

impl Decide for RecordRefund {
    const COUNTS_AS: CountsAs = CountsAs::Nothing;

    fn streams(&self) -> Vec<StreamId> {
        vec![StreamId::Order(self.order)]
    }

    fn decide(&self, world: &impl World) -> Result<Decision, Undecided> {
        let order = world.get::<Order>(self.order)?;
        let placed = order.placed().ok_or(Rejection::OrderNotFound)?;
        let refunded = order.decide(&OrderCommand::RecordRefund(self.clone()))?;
        let more_cents = refunded.iter().map(amount_of).sum();
        let mut decision = Decision::default();
        decision.add(StreamId::Order(self.order), refunded);
        let OrderItem::FreeVouchers { vouchers, .. } = &placed.item else { return Ok(decision) };

        // Also when nothing new was paid back: a voucher that an order owed and that is unused again is withdrawn now.
        require(world, [StreamId::Membership(placed.member)].into_iter().chain(voucher_streams(vouchers)))?;
        let mut to_withdraw = owed(world, placed, vouchers, more_cents)?;
        let membership = world.get::<Membership>(placed.member)?;
        let mut of_member = Vec::new();
        for voucher in vouchers {
            if to_withdraw == 0 {
                break;
            }
            let withdraw = VoucherCommand::Withdraw { order: self.order };
            let withdrawn = world.get::<Voucher>(*voucher)?.decide(&withdraw)?;
            if withdrawn.is_empty() {
                continue;
            }
            to_withdraw -= 1;
            decision.add(StreamId::Voucher(*voucher), withdrawn);
            let take_back = MembershipCommand::TakeBackVoucher { member: placed.member, voucher: *voucher };
            of_member.extend(membership.decide(&take_back)?);
        }
        decision.add(StreamId::Membership(placed.member), of_member);
        Ok(decision)
    }
}

/// How many vouchers of an order are still to be withdrawn, after one more amount was paid back: those that the money
/// pays for in full, less those that are withdrawn.
fn owed(
    world: &impl World,
    placed: &Placed,
    vouchers: &[VoucherId],
    more_cents: i64,
) -> Result<usize, Undecided> {
    let mut withdrawn = 0;
    for voucher in vouchers {
        withdrawn += usize::from(world.get::<Voucher>(*voucher)?.is_withdrawn());
    }
    Ok(placed.paid_back(vouchers.len(), more_cents).saturating_sub(withdrawn))
}

/// Whether an order was paid back for more vouchers than are withdrawn: the next one that is released is withdrawn
/// then.
pub(super) fn owes_a_voucher(world: &impl World, order: OrderId) -> Result<bool, Undecided> {
    let Some(placed) = world.get::<Order>(order)?.placed() else { return Ok(false) };
    let OrderItem::FreeVouchers { vouchers, .. } = &placed.item else { return Ok(false) };
    if placed.paid_back(vouchers.len(), 0) == 0 {
        return Ok(false);
    }
    require(world, voucher_streams(vouchers))?;
    Ok(owed(world, placed, vouchers, 0)? > 0)
}

pub(super) fn voucher_streams(vouchers: &[VoucherId]) -> impl Iterator<Item = StreamId> {
    vouchers.iter().map(|voucher| StreamId::Voucher(*voucher))
}

const fn amount_of(event: &OrderEvent) -> i64 {
    match event {
        OrderEvent::OrderRefunded { amount_cents, .. } => *amount_cents,
        _ => 0,
    }
}
