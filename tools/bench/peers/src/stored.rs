//! What every peer stores for a booking: one event in one stream, with the content of ours. Ours are six events in
//! six streams, with every rule checked; the peers check the one rule that one stream can guard.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// No peer ever gets there: the rule is checked, and never forbids.
pub(crate) const CAPACITY: u32 = 100_000_000;

/// A booking for four.
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
    pub(crate) fn number(number: u64) -> Self {
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

/// There is no room any more.
#[derive(Debug, thiserror::Error)]
#[error("full: {claimed} places are taken")]
pub(crate) struct Full {
    pub(crate) claimed: u32,
}
