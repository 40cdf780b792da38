//! `GET /operator/api/seal` and `/seal/check`: the head of the chain of hashes over the journal, those of earlier days, and
//! whether the chain still has one that somebody kept.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_audit::dates;
use fairway_audit::seal::{self, DayHead, Head, HeadComparison};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Permitted, Watch};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::state::Operators;

/// Days of the history.
const DAYS: u64 = 30;

/// The seal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SealState {
    /// The chain's head, `POSITION:HASH`; null: nothing is sealed yet.
    pub head: Option<String>,
    /// When its event was recorded; RFC 3339 with the offset of Europe/Amsterdam.
    pub recorded_at: Option<String>,
    /// Events that are not sealed yet.
    pub unsealed: i64,
    /// Whether the head is mailed to an address outside every day.
    pub is_mailed: bool,
    /// The heads of the last 30 days, latest first.
    pub history: Vec<SealOfDay>,
}

/// The head at the end of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SealOfDay {
    /// The day, Europe/Amsterdam.
    pub day: NaiveDate,
    /// `POSITION:HASH` after the day's last event.
    pub head: String,
    /// When that event was recorded.
    pub recorded_at: String,
    /// Events of the day.
    pub events: i64,
}

impl From<DayHead> for SealOfDay {
    fn from(DayHead { day, head, recorded_at, events }: DayHead) -> Self {
        Self { day, head: head.to_string(), recorded_at: dates::rfc3339(recorded_at), events }
    }
}

/// The seal's head and its history
#[utoipa::path(
    get,
    path = "/operator/api/seal",
    operation_id = "operator_seal",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    responses((status = 200, description = "The seal", body = SealState)),
)]
pub(crate) async fn state(
    State(operators): State<Arc<Operators>>,
    _: Permitted<Watch>,
) -> Result<Json<SealState>, OperatorFailure> {
    let head = seal::recorded_head(&operators.common.pool).await?;
    let history = seal::history(&operators.common.pool, operators.common.clock.today(), DAYS).await?;
    let last = operators.common.journal.head().await?;
    Ok(Json(SealState {
        head: head.map(|(head, _)| head.to_string()),
        recorded_at: head.map(|(_, at)| dates::rfc3339(at)),
        unsealed: (last - head.map_or(0, |(head, _)| head.position)).max(0),
        is_mailed: operators.is_seal_mailed,
        history: history.into_iter().map(SealOfDay::from).collect(),
    }))
}

/// The head to check.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HeadQuery {
    /// As it was kept, `POSITION:HASH`.
    pub head: String,
}

/// Whether the chain has a head.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeadCheck {
    /// `same`, `different` or `shorter`.
    pub outcome: &'static str,
    /// The meaning of the outcome.
    pub sentence: String,
}

/// Hold a head that was kept against the chain
#[utoipa::path(
    get,
    path = "/operator/api/seal/check",
    operation_id = "operator_seal_check",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(HeadQuery),
    responses(
        (status = 200, description = "Whether the chain has it. A verification with the head computes the chain from the \
                                      events as well", body = HeadCheck),
        (status = 422, description = "The text is no head", body = FailureBody),
    ),
)]
pub(crate) async fn check(
    State(common): State<Common>,
    _: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<HeadQuery>,
) -> Result<Json<HeadCheck>, OperatorFailure> {
    let head: Head = query.head.parse().map_err(|_| {
        OperatorFailure::invalid_field(
            "head",
            "A head is a position, a colon and 64 hexadecimal digits, as it was shown or mailed.",
        )
    })?;
    let position = head.position;
    let (outcome, sentence) = match seal::compare_head(&common.pool, &head).await? {
        HeadComparison::Same => (
            "same",
            format!(
                "The seal has this very head: it was not made anew since. A verification with it also computes the hashes of \
                 the {position} events before it."
            ),
        ),
        HeadComparison::Different => (
            "different",
            format!(
                "The seal has another hash at position {position}: history up to there was rewritten, together with its seal. \
                 Leave the database as it is, and compare with a backup."
            ),
        ),
        HeadComparison::Shorter => (
            "shorter",
            format!(
                "The seal ends before position {position}: events were removed together with their seal, or the head is of \
                 another database."
            ),
        ),
    };
    Ok(Json(HeadCheck { outcome, sentence }))
}
