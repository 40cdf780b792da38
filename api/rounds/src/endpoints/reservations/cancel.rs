//! `POST /api/reservations/{id}/cancel`: cancels the caller's own place.

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{CancelPlace, Command};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::request_context::RequestId;

use super::place::{self, NotCancelled, PlaceInPath};

/// Cancel your own place
///
/// Before the play date the play right is given back; on the play date it is forfeited. A repeated call succeeds and
/// changes nothing.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/cancel",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "The caller's own place")),
    responses(
        (status = 200, description = "Cancelled", body = Done),
        (status = 403, description = "A co-player's place", body = FailureBody),
        (status = 409, description = "Too late", body = FailureBody),
        NotCancelled,
    )
)]
pub(crate) async fn cancel(
    State(common): State<Common>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Response, Failure> {
    let (today, at) = (common.clock.today(), common.clock.now());
    let command =
        |booking| Command::CancelPlace(CancelPlace { booking, place: id, by: caller.id(), today, at });
    place::cancel(&common, &caller, request, id, command).await
}
