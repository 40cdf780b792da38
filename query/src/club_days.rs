//! How full each club is on each day.

mod fold;

use chrono::NaiveDate;
use fairway_events::ClubId;
use sqlx::Row;

use crate::reads::{Query, ReadError, Reads, arguments, count};
pub(crate) use fold::Changes;

/// One club's day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubDay {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// Active places.
    pub claimed: u32,
}

impl Reads {
    /// The days of one club, or of all, from `from` up to and including `to`, by day and club. A day on which nobody
    /// ever booked is absent.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn club_days(
        &self,
        club: Option<&ClubId>,
        from: NaiveDate,
        to: NaiveDate,
    ) -> Result<Vec<ClubDay>, ReadError> {
        let rows = match club {
            Some(club) => self.rows(Query::DaysOfClub, arguments!(club.0.as_str(), from, to)).await?,
            None => self.rows(Query::ClubDays, arguments!(from, to)).await?,
        };
        rows.iter()
            .map(|row| {
                Ok(ClubDay {
                    club: ClubId(row.try_get("club_id")?),
                    date: row.try_get("play_date")?,
                    claimed: count(row.try_get::<i32, _>("claimed")?.into()),
                })
            })
            .collect()
    }
}
