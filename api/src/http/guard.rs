//! The outermost limits: a request that is too large, takes too long or panics still gets a Dutch sentence, never a
//! broken connection.

use std::any::Any;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fairway_endpoint::failure::Failure;
use fairway_events::connections;

/// Longer than the writer's deadline plus the wait for the own write; shorter than the web app's time-out, so that the
/// member reads a sentence.
const LONGEST_REQUEST: Duration = Duration::from_secs(14);
/// Longer than a wait for a connection, and than the database's time limit for a statement of a request
/// (`fairway_events::connections`): a request without an answer by then waits on a dead connection. Half of
/// `LONGEST_REQUEST`, so that a retry has an answer before that.
const LONGEST_READ: Duration = Duration::from_secs(7);
/// Look-ups by POST: their parameters are too long, or too personal, for an address.
const LOOK_UPS: [&str; 4] = [
    "/api/reservations/golfclubs",
    "/api/reservations/availability",
    "/api/reservations/alternatives",
    "/api/reservations/players/check",
];

/// Bytes of request line and headers, at most. Browsers send a tenth of it. The server itself accepts twice as much, so
/// that a slightly larger head gets a response in the portal's shape: the server's own has no sentence and no headers.
const LARGEST_HEAD: usize = 16 * 1024;
/// Headers, at most; the server itself reads a hundred.
const MOST_HEADERS: usize = 64;
/// Bytes per header beside its name and value: `: ` and the line's end.
const HEADER_OVERHEAD: usize = 4;

/// Refuses a request whose head is too large.
pub async fn bound_head(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let line = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    let size: usize =
        headers.iter().map(|(name, value)| name.as_str().len() + value.len() + HEADER_OVERHEAD).sum();
    if line + size > LARGEST_HEAD || headers.len() > MOST_HEADERS {
        let sentence = "De aanvraag is te groot.";
        let mut response =
            Failure::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, sentence).into_response();
        // A body may follow that will not be read.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        return response;
    }
    next.run(request).await
}

/// Whether a request changes nothing.
pub(super) fn is_read(request: &Request) -> bool {
    [Method::GET, Method::HEAD].contains(request.method()) || LOOK_UPS.contains(&request.uri().path())
}

/// The time limit of a request.
fn limit(request: &Request) -> Duration {
    if is_read(request) { LONGEST_READ } else { LONGEST_REQUEST }
}

/// Ends a request that takes too long. It most likely waited for the database, so every connection that exists by then
/// has to answer before its next use.
pub async fn bound_time(request: Request, next: Next) -> Response {
    let limit = limit(&request);
    match connections::bounded(limit, next.run(request)).await {
        Some(response) => response,
        None => {
            tracing::error!(limit_s = limit.as_secs(), "the request took too long");
            let sentence = "Het duurde te lang. Kijk bij je reserveringen of het gelukt is en probeer het anders opnieuw.";
            Failure::new(StatusCode::SERVICE_UNAVAILABLE, sentence).retry_in(5).into_response()
        }
    }
}

/// The response to a panic.
#[expect(clippy::needless_pass_by_value, reason = "the signature that tower-http asks for")]
pub fn answer_panic(panic: Box<dyn Any + Send + 'static>) -> Response {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    tracing::error!(message, "a handler panicked");
    Failure::internal().into_response()
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::body::{Body, to_bytes};
    use axum::middleware::from_fn;
    use axum::routing::{any, get, post};
    use tower::ServiceExt;
    use tower_http::catch_panic::CatchPanicLayer;

    use super::*;

    async fn ask(method: &str, path: &str) -> (StatusCode, serde_json::Value) {
        let router: Router = Router::new()
            .route("/panics", get(async || -> () { panic!("a mistake of ours") }))
            .route("/sleeps", any(async || tokio::time::sleep(Duration::from_secs(3600)).await))
            .route(LOOK_UPS[0], post(async || tokio::time::sleep(Duration::from_secs(3600)).await))
            .layer(from_fn(bound_time))
            .layer(CatchPanicLayer::custom(answer_panic));
        let request = Request::builder().method(method).uri(path).body(Body::empty()).expect("a request");
        let response = router.oneshot(request).await.expect("an answer");
        let status = response.status();
        let body = to_bytes(response.into_body(), 4096).await.expect("a body");
        (status, serde_json::from_slice(&body).expect("JSON"))
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_never_ends_is_answered_all_the_same() {
        for (method, path, limit) in [
            ("GET", "/sleeps", LONGEST_READ),
            ("POST", LOOK_UPS[0], LONGEST_READ),
            ("POST", "/sleeps", LONGEST_REQUEST),
        ] {
            let started_at = tokio::time::Instant::now();
            let (status, body) = ask(method, path).await;
            assert_eq!((status, &body["success"]), (StatusCode::SERVICE_UNAVAILABLE, &false.into()));
            assert_eq!(started_at.elapsed().as_secs(), limit.as_secs(), "{method} {path}");
        }
    }

    #[tokio::test]
    async fn a_panic_is_a_sentence_without_its_message() {
        let (status, body) = ask("GET", "/panics").await;
        assert_eq!((status, &body["success"]), (StatusCode::INTERNAL_SERVER_ERROR, &false.into()));
        assert!(!body.to_string().contains("mistake"), "{body}");
    }
}
