//! `GET /operator/api/clubs/{club}/days`: how full the days of a club are, and what was changed for single ones.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{Days, NaiveDate};
use fairway_command::DayStatus;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_round_data::day_changes::Closed;
use fairway_round_data::rights::Claims;
use fairway_store::clubs::{self, ClubCard};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Days of one answer, at most.
const MOST_DAYS: u64 = 60;

/// The days to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DaysQuery {
    /// The first day; by default today.
    pub from: Option<NaiveDate>,
    /// How many, 1 to 60; by default 30.
    pub count: Option<u64>,
}

/// Why nobody can book on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosedDay {
    /// The notice that members read; for `weekday` the English name of the day.
    pub reason: String,
    /// `day` (closed by an operator or the club), `closure` or `weekday` (the club's own terms).
    pub by: &'static str,
}

/// One day of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayView {
    /// The day.
    pub date: NaiveDate,
    /// Active places.
    pub claimed: u32,
    /// Set where nobody can book.
    pub closed: Option<ClosedDay>,
    /// Active places at most, as changed for that day or as the club has; null: no limit.
    pub capacity: Option<u32>,
    /// Whether this day alone was limited.
    pub limited: bool,
}

/// A club, for its days.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubOfDays {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
    /// Active places per day; null: no limit.
    pub daily_capacity: Option<u32>,
}

/// Days of a club.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubDays {
    /// The club.
    pub club: ClubOfDays,
    /// In order.
    pub days: Vec<DayView>,
}

/// Days of a club
#[utoipa::path(
    get,
    path = "/operator/api/clubs/{club}/days",
    operation_id = "operator_club_days",
    tag = "club days",
    security(("operator" = ["support", "auditor"])),
    params(("club" = String, Path, description = "The club's slug"), DaysQuery),
    responses(
        (status = 200, description = "The days", body = ClubDays),
        (status = 404, description = "There is no such club", body = FailureBody),
        (status = 422, description = "Too many days", body = FailureBody),
    ),
)]
pub(crate) async fn days(
    State(common): State<Common>,
    _: Permitted<SearchMembers>,
    PathText(club): PathText,
    OperatorQuery(query): OperatorQuery<DaysQuery>,
) -> Result<Json<ClubDays>, OperatorFailure> {
    let count = query.count.unwrap_or(30);
    if !(1..=MOST_DAYS).contains(&count) {
        return Err(OperatorFailure::invalid_field("count", "Ask for 1 to 60 days."));
    }
    let card = card(&common, &club).await?;
    let from = query.from.unwrap_or_else(|| common.clock.today());
    let last = from
        .checked_add_days(Days::new(count - 1))
        .ok_or_else(|| OperatorFailure::invalid_field("from", "This day is too far ahead."))?;
    let claims = Claims::from_days(common.reads.club_days((from, last), Some(card.id()), None).await?);
    let now = common.clock.now();
    let days = from.iter_days().take_while(|date| *date <= last);
    Ok(Json(ClubDays {
        club: ClubOfDays {
            id: card.id().0.clone(),
            name: card.name.clone(),
            daily_capacity: card.rules.daily_capacity,
        },
        days: days.map(|date| DayView::from_day(&card, &claims.on(card.id(), date, now), date)).collect(),
    }))
}

impl DayView {
    pub(super) fn from_day(card: &ClubCard, day: &DayStatus, date: NaiveDate) -> Self {
        let closed = Closed::on(card, day, date).map(|closed| ClosedDay {
            reason: match closed {
                Closed::Day(reason) | Closed::Closure(reason) => reason.to_owned(),
                Closed::Weekday => date.format("%A").to_string(),
            },
            by: closed.by(),
        });
        Self {
            date,
            claimed: day.claimed,
            closed,
            capacity: card.rules.capacity_on(day.capacity),
            limited: day.capacity.is_some(),
        }
    }
}

/// A club by its slug.
pub(super) async fn card(common: &Common, club: &str) -> Result<Arc<ClubCard>, OperatorFailure> {
    let clubs = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let card = clubs.all().find(|card| card.id().0 == club);
    card.cloned().map(Arc::new).ok_or_else(|| {
        OperatorFailure::not_found(format!("Nothing is known under {club}: there is no such club."))
    })
}
