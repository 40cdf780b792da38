//! With whom a member has played or was booked to play.

mod fold;

use chrono::NaiveDate;
use fairway_events::{BookingId, MemberId};
use sqlx::Row;

use crate::reads::{ReadError, Reads, arguments, count, queries};
pub use fold::PROJECTION;

queries! {
    HISTORIC_PLAYERS => include_str!("historic_players/historic_players.sql"),
}

/// Someone who was active in a booking at the same time as the member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoPlayer {
    /// Who.
    pub member: MemberId,
    /// In how many bookings.
    pub rounds: u32,
    /// The latest play date of those.
    pub last_date: NaiveDate,
}

impl Reads {
    /// The member's co-players, most frequent first, then most recent; at most 50. The active players of `exclude`
    /// are left out.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn historic_players(
        &self,
        member: MemberId,
        exclude: Option<BookingId>,
    ) -> Result<Vec<CoPlayer>, ReadError> {
        let exclude = exclude.map(|booking| booking.0);
        let rows = self.rows(HISTORIC_PLAYERS, arguments!(member.0, exclude)).await?;
        rows.iter()
            .map(|row| {
                Ok(CoPlayer {
                    member: MemberId(row.try_get("member_id")?),
                    rounds: count(row.try_get("rounds")?),
                    last_date: row.try_get("last_date")?,
                })
            })
            .collect()
    }
}
