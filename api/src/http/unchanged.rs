//! A member's answer has a tag, and a client that names the tag of the answer that it has gets `304` without a body: the
//! app asks for the same lists again and again, and most of them have not changed.
//!
//! One layer over all endpoints of members, and over the bytes of the answer. A tag of versions would have to name
//! everything that an answer shows: bookings, names, clubs, content, settings, the day, the release. One that is
//! forgotten would leave an old screen. The reads are cached elsewhere (decision 19); this saves their way to the client.
//!
//! It must not change what a browser may store: what is about a member stays `no-store`, and the app keeps the tags in
//! memory. A tag belongs to one session: it matches in no other one, and tells nobody which answers are equal.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fairway_clock::random;
use fairway_endpoint::caller::bearer;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::tagged;

/// Adds the tag to an answer for a member; leaves its body out when the client has it. The endpoint has answered
/// before, so a tag opens nothing.
pub(super) async fn leave_out(request: Request, next: Next) -> Response {
    let reads = request.method() == Method::GET || request.method() == Method::HEAD;
    let token = bearer(request.headers()).filter(|_| reads);
    let token = token.map(|token| random::digest(token.as_bytes()));
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    match token {
        Some(token) if is_untagged(&response) => tagged_for(&token, known.as_ref(), response).await,
        Some(_) | None => response,
    }
}

/// Whether it is the JSON of a success without a tag of its own. A file to save is none: nobody keeps it to ask again.
fn is_untagged(response: &Response) -> bool {
    let headers = response.headers();
    response.status() == StatusCode::OK
        && headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
        && !headers.contains_key(header::ETAG)
        && !headers.contains_key(header::CONTENT_DISPOSITION)
}

async fn tagged_for(token: &[u8], known: Option<&HeaderValue>, response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    // JSON is in memory already.
    let Ok(bytes) = to_bytes(body, usize::MAX).await else { return Failure::internal().into_response() };
    let tag = tagged::tag(&[token, random::digest(&bytes).as_slice()].concat());
    if let Ok(value) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, value);
    }
    if tagged::is_known(known, &tag) {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}
