//! A booking as a calendar entry: the same one in a file, and in a member's feed.

use std::collections::HashMap;

use fairway_documents::calendar::{CalendarEntry, EntryStatus};
use fairway_documents::{PersonName, Round};
use fairway_events::MemberId;
use fairway_round_data::booking_state::{BookingState, PlaceState};
use fairway_round_data::documents;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;

/// What the entries of a booking's players show.
#[derive(Debug, Clone)]
pub(crate) struct EntryContent<'a> {
    booking_state: &'a BookingState,
    round: Round,
    players: Vec<PersonName>,
}

impl<'a> EntryContent<'a> {
    /// The content of a booking in this state. Players who are not among `members` are left out.
    #[must_use]
    pub(crate) fn new(
        booking_state: &'a BookingState,
        clubs: &Clubs,
        members: &HashMap<MemberId, Member>,
    ) -> Self {
        let players = booking_state.players();
        Self {
            booking_state,
            round: documents::round(
                clubs,
                booking_state.booking,
                &booking_state.club,
                booking_state.play_date,
                booking_state.holes,
            ),
            players: players
                .iter()
                .filter_map(|player| members.get(player))
                .map(documents::person_name)
                .collect(),
        }
    }

    /// The entry of one of its places.
    #[must_use]
    pub(crate) fn entry(&self, own: &PlaceState) -> CalendarEntry<'_> {
        CalendarEntry {
            place: own.place,
            sequence: self.booking_state.changes,
            changed_at: self.booking_state.changed_at,
            status: if own.active { EntryStatus::Confirmed } else { EntryStatus::Cancelled },
            round: &self.round,
            players: &self.players,
        }
    }
}
