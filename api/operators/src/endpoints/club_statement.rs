//! `/operator/api/clubs/{club}/statements/{month}`: what a club is owed for a month, line by line and as files, and its
//! closing (docs/domain.md §3.30). Players are initials here too, with the ids of their places.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use fairway_audit::subject::Subject;
use fairway_command::Command;
use fairway_endpoint::answers::attachment;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::Pdf;
use fairway_events::{ClubId, Month, StreamId};
use fairway_operator_accounts::access::{ManageStatements, Operator, Permitted, SeeStatements};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_statements::closing::{self, ClosingFailure};
use fairway_statements::{DayLines, StatementAnswer, StatementFile};
use serde::Deserialize;
use utoipa::ToSchema;

use super::club_settlement::settled;
use super::statements::month;
use crate::act::Acting;
use crate::views;

/// The statement of a club's month
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/statements/{month}",
    operation_id = "operator_statement",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "The statement; of a month that is not closed, as it is now", body = StatementAnswer),
        (status = 404, description = "There is no such club, or no month", body = FailureBody),
    ),
)]
pub(crate) async fn statement(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText(of): PathText<(String, String)>,
) -> Result<Json<StatementAnswer>, OperatorFailure> {
    let (club, month) = seen(&common, &permitted.operator, &of).await?;
    Ok(Json(fairway_statements::answer(&common, &club, month).await?))
}

/// The lines of a day of a club's month
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/statements/{month}/days/{date}",
    operation_id = "operator_statement_day",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("month" = String, Path, description = "The month: `2026-11`"),
           ("date" = NaiveDate, Path, description = "A day of it")),
    responses(
        (status = 200, description = "The lines of the day", body = DayLines),
        (status = 404, description = "There is no such club, or no day of the month", body = FailureBody),
    ),
)]
pub(crate) async fn day(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText((club, month, date)): PathText<(String, String, String)>,
) -> Result<Json<DayLines>, OperatorFailure> {
    let (club, month) = seen(&common, &permitted.operator, &(club, month)).await?;
    let parsed: Option<NaiveDate> = date.parse().ok().filter(|date| Month::of(*date) == month);
    let date = parsed.ok_or_else(|| {
        OperatorFailure::not_found(format!("Nothing is known under {date}: no day of {month}."))
    })?;
    Ok(Json(fairway_statements::day(&common, &club, date).await?))
}

/// The statement of a club's month as a PDF
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/statements/{month}/statement.pdf",
    operation_id = "operator_statement_pdf",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "The file", body = Pdf, content_type = "application/pdf"),
        (status = 404, description = "There is no such club, or no month", body = FailureBody),
    ),
)]
pub(crate) async fn pdf(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText(of): PathText<(String, String)>,
) -> Result<Response, OperatorFailure> {
    file(&common, &permitted.operator, &of, StatementFile::Pdf).await
}

/// The lines of a club's month for a spreadsheet
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/statements/{month}/statement.csv",
    operation_id = "operator_statement_csv",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "A row for each line, as a Dutch spreadsheet opens it: UTF-8 with a byte order mark, `;` between fields, `,` in decimals", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such club, or no month", body = FailureBody),
    ),
)]
pub(crate) async fn csv(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText(of): PathText<(String, String)>,
) -> Result<Response, OperatorFailure> {
    file(&common, &permitted.operator, &of, StatementFile::Csv).await
}

/// The invoice of a club's closed month: UBL 2.1
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/statements/{month}/invoice.xml",
    operation_id = "operator_invoice",
    tag = "statements",
    security(("operator" = ["support", "auditor", "admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/xml"),
        (status = 404, description = "There is no such club, the month is not closed, or nothing was owed", body = FailureBody),
    ),
)]
pub(crate) async fn invoice(
    State(common): State<Common>,
    permitted: Permitted<SeeStatements>,
    PathText(of): PathText<(String, String)>,
) -> Result<Response, OperatorFailure> {
    file(&common, &permitted.operator, &of, StatementFile::Invoice).await
}

async fn file(
    common: &Common,
    operator: &Operator,
    of: &(String, String),
    file: StatementFile,
) -> Result<Response, OperatorFailure> {
    let (club, month) = seen(common, operator, of).await?;
    let found = fairway_statements::file(common, &club, month, file).await?;
    let (name, kind, bytes) =
        found.ok_or_else(|| OperatorFailure::not_found("This month has no invoice yet."))?;
    Ok(attachment(&name, kind, bytes))
}

/// A statement as it was seen.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = CloseMonth)]
pub(crate) struct SeenStatement {
    /// Of the lines that were seen.
    pub hash: String,
    /// The total that was seen, in cents with VAT.
    pub total_cents: i64,
    /// Why; one line.
    pub reason: String,
}

/// Close a club's month
///
/// Its statement is final, and its invoice is made. A repeated call succeeds and changes nothing.
#[utoipa::path(
    post,
    path = "/operator/api/clubs/{club}/statements/{month}/close",
    operation_id = "operator_close_month",
    tag = "statements",
    security(("operator" = ["admin"])),
    params(("club" = String, Path, description = "The club's slug"),
           ("month" = String, Path, description = "The month: `2026-11`")),
    request_body = SeenStatement,
    responses(
        (status = 200, description = "It is closed", body = Changed),
        (status = 404, description = "There is no such club, or no month", body = FailureBody),
        (status = 409, description = "It is not over or not the next, another statement was seen, or details for the invoice are not known", body = FailureBody),
    ),
)]
pub(crate) async fn close(
    State(common): State<Common>,
    permitted: Permitted<ManageStatements>,
    PathText((club, text)): PathText<(String, String)>,
    OperatorBody(seen): OperatorBody<SeenStatement>,
) -> Result<Json<Changed>, OperatorFailure> {
    let acting = Acting::new(&common, &permitted.operator, &seen.reason).await?;
    let club = settled(&common, &club).await?;
    let month = month(&text)?;
    let prepared =
        closing::prepare(&common, &club, month, &seen.hash).await.map_err(|failure| match failure {
            ClosingFailure::Failed(failure) => failure.into(),
            other => OperatorFailure::new(StatusCode::CONFLICT, other.to_string()),
        })?;
    if prepared.amounts.total() != seen.total_cents {
        return Err(OperatorFailure::new(
            StatusCode::CONFLICT,
            "The total has changed since you looked. Look at the statement again.",
        ));
    }
    let subject = format!("{}/{month}", Subject(StreamId::Settlement(club)));
    acting.carry_out("close month", subject, None, Command::CloseMonth(prepared)).await?;
    Ok(Json(Changed {}))
}

/// The club and the month of an address, whose statement the operator is about to see.
async fn seen(
    common: &Common,
    operator: &Operator,
    (club, text): &(String, String),
) -> Result<(ClubId, Month), OperatorFailure> {
    let club = settled(common, club).await?;
    let month = month(text)?;
    views::record(common, operator, &Subject(StreamId::Settlement(club.clone()))).await?;
    Ok((club, month))
}
