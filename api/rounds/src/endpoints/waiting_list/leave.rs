//! `POST /api/waiting-list/{group}/leave`: takes the group off the list.

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{Command, LeaveWaitingList};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::request_context::RequestId;

use super::group::{self, GroupInPath, NotDone};

/// Take a group off the waiting list
///
/// Any of its players may. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/api/waiting-list/{group}/leave",
    operation_id = "leave_waiting_list",
    tag = "waiting list",
    params(("group" = uuid::Uuid, Path, description = "A group of the caller")),
    responses(
        (status = 200, description = "Not on the list", body = Done),
        (status = 409, description = "The places are taken already", body = FailureBody),
        NotDone,
    )
)]
pub(crate) async fn leave(
    State(common): State<Common>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    GroupInPath(id): GroupInPath,
) -> Result<Response, Failure> {
    let (by, at) = (caller.id(), common.clock.now());
    let command = |found: fairway_query::WaitingGroup| {
        Command::LeaveWaitingList(LeaveWaitingList { group: id, club: found.club, date: found.date, by, at })
    };
    group::carry_out_for(&common, &caller, request, id, command).await
}
