//! The path of every command: at most once per idempotency key, decided by the writer, answered when the member's next
//! read shows it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use fairway_command::{Command, Outcome, ReceiptRequest, Rejection, Submission, SubmitError};
use fairway_store::full_disk;
use fairway_text::error_chain::Chain;
use serde_json::Value;

use super::caller::Caller;
use super::command_limit;
use super::failure::Failure;
use super::position::stands_for;
use super::receipts::{Once, again, answer, key_reused, refuse, show, store};
use super::refusals;
use super::rejection::PlayerNames;
use super::request_context::RequestId;
use crate::common::Common;
use crate::refusal_queue::Attempt;

/// A command that is ready to be decided.
#[derive(Debug)]
pub struct Prepared {
    /// The command.
    pub command: Command,
    /// The names of the members concerned, for a rejection that is about one of them.
    pub names: PlayerNames,
    /// The JSON body of the success.
    pub success: Value,
}

/// Carries out the command that was prepared for a request, or stores why there is none.
pub async fn carry_out_once(
    common: &Common,
    caller: &Caller,
    once: Once,
    prepared: Result<Prepared, Failure>,
) -> Response {
    match prepared {
        Ok(prepared) => submit(common, caller, once, prepared).await,
        Err(failure) => refuse(common, once, failure).await,
    }
}

/// Carries out a command that is idempotent by itself: a repeated cancellation changes nothing.
pub async fn carry_out(common: &Common, caller: &Caller, request: RequestId, prepared: Prepared) -> Response {
    submit(common, caller, Once { request, keyed: None }, prepared).await
}

async fn submit(common: &Common, caller: &Caller, once: Once, prepared: Prepared) -> Response {
    let Prepared { command, names, success } = prepared;
    let counted = match command_limit::count(common, caller, &command).await {
        Ok(counted) => counted,
        Err(failure) => return refuse(common, once, failure).await,
    };
    let attempt = Attempt::from_command(&command);
    // The key's lock is retained until the response: a request that waits for it then reads what this one did.
    let receipt = once.keyed.as_ref().map(|keyed| ReceiptRequest {
        key: keyed.key.clone(),
        request_hash: keyed.request_hash.clone(),
        status: StatusCode::OK.as_u16(),
        answer: success.clone(),
    });
    let submission = Submission {
        command,
        correlation_id: once.request.0,
        actor: caller.actor(),
        metadata: caller.metadata(),
        receipt,
    };
    let outcome = common.writer.submit_at(submission).await;
    // The writer commits receipts with events.
    let other =
        if let (Ok((Outcome::Accepted { changed: false, .. }, _)), Some(keyed)) = (&outcome, &once.keyed) {
            store(common, keyed, StatusCode::OK, success.clone()).await
        } else {
            None
        };
    if other.is_some() || !matches!(outcome, Ok((Outcome::Accepted { .. }, _)) | Err(SubmitError::Unknown)) {
        command_limit::uncount(common, counted).await;
    }
    if let Some(other) = other {
        return other;
    }
    match outcome {
        Ok((Outcome::Accepted { .. }, position)) => {
            show(common, position).await;
            stands_for(answer(StatusCode::OK.as_u16(), success), position)
        }
        Ok((Outcome::Rejected(rejection), position)) => {
            log_rejection(&rejection);
            refusals::rejected(common, caller, attempt, &rejection);
            refuse(common, once, names.failure(&rejection, caller.id()).decided_at(position)).await
        }
        Ok((Outcome::Replayed { status, answer: first, .. }, position)) => {
            show(common, position).await;
            again(status, first, position)
        }
        Ok((Outcome::KeyReused, _)) => key_reused().into_response(),
        Err(error) => undecided(&error).into_response(),
    }
}

fn log_rejection(rejection: &Rejection) {
    tracing::info!(code = rejection.code(), "the command was refused");
}

/// The failure for a command without an outcome.
#[must_use]
pub fn undecided(error: &SubmitError) -> Failure {
    match error {
        SubmitError::Overloaded | SubmitError::Stopped => {
            tracing::error!(error = %Chain(error), "the writer accepts no commands");
            Failure::unavailable()
        }
        SubmitError::Unavailable(_) | SubmitError::Unknown => {
            if let SubmitError::Unavailable(error) = error {
                full_disk::note_failure(error.as_ref());
            }
            tracing::error!(error = %Chain(error), "the command has no outcome");
            Failure::unavailable()
        }
        SubmitError::HeldBack(_) => {
            tracing::warn!(
                error = %Chain(error),
                "the command is refused until every node runs the new release"
            );
            Failure::introduced_soon()
        }
        SubmitError::Faulty(_) => {
            tracing::error!(error = %Chain(error), "the command cannot be carried out");
            Failure::internal()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_command_without_an_outcome_is_answered_with_whether_to_try_again() {
        let cause = || Arc::new(std::io::Error::other("gone")) as _;
        for error in [
            SubmitError::Overloaded,
            SubmitError::Stopped,
            SubmitError::Unknown,
            SubmitError::Unavailable(cause()),
        ] {
            assert_eq!(undecided(&error).status(), StatusCode::SERVICE_UNAVAILABLE, "{error:?}");
        }
        assert_eq!(undecided(&SubmitError::Faulty(cause())).status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
