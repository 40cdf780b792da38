//! `POST /operator/api/projections/rebuild`, `/swap` and `/cancel`: new read models beside the live ones, and the decision
//! whether they replace those. The work is done by a process that projects.

use axum::Json;
use axum::extract::State;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Permitted, RebuildProjections, SwapProjections};
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::operator_tasks::Kind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::tasks::{self, Asked, DecideTask, Decided, requester};
use fairway_operator_tasks::requests::{self, Decision};

/// The rebuild to start.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RebuildRequest {
    /// The projections, by name; none: all.
    #[serde(default)]
    pub projections: Vec<String>,
    /// Only to compare: the new tables are removed afterwards.
    #[serde(default)]
    pub dry_run: bool,
    /// Why; one line.
    pub reason: String,
}

/// Start a rebuild
#[utoipa::path(
    post,
    path = "/operator/api/projections/rebuild",
    operation_id = "operator_rebuild",
    tag = "watching",
    security(("operator" = ["admin"])),
    request_body = RebuildRequest,
    responses(
        (status = 200, description = "A process that projects begins with it in a moment", body = Asked),
        (status = 409, description = "A rebuild is not finished", body = FailureBody),
        (status = 422, description = "There is no such projection", body = FailureBody),
    ),
)]
pub(crate) async fn start(
    State(common): State<Common>,
    permitted: Permitted<RebuildProjections>,
    OperatorBody(request): OperatorBody<RebuildRequest>,
) -> Result<Json<Asked>, OperatorFailure> {
    let RebuildRequest { projections, dry_run, reason } = request;
    let requester = requester(&common, &permitted.operator, &reason).await?;
    let id = requests::rebuild(&common.pool, requester, projections, dry_run, common.clock.now())
        .await
        .map_err(tasks::failure)?;
    Ok(Json(Asked { id }))
}

/// Put the new tables into the place of the live ones
#[utoipa::path(
    post,
    path = "/operator/api/projections/swap",
    operation_id = "operator_swap",
    tag = "watching",
    security(("operator" = ["admin"])),
    request_body = DecideTask,
    responses(
        (status = 200, description = "It is carried out in a moment", body = Decided),
        (status = 404, description = "There is no such rebuild", body = FailureBody),
        (status = 409, description = "It is not compared yet, or has ended", body = FailureBody),
    ),
)]
pub(crate) async fn replace_tables(
    State(common): State<Common>,
    permitted: Permitted<SwapProjections>,
    OperatorBody(DecideTask { id, reason }): OperatorBody<DecideTask>,
) -> Result<Json<Decided>, OperatorFailure> {
    let requester = requester(&common, &permitted.operator, &reason).await?;
    requests::decide(&common.pool, requester, Kind::Rebuild, id, Decision::Replace, common.clock.now())
        .await
        .map_err(tasks::failure)?;
    Ok(Json(Decided {}))
}

/// End a rebuild and remove its tables
#[utoipa::path(
    post,
    path = "/operator/api/projections/cancel",
    operation_id = "operator_cancel_rebuild",
    tag = "watching",
    security(("operator" = ["admin"])),
    request_body = DecideTask,
    responses(
        (status = 200, description = "It ends in a moment", body = Decided),
        (status = 404, description = "There is no such rebuild", body = FailureBody),
        (status = 409, description = "It has ended", body = FailureBody),
    ),
)]
pub(crate) async fn cancel(
    State(common): State<Common>,
    permitted: Permitted<RebuildProjections>,
    OperatorBody(DecideTask { id, reason }): OperatorBody<DecideTask>,
) -> Result<Json<Decided>, OperatorFailure> {
    let requester = requester(&common, &permitted.operator, &reason).await?;
    requests::decide(&common.pool, requester, Kind::Rebuild, id, Decision::Cancel, common.clock.now())
        .await
        .map_err(tasks::failure)?;
    Ok(Json(Decided {}))
}
