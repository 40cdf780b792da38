//! A booking as a calendar entry: the same one in a file, and in a member's feed.

use std::collections::HashMap;

use fairway_documents::calendar::{CalendarEntry, EntryStatus};
use fairway_documents::{PersonName, Round};
use fairway_events::MemberId;
use fairway_query::Place;
use fairway_round_data::documents;
use fairway_round_data::history::BookingHistory;
use fairway_store::clubs::Clubs;
use fairway_store::members::Member;

/// The content that the entries of a booking's players share.
#[derive(Debug, Clone)]
pub(crate) struct EntryContent<'a> {
    history: &'a BookingHistory,
    round: Round,
    players: Vec<PersonName>,
}

impl<'a> EntryContent<'a> {
    /// The content of a booking in this state. Players who are not among `members` are left out.
    #[must_use]
    pub(crate) fn new(
        history: &'a BookingHistory,
        clubs: &Clubs,
        members: &HashMap<MemberId, Member>,
    ) -> Self {
        let players = history.booking.players();
        Self {
            history,
            round: documents::round(clubs, &history.booking),
            players: players
                .iter()
                .filter_map(|player| members.get(player))
                .map(documents::person_name)
                .collect(),
        }
    }

    /// The entry of one of its places.
    #[must_use]
    pub(crate) fn entry(&self, own: &Place) -> CalendarEntry<'_> {
        CalendarEntry {
            place: own.place,
            sequence: self.history.changes,
            changed_at: self.history.changed_at,
            status: if own.is_active() { EntryStatus::Confirmed } else { EntryStatus::Cancelled },
            round: &self.round,
            players: &self.players,
        }
    }
}
