//! From a payment's id to the end of its order: the provider is asked, and its word goes to the domain, which compares
//! order, payment and amount and grants at most once. Every way leads through here: the webhook, the return of the
//! member, and the rounds of the reconciliation.

use fairway_command::{
    Command, Outcome, PaymentOutcome, PaymentSeen, RecordRefund, SettleOrder, Submission, SubmitError,
};
use fairway_events::journal::JournalError;
use fairway_events::{Actor, OrderId, Position, RefundKind};

use super::provider::ProviderError;
use super::refunding;
use super::wire::{Money, Payment, Status};
use crate::app::App;
use crate::clock;
use crate::random;

/// What asking brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// The provider does not know the payment, or it is none of ours.
    Unknown,
    /// The payment is still on its way.
    Open,
    /// It was heard; reads that have seen the position show what it did, if anything.
    Heard(Position),
}

/// Why nothing could be done.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The provider.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The writer.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The order's stream cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Asks the provider about a payment and lets its order follow.
///
/// # Errors
/// [`SettleError`]; asking again later is safe.
pub async fn settle(app: &App, payment: &str) -> Result<Asked, SettleError> {
    let Some(payment) = app.provider.get(payment).await? else { return Ok(Asked::Unknown) };
    let order = payment.metadata["order"].as_str().and_then(|text| text.parse::<OrderId>().ok());
    let Some(order) = order else {
        tracing::info!(payment = payment.id, "a payment that belongs to no order of ours");
        return Ok(Asked::Unknown);
    };
    let outcome = match payment.status {
        Status::Paid => PaymentOutcome::Paid,
        Status::Failed => PaymentOutcome::Failed,
        Status::Canceled => PaymentOutcome::Cancelled,
        Status::Expired => PaymentOutcome::Expired,
        Status::Open | Status::Pending | Status::Authorized | Status::Unknown => return Ok(Asked::Open),
    };
    let Some(amount_cents) = payment.amount.cents() else {
        tracing::error!(payment = payment.id, %order, "a payment in another currency");
        return Ok(Asked::Unknown);
    };
    let now = app.clock.now();
    let settled = submit(
        app,
        Command::SettleOrder(SettleOrder {
            order,
            payment: Some(PaymentSeen { id: payment.id.clone(), amount_cents }),
            outcome,
            day: clock::day_of(payment.paid_at.unwrap_or(now)),
            at: now,
        }),
    )
    .await?;
    match settled {
        Asked::Heard(position) if outcome == PaymentOutcome::Paid => {
            let refunded = refunds(app, order, &payment).await?;
            let paid_back = refunding::pay_back(app, order).await?;
            Ok(Asked::Heard(paid_back.or(refunded).unwrap_or(position)))
        }
        heard => Ok(heard),
    }
}

async fn refunds(app: &App, order: OrderId, payment: &Payment) -> Result<Option<Position>, SettleError> {
    let mut last = None;
    for (kind, total) in [
        (RefundKind::Refund, &payment.amount_refunded),
        (RefundKind::Chargeback, &payment.amount_charged_back),
    ] {
        let total_cents = total.as_ref().and_then(Money::cents).unwrap_or(0);
        if total_cents > 0 {
            let (payment, at) = (payment.id.clone(), app.clock.now());
            let refund = RecordRefund { order, payment, kind, total_cents, at };
            if let Asked::Heard(position) = submit(app, Command::RecordRefund(refund)).await? {
                last = Some(position);
            }
        }
    }
    Ok(last)
}

/// Sends a command in the name of the payments. A refusal means that the message concerns no order as we know it.
pub(super) async fn submit(app: &App, command: Command) -> Result<Asked, SettleError> {
    let submission = Submission {
        command,
        correlation_id: random::new_id(app.clock.now()),
        actor: Actor::System("payments".to_owned()),
        metadata: Default::default(),
        receipt: None,
    };
    match app.writer.submit(submission).await? {
        Outcome::Accepted { position } | Outcome::Replayed { position, .. } => Ok(Asked::Heard(position)),
        Outcome::Rejected(rejection) => {
            tracing::error!(code = rejection.code(), "the provider's word does not fit an order of ours");
            Ok(Asked::Unknown)
        }
        // Without a key there is none to be reused.
        Outcome::KeyReused => Ok(Asked::Unknown),
    }
}
