//! A member's read that names the position of an earlier answer (`Fairway-After`) waits until the read models include
//! it, and tells which position it includes (docs/domain.md §3.11). So a client notices where an answer could not wait
//! until its own write was shown. Nothing here asks the database.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use fairway_endpoint::position::{stands_for, wanted};
use fairway_endpoint::receipts::OWN_WRITE_WAIT;
use fairway_events::Position;

use super::guard;
use crate::app::App;

/// Has a read wait for its position. It holds no connection meanwhile: the session is looked up afterwards.
pub(super) async fn wait(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(position) = position(&request) else { return next.run(request).await };
    let progress = &app.common.progress;
    if let Err(behind) = progress.wait_until(position, OWN_WRITE_WAIT).await {
        tracing::debug!(error = %behind, "a read does not include what its client wants");
    }
    let before = progress.certain();
    let response = next.run(request).await;
    let status = response.status();
    if status.is_success() || status == StatusCode::NOT_MODIFIED {
        // A connection that failed meanwhile may have led the read to a server with an older journal.
        stands_for(response, before.min(progress.certain()))
    } else {
        response
    }
}

/// The position for which a request waits. One without a token waits for none.
fn position(request: &Request) -> Option<Position> {
    let headers = request.headers();
    let is_members = headers.contains_key(header::AUTHORIZATION);
    wanted(headers).filter(|_| is_members && guard::is_read(request))
}
