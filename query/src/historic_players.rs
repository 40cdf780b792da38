//! The members with whom a member has played or was booked to play: those whose places were active in one booking at one
//! time. The places say so themselves (`reservations_places`, view `co_players`).

use chrono::NaiveDate;
use fairway_events::{BookingId, MemberId};
use sqlx::Row;
use uuid::Uuid;

use crate::reads::{ReadError, Reads, arguments, count, queries};

queries! {
    ROUNDS_TOGETHER => include_str!("historic_players/rounds_together.sql"),
    HISTORIC_PLAYERS => include_str!("historic_players/historic_players.sql"),
}

/// Someone who was active in a booking at the same time as the member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoPlayer {
    /// The co-player.
    pub member: MemberId,
    /// The number of bookings together.
    pub rounds: u32,
    /// The latest play date of those.
    pub last_date: NaiveDate,
}

/// A booking in which others have active places beside the member's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundTogether {
    /// The play date, which may lie ahead.
    pub play_date: NaiveDate,
    /// The others, by id.
    pub members: Vec<MemberId>,
}

impl Reads {
    /// The member's bookings with others, the latest play date first; at most 100. Places that were cancelled do not
    /// count.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn rounds_together(&self, member: MemberId) -> Result<Vec<RoundTogether>, ReadError> {
        let rows = self.rows(ROUNDS_TOGETHER, arguments!(member.0)).await?;
        rows.iter()
            .map(|row| {
                let members: Vec<Uuid> = row.try_get("members")?;
                Ok(RoundTogether {
                    play_date: row.try_get("play_date")?,
                    members: members.into_iter().map(MemberId).collect(),
                })
            })
            .collect()
    }

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
