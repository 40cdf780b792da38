//! `GET /club/api/statements`: what the club is owed, by month, and the same as files (docs/domain.md §3.30). Players are
//! initials here.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fairway_club_accounts::access::{Permitted, SeeStatements};
use fairway_club_accounts::failure::ClubFailure;
use fairway_endpoint::answers::attachment;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::Pdf;
use fairway_events::Month;
use fairway_statements::{DayLines, StatementAnswer, StatementFile, StatementMonths};

use crate::records;
use crate::state::Clubs;

/// What the club is owed, by month
#[utoipa::path(
    get,
    path = "/club/api/statements",
    operation_id = "club_statements",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    responses((status = 200, description = "The months, newest first", body = StatementMonths)),
)]
pub(crate) async fn club_statements(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeStatements>,
) -> Result<Json<StatementMonths>, ClubFailure> {
    Ok(Json(fairway_statements::months(&clubs.common, permitted.user.club()).await?))
}

/// The statement of a month
#[utoipa::path(
    get,
    path = "/club/api/statements/{month}",
    operation_id = "club_statement",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "The statement; of a month that is not closed, as it is now", body = StatementAnswer),
        (status = 422, description = "No month", body = FailureBody),
    ),
)]
pub(crate) async fn club_statement(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeStatements>,
    PathText(month): PathText,
) -> Result<Json<StatementAnswer>, ClubFailure> {
    let user = &permitted.user;
    let month = wanted_month(&month)?;
    records::saw_statement(&clubs.common, user, month).await?;
    Ok(Json(fairway_statements::answer(&clubs.common, user.club(), month).await?))
}

/// The lines of a day
#[utoipa::path(
    get,
    path = "/club/api/statements/{month}/days/{date}",
    operation_id = "club_statement_day",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("month" = String, Path, description = "The month: `2026-11`"),
           ("date" = NaiveDate, Path, description = "A day of it")),
    responses(
        (status = 200, description = "The lines of the day", body = DayLines),
        (status = 422, description = "No day of the month", body = FailureBody),
    ),
)]
pub(crate) async fn club_statement_day(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeStatements>,
    PathText((month, date)): PathText<(String, String)>,
) -> Result<Json<DayLines>, ClubFailure> {
    let user = &permitted.user;
    let month = wanted_month(&month)?;
    let mut fields = FieldErrors::default();
    let date = fields.date(&date).filter(|date| Month::of(*date) == month);
    if date.is_none() {
        fields.refuse("date", "Kies een dag van deze maand.");
    }
    fields.done()?;
    let date = date.unwrap_or(month.first_day());
    records::saw_statement(&clubs.common, user, month).await?;
    Ok(Json(fairway_statements::day(&clubs.common, user.club(), date).await?))
}

/// The statement of a month as a PDF
#[utoipa::path(
    get,
    path = "/club/api/statements/{month}/statement.pdf",
    operation_id = "club_statement_pdf",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "The file", body = Pdf, content_type = "application/pdf"),
        (status = 422, description = "No month", body = FailureBody),
    ),
)]
pub(crate) async fn club_statement_pdf(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeStatements>,
    PathText(month): PathText,
) -> Result<Response, ClubFailure> {
    file(&clubs, &permitted, &month, StatementFile::Pdf).await
}

/// The lines of a month for a spreadsheet
#[utoipa::path(
    get,
    path = "/club/api/statements/{month}/statement.csv",
    operation_id = "club_statement_csv",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "A row for each line, as a Dutch spreadsheet opens it: UTF-8 with a byte order mark, `;` between fields, `,` in decimals", body = String, content_type = "text/csv"),
        (status = 422, description = "No month", body = FailureBody),
    ),
)]
pub(crate) async fn club_statement_csv(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeStatements>,
    PathText(month): PathText,
) -> Result<Response, ClubFailure> {
    file(&clubs, &permitted, &month, StatementFile::Csv).await
}

/// The invoice of a closed month: UBL 2.1
#[utoipa::path(
    get,
    path = "/club/api/statements/{month}/invoice.xml",
    operation_id = "club_statement_invoice",
    tag = "statements",
    security(("club" = ["manager", "treasurer"])),
    params(("month" = String, Path, description = "The month: `2026-11`")),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/xml"),
        (status = 404, description = "The month is not closed, or nothing was owed", body = FailureBody),
        (status = 422, description = "No month", body = FailureBody),
    ),
)]
pub(crate) async fn club_statement_invoice(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<SeeStatements>,
    PathText(month): PathText,
) -> Result<Response, ClubFailure> {
    file(&clubs, &permitted, &month, StatementFile::Invoice).await
}

/// Who takes a file has seen the statement.
async fn file(
    clubs: &Clubs,
    permitted: &Permitted<SeeStatements>,
    month: &str,
    file: StatementFile,
) -> Result<Response, ClubFailure> {
    let user = &permitted.user;
    let month = wanted_month(month)?;
    records::saw_statement(&clubs.common, user, month).await?;
    let found = fairway_statements::file(&clubs.common, user.club(), month, file).await?;
    let (name, kind, bytes) =
        found.ok_or_else(|| ClubFailure::not_found("Van deze maand is er nog geen factuur."))?;
    Ok(attachment(&name, kind, bytes))
}

/// The month of an address.
pub(super) fn wanted_month(text: &str) -> Result<Month, ClubFailure> {
    text.parse()
        .map_err(|_| ClubFailure::invalid_field("month", "Deze maand kan niet worden getoond (jjjj-mm)."))
}
