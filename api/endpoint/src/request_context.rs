//! The request of the current task: for handlers, and for code that they call without passing the id.

use axum::http::{HeaderMap, HeaderName};
use uuid::Uuid;

/// The header of the request's id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: Uuid;
}

/// Runs `work` as part of answering the request.
pub async fn scope<T>(id: Uuid, work: impl Future<Output = T>) -> T {
    CURRENT.scope(id, work).await
}

/// The id of the request that this task answers: our own failures contain it, so that support finds the log line.
#[must_use]
pub fn current() -> Option<Uuid> {
    CURRENT.try_with(|id| *id).ok()
}

/// The id of the request, for handlers.
#[derive(Debug, Clone, Copy)]
pub struct RequestId(pub Uuid);

/// The client's own id of its request. Only short and plain ids are used, because the id is logged.
#[must_use]
pub fn client_id(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(REQUEST_ID)?.to_str().ok()?;
    let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    (plain && (1..=64).contains(&text.len())).then_some(text)
}
