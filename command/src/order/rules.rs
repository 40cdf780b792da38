//! The rules of an order. No I/O, no clock; what the provider said comes with the command.

use fairway_events::{OrderEvent, OrderItem};

use super::{Order, OrderCommand, Placed, Status};
use crate::{ApproveRefund, PaymentOutcome, PlaceOrder, RecordRefund, Rejection, SettleOrder, StartPayment};

impl Order {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &OrderCommand) -> Result<Vec<OrderEvent>, Rejection> {
        match (&self.placed, command) {
            (None, OrderCommand::PlaceOrder(place)) => place_order(place),
            (Some(placed), OrderCommand::PlaceOrder(place)) => placed.place_again(place),
            (Some(placed), OrderCommand::StartPayment(start)) => placed.start_payment(start),
            (Some(placed), OrderCommand::SettleOrder(settle)) => placed.settle(settle),
            (Some(placed), OrderCommand::ApproveRefund(approve)) => placed.approve_refund(approve),
            (Some(placed), OrderCommand::RecordRefund(refund)) => placed.record_refund(refund),
            (
                None,
                OrderCommand::StartPayment(_)
                | OrderCommand::SettleOrder(_)
                | OrderCommand::ApproveRefund(_)
                | OrderCommand::RecordRefund(_),
            ) => Err(Rejection::OrderNotFound),
        }
    }
}

fn place_order(place: &PlaceOrder) -> Result<Vec<OrderEvent>, Rejection> {
    if place.quantity() == 0 || place.amount_cents <= 0 {
        return Err(Rejection::OrderEmpty);
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
    fn place_again(&self, place: &PlaceOrder) -> Result<Vec<OrderEvent>, Rejection> {
        let same = self.member == place.member
            && self.item == place.item
            && self.amount_cents == place.amount_cents
            && self.method == place.method;
        if same { Ok(vec![]) } else { Err(Rejection::OrderIdTaken) }
    }

    fn start_payment(&self, start: &StartPayment) -> Result<Vec<OrderEvent>, Rejection> {
        match &self.payment {
            // Started before; the provider's message about it may have arrived first.
            Some(payment) if *payment == start.payment => Ok(vec![]),
            Some(_) => Err(Rejection::OtherPayment),
            None if self.status == Status::Open => Ok(vec![OrderEvent::PaymentStarted {
                order: start.order,
                member: self.member,
                payment: start.payment.clone(),
                started_at: start.at,
            }]),
            None => Err(Rejection::OrderClosed),
        }
    }

    fn settle(&self, settle: &SettleOrder) -> Result<Vec<OrderEvent>, Rejection> {
        let mut events = Vec::new();
        match (&self.payment, &settle.payment) {
            (Some(own), Some(seen)) if *own != seen.id => return Err(Rejection::OtherPayment),
            (_, Some(seen)) if seen.amount_cents != self.amount_cents => {
                return Err(Rejection::OtherAmount);
            }
            // The provider has the payment and the order does not: the process ended between requesting and recording it.
            (None, Some(seen)) => events.push(OrderEvent::PaymentStarted {
                order: settle.order,
                member: self.member,
                payment: seen.id.clone(),
                started_at: settle.at,
            }),
            // Without a payment nothing can be paid; and where there is one, only the provider knows how it ended.
            (None, None) if settle.outcome == PaymentOutcome::Paid => return Err(Rejection::OrderNotPaid),
            (Some(_), None) => return Ok(vec![]),
            (Some(_), Some(_)) | (None, None) => {}
        }
        let (order, member, at) = (settle.order, self.member, settle.at);
        let ended = match (self.status, settle.outcome) {
            // A payment counts, whatever was reported before. Once paid stays paid.
            (Status::Open | Status::Closed, PaymentOutcome::Paid) => {
                OrderEvent::OrderPaid { order, member, paid_at: at }
            }
            (Status::Open, PaymentOutcome::Failed) => {
                OrderEvent::OrderFailed { order, member, closed_at: at }
            }
            (Status::Open, PaymentOutcome::Cancelled) => {
                OrderEvent::OrderCancelled { order, member, closed_at: at }
            }
            (Status::Open, PaymentOutcome::Expired) => {
                OrderEvent::OrderExpired { order, member, closed_at: at }
            }
            (Status::Paid, _) | (Status::Closed, _) => return Ok(vec![]),
        };
        events.push(ended);
        Ok(events)
    }

    /// The paid item is not granted: the whole price is to be paid back. `payment` is the one that paid it.
    pub(crate) fn request_refund(&self, settle: &SettleOrder, payment: &str) -> OrderEvent {
        OrderEvent::RefundRequested {
            order: settle.order,
            member: self.member,
            payment: payment.to_owned(),
            amount_cents: self.amount_cents,
            requested_at: settle.at,
        }
    }

    /// An operator approves that the whole price goes back (docs/domain.md §4, payments). Whether its vouchers are
    /// unused, they decide themselves.
    fn approve_refund(&self, approve: &ApproveRefund) -> Result<Vec<OrderEvent>, Rejection> {
        let Some(payment) = self.payment.as_ref().filter(|_| self.status == Status::Paid) else {
            return Err(Rejection::OrderNotPaid);
        };
        // The same request, repeated.
        if self.refund_approved > 0 {
            return Ok(vec![]);
        }
        if self.refund_requested > 0 || self.refunded.values().any(|cents| *cents > 0) {
            return Err(Rejection::OrderAlreadyRefunded);
        }
        match self.item {
            OrderItem::FederationRegistration { .. } => Err(Rejection::RegistrationNotRefunded),
            OrderItem::FreeVouchers { .. } => Ok(vec![OrderEvent::RefundApproved {
                order: approve.order,
                member: self.member,
                payment: payment.clone(),
                amount_cents: self.amount_cents,
                approved_at: approve.at,
            }]),
        }
    }

    fn record_refund(&self, refund: &RecordRefund) -> Result<Vec<OrderEvent>, Rejection> {
        if self.payment.as_ref().is_some_and(|payment| *payment != refund.payment) {
            return Err(Rejection::OtherPayment);
        }
        if self.status != Status::Paid {
            return Err(Rejection::OrderNotPaid);
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
