//! Sends a mail once more because an operator asks for it, also after the last attempt. Its content was removed when it
//! was settled, so it is composed anew from the journal; content that only the mail had, such as a link to a new
//! password, is gone and is not sent again.

use chrono::TimeDelta;
use fairway_audit::permanent_text::{PermanentText, Refusal};
use fairway_clock::clock::Clock;
use fairway_events::MemberId;
use fairway_store::PgConnection;
use fairway_store::operator_actions::{ActingOperator, ScreenAct};
use fairway_store::outbox::again::{self, Settled};
use fairway_store::outbox::queue::stored;
use fairway_store::{erasures, operator_actions};
use uuid::Uuid;

use super::bookings::{BookingMails, BookingMailsError};

/// A mail that is tried within this time anyway is left alone: a sender may have it in hand.
const SOON: TimeDelta = TimeDelta::minutes(1);

/// Why a mail is not sent again.
#[derive(Debug, thiserror::Error)]
pub enum AgainError {
    /// There is no such mail.
    #[error("This mail is not known any more: mails are kept for 90 days.")]
    Unknown,
    /// The reason names the member.
    #[error(transparent)]
    Reason(#[from] Refusal),
    /// It is sent soon anyway.
    #[error("This mail is tried within a minute anyway.")]
    Soon,
    /// Its content cannot be composed again.
    #[error("{0}")]
    Gone(&'static str),
    /// The database does not answer.
    #[error("the mail cannot be queued again")]
    Database(#[from] fairway_store::Error),
    /// The journal or a read model cannot be read.
    #[error(transparent)]
    Compose(#[from] BookingMailsError),
}

/// Queues the mail again and records the operator's act, in one transaction.
///
/// # Errors
/// [`AgainError`]; then nothing is changed.
pub async fn send_again(
    mails: &BookingMails,
    clock: &Clock,
    by: &ActingOperator,
    reason: PermanentText,
    id: Uuid,
) -> Result<(), AgainError> {
    let now = clock.now();
    let mut transaction = mails.pool().begin().await?;
    let Some(mail) = again::lock(&mut transaction, id).await? else {
        let is_in_hand = again::is_in_hand(&mut transaction, id).await?;
        return Err(if is_in_hand { AgainError::Soon } else { AgainError::Unknown });
    };
    match (mail.state.as_str(), mail.booking_id.or(mail.waiting_group_id)) {
        ("queued" | "uncomposed", _) if mail.due_at <= now + SOON => return Err(AgainError::Soon),
        ("queued" | "uncomposed", _) => again::due_now(&mut transaction, id, now).await?,
        ("sent" | "failed", Some(_)) => again::compose_anew(&mut transaction, id, now).await?,
        ("sent" | "failed", None) => receipt(mails, &mut transaction, id, &mail, clock).await?,
        _ => return Err(AgainError::Gone("Another mail told this one's news: send that one again.")),
    }
    if let Some(member) = mail.member_id
        && let Some(person) = erasures::by_id(mails.pool(), MemberId(member)).await?
    {
        reason.refuse_naming(person.names())?;
    }
    let act = ScreenAct {
        action: "send mail again",
        subject: format!("mail {id}"),
        member: mail.member_id.map(MemberId),
        reason,
    };
    operator_actions::record_at_screen(&mut *transaction, by, &act, now).await?;
    transaction.commit().await?;
    mails.wake_sender();
    Ok(())
}

/// Composes the receipt of an order anew; no other mail without a booking can be.
async fn receipt(
    mails: &BookingMails,
    connection: &mut PgConnection,
    id: Uuid,
    settled: &Settled,
    clock: &Clock,
) -> Result<(), AgainError> {
    if settled.dedup_key.starts_with("reset:") {
        return Err(AgainError::Gone(
            "Its link to a new password was removed with it. Ask the member to request a new one at the log-in.",
        ));
    }
    let composed = mails.receipt_again(&settled.dedup_key).await?;
    let (_, mail) = composed.filter(|(to, _)| Some(to.0) == settled.member_id).ok_or(AgainError::Gone(
        "What it said was removed with it, and cannot be composed from the journal.",
    ))?;
    again::queue_anew(connection, id, &mail, &stored(&mail), clock.now()).await?;
    Ok(())
}
