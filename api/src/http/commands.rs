//! The way of every command: at most once per idempotency key, decided by the writer, answered when the member's
//! next read will show it.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use fairway_command::{Command, Outcome, ReceiptRequest, Rejection, Submission, SubmitError};
use fairway_events::Position;
use fairway_events::journal::{AppendError, Batch, Receipt, ReceiptKey};
use serde_json::Value;

use super::caller::Caller;
use super::failure::{Chain, Failure};
use super::in_flight::Turn;
use super::rejection::Names;
use super::request_id::RequestId;
use crate::app::App;
use crate::health;
use crate::random;

/// How long an answer waits for the read models to show its effect.
const OWN_WRITE_PATIENCE: Duration = Duration::from_secs(2);
/// The longest idempotency key, characters.
const LONGEST_KEY: usize = 255;

/// A command that is ready to be decided.
#[derive(Debug)]
pub struct Prepared {
    /// What is asked.
    pub command: Command,
    /// How the members concerned are called, for a refusal that is about one of them.
    pub names: Names,
    /// The JSON body of the success.
    pub success: Value,
}

/// A request's `Idempotency-Key` and its turn.
#[derive(Debug)]
struct Keyed {
    key: ReceiptKey,
    request_hash: Vec<u8>,
    _turn: Turn,
}

/// Carries out a command that may carry an `Idempotency-Key`. `route` is the method and the path with its ids.
/// `prepare` is polled only when the request was not answered before.
pub async fn carry_out_once(
    app: &Arc<App>,
    caller: &Caller,
    request: RequestId,
    (headers, route, body): (&HeaderMap, &str, &Bytes),
    prepare: impl Future<Output = Result<Prepared, Failure>>,
) -> Response {
    let keyed = match begin(app, caller, headers, route, body).await {
        Ok(Begun::New(keyed)) => keyed,
        Ok(Begun::Answered(answer)) => return answer,
        Err(failure) => return failure.into_response(),
    };
    match prepare.await {
        Ok(prepared) => submit(app, caller, request, prepared, keyed).await,
        Err(failure) => {
            if let Some(keyed) = keyed
                && let Err(failure) = remember(app, &keyed, &failure).await
            {
                return failure.into_response();
            }
            failure.into_response()
        }
    }
}

/// Carries out a command that may be repeated as it is: a repeated cancellation changes nothing.
pub async fn carry_out(app: &Arc<App>, caller: &Caller, request: RequestId, prepared: Prepared) -> Response {
    submit(app, caller, request, prepared, None).await
}

enum Begun {
    New(Option<Keyed>),
    Answered(Response),
}

async fn begin(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    route: &str,
    body: &Bytes,
) -> Result<Begun, Failure> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(Begun::New(None)) };
    let text = value.to_str().unwrap_or_default();
    if text.is_empty() || text.len() > LONGEST_KEY {
        let sentence = "De Idempotency-Key moet 1 tot 255 leesbare tekens hebben.";
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, sentence));
    }
    let key = ReceiptKey { member: caller.id(), route: route.to_owned(), key: text.to_owned() };
    let request_hash = random::digest(body);
    let Some(turn) = app.in_flight.turn(&key).await else {
        let sentence = "Je vorige aanvraag wordt nog verwerkt, probeer het zo opnieuw.";
        return Err(Failure::conflict(sentence).retry_in(1));
    };
    let found = app.journal.receipts(std::slice::from_ref(&key)).await?;
    match found.into_iter().next() {
        None => Ok(Begun::New(Some(Keyed { key, request_hash, _turn: turn }))),
        Some(first) if first.request_hash == request_hash => {
            show(app, app.journal.head().await?).await;
            Ok(Begun::Answered(answer(first.status.unsigned_abs(), first.answer)))
        }
        Some(_) => Err(key_reused()),
    }
}

/// Stores the answer of a request that did not get as far as the writer. Failures of ours, and those that may be
/// different next time for no fault of the request, are not stored.
async fn remember(app: &App, keyed: &Keyed, failure: &Failure) -> Result<(), Failure> {
    let status = failure.status();
    if !status.is_client_error() || matches!(status, StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS)
    {
        return Ok(());
    }
    let receipt = Receipt {
        key: keyed.key.clone(),
        request_hash: keyed.request_hash.clone(),
        status: i16::try_from(status.as_u16()).unwrap_or(i16::MAX),
        answer: failure.body(),
    };
    let batch = Batch { appends: Vec::new(), receipts: vec![receipt] };
    match app.journal.append(&batch, app.clock.now()).await {
        Ok(_position) => Ok(()),
        // Another node refused the same request at the same time, for the same reason.
        Err(AppendError::ReceiptConflict) => Ok(()),
        Err(AppendError::Database(error)) => Err(error.into()),
        Err(error) => {
            tracing::error!(error = %Chain(&error), "a receipt cannot be stored");
            Err(Failure::internal())
        }
    }
}

async fn submit(
    app: &Arc<App>,
    caller: &Caller,
    request: RequestId,
    prepared: Prepared,
    keyed: Option<Keyed>,
) -> Response {
    let Prepared { command, names, success } = prepared;
    // The turn is kept until the answer: who waits for it then reads what this request did.
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
    match app.writer.submit(submission).await {
        Ok(Outcome::Accepted { position }) => {
            show(app, position).await;
            answer(StatusCode::OK.as_u16(), success)
        }
        Ok(Outcome::Rejected(rejection)) => {
            log_rejection(&rejection);
            let failure = names.failure(&rejection, caller.id());
            match keyed {
                Some(keyed) => match remember(app, &keyed, &failure).await {
                    Ok(()) => failure.into_response(),
                    Err(failure) => failure.into_response(),
                },
                None => failure.into_response(),
            }
        }
        Ok(Outcome::Replayed { status, answer: first, position }) => {
            show(app, position).await;
            answer(status, first)
        }
        Ok(Outcome::KeyReused) => key_reused().into_response(),
        Err(error) => undecided(&error).into_response(),
    }
}

/// Once stored, a command succeeded: read models that are behind never turn it into a failure.
async fn show(app: &App, position: Position) {
    if let Err(not_yet) = app.progress.wait_until(position, OWN_WRITE_PATIENCE).await {
        app.metrics.answered_late();
        tracing::warn!(position, error = %Chain(&not_yet), "the read models are behind; answering all the same");
    }
}

fn log_rejection(rejection: &Rejection) {
    tracing::info!(code = rejection.code(), "the command was refused");
}

/// A command without an outcome.
pub(super) fn undecided(error: &SubmitError) -> Failure {
    match error {
        SubmitError::Conflict { attempts } => {
            tracing::warn!(attempts, "other writers were first every time");
            Failure::conflict("Iemand was je net voor, probeer het opnieuw.").retry_in(1)
        }
        SubmitError::Overloaded | SubmitError::Stopped => {
            tracing::error!(error = %Chain(error), "the writer takes no commands");
            Failure::unavailable()
        }
        SubmitError::TimedOut | SubmitError::Database(_) => {
            if let SubmitError::Database(error) = error {
                health::note_failure(error.as_ref());
            }
            tracing::error!(error = %Chain(error), "a command's outcome is unknown");
            Failure::unavailable()
        }
    }
}

fn key_reused() -> Failure {
    Failure::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.",
    )
}

fn answer(status: u16, body: Value) -> Response {
    (StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), Json(body)).into_response()
}
