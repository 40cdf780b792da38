//! `GET /operator/api/projections`: how far each projection is, and why one stands still.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_audit::projections::{self, Watch};

use super::access::{self, Permitted};
use super::failure::OperatorFailure;
use super::views;
use crate::app::App;

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
pub async fn projections(
    State(app): State<Arc<App>>,
    permitted: Permitted<access::Watch>,
) -> Result<Json<Watch>, OperatorFailure> {
    let watch = projections::watch(&app.pool).await?;
    for event in watch.projections.iter().filter_map(|projection| projection.event.as_ref()) {
        views::record_text(&app, &permitted.operator, &format!("event {}", event.position), None).await?;
    }
    Ok(Json(watch))
}
