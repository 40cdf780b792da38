//! Responses that are equal for everyone and seldom change: the client keeps its copy and asks whether it is still
//! valid; then nothing is sent again. The authorisation is still checked each time.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fairway_clock::random;
use serde::Serialize;

use super::failure::Failure;

/// A JSON response with its tag, or `304` when the client's copy has the same tag.
///
/// # Errors
/// When the response cannot be serialised as JSON, which is our mistake.
pub fn json(request_headers: &HeaderMap, answer: &impl Serialize) -> Result<Response, Failure> {
    let bytes = serde_json::to_vec(answer).map_err(|error| {
        tracing::error!(%error, "an answer cannot be serialized");
        Failure::internal()
    })?;
    let mut response = bytes_of(request_headers, bytes.into(), HeaderValue::from_static("application/json"));
    let headers = response.headers_mut();
    // Stored by this client only, and never used without revalidation.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("authorization"));
    Ok(response)
}

/// A document with its tag, or `304` when the client's copy has the same tag.
#[must_use]
pub fn bytes_of(request_headers: &HeaderMap, bytes: Bytes, content_type: HeaderValue) -> Response {
    let tag = tag(&bytes);
    let mut response = if is_known(request_headers.get(header::IF_NONE_MATCH), &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The tag of what these bytes identify. Weak: a compressed response is equivalent.
#[must_use]
pub fn tag(bytes: &[u8]) -> String {
    format!("W/\"{}\"", hex::encode(&random::digest(bytes)[..16]))
}

/// Whether an `If-None-Match` names the tag. `*` does not.
#[must_use]
pub fn is_known(if_none_match: Option<&HeaderValue>, tag: &str) -> bool {
    let known = if_none_match.and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag))
}
