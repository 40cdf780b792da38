//! `GET /operator/api/statements`: what all clubs are owed for a month, and the files by which a bank pays it
//! (docs/domain.md §3.30).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use fairway_endpoint::answers::attachment;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::Month;
use fairway_operator_accounts::access::{ManageStatements, Permitted, SeeStatements};
use fairway_operator_accounts::body::{OperatorBody, OperatorQuery};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_statements::StatementOverview;
use fairway_statements::payments::{self, PaymentsFailure};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::act::Acting;
use crate::views;

/// The act of making a file of payments.
const TAKE: &str = "take payments";

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

/// Why a payment file is made.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct TakePayments {
    /// Why; one line.
    pub reason: String,
}

/// A payment file that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenPayments {
    /// By which the bank knows it.
    pub message_id: String,
}

/// Make a payment file of a month
///
/// It has the closed statements, of that month and of those before it, that are in no file yet: each is paid once. A club gets
/// what they come to together. If that is nothing or less, they wait for a later file.
#[utoipa::path(
    post,
    path = "/operator/api/statements/{month}/payments",
    operation_id = "operator_take_payments",
    tag = "statements",
    security(("operator" = ["admin"])),
    params(("month" = String, Path, description = "The month: `2026-11`")),
    request_body = TakePayments,
    responses(
        (status = 200, description = "The file is made", body = TakenPayments),
        (status = 404, description = "No month, or it has not begun", body = FailureBody),
        (status = 409, description = "There is nothing new to pay, or the portal's own details are not known", body = FailureBody),
    ),
)]
pub(crate) async fn take_payments(
    State(common): State<Common>,
    permitted: Permitted<ManageStatements>,
    PathText(text): PathText,
    OperatorBody(take): OperatorBody<TakePayments>,
) -> Result<Json<TakenPayments>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &take.reason).await?;
    let month = month(&text)?;
    if month > Month::of(common.clock.today()) {
        return Err(OperatorFailure::not_found(format!("Nothing is known of {month}: it has not begun.")));
    }
    let subject = payments_of(month);
    acting.record(TAKE, subject.clone(), None).await?;
    match payments::take(&common, month, &acting.by.name).await {
        Ok(message_id) => Ok(Json(TakenPayments { message_id })),
        Err(failure) => {
            let (why, failure) = match failure {
                PaymentsFailure::Failed(failure) => ("failed", failure.into()),
                other => ("nothing to pay", OperatorFailure::new(StatusCode::CONFLICT, other.to_string())),
            };
            acting.record_refused(TAKE, &subject, None, why).await;
            Err(failure)
        }
    }
}

/// A payment file for a bank: pain.001
///
/// It is the same whenever it is taken.
#[utoipa::path(
    get,
    path = "/operator/api/statements/{month}/payments/{message_id}",
    operation_id = "operator_payments_file",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("month" = String, Path, description = "The month: `2026-11`"),
           ("message_id" = String, Path, description = "By which the bank knows the file")),
    responses(
        (status = 200, description = "A payment to each club of the file", body = String, content_type = "application/xml"),
        (status = 404, description = "No month, or there is no such file", body = FailureBody),
    ),
)]
pub(crate) async fn payments_file(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText((text, message_id)): PathText<(String, String)>,
) -> Result<Response, OperatorFailure> {
    let month = month(&text)?;
    views::record_text(&common, &permitted.operator, &payments_of(month), None).await?;
    let file = payments::file(&common, month, &message_id).await?;
    let file = file.ok_or_else(|| {
        OperatorFailure::not_found(format!(
            "Nothing is known under {message_id}: this month has no such payment file."
        ))
    })?;
    Ok(attachment(&format!("{message_id}.xml"), "application/xml", file))
}

/// The payments of a month, as they are recorded.
fn payments_of(month: Month) -> String {
    format!("payments {month}")
}

/// The month of an address.
pub(super) fn month(text: &str) -> Result<Month, OperatorFailure> {
    text.parse().map_err(|_| {
        OperatorFailure::not_found(format!("Nothing is known under {text}: a month is written YYYY-MM."))
    })
}
