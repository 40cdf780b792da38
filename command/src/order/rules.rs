//! The rules of an order. No I/O, no clock; what the provider said comes with the command.

use fairway_events::OrderEvent;
use serde::Serialize;

use super::{Order, Placed, Standing};
use crate::{PaymentOutcome, PlaceOrder, RecordRefund, RejectionClass, SettleOrder, StartPayment};

/// What can be asked of an order: the commands of the same names, as far as they concern the order itself.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each variant holds the command of its name")]
pub enum OrderCommand {
    Place(PlaceOrder),
    StartPayment(StartPayment),
    Settle(SettleOrder),
    RecordRefund(RecordRefund),
}

/// Why an order stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum OrderRejection {
    /// There is no such order.
    #[error("Deze bestelling is niet gevonden.")]
    Unknown,
    /// The id, which follows from the request's idempotency key, is in use for another order.
    #[error("Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.")]
    IdTaken,
    /// Nothing is ordered, or for nothing.
    #[error("Kies minstens één artikel.")]
    Empty,
    /// The order is over: a new one is needed.
    #[error("Deze bestelling is gesloten. Begin opnieuw met bestellen.")]
    Closed,
    /// Another payment belongs to the order.
    #[error("Deze betaling hoort niet bij deze bestelling.")]
    OtherPayment,
    /// The payment's amount is not the order's.
    #[error("Het betaalde bedrag is niet dat van de bestelling.")]
    OtherAmount,
    /// Nothing was paid, so that nothing can go back.
    #[error("Deze bestelling is niet betaald.")]
    NotPaid,
}

impl OrderRejection {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown => "order_not_found",
            Self::IdTaken => "order_id_taken",
            Self::Empty => "order_empty",
            Self::Closed => "order_closed",
            Self::OtherPayment => "other_payment",
            Self::OtherAmount => "other_amount",
            Self::NotPaid => "order_not_paid",
        }
    }

    /// What kind of refusal it is.
    #[must_use]
    pub const fn class(&self) -> RejectionClass {
        match self {
            Self::Unknown => RejectionClass::NotFound,
            Self::IdTaken | Self::Empty => RejectionClass::Invalid,
            Self::Closed | Self::OtherPayment | Self::OtherAmount | Self::NotPaid => RejectionClass::Conflict,
        }
    }
}

impl Order {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &OrderCommand) -> Result<Vec<OrderEvent>, OrderRejection> {
        match (&self.placed, command) {
            (None, OrderCommand::Place(place)) => place_order(place),
            (Some(placed), OrderCommand::Place(place)) => placed.place_again(place),
            (Some(placed), OrderCommand::StartPayment(start)) => placed.start_payment(start),
            (Some(placed), OrderCommand::Settle(settle)) => placed.settle(settle),
            (Some(placed), OrderCommand::RecordRefund(refund)) => placed.record_refund(refund),
            (
                None,
                OrderCommand::StartPayment(_) | OrderCommand::Settle(_) | OrderCommand::RecordRefund(_),
            ) => Err(OrderRejection::Unknown),
        }
    }
}

fn place_order(place: &PlaceOrder) -> Result<Vec<OrderEvent>, OrderRejection> {
    if place.quantity() == 0 || place.amount_cents <= 0 {
        return Err(OrderRejection::Empty);
    }
    Ok(vec![OrderEvent::OrderPlaced {
        order: place.order,
        member: place.member,
        item: place.item.clone(),
        amount_cents: place.amount_cents,
        method: place.method.clone(),
        placed_at: place.at,
    }])
}

impl Placed {
    /// The same request, repeated after a crash or a lost answer.
    fn place_again(&self, place: &PlaceOrder) -> Result<Vec<OrderEvent>, OrderRejection> {
        let same = self.member == place.member
            && self.item == place.item
            && self.amount_cents == place.amount_cents
            && self.method == place.method;
        if same { Ok(vec![]) } else { Err(OrderRejection::IdTaken) }
    }

    fn start_payment(&self, start: &StartPayment) -> Result<Vec<OrderEvent>, OrderRejection> {
        match &self.payment {
            // Started before; the provider's message about it may have been faster than we.
            Some(payment) if *payment == start.payment => Ok(vec![]),
            Some(_) => Err(OrderRejection::OtherPayment),
            None if self.standing == Standing::Open => Ok(vec![OrderEvent::PaymentStarted {
                order: start.order,
                member: self.member,
                payment: start.payment.clone(),
                started_at: start.at,
            }]),
            None => Err(OrderRejection::Closed),
        }
    }

    fn settle(&self, settle: &SettleOrder) -> Result<Vec<OrderEvent>, OrderRejection> {
        let mut events = Vec::new();
        match (&self.payment, &settle.payment) {
            (Some(own), Some(seen)) if *own != seen.id => return Err(OrderRejection::OtherPayment),
            (_, Some(seen)) if seen.amount_cents != self.amount_cents => {
                return Err(OrderRejection::OtherAmount);
            }
            // The provider knows the payment and we do not: we died between asking for it and writing it down.
            (None, Some(seen)) => events.push(OrderEvent::PaymentStarted {
                order: settle.order,
                member: self.member,
                payment: seen.id.clone(),
                started_at: settle.at,
            }),
            // Without a payment nothing can be paid; and where there is one, only the provider knows how it ended.
            (None, None) if settle.outcome == PaymentOutcome::Paid => return Err(OrderRejection::NotPaid),
            (Some(_), None) => return Ok(vec![]),
            (Some(_), Some(_)) | (None, None) => {}
        }
        let (order, member, at) = (settle.order, self.member, settle.at);
        let ended = match (self.standing, settle.outcome) {
            // Money counts, whatever was said before. Once paid stays paid.
            (Standing::Open | Standing::Closed, PaymentOutcome::Paid) => {
                OrderEvent::OrderPaid { order, member, paid_at: at }
            }
            (Standing::Open, PaymentOutcome::Failed) => {
                OrderEvent::OrderFailed { order, member, closed_at: at }
            }
            (Standing::Open, PaymentOutcome::Cancelled) => {
                OrderEvent::OrderCancelled { order, member, closed_at: at }
            }
            (Standing::Open, PaymentOutcome::Expired) => {
                OrderEvent::OrderExpired { order, member, closed_at: at }
            }
            (Standing::Paid, _) | (Standing::Closed, _) => return Ok(vec![]),
        };
        events.push(ended);
        Ok(events)
    }

    /// What was paid for is not granted: the whole price is to go back. `payment` is the one that paid it.
    pub(crate) fn request_refund(&self, settle: &SettleOrder, payment: &str) -> OrderEvent {
        OrderEvent::RefundRequested {
            order: settle.order,
            member: self.member,
            payment: payment.to_owned(),
            amount_cents: self.amount_cents,
            requested_at: settle.at,
        }
    }

    fn record_refund(&self, refund: &RecordRefund) -> Result<Vec<OrderEvent>, OrderRejection> {
        if self.payment.as_ref().is_some_and(|payment| *payment != refund.payment) {
            return Err(OrderRejection::OtherPayment);
        }
        if self.standing != Standing::Paid {
            return Err(OrderRejection::NotPaid);
        }
        let known = self.refunded.get(&refund.kind).copied().unwrap_or(0);
        if refund.total_cents <= known {
            return Ok(vec![]);
        }
        Ok(vec![OrderEvent::OrderRefunded {
            order: refund.order,
            member: self.member,
            kind: refund.kind,
            amount_cents: refund.total_cents - known,
            refunded_at: refund.at,
        }])
    }
}
