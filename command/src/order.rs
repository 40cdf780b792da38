//! One order: what was ordered, at what price, and how its payment goes. It is paid at most once, whatever the order
//! and the number of the provider's messages (docs/domain.md §4, payments).

use std::collections::BTreeMap;

use cqrs_es::Aggregate;
use fairway_events::{MemberId, OrderEvent, OrderItem, RefundKind};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{ApproveRefund, PlaceOrder, RecordRefund, SettleOrder, StartPayment};

mod rules;
#[cfg(test)]
mod tests;

/// The commands, as far as they concern the order itself.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each variant holds the command of its name")]
pub enum OrderCommand {
    PlaceOrder(PlaceOrder),
    StartPayment(StartPayment),
    SettleOrder(SettleOrder),
    ApproveRefund(ApproveRefund),
    RecordRefund(RecordRefund),
}

/// An order; empty until it was placed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    placed: Option<Placed>,
}

/// An order that was placed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Placed {
    pub(crate) member: MemberId,
    pub(crate) item: OrderItem,
    pub(crate) amount_cents: i64,
    method: String,
    /// The provider's id.
    payment: Option<String>,
    status: Status,
    /// Paid back so far, by kind, in cents.
    refunded: BTreeMap<RefundKind, i64>,
    /// The sum that the portal asks the provider to pay back because the order granted nothing, in cents.
    refund_requested: i64,
    /// The same, because an operator approved it.
    refund_approved: i64,
}

/// Why the portal has the provider pay an order back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundCause {
    /// The member had what it paid for already.
    PaidInVain,
    /// An operator approved it.
    Approved,
}

/// Where an order is on its way from being placed to being paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Status {
    Open,
    Paid,
    /// Failed, cancelled or expired: not paid, as far as is known now.
    Closed,
}

impl Aggregate for Order {
    aggregate!(Order, OrderCommand, OrderEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: OrderEvent) {
        match event {
            OrderEvent::OrderPlaced { member, item, amount_cents, method, order: _, placed_at: _ } => {
                self.placed = Some(Placed {
                    member,
                    item,
                    amount_cents,
                    method,
                    payment: None,
                    status: Status::Open,
                    refunded: BTreeMap::new(),
                    refund_requested: 0,
                    refund_approved: 0,
                });
            }
            OrderEvent::PaymentStarted { payment, .. } => {
                self.change(|placed| placed.payment = Some(payment));
            }
            OrderEvent::OrderPaid { .. } => self.change(|placed| placed.status = Status::Paid),
            OrderEvent::OrderFailed { .. }
            | OrderEvent::OrderCancelled { .. }
            | OrderEvent::OrderExpired { .. } => self.change(|placed| placed.status = Status::Closed),
            OrderEvent::RefundRequested { amount_cents, .. } => {
                self.change(|placed| placed.refund_requested += amount_cents);
            }
            OrderEvent::RefundApproved { amount_cents, .. } => {
                self.change(|placed| placed.refund_approved += amount_cents);
            }
            OrderEvent::OrderRefunded { kind, amount_cents, .. } => {
                self.change(|placed| *placed.refunded.entry(kind).or_default() += amount_cents);
            }
        }
    }
}

impl Order {
    /// The order, once it was placed.
    pub(crate) const fn placed(&self) -> Option<&Placed> {
        self.placed.as_ref()
    }

    /// The refund that the provider is still to be asked for: the payment's id and euro cents. None: nothing is due.
    #[must_use]
    pub fn refund_due(&self) -> Option<(&str, i64)> {
        let placed = self.placed.as_ref()?;
        let wanted_cents = placed.refund_requested + placed.refund_approved;
        let due_cents = wanted_cents - placed.refunded.values().sum::<i64>();
        if due_cents > 0 { Some((placed.payment.as_deref()?, due_cents)) } else { None }
    }

    /// Why the portal has it paid back, due or done. None: it does not.
    #[must_use]
    pub fn refund_cause(&self) -> Option<RefundCause> {
        let placed = self.placed.as_ref()?;
        match (placed.refund_requested, placed.refund_approved) {
            (0, 0) => None,
            (0, _) => Some(RefundCause::Approved),
            _ => Some(RefundCause::PaidInVain),
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Placed)) {
        if let Some(placed) = &mut self.placed {
            change(placed);
        }
    }
}

impl Placed {
    /// How many of `quantity` equal things the money that was paid back covers in full, after one more amount.
    pub(crate) fn paid_back(&self, quantity: usize, more_cents: i64) -> usize {
        let back = self.refunded.values().sum::<i64>() + more_cents;
        let quantity_cents = i64::try_from(quantity).unwrap_or(i64::MAX);
        // An order's amount is above zero: placing checks it.
        let covered = back.saturating_mul(quantity_cents) / self.amount_cents.max(1);
        usize::try_from(covered).unwrap_or(0).min(quantity)
    }
}
