//! How full each club is on each day, and what operators changed for a day.

mod fold;

use chrono::NaiveDate;
use fairway_events::ClubId;
use sqlx::Row;

use crate::reads::{ReadError, Reads, arguments, count, queries};
pub use fold::PROJECTION;

queries! {
    CLUB_DAYS => include_str!("club_days/club_days.sql"),
    CLOSED_DAYS => include_str!("club_days/closed_days.sql"),
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
    /// The notice with which an operator closed it.
    pub closed: Option<String>,
    /// Active places at most on that day alone; none: as the club has.
    pub capacity: Option<u32>,
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
        rows.iter()
            .map(|row| {
                Ok(ClubDay {
                    club: ClubId(row.try_get("club_id")?),
                    date: row.try_get("play_date")?,
                    claimed: count(row.try_get::<i32, _>("claimed")?.into()),
                    closed: row.try_get("closed_notice")?,
                    capacity: row.try_get::<Option<i32>, _>("capacity")?.map(|places| count(places.into())),
                })
            })
            .collect()
    }

    /// The days from `first` on that operators closed at a club, soonest first, each with its notice: at most 366.
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
