//! `GET /api/waiting-list`: the caller's groups that wait, with their offers.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::{self, ShownGroup};

/// The groups of an answer: a member waits for a day in one group, and for the days of the window at many clubs.
const MOST_GROUPS: u32 = 100;

/// The caller's groups.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WaitingAnswer {
    /// Always true.
    pub success: bool,
    /// Soonest day first.
    pub data: Vec<ShownGroup>,
}

/// Groups of the caller that wait for a day, today or later
#[utoipa::path(
    get,
    path = "/api/waiting-list",
    operation_id = "waiting_list",
    tag = "waiting list",
    responses((status = 200, description = "Waiting, or with an offer; at most 100", body = WaitingAnswer))
)]
pub(crate) async fn list(
    State(common): State<Common>,
    caller: Caller,
) -> Result<Json<WaitingAnswer>, Failure> {
    let groups = common.reads.waiting_groups(caller.id(), common.clock.today(), MOST_GROUPS).await?;
    Ok(Json(WaitingAnswer { success: true, data: view::show(&common, &caller, &groups).await? }))
}
