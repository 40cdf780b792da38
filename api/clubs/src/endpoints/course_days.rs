//! `GET /club/api/days`: how full the coming days of the club are, and which are closed or limited (docs/domain.md §3.17).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use fairway_club_accounts::access::{CloseDays, Permitted};
use fairway_club_accounts::failure::ClubFailure;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_round_data::day_changes::Closed;
use fairway_round_data::rights::Claims;
use fairway_store::clubs::ClubCard;
use serde::Serialize;
use utoipa::ToSchema;

use crate::day::shown_days;
use crate::state::Clubs;

/// Why nobody can book on a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClosedDay {
    /// The text that members read; empty for `weekday`.
    pub reason: String,
    /// `day` (closed alone), `closure` or `weekday` (the club's own terms).
    pub by: &'static str,
}

/// How full a day is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CourseDay {
    /// The day.
    pub date: NaiveDate,
    /// Active places.
    pub claimed: u32,
    /// Active places at most, as changed for that day or as the club has; null: no limit.
    pub capacity: Option<u32>,
    /// Whether this day alone was limited.
    pub limited: bool,
    /// Set where nobody can book.
    pub closed: Option<ClosedDay>,
}

impl CourseDay {
    /// The days of a club from the first up to and including the last, in order.
    pub(super) async fn read(
        common: &Common,
        card: &ClubCard,
        (first, last): (NaiveDate, NaiveDate),
    ) -> Result<Vec<Self>, Failure> {
        let club = card.id();
        let claims = Claims::from_days(common.reads.club_days((first, last), Some(club), None).await?);
        let now = common.clock.now();
        let day = |date: NaiveDate| {
            let status = claims.on(club, date, now);
            let closed = Closed::on(card, &status, date).map(|closed| ClosedDay {
                reason: match closed {
                    Closed::Day(reason) | Closed::Closure(reason) => reason.to_owned(),
                    Closed::Weekday => String::new(),
                },
                by: closed.by(),
            });
            Self {
                date,
                claimed: status.claimed,
                capacity: card.rules.capacity_on(status.capacity),
                limited: status.capacity.is_some(),
                closed,
            }
        };
        Ok(first.iter_days().take_while(|date| *date <= last).map(day).collect())
    }
}

/// The days that members can book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CourseDays {
    /// Active places of a day at most, as the club has; null: no limit.
    pub daily_capacity: Option<u32>,
    /// From today on.
    pub days: Vec<CourseDay>,
}

/// The days that members can book
#[utoipa::path(
    get,
    path = "/club/api/days",
    operation_id = "club_days",
    tag = "course",
    security(("club" = ["manager"])),
    responses((status = 200, description = "The days, from today on", body = CourseDays)),
)]
pub(crate) async fn club_days(
    State(clubs): State<Arc<Clubs>>,
    permitted: Permitted<CloseDays>,
) -> Result<Json<CourseDays>, ClubFailure> {
    let cards = clubs.cards().await?;
    let card = cards.get(permitted.user.club()).ok_or_else(Failure::no_such_club)?;
    let today = clubs.common.clock.today();
    let days = CourseDay::read(&clubs.common, card, (today, shown_days(today).1)).await?;
    Ok(Json(CourseDays { daily_capacity: card.rules.daily_capacity, days }))
}
