//! How full each club is on each day, what was changed for a day, and what its waiting list holds.

mod fold;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{ClubId, WaitingGroupId};
use serde::{Deserialize, Serialize};
use sqlx::Row;
use sqlx::postgres::PgRow;

use crate::reads::{ReadError, Reads, arguments, count, queries};
pub use fold::PROJECTION;

queries! {
    CLUB_DAYS => include_str!("club_days/club_days.sql"),
    CLOSED_DAYS => include_str!("club_days/closed_days.sql"),
    DAYS_WITH_WAITING => include_str!("club_days/days_with_waiting.sql"),
    DAYS_OF_ROUNDS => include_str!("club_days/days_of_rounds.sql"),
    WAITING_DAYS => "SELECT club_id, play_date FROM club_days
        WHERE (smallest_waiting IS NOT NULL OR holds IS NOT NULL) AND play_date >= $1 ORDER BY play_date, club_id LIMIT $2",
}

/// One club's day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubDay {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// Active places.
    pub claimed: u32,
    /// The notice with which it was closed.
    pub closed: Option<String>,
    /// Active places at most on that day alone; none: as the club has.
    pub capacity: Option<u32>,
    /// Places that are held for groups of the waiting list, also past their end.
    pub holds: Vec<Hold>,
    /// Players of the smallest group of the waiting list that is in turn; none: none is.
    pub smallest_in_turn: Option<u32>,
}

/// Places that are held for a group of the waiting list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// The group.
    pub group: WaitingGroupId,
    /// So many.
    pub places: u32,
    /// From this instant on they are not.
    pub until: DateTime<Utc>,
}

impl ClubDay {
    /// Places that are held at that instant.
    #[must_use]
    pub fn held(&self, at: DateTime<Utc>) -> u32 {
        self.holds.iter().filter(|hold| hold.until > at).map(|hold| hold.places).sum()
    }
}

/// Stored holds.
pub(crate) fn holds(stored: Option<String>) -> Result<Vec<Hold>, sqlx::Error> {
    let read = |json: String| serde_json::from_str(&json);
    stored.map_or_else(|| Ok(Vec::new()), read).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

impl Reads {
    /// How full clubs are: `club` on each day from `first` up to and including `last`, and all clubs on `day`; without
    /// both, all clubs on each day. In no order; a day that was never booked or changed is absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn club_days(
        &self,
        (first, last): (NaiveDate, NaiveDate),
        club: Option<&ClubId>,
        day: Option<NaiveDate>,
    ) -> Result<Vec<ClubDay>, ReadError> {
        let club = club.map(|club| club.0.as_str());
        let rows = self.rows(CLUB_DAYS, arguments!(first, last, club, day)).await?;
        rows.iter().map(|row| Ok(club_day(row)?)).collect()
    }

    /// The days of rounds, each at its club. In no order; a day that was never booked or changed is absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn days_of_rounds(&self, rounds: &[(ClubId, NaiveDate)]) -> Result<Vec<ClubDay>, ReadError> {
        let (clubs, dates): (Vec<&str>, Vec<NaiveDate>) =
            rounds.iter().map(|(club, date)| (club.0.as_str(), *date)).unzip();
        let rows = self.rows(DAYS_OF_ROUNDS, arguments!(dates, clubs)).await?;
        rows.iter().map(|row| Ok(club_day(row)?)).collect()
    }

    /// All clubs on each day from `first` up to and including `last`, each with how many groups wait or have an offer: 100
    /// stands for 100 or more. In no order; a day that was never booked or changed is absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn days_with_waiting(
        &self,
        (first, last): (NaiveDate, NaiveDate),
    ) -> Result<Vec<(ClubDay, u32)>, ReadError> {
        let rows = self.rows(DAYS_WITH_WAITING, arguments!(first, last)).await?;
        rows.iter().map(|row| Ok((club_day(row)?, count(row.try_get("waiting")?)))).collect()
    }

    /// The days from `first` on for which groups wait or have an offer, soonest first: at most `limit`.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn waiting_days(
        &self,
        first: NaiveDate,
        limit: u32,
    ) -> Result<Vec<(ClubId, NaiveDate)>, ReadError> {
        let rows = self.rows(WAITING_DAYS, arguments!(first, i64::from(limit))).await?;
        rows.iter().map(|row| Ok((ClubId(row.try_get("club_id")?), row.try_get("play_date")?))).collect()
    }

    /// The days from `first` on that were closed alone at a club, soonest first, each with its notice: at most 366.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn closed_days(
        &self,
        club: &ClubId,
        first: NaiveDate,
    ) -> Result<Vec<(NaiveDate, String)>, ReadError> {
        let rows = self.rows(CLOSED_DAYS, arguments!(club.0.as_str(), first)).await?;
        rows.iter().map(|row| Ok((row.try_get("play_date")?, row.try_get("closed_notice")?))).collect()
    }
}

fn club_day(row: &PgRow) -> Result<ClubDay, sqlx::Error> {
    Ok(ClubDay {
        club: ClubId(row.try_get("club_id")?),
        date: row.try_get("play_date")?,
        claimed: count(row.try_get::<i32, _>("claimed")?.into()),
        closed: row.try_get("closed_notice")?,
        capacity: row.try_get::<Option<i32>, _>("capacity")?.map(|places| count(places.into())),
        holds: holds(row.try_get("holds")?)?,
        smallest_in_turn: row
            .try_get::<Option<i32>, _>("smallest_in_turn")?
            .map(|players| count(players.into())),
    })
}
