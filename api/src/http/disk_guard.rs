//! While the disk is nearly full nothing new is written: such a request is refused at once, with a sentence, instead of
//! by a database that stops in the middle. Reading goes on, and so does logging in, without which nobody could read.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::failure::Failure;
use crate::app::App;

/// Seconds after which trying again makes sense: somebody has to make room first.
const RETRY_AFTER: u64 = 60;

/// What writes little and is needed for reading.
const STILL_TAKEN: [&str; 3] = ["/api/users/login", "/api/users/logout", "/api/token/login"];

/// Refuses what would be written while room is short.
pub async fn refuse_writes(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if app.health.refuses_writes() && writes(request.method(), request.uri().path()) {
        let sentence = "Er kan nu even niets worden opgeslagen. Probeer het over een paar minuten opnieuw.";
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, sentence).retry_in(RETRY_AFTER).into_response();
    }
    next.run(request).await
}

fn writes(method: &Method, path: &str) -> bool {
    path.starts_with("/api/") && !method.is_safe() && !STILL_TAKEN.contains(&path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_logging_in_write_nothing_that_counts() {
        assert!(writes(&Method::POST, "/api/reservations"));
        assert!(writes(&Method::POST, "/api/payments/webhook"));
        assert!(!writes(&Method::GET, "/api/reservations"));
        assert!(!writes(&Method::POST, "/api/users/login"));
        assert!(!writes(&Method::POST, "/elsewhere"));
    }
}
