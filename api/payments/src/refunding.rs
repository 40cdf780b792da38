//! Refunds payments for which nothing could be granted, a second payment for an existing registration, and orders of
//! which an operator approved it. The refund is decided and recorded in the order's stream, with the payment
//! (`RefundRequested`) or by the operator (`RefundApproved`); its completion is recorded when the provider has confirmed
//! it (`OrderRefunded`). Either step may be interrupted, so the refund is requested after the payment, by every webhook
//! about it, and by the reconciliation, until it is recorded. An order has one of the two at most.
//!
//! The provider refunds once, however often it is asked: existing refunds are searched first, by the order in their
//! metadata, and the request has an idempotency key that is computed from the order. The key covers concurrent
//! requests; the search covers requests after the provider has forgotten the key.

use fairway_command::{Order, RecordRefund, RefundCause, fold_events};
use fairway_endpoint::common::Common;
use fairway_events::journal::JournalError;
use fairway_events::{OrderId, Position, RefundKind, StreamId};

use crate::recording::{SettleError, Settled, submit};
use crate::state::Payments;
use crate::wire::{Metadata, Money, NewRefund, Refund};

/// Requests the refund that an order is due, if any; returns the position at which it is recorded.
///
/// # Errors
/// [`SettleError`]; a repeat is safe.
pub(crate) async fn pay_back(payments: &Payments, order: OrderId) -> Result<Option<Position>, SettleError> {
    let known = load(&payments.common, order).await?;
    let Some((payment, due_cents)) = known.refund_due() else { return Ok(None) };
    let mut refunds = payments.provider.refunds(payment).await?;
    if !refunds.iter().any(|refund| refund.counts() && is_of(refund, order)) {
        let wanted = NewRefund {
            amount: Money::euro_cents(due_cents),
            description: description(known.refund_cause()).to_owned(),
            metadata: Some(Metadata { order: order.to_string() }),
        };
        let refund = payments.provider.refund(payment, &wanted, &format!("{order}-refund")).await?;
        tracing::info!(%order, refund = refund.id, cause = ?known.refund_cause(), "a payment is refunded");
        refunds.retain(|known| known.id != refund.id);
        refunds.push(refund);
    }
    let total_cents =
        refunds.iter().filter(|refund| refund.counts()).filter_map(|refund| refund.amount.cents()).sum();
    let recorded = RecordRefund {
        order,
        payment: payment.to_owned(),
        kind: RefundKind::Refund,
        total_cents,
        at: payments.common.clock.now(),
    };
    match submit(&payments.common, fairway_command::Command::RecordRefund(recorded)).await? {
        Settled::Recorded(position) => Ok(Some(position)),
        Settled::Open | Settled::Unknown => Ok(None),
    }
}

/// The words on the bank statement.
const fn description(cause: Option<RefundCause>) -> &'static str {
    match cause {
        Some(RefundCause::PaidInVain) => "Fairway: dubbele betaling",
        Some(RefundCause::Approved) | None => "Fairway: terugbetaling",
    }
}

fn is_of(refund: &Refund, order: OrderId) -> bool {
    refund.metadata["order"].as_str() == Some(order.to_string().as_str())
}

async fn load(common: &Common, order: OrderId) -> Result<Order, JournalError> {
    let stream = StreamId::Order(order);
    let mut streams = common.journal.load_streams(std::slice::from_ref(&stream)).await?;
    let recorded = streams.remove(&stream).unwrap_or_default();
    Ok(fold_events(recorded.into_iter().map(|recorded| recorded.event)))
}
