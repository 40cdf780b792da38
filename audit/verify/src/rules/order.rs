//! An order: paid at most once, and what was paid for is granted (docs/domain.md §4, payments).

use fairway_events::{AggregateType, OrderEvent, OrderItem};

use super::shared::{CheckedEvent, Results};
use crate::facts::Topic;
use crate::findings::Kind;
use fairway_audit::state::{Order, OrderStatus};

/// Checks the stream of an order.
#[derive(Debug, Default)]
pub(crate) struct Checker {
    state: Option<Order>,
    /// The position of the payment.
    paid: Option<i64>,
    last: i64,
}

impl Checker {
    pub(super) fn next(&mut self, event: &OrderEvent, checked: &mut CheckedEvent<'_>) {
        let recorded = checked.recorded;
        let mut find = |kind: Kind, what: &str| checked.find(kind, what);
        match (&self.state, event) {
            (None, OrderEvent::OrderPlaced { amount_cents, .. }) => {
                if *amount_cents <= 0 {
                    find(Kind::Impossible, "costs nothing");
                }
            }
            (Some(_), OrderEvent::OrderPlaced { .. }) => find(Kind::Impossible, "was placed before"),
            (None, _) => find(Kind::Impossible, "was not placed yet"),
            (Some(_), OrderEvent::OrderPaid { .. }) => {
                if self.paid.is_some() {
                    find(Kind::PaidTwice, "was paid before");
                }
                self.paid = Some(recorded.position);
            }
            (
                Some(_),
                OrderEvent::OrderFailed { .. }
                | OrderEvent::OrderCancelled { .. }
                | OrderEvent::OrderExpired { .. },
            ) => {
                if self.paid.is_some() {
                    find(Kind::Impossible, "was paid and cannot come to nothing");
                }
            }
            (Some(order), OrderEvent::PaymentStarted { payment, .. }) => {
                if order.payment.as_ref().is_some_and(|known| known != payment) {
                    find(Kind::Impossible, "has another payment already");
                }
            }
            (Some(order), OrderEvent::RefundRequested { payment, amount_cents, .. }) => {
                if self.paid.is_none() {
                    find(Kind::Impossible, "was not paid, and nothing can go back");
                }
                if matches!(order.item, OrderItem::FreeVouchers { .. }) {
                    find(Kind::Impossible, "is of vouchers, which are granted however many were paid");
                }
                if order.payment.as_ref() != Some(payment) || *amount_cents != order.amount_cents {
                    find(Kind::Impossible, "was paid by another payment or with another amount");
                }
            }
            (Some(order), OrderEvent::RefundApproved { payment, amount_cents, .. }) => {
                if self.paid.is_none() {
                    find(Kind::Impossible, "was not paid, and nothing can go back");
                }
                if matches!(order.item, OrderItem::FederationRegistration { .. }) {
                    find(Kind::Impossible, "is of a registration, which stays");
                }
                if order.payment.as_ref() != Some(payment) || *amount_cents != order.amount_cents {
                    find(Kind::Impossible, "was paid by another payment or with another amount");
                }
                if order.refund_approved_cents > 0 || order.refunded_cents > 0 {
                    find(Kind::Impossible, "was paid back before");
                }
            }
            (Some(_), OrderEvent::OrderRefunded { amount_cents, .. }) => {
                if *amount_cents <= 0 {
                    find(Kind::Impossible, "pays nothing back");
                }
            }
        }
        Order::fold(&mut self.state, event);
        self.last = recorded.position;
    }

    /// States the facts that vouchers and members must state too.
    pub(super) fn end(self, Results { facts, .. }: &mut Results) {
        let Some(order) = self.state else { return };
        let member = order.member;
        match &order.item {
            OrderItem::FreeVouchers { vouchers, year, .. } => {
                if let Some(position) = self.paid {
                    let body = format!("member {member}, order {}", order.id);
                    for voucher in vouchers {
                        facts.state(Topic::Purchase, voucher, AggregateType::Order, &body, position);
                    }
                }
                let outcome = match order.status {
                    OrderStatus::Open => "open",
                    OrderStatus::Paid => "bought",
                    OrderStatus::Failed | OrderStatus::Canceled | OrderStatus::Expired => "not bought",
                };
                let body = format!("member {member}, {} in {year}, {outcome}", vouchers.len());
                facts.state(Topic::VoucherOrder, order.id, AggregateType::Order, &body, self.last);
                let quantity = i64::try_from(vouchers.len()).unwrap_or(i64::MAX);
                // An approved refund withdraws the vouchers before the money goes back.
                let back_cents = order.refunded_cents.max(order.refund_approved_cents);
                let paid_back = back_cents.saturating_mul(quantity) / order.amount_cents.max(1);
                if paid_back > 0 {
                    let body = paid_back.min(quantity).to_string();
                    facts.state(Topic::PaidBack, order.id, AggregateType::Order, &body, self.last);
                }
            }
            OrderItem::FederationRegistration { year, package } => {
                // With a requested refund this order granted nothing: another order granted the registration.
                if let (Some(position), 0) = (self.paid, order.refund_requested_cents) {
                    let body = format!("member {member}, {year}, {package}");
                    facts.state(Topic::Registration, order.id, AggregateType::Order, &body, position);
                }
            }
        }
    }
}
