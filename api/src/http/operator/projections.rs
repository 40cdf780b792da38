//! `GET /operator/api/projections`: how far each projection is, and why one stands still.

use axum::Json;
use axum::extract::State;
use fairway_audit::projections;
use serde_json::Value;

use super::access::{Permitted, Watch};
use super::failure::OperatorFailure;
use super::views;
use crate::state::common::Common;

/// Every projection
#[utoipa::path(
    get,
    path = "/operator/api/projections",
    operation_id = "operator_projections",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    responses(
        (status = 200, description = "`head`, and each projection: name, state, position, lag_events, lag_seconds, \
                                      last_error, the event at which it stands still, and can_be_rebuilt", body = Value),
    ),
)]
pub async fn projections(
    State(common): State<Common>,
    permitted: Permitted<Watch>,
) -> Result<Json<Value>, OperatorFailure> {
    let watch = projections::watch(&common.pool).await?;
    for event in watch.projections.iter().filter_map(|projection| projection.event.as_ref()) {
        views::record_text(&common, &permitted.operator, &format!("event {}", event.position), None).await?;
    }
    Ok(Json(serde_json::to_value(watch).map_err(anyhow::Error::from)?))
}
