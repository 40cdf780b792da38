//! `GET /operator/api/projections`: how far each projection is, and why one stands still.

use axum::Json;
use axum::extract::State;
use fairway_audit::projections::{self, Watch};
use fairway_endpoint::common::Common;
use fairway_operator_accounts::access::{self, Permitted};
use fairway_operator_accounts::failure::OperatorFailure;

use crate::views;

/// Every projection
#[utoipa::path(
    get,
    path = "/operator/api/projections",
    operation_id = "operator_projections",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    responses(
        (status = 200, description = "Every projection", body = Watch),
    ),
)]
pub(crate) async fn projections(
    State(common): State<Common>,
    permitted: Permitted<access::Watch>,
) -> Result<Json<Watch>, OperatorFailure> {
    let watch = projections::watch(&common.pool).await?;
    for event in watch.projections.iter().filter_map(|projection| projection.event.as_ref()) {
        views::record_text(&common, &permitted.operator, &format!("event {}", event.position), None).await?;
    }
    Ok(Json(watch))
}
