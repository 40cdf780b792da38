//! `POST /api/reservations/{id}/cancel`: gives up one's own place.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{CancelPlace, Command};
use serde_json::json;

use super::place::{self, PlaceInPath};
use crate::app::App;
use crate::http::answers::Done;
use crate::http::caller::Caller;
use crate::http::commands::{Prepared, carry_out};
use crate::http::failure::{Failure, FailureBody};
use crate::http::rejection::PlayerNames;
use crate::http::request_context::RequestId;

/// Cancel your own place
///
/// Before the play date the play right comes back; on the play date it is lost. A repeated call succeeds and changes
/// nothing.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/cancel",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "The caller's own place")),
    responses(
        (status = 200, description = "Cancelled", body = Done),
        (status = 403, description = "A co-player's place", body = FailureBody),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
        (status = 409, description = "Too late", body = FailureBody),
        (status = 429, description = "Too many changes in an hour; see Retry-After", body = FailureBody),
    )
)]
pub async fn cancel(
    State(app): State<Arc<App>>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Response, Failure> {
    let found = place::find(&app, id, caller.id()).await?;
    let command = Command::CancelPlace(CancelPlace {
        booking: found.booking.booking,
        place: id,
        by: caller.id(),
        today: app.clock.today(),
        at: app.clock.now(),
    });
    let prepared = Prepared { command, names: PlayerNames::default(), success: json!(Done::yes()) };
    Ok(carry_out(&app, &caller, request, prepared).await)
}
