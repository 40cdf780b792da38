//! `GET /operator/api/statements`: what all clubs are owed for a month, and the file by which a bank pays it
//! (docs/domain.md §3.30).

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::Month;
use fairway_operator_accounts::access::{Permitted, SeeStatements};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_statements::{PaymentsFailure, StatementOverview};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::views;

/// Which month.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StatementsQuery {
    /// The month, such as `2026-11`; by default the one before the current.
    pub month: Option<String>,
}

/// What all clubs are owed for a month
#[utoipa::path(
    get,
    path = "/operator/api/statements",
    operation_id = "operator_statements",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(StatementsQuery),
    responses(
        (status = 200, description = "The clubs", body = StatementOverview),
        (status = 422, description = "No month", body = FailureBody),
    ),
)]
pub(crate) async fn statements(
    State(common): State<Common>,
    _: Permitted<SeeStatements>,
    OperatorQuery(query): OperatorQuery<StatementsQuery>,
) -> Result<Json<StatementOverview>, OperatorFailure> {
    let month: Month = match query.month.as_deref().filter(|text| !text.is_empty()) {
        Some(text) => {
            text.parse().map_err(|_| OperatorFailure::invalid_field("month", "Write a month as 2026-11."))?
        }
        None => {
            let this = Month::of(common.clock.today()).first_day();
            Month::of(this.pred_opt().unwrap_or(this))
        }
    };
    Ok(Json(fairway_statements::overview(&common, month).await?))
}

/// The payments of a month for a bank: pain.001
#[utoipa::path(
    get,
    path = "/operator/api/statements/{month}/payments.xml",
    operation_id = "operator_payments_file",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "A payment for each closed statement of which something is owed", body = String, content_type = "application/xml"),
        (status = 404, description = "No month", body = FailureBody),
        (status = 409, description = "There is nothing to pay, or the portal's own details are not known", body = FailureBody),
    ),
)]
pub(crate) async fn payments(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText(text): PathText,
) -> Result<Response, OperatorFailure> {
    let month = month(&text)?;
    views::record_text(&common, &permitted.operator, &format!("payments {month}"), None).await?;
    let file = fairway_statements::payments(&common, month).await.map_err(|failure| match failure {
        PaymentsFailure::Failed(failure) => failure.into(),
        other => OperatorFailure::new(StatusCode::CONFLICT, other.to_string()),
    })?;
    let headers = [
        (header::CONTENT_TYPE, "application/xml".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"fairway-payments-{month}.xml\"")),
    ];
    Ok((headers, file).into_response())
}

/// The month of an address.
pub(super) fn month(text: &str) -> Result<Month, OperatorFailure> {
    text.parse().map_err(|_| {
        OperatorFailure::not_found(format!("Nothing is known under {text}: a month is written YYYY-MM."))
    })
}
