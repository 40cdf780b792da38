//! `GET /operator/api/club-days`: the days of all clubs beside each other, by which an operator sees at a glance where nobody
//! can play. Numbers only, so nobody is recorded as seen.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::{Days, NaiveDate};
use fairway_command::DayStatus;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_events::ClubId;
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_round_data::rights::Claims;
use fairway_store::clubs::{self, ClubCard};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::club_day_changes::LAST_DAY;
use super::club_days::{ClosedDay, DayView};

/// Days of one answer, at most.
const MOST_DAYS: u64 = 14;

/// The days to show.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BoardQuery {
    /// The first day, within a year of today; by default today.
    pub from: Option<NaiveDate>,
    /// How many, 1 to 14; by default 7.
    pub days: Option<u64>,
}

/// One day of a club among those of others.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoardDay {
    /// The day.
    pub date: NaiveDate,
    /// `closed`, else `full`, else `limited` (by an operator, for this day alone), else `open`.
    pub state: &'static str,
    /// Active places.
    pub claimed: u32,
    /// Free places that are held for groups of the waiting list.
    pub held: u32,
    /// Active places at most; null: no limit.
    pub capacity: Option<u32>,
    /// Set where nobody can book.
    pub closed: Option<ClosedDay>,
    /// Groups that wait or have an offer; 100 stands for 100 or more, and a day that is over has none.
    pub waiting: u32,
}

/// A club with its days.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoardClub {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
    /// The town.
    pub city: String,
    /// The days, in order.
    pub days: Vec<BoardDay>,
}

/// The days of all clubs.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubDaysBoard {
    /// The days, in order.
    pub dates: Vec<NaiveDate>,
    /// The clubs, by name.
    pub clubs: Vec<BoardClub>,
}

/// Days of all clubs
#[utoipa::path(
    get,
    path = "/operator/api/club-days",
    operation_id = "operator_club_days_board",
    tag = "club days",
    security(("operator" = ["support", "auditor"])),
    params(BoardQuery),
    responses(
        (status = 200, description = "Each club with each of the days", body = ClubDaysBoard),
        (status = 422, description = "Too many days, or a day that is too far away", body = FailureBody),
    ),
)]
pub(crate) async fn board(
    State(common): State<Common>,
    _: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<BoardQuery>,
) -> Result<Json<ClubDaysBoard>, OperatorFailure> {
    let (today, now) = (common.clock.today(), common.clock.now());
    let (from, count) = (query.from.unwrap_or(today), query.days.unwrap_or(7));
    if !(1..=MOST_DAYS).contains(&count) {
        return Err(OperatorFailure::invalid_field("days", "Ask for 1 to 14 days."));
    }
    if from.signed_duration_since(today).num_days().unsigned_abs() > LAST_DAY {
        return Err(OperatorFailure::invalid_field("from", "Choose a day within a year of today."));
    }
    let last = from.checked_add_days(Days::new(count - 1)).unwrap_or(from);
    let dates: Vec<NaiveDate> = from.iter_days().take_while(|date| *date <= last).collect();
    let known = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let found = common.reads.days_with_waiting((from, last)).await?;
    // Who still waits for a day that is over waits for nothing.
    let waiting: HashMap<(ClubId, NaiveDate), u32> = found
        .iter()
        .filter(|(day, _)| day.date >= today)
        .map(|(day, groups)| ((day.club.clone(), day.date), *groups))
        .collect();
    let claims = Claims::from_days(found.into_iter().map(|(day, _)| day).collect());
    let day = |card: &ClubCard, date: NaiveDate| {
        let groups = waiting.get(&(card.id().clone(), date)).copied().unwrap_or_default();
        BoardDay::new(card, &claims.on(card.id(), date, now), date, groups)
    };
    let clubs = known
        .all()
        .map(|card| BoardClub {
            id: card.id().0.clone(),
            name: card.name.clone(),
            city: card.city.clone(),
            days: dates.iter().map(|date| day(card, *date)).collect(),
        })
        .collect();
    Ok(Json(ClubDaysBoard { dates, clubs }))
}

impl BoardDay {
    fn new(card: &ClubCard, status: &DayStatus, date: NaiveDate, waiting: u32) -> Self {
        let DayView { claimed, closed, capacity, limited, .. } = DayView::from_day(card, status, date);
        let state = if closed.is_some() {
            "closed"
        } else if card.rules.free_on(status) == Some(0) {
            "full"
        } else if limited {
            "limited"
        } else {
            "open"
        };
        Self { date, state, claimed, held: status.held, capacity, closed, waiting }
    }
}
