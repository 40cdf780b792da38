//! While the disk is nearly full, requests that write are refused at once, with a sentence, instead of by a database
//! that stops half-way. Reading continues, and so does logging in, because reading needs it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fairway_endpoint::failure::Failure;

use crate::app::App;

/// Seconds after which a retry makes sense: an operator has to free space first.
const RETRY_AFTER: u64 = 60;

/// Writes that are small and needed for reading.
const ALWAYS_ACCEPTED: [&str; 9] = [
    "/api/users/login",
    "/api/users/logout",
    "/api/token/login",
    "/club/api/login",
    "/club/api/logout",
    "/operator/api/login",
    "/operator/api/logout",
    "/operator/api/explain",
    "/operator/api/what-if",
];

/// Refuses writes while space is short.
pub async fn refuse_writes(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if app.monitoring.health.refuses_writes() && writes(request.method(), request.uri().path()) {
        let sentence = "Er kan nu even niets worden opgeslagen. Probeer het over een paar minuten opnieuw.";
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, sentence).retry_in(RETRY_AFTER).into_response();
    }
    next.run(request).await
}

fn writes(method: &Method, path: &str) -> bool {
    ["/api/", "/club/api/", "/operator/api/"].iter().any(|api| path.starts_with(api))
        && !method.is_safe()
        && !ALWAYS_ACCEPTED.contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_logging_in_are_not_refused() {
        assert!(writes(&Method::POST, "/api/reservations"));
        assert!(writes(&Method::POST, "/api/payments/webhook"));
        assert!(!writes(&Method::GET, "/api/reservations"));
        assert!(!writes(&Method::POST, "/api/users/login"));
        assert!(writes(&Method::POST, "/operator/api/operators/add"));
        assert!(!writes(&Method::POST, "/operator/api/login"));
        assert!(writes(&Method::POST, "/club/api/scans"));
        assert!(!writes(&Method::POST, "/club/api/login"));
        assert!(!writes(&Method::POST, "/elsewhere"));
    }
}
