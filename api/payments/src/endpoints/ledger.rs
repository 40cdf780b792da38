//! `GET /api/users/me/subscriptions/{id}/ledger`: how each play right of a subscription was used.

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_clock::day;
use fairway_endpoint::ask_models::{Answered, ask_models};
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::query::QueryFields;
use fairway_endpoint::shapes::RoundLength;
use fairway_events::SubscriptionId;
use fairway_query::{LedgerCursor, LedgerEntry};
use fairway_round_data::ledger::{Change, LINES_PER_PAGE, explanation, next_page};
pub use fairway_round_data::ledger::{read_cursor, write_cursor};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// The page to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LedgerPage {
    /// `next` of the previous page.
    #[param(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\.(0|[1-9][0-9]{0,17})$")]
    pub before: Option<String>,
}

/// A page of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LedgerAnswer {
    /// Always true.
    pub success: bool,
    /// Latest first.
    pub data: Vec<LedgerLine>,
    /// The value of `before` for the next page; null on the last page.
    pub next: Option<String>,
}

/// One change of one right.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LedgerLine {
    /// The day of the change.
    pub date: NaiveDate,
    /// The kind of change.
    pub kind: LineKind,
    /// The club's name.
    pub golfclub: String,
    /// Length of the round.
    #[schema(value_type = RoundLength)]
    pub holes: u8,
    /// The day of play.
    pub play_date: NaiveDate,
    /// The member's own place in the booking.
    pub reservation_id: Uuid,
    /// Why, where it is not the member's own doing: the club cancelled the round, or an operator gave the right back. In
    /// Dutch; null otherwise.
    pub explanation: Option<String>,
}

/// The kind of change of a right.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LineKind {
    /// A place took it.
    Gebruikt,
    /// It came back.
    Teruggegeven,
    /// It was lost.
    Vervallen,
}

/// The ledger of a subscription's play rights
#[utoipa::path(
    get,
    path = "/api/users/me/subscriptions/{id}/ledger",
    tag = "users",
    params(("id" = Uuid, Path, description = "A subscription of the member"), LedgerPage),
    responses(
        (status = 200, description = "Every right that was used, given back or forfeited",
         body = LedgerAnswer),
        (status = 404, description = "Unknown or not yours, or no such page", body = FailureBody),
        (status = 422, description = "`before` is not a page", body = FailureBody),
    )
)]
pub(crate) async fn ledger(
    State(common): State<Common>,
    caller: Caller,
    PathText(id): PathText,
    QueryFields(page): QueryFields<LedgerPage>,
) -> Result<Json<LedgerAnswer>, Failure> {
    let unknown = || Failure::not_found("Dit abonnement bestaat niet.");
    let id = id.parse::<SubscriptionId>().map_err(|_| unknown())?;
    let after = page.before.as_deref().map(read).transpose()?;
    let limit = i64::try_from(LINES_PER_PAGE + 1).unwrap_or(i64::MAX);
    let mut lines = common.reads.ledger(caller.id(), id, after, limit).await?;
    // An unused subscription has no lines either.
    if lines.is_empty() {
        let query = || async {
            let passes = common.reads.subscriptions(caller.id()).await?;
            Ok(passes.into_iter().find(|pass| pass.id == id))
        };
        match ask_models(&common, query).await? {
            Answered::Found(_) => {}
            Answered::Absent => return Err(unknown()),
            Answered::Behind => return Err(Failure::unavailable()),
        }
    }
    let next = next_page(&mut lines).map(write_cursor);
    let clubs = caller.clubs(&common).await?;
    let named = |line: LedgerEntry| LedgerLine {
        date: line.cursor.day,
        kind: Change::from(line.kind).into(),
        golfclub: clubs.get(&line.club).map_or_else(|| line.club.0.clone(), |club| club.name.clone()),
        holes: line.holes.count(),
        play_date: line.play_date,
        reservation_id: line.place.0,
        explanation: explanation(&line),
    };
    Ok(Json(LedgerAnswer { success: true, data: lines.into_iter().map(named).collect(), next }))
}

impl From<Change> for LineKind {
    fn from(change: Change) -> Self {
        match change {
            Change::Used => Self::Gebruikt,
            Change::GivenBack => Self::Teruggegeven,
            Change::Lost => Self::Vervallen,
        }
    }
}

/// Parses the output of [`write_cursor`].
fn read(text: &str) -> Result<LedgerCursor, Failure> {
    const UNKNOWN: &str = "Deze bladzijde van het overzicht bestaat niet.";
    read_cursor(text).ok_or_else(|| {
        let day = text.split_once('.').map_or("", |(day, _)| day);
        if day::has_form_of_day(day) && day::parse(day).is_none() {
            Failure::not_found(UNKNOWN)
        } else {
            Failure::invalid_field("before", UNKNOWN)
        }
    })
}
