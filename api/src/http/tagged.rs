//! Answers that are the same for everyone and seldom change: the client keeps its copy and asks whether it is still
//! good, and then nothing is sent again. Whether one may see it is still asked each time.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::failure::Failure;
use crate::random;

/// A JSON answer with its tag, or `304` when the client's copy has the same.
///
/// # Errors
/// When the answer cannot be written as JSON, which is a mistake of ours.
pub fn json(asked: &HeaderMap, answer: &impl Serialize) -> Result<Response, Failure> {
    let bytes = serde_json::to_vec(answer).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Failure::internal()
    })?;
    let mut response = bytes_of(asked, bytes.into(), HeaderValue::from_static("application/json"));
    let headers = response.headers_mut();
    // Kept by this client only, and never shown without asking.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::VARY, HeaderValue::from_static("authorization"));
    Ok(response)
}

/// A document with its tag, or `304` when the client's copy has the same.
#[must_use]
pub fn bytes_of(asked: &HeaderMap, bytes: Bytes, content_type: HeaderValue) -> Response {
    // Weak: the same answer compressed is the same answer.
    let tag = format!("W/\"{}\"", hex::encode(&random::digest(&bytes)[..16]));
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
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
