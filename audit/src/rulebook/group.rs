//! docs/domain.md §3.1: "A booking has at most 4 active places. The caller is one of the players. No member is in it twice."

use std::collections::BTreeSet;

use fairway_events::MemberId;

/// The maximum number of active places of a booking.
pub const MOST: usize = 4;

/// Why members may not be a booking's active players together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The group has no players.
    Empty,
    /// The group has more than [`MOST`] players.
    TooMany(usize),
    /// A member is in it twice.
    Twice(MemberId),
}

/// Whether these members may be a booking's active players together.
///
/// # Errors
/// The first [`Fault`].
pub fn check(players: &[MemberId]) -> Result<(), Fault> {
    if players.is_empty() {
        return Err(Fault::Empty);
    }
    if players.len() > MOST {
        return Err(Fault::TooMany(players.len()));
    }
    let mut seen = BTreeSet::new();
    match players.iter().find(|player| !seen.insert(**player)) {
        Some(twice) => Err(Fault::Twice(*twice)),
        None => Ok(()),
    }
}
