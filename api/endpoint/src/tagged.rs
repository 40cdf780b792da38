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
    // Weak: a compressed response is equivalent.
    let tag = format!("W/\"{}\"", hex::encode(&random::digest(&bytes)[..16]));
    let known = request_headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let mut response = if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
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
