//! What every peer stores for a booking: one event in one stream, with the content of Fairway's `RoundBooked`. Fairway
//! stores six events in six streams and checks every rule; a peer checks the one rule that one stream can guarantee.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// More than any round books: the rule is checked and never rejects.
pub(crate) const CAPACITY: u32 = 100_000_000;

/// A booking for four players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Booking {
    pub(crate) booking: Uuid,
    pub(crate) club: String,
    pub(crate) play_date: String,
    pub(crate) holes: u8,
    pub(crate) master: Uuid,
    pub(crate) players: Vec<Uuid>,
    pub(crate) booked_at: String,
}

impl Booking {
    pub(crate) fn numbered(number: u64) -> Self {
        let id = |kind: u128| Uuid::from_u128((kind << 96) | u128::from(number));
        Self {
            booking: id(2),
            club: format!("club-{}", number % 60),
            play_date: "2026-12-01".to_owned(),
            holes: 18,
            master: id(4),
            players: (4..8).map(id).collect(),
            booked_at: "2026-11-23T09:00:00Z".to_owned(),
        }
    }

    pub(crate) fn places(&self) -> u32 {
        u32::try_from(self.players.len()).unwrap_or(u32::MAX)
    }
}

/// The rejection of a booking that exceeds the capacity.
#[derive(Debug, thiserror::Error)]
#[error("full: {claimed} places are taken")]
pub(crate) struct Full {
    pub(crate) claimed: u32,
}
