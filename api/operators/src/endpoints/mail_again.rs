//! `POST /operator/api/mails/send-again` and `…/send-again-all`: sending one mail once more, or all that were given up.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::DateTime;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_notifications::mail::again::{AgainError, send_again as send_once_more};
use fairway_notifications::mail::bookings::BookingMails;
use fairway_operator_accounts::access::{Permitted, SendMails};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::{permanent, refused_text};
use fairway_store::outbox::again;
use fairway_text::error_chain::Chain;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::state::Operators;

/// Mails that one request sends again, at most: each is locked and recorded by itself.
const MOST_AT_ONCE: i64 = 500;

/// The mail to send again, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SendAgain {
    /// The mail.
    pub id: Uuid,
    /// Why; one line.
    pub reason: String,
}

/// Send a mail again
///
/// One that waits is tried at once. One that was sent or given up is composed anew and waits again, also after the last
/// attempt.
#[utoipa::path(
    post,
    path = "/operator/api/mails/send-again",
    operation_id = "operator_mail_send_again",
    tag = "mails",
    security(("operator" = ["support", "admin"])),
    request_body = SendAgain,
    responses(
        (status = 204, description = "It waits, and is sent next"),
        (status = 404, description = "It is not known any more", body = FailureBody),
        (status = 409, description = "It is tried soon anyway, or cannot be composed again", body = FailureBody),
        (status = 422, description = "No reason", body = FailureBody),
    ),
)]
pub(crate) async fn send_again(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<SendMails>,
    OperatorBody(request): OperatorBody<SendAgain>,
) -> Result<StatusCode, OperatorFailure> {
    let mails = mails_of(&operators);
    let reason = permanent(&operators.common, &permitted.operator, "reason", &request.reason).await?;
    let by = permitted.operator.acting();
    send_once_more(&mails, &operators.common.clock, &by, reason, request.id).await.map_err(failure)?;
    Ok(StatusCode::NO_CONTENT)
}

/// The mails to send again, and the reason.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct SendAllAgain {
    /// Why; one line.
    pub reason: String,
    /// Only mails that were given up until then, RFC 3339: those that the operator saw.
    pub before: String,
}

/// What became of the mails.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SentAllAgain {
    /// Mails that wait again.
    pub sent_again: usize,
    /// Mails that do not: what they said is gone, such as a link that works once, or they concern a member whom the reason
    /// names.
    pub skipped: usize,
    /// Whether there are more, for another request.
    pub more: bool,
}

/// Send all mails again that were given up
///
/// At most 500, the latest first. Each is composed anew and recorded by itself; those with a link that works once are
/// skipped.
#[utoipa::path(
    post,
    path = "/operator/api/mails/send-again-all",
    operation_id = "operator_mails_send_again_all",
    tag = "mails",
    security(("operator" = ["support", "admin"])),
    request_body = SendAllAgain,
    responses(
        (status = 200, description = "They wait, and are sent next", body = SentAllAgain),
        (status = 422, description = "No reason, or no moment", body = FailureBody),
    ),
)]
pub(crate) async fn send_again_all(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<SendMails>,
    OperatorBody(SendAllAgain { reason, before }): OperatorBody<SendAllAgain>,
) -> Result<Json<SentAllAgain>, OperatorFailure> {
    let common = &operators.common;
    let reason = permanent(common, &permitted.operator, "reason", &reason).await?;
    let before = DateTime::parse_from_rfc3339(before.trim()).map_err(|_| {
        OperatorFailure::invalid_field("before", "Write a moment as 2026-11-28T09:30:00+01:00.")
    })?;
    let before = before.to_utc();
    let mut ids = again::given_up(&common.pool, before, MOST_AT_ONCE + 1).await?;
    let more = i64::try_from(ids.len()).is_ok_and(|found| found > MOST_AT_ONCE);
    ids.truncate(usize::try_from(MOST_AT_ONCE).unwrap_or(usize::MAX));
    let gone = again::gone(&common.pool, before).await?;
    let mut answer = SentAllAgain { sent_again: 0, skipped: usize::try_from(gone).unwrap_or(0), more };
    let (mails, by) = (mails_of(&operators), permitted.operator.acting());
    for id in ids {
        match send_once_more(&mails, &common.clock, &by, reason.clone(), id).await {
            Ok(()) => answer.sent_again += 1,
            // Another operator was faster, or this mail cannot be: the others can.
            Err(AgainError::Unknown | AgainError::Soon | AgainError::Gone(_) | AgainError::Reason(_)) => {
                answer.skipped += 1;
            }
            Err(error @ (AgainError::Database(_) | AgainError::Compose(_))) => return Err(failure(error)),
        }
    }
    Ok(Json(answer))
}

fn mails_of(operators: &Operators) -> BookingMails {
    BookingMails::new(
        operators.common.pool.clone(),
        operators.common.clock.clone(),
        operators.delivery.clone(),
        (*operators.links).clone(),
    )
}

/// The failure for a mail that is not sent again.
fn failure(error: AgainError) -> OperatorFailure {
    match error {
        AgainError::Unknown => OperatorFailure::not_found(error.to_string()),
        AgainError::Reason(refusal) => refused_text("reason", refusal),
        AgainError::Soon | AgainError::Gone(_) => {
            OperatorFailure::new(StatusCode::CONFLICT, error.to_string())
        }
        AgainError::Database(error) => error.into(),
        AgainError::Compose(error) => {
            tracing::error!(error = %Chain(&error), "a mail cannot be composed again");
            OperatorFailure::General(Failure::unavailable())
        }
    }
}
