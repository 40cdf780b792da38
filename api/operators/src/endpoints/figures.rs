//! `GET /operator/api/figures` and `GET /operator/api/figures/csv`: the report of `replay-tool report` for a period, a
//! club or a kind of pass, as tables with what to draw of them, and one of its tables as a file. No figure is about a
//! person; of one club's month, numbers of a few are hidden, who could be known.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use chrono::NaiveDate;
use fairway_audit::figures::parts::{Report, parts};
use fairway_audit::figures::table::Part;
use fairway_audit::figures::{Choice, Figures, Request, choices, figures as read};
use fairway_endpoint::answers::attachment;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Permitted, Watch};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::refusal_code::is_refused_with;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};

/// How long one statement may take: all of them together must fit into the time limit of a request.
const TIME_LIMIT: Duration = Duration::from_secs(4);
/// Characters of a club or a kind of pass, at most.
const LONGEST: usize = 200;
/// One report at a time in each process: members' requests need the database more.
static RUNNING: Semaphore = Semaphore::const_new(1);
/// PostgreSQL's code for a statement that took too long.
const CANCELED: &str = "57014";

/// Of what.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FiguresQuery {
    /// First month, such as `2025-12`; eleven months before the last one by default.
    pub from: Option<String>,
    /// Last month; the current one by default. Ten years at most.
    pub to: Option<String>,
    /// Only this club, by its slug.
    pub club: Option<String>,
    /// Only this kind of pass, by its name.
    pub pass: Option<String>,
}

/// The figures of a period, and what they can be narrowed to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FiguresAnswer {
    /// The figures.
    #[serde(flatten)]
    pub report: Report,
    /// Every club, by name.
    pub clubs: Vec<Choice>,
    /// Every kind of pass, by name.
    pub passes: Vec<String>,
    /// Whether numbers under five are hidden, as `<5` in tables: one club and one month were asked for. Nodes of the release
    /// before leave it out.
    #[schema(required = false)]
    pub few_hidden: bool,
}

/// The figures of a period
#[utoipa::path(
    get,
    path = "/operator/api/figures",
    operation_id = "operator_figures",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(FiguresQuery),
    responses(
        (status = 200, description = "Tables with what a chart draws of them", body = FiguresAnswer),
        (status = 422, description = "A period that cannot be read, or is too long", body = FailureBody),
        (status = 503, description = "It took too long", body = FailureBody),
    ),
)]
pub(crate) async fn figures(
    State(common): State<Common>,
    _: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<FiguresQuery>,
) -> Result<Json<FiguresAnswer>, OperatorFailure> {
    let (figures, few_hidden) = figures_of(&common, query).await?;
    let (clubs, passes) = choices(&common.pool).await?;
    let report = if few_hidden { figures.report_without_few() } else { figures.report() };
    Ok(Json(FiguresAnswer { report, clubs, passes, few_hidden }))
}

/// Of what, and which table.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CsvQuery {
    /// The part's name, such as `rounds`.
    pub part: String,
    /// First month, such as `2025-12`; eleven months before the last one by default.
    pub from: Option<String>,
    /// Last month; the current one by default. Ten years at most.
    pub to: Option<String>,
    /// Only this club, by its slug.
    pub club: Option<String>,
    /// Only this kind of pass, by its name.
    pub pass: Option<String>,
}

/// One table of the figures as a file
#[utoipa::path(
    get,
    path = "/operator/api/figures/csv",
    operation_id = "operator_figures_csv",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(CsvQuery),
    responses(
        (status = 200, description = "Values as a Dutch spreadsheet opens them: UTF-8 with a byte order mark, `;` between fields, `,` in decimals", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such part", body = FailureBody),
        (status = 422, description = "A period that cannot be read, or is too long", body = FailureBody),
        (status = 503, description = "It took too long", body = FailureBody),
    ),
)]
pub(crate) async fn csv(
    State(common): State<Common>,
    _: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<CsvQuery>,
) -> Result<Response, OperatorFailure> {
    let CsvQuery { part, from, to, club, pass } = query;
    let (figures, few_hidden) = figures_of(&common, FiguresQuery { from, to, club, pass }).await?;
    let found: Option<Part> = parts(&figures).into_iter().find(|one| one.name == part);
    let found = found.ok_or_else(|| OperatorFailure::not_found("There is no such part of the figures."))?;
    let found = if few_hidden { found.without_few() } else { found };
    let (from, to) = (month_text(figures.period.from), month_text(figures.period.to));
    let name = format!("fairway-{}-{from}-{to}.csv", found.name);
    Ok(attachment(&name, "text/csv; charset=utf-8", found.csv().map_err(anyhow::Error::from)?))
}

/// The figures, and whether those of a few are hidden.
async fn figures_of(common: &Common, query: FiguresQuery) -> Result<(Figures, bool), OperatorFailure> {
    let request = Request {
        from: month("from", query.from)?,
        to: month("to", query.to)?,
        today: Some(common.clock.today()),
        club: text("club", query.club)?,
        pass: text("pass", query.pass)?,
        // Operators see what the journal has: they may read it.
        published: false,
        time_limit: Some(TIME_LIMIT),
    };
    let to = request.to.unwrap_or(common.clock.today());
    let from = request.from.unwrap_or(to);
    if from > to {
        return Err(OperatorFailure::invalid_field("to", "The period ends before it begins."));
    }
    if from.checked_add_months(chrono::Months::new(120)).is_none_or(|longest| to >= longest) {
        return Err(OperatorFailure::invalid_field("from", "A report covers ten years at most."));
    }
    let _turn = RUNNING.acquire().await.map_err(anyhow::Error::from)?;
    let figures = read(&common.pool, &request).await.map_err(|error| {
        if is_refused_with(error.as_ref(), CANCELED) {
            let sentence = "The figures of this period took too long. Choose a shorter one.";
            return OperatorFailure::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        }
        OperatorFailure::from(error)
    })?;
    let is_of_few = request.club.is_some() && figures.period.from == figures.period.to;
    Ok((figures, is_of_few))
}

/// The first day of a month such as `2025-12`.
fn month(field: &str, text: Option<String>) -> Result<Option<NaiveDate>, OperatorFailure> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    let wrong = || OperatorFailure::invalid_field(field, "Write a month as 2025-12.");
    let is_plain = text.len() == 7 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let day: NaiveDate = format!("{text}-01").parse().map_err(|_| wrong())?;
    if is_plain { Ok(Some(day)) } else { Err(wrong()) }
}

fn text(field: &str, text: Option<String>) -> Result<Option<String>, OperatorFailure> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    if text.chars().count() > LONGEST || text.contains('\0') {
        return Err(OperatorFailure::invalid_field(field, "Choose one of the list."));
    }
    Ok(Some(text))
}

fn month_text(month: NaiveDate) -> String {
    month.format("%Y-%m").to_string()
}
