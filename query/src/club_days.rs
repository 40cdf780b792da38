//! How full each club is on each day.

mod fold;

use chrono::NaiveDate;
use fairway_events::ClubId;
use sqlx::Row;

use crate::reads::{ReadError, Reads, arguments, count, queries};
pub use fold::PROJECTION;

queries! {
    CLUB_DAYS => "SELECT club_id, play_date, claimed FROM club_days
        WHERE play_date BETWEEN $1 AND $2 ORDER BY play_date, club_id",
    DAYS_OF_CLUB => "SELECT club_id, play_date, claimed FROM club_days
        WHERE club_id = $1 AND play_date BETWEEN $2 AND $3 ORDER BY play_date",
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
}

impl Reads {
    /// The days of one club, or of all, from `from` up to and including `to`, by day and club. A day that was
    /// never booked is absent.
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
            Some(club) => self.rows(DAYS_OF_CLUB, arguments!(club.0.as_str(), from, to)).await?,
            None => self.rows(CLUB_DAYS, arguments!(from, to)).await?,
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
