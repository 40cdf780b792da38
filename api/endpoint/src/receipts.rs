//! Carries out a request at most once per idempotency key: recognises a repeated request, and stores the response
//! for it.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, FromRequestParts, MatchedPath, RawPathParams, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use fairway_clock::random;
use fairway_events::journal::{Receipt, ReceiptKey};
use fairway_events::{MemberId, Position};
use fairway_text::error_chain::Chain;
use serde_json::Value;
use uuid::Uuid;

use super::body::RawBody;
use super::failure::Failure;
use super::in_flight::Turn;
use super::position::stands_for;
use super::request_context::RequestId;
use crate::common::Common;

/// How long a response waits for the read models to show its effect, and a read for an earlier one's.
pub const OWN_WRITE_WAIT: Duration = Duration::from_secs(2);
/// The longest idempotency key, characters.
const LONGEST_KEY: usize = 255;

/// A request that was not answered before; with an `Idempotency-Key`, an equal one waits for it. A handler takes it after
/// the caller and the ids of the path. An answered request gets its first answer and does not reach the handler.
#[derive(Debug)]
pub struct Once {
    /// The request.
    pub request: RequestId,
    pub(super) keyed: Option<Keyed>,
}

/// The same, of a request with a JSON body.
#[derive(Debug)]
pub struct OnceWithBody(pub Once, pub Bytes);

/// A request's `Idempotency-Key` and its lock.
#[derive(Debug)]
pub(super) struct Keyed {
    pub(super) key: ReceiptKey,
    /// Of the body: another body under the same key is refused.
    pub(super) request_hash: Vec<u8>,
    _turn: Turn,
}

impl<S: Send + Sync> FromRequestParts<S> for Once
where
    Common: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        begin(parts, &Common::from_ref(state), &[]).await.map_err(Failure::into_response)?
    }
}

impl<S: Send + Sync> FromRequest<S> for OnceWithBody
where
    Common: FromRef<S>,
{
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let body = RawBody::from_request(Request::from_parts(parts.clone(), body), state).await;
        let RawBody(body) = body.map_err(Failure::into_response)?;
        let once = begin(&mut parts, &Common::from_ref(state), &body).await;
        Ok(Self(once.map_err(Failure::into_response)??, body))
    }
}

impl Once {
    /// The request's key.
    #[must_use]
    pub fn key(&self) -> Option<&ReceiptKey> {
        self.keyed.as_ref().map(|keyed| &keyed.key)
    }
}

/// Waits for the lock of the request's key; an error in the result is the answer that the request got before.
async fn begin(parts: &mut Parts, common: &Common, body: &[u8]) -> Result<Result<Once, Response>, Failure> {
    let of_request = Extension::from_request_parts(parts, &()).await;
    let Extension(request) = of_request.map_err(|_| Failure::internal())?;
    let Some(key) = idempotency_key(&parts.headers)?.map(str::to_owned) else {
        return Ok(Ok(Once { request, keyed: None }));
    };
    let member: MemberId = *parts.extensions.get().ok_or_else(Failure::unauthorized)?;
    let key = ReceiptKey { member, route: route(parts).await?, key };
    let request_hash = random::digest(body);
    let Some(turn) = common.in_flight.turn(&key).await else {
        let sentence = "Je vorige aanvraag wordt nog verwerkt. Probeer het zo opnieuw.";
        return Err(Failure::conflict(sentence).retry_in(1));
    };
    let found = common.journal.receipts(std::slice::from_ref(&key)).await?;
    match found.into_iter().next() {
        None => Ok(Ok(Once { request, keyed: Some(Keyed { key, request_hash, _turn: turn }) })),
        Some(first) => replay(common, first, &request_hash).await.map(Err),
    }
}

/// The method, and the path with its ids as [`Uuid`] writes them: receipts of earlier releases have them so.
async fn route(parts: &mut Parts) -> Result<String, Failure> {
    let path = MatchedPath::from_request_parts(parts, &()).await.map_err(|_| Failure::internal())?;
    let ids = RawPathParams::from_request_parts(parts, &()).await.map_err(|_| Failure::internal())?;
    let mut route = format!("{} {}", parts.method, path.as_str());
    for (name, id) in &ids {
        let id: Uuid = id.parse().map_err(|_| Failure::internal())?;
        route = route.replace(&format!("{{{name}}}"), &id.to_string());
    }
    Ok(route)
}

/// The `Idempotency-Key`, if there is one.
///
/// # Errors
/// 422 for one that is no text of 1 to 255 characters.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<&str>, Failure> {
    let Some(value) = headers.get("idempotency-key") else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    if text.is_empty() || text.len() > LONGEST_KEY || text.contains('\t') {
        let sentence = "De Idempotency-Key moet 1 tot 255 leesbare tekens hebben.";
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, sentence));
    }
    Ok(Some(text))
}

/// The response that was stored under a key, for a repeat of the same request.
async fn replay(common: &Common, first: Receipt, request_hash: &[u8]) -> Result<Response, Failure> {
    if first.request_hash != request_hash {
        return Err(key_reused());
    }
    let head = common.journal.head().await?;
    show(common, head).await;
    Ok(again(first.status.unsigned_abs(), first.answer, head))
}

/// Whether the same request would be refused again, so that its refusal may be stored for a day. Temporary refusals are
/// not: our own failures, failures with a retry time, and a purchase that another order prevents. Neither is that of a
/// body that could not be read.
fn is_final(failure: &Failure) -> bool {
    failure.status().is_client_error()
        && !matches!(failure.status(), StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS)
        && !failure.is_temporary()
        && !failure.is_unread()
}

/// Responds with a refusal, and stores it if the request has a key.
pub(super) async fn refuse(common: &Common, once: Once, failure: Failure) -> Response {
    let Some(keyed) = once.keyed.filter(|_| is_final(&failure)) else { return failure.into_response() };
    let other = store(common, &keyed, failure.status(), failure.body()).await;
    other.unwrap_or_else(|| failure.into_response())
}

/// Stores the response to a request that changed nothing. Returns the response that is to be used instead: another node
/// answered the key in the meantime, or the database does not answer.
pub(super) async fn store(
    common: &Common,
    keyed: &Keyed,
    status: StatusCode,
    answer: Value,
) -> Option<Response> {
    let receipt = Receipt {
        key: keyed.key.clone(),
        request_hash: keyed.request_hash.clone(),
        status: i16::try_from(status.as_u16()).unwrap_or(i16::MAX),
        answer,
    };
    match common.journal.store_receipt(receipt.clone(), common.clock.now()).await {
        Ok(stored) if stored == receipt => None,
        Ok(first) => {
            let first = replay(common, first, &keyed.request_hash).await;
            Some(first.unwrap_or_else(Failure::into_response))
        }
        Err(error) => Some(Failure::from(error).into_response()),
    }
}

/// Once stored, a command succeeded: read models that are behind never turn it into a failure.
pub async fn show(common: &Common, position: Position) {
    if let Err(not_yet) = common.progress.wait_until(position, OWN_WRITE_WAIT).await {
        common.counts.answered_late();
        tracing::warn!(
            position,
            error = %Chain(&not_yet),
            "the read models are behind; answering before they are up to date"
        );
    }
}

/// 422: the key was used for another request.
pub fn key_reused() -> Failure {
    Failure::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "Deze aanvraag lijkt op een eerdere, maar met andere gegevens. Begin opnieuw.",
    )
}

/// A response as it is stored.
pub fn answer(status: u16, body: Value) -> Response {
    (StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), Json(body)).into_response()
}

/// A stored response. What succeeded is in the journal by `position`; on which position a refusal was decided is not
/// stored.
pub(super) fn again(status: u16, body: Value, position: Position) -> Response {
    let response = answer(status, body);
    if response.status().is_success() { stands_for(response, position) } else { response }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_text_of_1_to_255_characters() {
        let headers = |key: &[u8]| {
            HeaderMap::from_iter([(
                "idempotency-key".parse::<axum::http::HeaderName>().expect("a name"),
                axum::http::HeaderValue::from_bytes(key).expect("a header"),
            )])
        };
        let longest = "k".repeat(255);
        assert_eq!(idempotency_key(&HeaderMap::new()).expect("no key"), None);
        for key in ["k", "a key", &longest] {
            assert_eq!(idempotency_key(&headers(key.as_bytes())).expect("a key"), Some(key));
        }
        let too_long = format!("{longest}k");
        for key in [&b""[..], too_long.as_bytes(), b"a\tb", "caf\u{e9}".as_bytes()] {
            let refused = idempotency_key(&headers(key)).expect_err("no key");
            assert_eq!(refused.status(), StatusCode::UNPROCESSABLE_ENTITY, "{key:?}");
        }
    }

    #[test]
    fn only_a_permanent_refusal_is_final() {
        let full = || Failure::conflict("De baan is vol.");
        for failure in
            [full(), Failure::no_such_reservation(), Failure::invalid_field("date", "Kies een dag.")]
        {
            assert!(is_final(&failure), "{failure:?}");
        }
        let pass = [
            Failure::unauthorized(),
            Failure::throttled("Wacht even.", 60),
            Failure::unavailable(),
            Failure::internal(),
            full().retry_in(1),
            full().temporary(),
            Failure::malformed().unread(),
        ];
        for failure in pass {
            assert!(!is_final(&failure), "{failure:?}");
        }
    }
}
