//! `POST /api/reservations/{playerReservationId}/player/remove`: the master removes a co-player.

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{Command, RemovePlayer};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::request_context::RequestId;

use super::place::{self, NotCancelled, PlaceInPath};

/// Remove a co-player
///
/// Only the group's master may do this. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/player/remove",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "The co-player's own place")),
    responses(
        (status = 200, description = "Removed", body = Done),
        (status = 403, description = "Not the master", body = FailureBody),
        (status = 409, description = "Too late, or the caller's own place", body = FailureBody),
        NotCancelled,
    )
)]
pub(crate) async fn player_remove(
    State(common): State<Common>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Response, Failure> {
    let (today, at) = (common.clock.today(), common.clock.now());
    let command =
        |booking| Command::RemovePlayer(RemovePlayer { booking, place: id, by: caller.id(), today, at });
    place::cancel(&common, &caller, request, id, command).await
}
