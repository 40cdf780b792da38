//! `GET /operator/api/projections/lag`: how far each projection was behind in the last hour.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_operator_accounts::access::{Permitted, Watch};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::projection_lags;
use serde::Serialize;
use utoipa::ToSchema;

/// The last hour, in samples.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LagHistory {
    /// Seconds between two samples where none is missing.
    pub every: u32,
    /// When each sample was taken, in order; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: Vec<String>,
    /// Each projection, by name.
    pub projections: Vec<LagSeries>,
}

/// The lag of a projection, a number for each sample.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LagSeries {
    /// The projection.
    pub name: String,
    /// Events behind; null: not sampled.
    pub events: Vec<Option<i64>>,
    /// How long the oldest of them had waited, seconds; null: not sampled.
    pub seconds: Vec<Option<f64>>,
}

/// The last hour of every projection's lag
#[utoipa::path(
    get,
    path = "/operator/api/projections/lag",
    operation_id = "operator_projections_lag",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    responses((status = 200, description = "The samples", body = LagHistory)),
)]
pub(crate) async fn lag(
    State(common): State<Common>,
    _: Permitted<Watch>,
) -> Result<Json<LagHistory>, OperatorFailure> {
    let samples = projection_lags::last_hour(&common.pool).await?;
    let mut at: Vec<_> = samples.iter().map(|sample| sample.at).collect();
    at.dedup();
    let mut series: BTreeMap<String, LagSeries> = BTreeMap::new();
    for sample in samples {
        let Ok(index) = at.binary_search(&sample.at) else { continue };
        let one = series.entry(sample.projection).or_insert_with_key(|name| LagSeries {
            name: name.clone(),
            events: vec![None; at.len()],
            seconds: vec![None; at.len()],
        });
        one.events[index] = Some(sample.lag_events);
        one.seconds[index] = Some(sample.lag_seconds);
    }
    Ok(Json(LagHistory {
        every: projection_lags::EVERY,
        at: at.into_iter().map(dates::rfc3339).collect(),
        projections: series.into_values().collect(),
    }))
}
