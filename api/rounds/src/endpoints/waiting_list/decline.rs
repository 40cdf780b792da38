//! `POST /api/waiting-list/{group}/decline`: declines the places that the group is offered; it keeps its place on the
//! list.

use axum::extract::{Extension, State};
use axum::response::Response;
use fairway_command::{Command, DeclineOffer};
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::request_context::RequestId;

use super::group::{self, GroupInPath, NotDone};

/// Decline the places that a group is offered
///
/// The group stays in its place and is offered places again when further ones come free. A repeated call succeeds and
/// changes nothing.
#[utoipa::path(
    post,
    path = "/api/waiting-list/{group}/decline",
    operation_id = "decline_offer",
    tag = "waiting list",
    params(("group" = uuid::Uuid, Path, description = "A group of the caller")),
    responses(
        (status = 200, description = "Declined, or there is no offer", body = Done),
        (status = 409, description = "The places are taken already", body = FailureBody),
        NotDone,
    )
)]
pub(crate) async fn decline(
    State(common): State<Common>,
    Extension(request): Extension<RequestId>,
    caller: Caller,
    GroupInPath(id): GroupInPath,
) -> Result<Response, Failure> {
    let (by, at) = (caller.id(), common.clock.now());
    let command = |found: fairway_query::WaitingGroup| {
        Command::DeclineOffer(DeclineOffer { group: id, club: found.club, date: found.date, by, at })
    };
    group::carry_out_for(&common, &caller, request, id, command).await
}
