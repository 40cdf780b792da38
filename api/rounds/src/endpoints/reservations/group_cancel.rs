//! `POST /api/reservations/{id}/group/cancel`: the master cancels everybody.

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{CancelGroup, Command};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::request_context::RequestId;

use super::place::{self, NotCancelled, PlaceInPath};

/// Cancel the whole group
///
/// Only the group's master may do this. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/api/reservations/{id}/group/cancel",
    tag = "reservations",
    params(("id" = uuid::Uuid, Path, description = "A place of the booking, usually the caller's own")),
    responses(
        (status = 200, description = "Cancelled", body = Done),
        (status = 403, description = "Not the master", body = FailureBody),
        (status = 409, description = "Too late", body = FailureBody),
        NotCancelled,
    )
)]
pub(crate) async fn group_cancel(
    State(common): State<Common>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    PlaceInPath(id): PlaceInPath,
) -> Result<Response, Failure> {
    let (today, at) = (common.clock.today(), common.clock.now());
    let command = |booking| Command::CancelGroup(CancelGroup { booking, by: caller.id(), today, at });
    place::cancel(&common, &caller, request, id, command).await
}
