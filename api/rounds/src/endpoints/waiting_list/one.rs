//! `GET /api/waiting-list/{group}`: one group, also when it has its places or left the list.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use serde::Serialize;
use utoipa::ToSchema;

use super::group::{self, GroupInPath};
use super::view::{self, ShownGroup};

/// One group.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingGroupAnswer {
    /// Always true.
    pub success: bool,
    /// The group as the caller sees it.
    pub data: ShownGroup,
}

/// One group of a waiting list
#[utoipa::path(
    get,
    path = "/api/waiting-list/{group}",
    operation_id = "waiting_group",
    tag = "waiting list",
    params(("group" = uuid::Uuid, Path, description = "A group of the caller")),
    responses(
        (status = 200, description = "For its players", body = WaitingGroupAnswer),
        (status = 404, description = "Unknown, or not yours", body = FailureBody),
    )
)]
pub(crate) async fn one(
    State(common): State<Common>,
    caller: Caller,
    GroupInPath(id): GroupInPath,
) -> Result<Json<WaitingGroupAnswer>, Failure> {
    let found = group::find(&common, id, caller.id()).await?;
    let shown = view::show(&common, &caller, &[found]).await?;
    let data = shown.into_iter().next().ok_or_else(group::no_such_group)?;
    Ok(Json(WaitingGroupAnswer { success: true, data }))
}
