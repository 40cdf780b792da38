//! From a payment's id to the end of its order: asks the provider, and passes the answer to the domain, which compares
//! order, payment and amount and grants at most once. Every caller uses this function: the webhook, the return of the
//! member, and the reconciliation.

use fairway_clock::clock;
use fairway_command::{Command, PaymentOutcome, PaymentSeen, RecordRefund, SettleOrder};
use fairway_endpoint::common::Common;
use fairway_events::{OrderId, Position, RefundKind};

use crate::recording::{SettleError, Settled, submit};
use crate::refunding;
use crate::state::Payments;
use crate::wire::{Money, Payment, Status};

/// Asks the provider about a payment and settles its order.
///
/// # Errors
/// [`SettleError`]; a repeat is safe.
pub(crate) async fn settle(payments: &Payments, payment: &str) -> Result<Settled, SettleError> {
    let Some(payment) = payments.provider.get(payment).await? else { return Ok(Settled::Unknown) };
    let order = payment.metadata["order"].as_str().and_then(|text| text.parse::<OrderId>().ok());
    let Some(order) = order else {
        tracing::info!(payment = payment.id, "a payment that belongs to no order");
        return Ok(Settled::Unknown);
    };
    let outcome = match payment.status {
        Status::Paid => PaymentOutcome::Paid,
        Status::Failed => PaymentOutcome::Failed,
        Status::Canceled => PaymentOutcome::Cancelled,
        Status::Expired => PaymentOutcome::Expired,
        Status::Open | Status::Pending | Status::Authorized | Status::Unknown => return Ok(Settled::Open),
    };
    let Some(amount_cents) = payment.amount.cents() else {
        tracing::error!(payment = payment.id, %order, "a payment in another currency");
        return Ok(Settled::Unknown);
    };
    let now = payments.common.clock.now();
    let recorded = submit(
        &payments.common,
        Command::SettleOrder(SettleOrder {
            order,
            payment: Some(PaymentSeen { id: payment.id.clone(), amount_cents }),
            outcome,
            day: clock::day_of(payment.paid_at.unwrap_or(now)),
            at: now,
        }),
    )
    .await?;
    match recorded {
        Settled::Recorded(position) if outcome == PaymentOutcome::Paid => {
            let refunded = refunds(&payments.common, order, &payment).await?;
            let paid_back = refunding::pay_back(payments, order).await?;
            Ok(Settled::Recorded(paid_back.or(refunded).unwrap_or(position)))
        }
        settled => Ok(settled),
    }
}

async fn refunds(
    common: &Common,
    order: OrderId,
    payment: &Payment,
) -> Result<Option<Position>, SettleError> {
    let mut last = None;
    for (kind, total) in [
        (RefundKind::Refund, &payment.amount_refunded),
        (RefundKind::Chargeback, &payment.amount_charged_back),
    ] {
        let total_cents = total.as_ref().and_then(Money::cents).unwrap_or(0);
        if total_cents > 0 {
            let (payment, at) = (payment.id.clone(), common.clock.now());
            let refund = RecordRefund { order, payment, kind, total_cents, at };
            if let Settled::Recorded(position) = submit(common, Command::RecordRefund(refund)).await? {
                last = Some(position);
            }
        }
    }
    Ok(last)
}
