//! `POST /api/reservations/{id}/group/cancel`: the master cancels everybody.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{CancelGroup, Command};
use serde_json::json;

use super::place::{self, PlaceInPath};
use crate::app::App;
use crate::http::answers::Done;
use crate::http::caller::Caller;
use crate::http::commands::{Prepared, carry_out};
use crate::http::failure::{Failure, FailureBody};
use crate::http::rejection::PlayerNames;
use crate::http::request_context::RequestId;

/// Cancel the whole group
///
/// Only the master may. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/group/cancel",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "A place of the booking, usually the caller's own")),
    responses(
        (status = 200, description = "Cancelled", body = Done),
        (status = 403, description = "Not the master", body = FailureBody),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "Too late", body = FailureBody),
        (status = 429, description = "Too many changes in an hour; see Retry-After", body = FailureBody),
    )
)]
pub async fn group_cancel(
    State(app): State<Arc<App>>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Response, Failure> {
    let found = place::find(&app, id, caller.id()).await?;
    let command = Command::CancelGroup(CancelGroup {
        booking: found.booking.booking,
        by: caller.id(),
        today: app.clock.today(),
        at: app.clock.now(),
    });
    let prepared = Prepared { command, names: PlayerNames::default(), success: json!(Done::yes()) };
    Ok(carry_out(&app, &caller, request, prepared).await)
}
