//! An order, folded from its own stream.

use chrono::{DateTime, Utc};
use fairway_events::{MemberId, OrderEvent, OrderId, OrderItem};
use serde::Serialize;

/// One order of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Order {
    /// The order.
    pub id: OrderId,
    /// The member who ordered.
    pub member: MemberId,
    /// The ordered item.
    pub item: OrderItem,
    /// Its price, euro cents.
    pub amount_cents: i64,
    /// The payment method's key.
    pub method: String,
    /// When it was placed.
    pub placed_at: DateTime<Utc>,
    /// The provider's id of the payment, once there is one.
    pub payment: Option<String>,
    /// Its status.
    pub status: OrderStatus,
    /// When its payment ended; none: open.
    pub settled_at: Option<DateTime<Utc>>,
    /// The sum of refunds and chargebacks so far, euro cents.
    pub refunded_cents: i64,
    /// The refund that the portal requested from the provider, euro cents. If above zero, the order granted nothing.
    pub refund_requested_cents: i64,
    /// The refund that an operator approved, euro cents: the order's vouchers were withdrawn with it.
    pub refund_approved_cents: i64,
}

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the words of docs/domain.md §4, payments")]
pub enum OrderStatus {
    Open,
    Paid,
    Failed,
    Canceled,
    Expired,
}

impl Order {
    /// Folds the next event of an order's stream; `None` is the order before its first.
    pub fn fold(state: &mut Option<Self>, event: &OrderEvent) {
        if let OrderEvent::OrderPlaced { order, member, item, amount_cents, method, placed_at } = event {
            *state = Some(Self {
                id: *order,
                member: *member,
                item: item.clone(),
                amount_cents: *amount_cents,
                method: method.clone(),
                placed_at: *placed_at,
                payment: None,
                status: OrderStatus::Open,
                settled_at: None,
                refunded_cents: 0,
                refund_requested_cents: 0,
                refund_approved_cents: 0,
            });
        } else if let Some(order) = state {
            order.apply(event);
        }
    }

    fn apply(&mut self, event: &OrderEvent) {
        match event {
            OrderEvent::OrderPlaced { .. } => {}
            OrderEvent::PaymentStarted { payment, .. } => self.payment = Some(payment.clone()),
            OrderEvent::OrderPaid { paid_at, .. } => self.settle(OrderStatus::Paid, *paid_at),
            OrderEvent::OrderFailed { closed_at, .. } => self.settle(OrderStatus::Failed, *closed_at),
            OrderEvent::OrderCancelled { closed_at, .. } => self.settle(OrderStatus::Canceled, *closed_at),
            OrderEvent::OrderExpired { closed_at, .. } => self.settle(OrderStatus::Expired, *closed_at),
            OrderEvent::RefundRequested { amount_cents, .. } => self.refund_requested_cents += amount_cents,
            OrderEvent::RefundApproved { amount_cents, .. } => self.refund_approved_cents += amount_cents,
            OrderEvent::OrderRefunded { amount_cents, .. } => self.refunded_cents += amount_cents,
        }
    }

    const fn settle(&mut self, status: OrderStatus, at: DateTime<Utc>) {
        self.status = status;
        self.settled_at = Some(at);
    }
}
