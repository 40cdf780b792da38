//! The path of every command: at most once per idempotency key, decided by the writer, answered when the member's next
//! read shows it.

use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use fairway_command::{Command, Outcome, ReceiptRequest, Rejection, Submission, SubmitError};
use fairway_store::full_disk;
use fairway_text::error_chain::Chain;
use serde_json::Value;

use super::caller::Caller;
use super::command_limit;
use super::failure::Failure;
use super::receipts::{BeginOutcome, Keyed, answer, begin, key_reused, refuse, show};
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

/// Carries out a command that may carry an `Idempotency-Key`. `route` is the method and the path with its ids.
/// `prepare` is polled only when the request was not answered before.
pub async fn carry_out_once(
    common: &Common,
    caller: &Caller,
    request: RequestId,
    (headers, route, body): (&HeaderMap, &str, &Bytes),
    prepare: impl Future<Output = Result<Prepared, Failure>>,
) -> Response {
    let keyed = match begin(common, caller, headers, route, body).await {
        Ok(BeginOutcome::New(keyed)) => keyed,
        Ok(BeginOutcome::Answered(answer)) => return answer,
        Err(failure) => return failure.into_response(),
    };
    match prepare.await {
        Ok(prepared) => submit(common, caller, request, prepared, keyed).await,
        Err(failure) => refuse(common, keyed, failure).await,
    }
}

/// Carries out a command that is idempotent by itself: a repeated cancellation changes nothing.
pub async fn carry_out(common: &Common, caller: &Caller, request: RequestId, prepared: Prepared) -> Response {
    submit(common, caller, request, prepared, None).await
}

async fn submit(
    common: &Common,
    caller: &Caller,
    request: RequestId,
    prepared: Prepared,
    keyed: Option<Keyed>,
) -> Response {
    let Prepared { command, names, success } = prepared;
    let counted = match command_limit::count(common, caller, &command).await {
        Ok(counted) => counted,
        Err(failure) => {
            refusals::throttled(common, caller, &command, &failure);
            return refuse(common, keyed, failure).await;
        }
    };
    let attempt = Attempt::of(&command);
    // The key's lock is retained until the response: a request that waits for it then reads what this one did.
    let receipt = keyed.as_ref().map(|keyed| ReceiptRequest {
        key: keyed.key.clone(),
        request_hash: keyed.request_hash.clone(),
        status: StatusCode::OK.as_u16(),
        answer: success.clone(),
    });
    let submission = Submission {
        command,
        correlation_id: request.0,
        actor: caller.actor(),
        metadata: caller.metadata(),
        receipt,
    };
    let outcome = common.writer.submit(submission).await;
    if !matches!(outcome, Ok(Outcome::Accepted { .. }) | Err(SubmitError::Unknown)) {
        command_limit::uncount(common, counted).await;
    }
    match outcome {
        Ok(Outcome::Accepted { position }) => {
            show(common, position).await;
            answer(StatusCode::OK.as_u16(), success)
        }
        Ok(Outcome::Rejected(rejection)) => {
            log_rejection(&rejection);
            refusals::rejected(common, caller, attempt, &rejection);
            refuse(common, keyed, names.failure(&rejection, caller.id())).await
        }
        Ok(Outcome::Replayed { status, answer: first, position }) => {
            show(common, position).await;
            answer(status, first)
        }
        Ok(Outcome::KeyReused) => key_reused().into_response(),
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
