//! The days of clubs that events change, for the screens of those clubs. A change names no member and no booking.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Mention, Position, RecordedEvent, StreamId};
use fairway_query::{ReadError, Reads};

/// A day of a club changed: a booking, its waiting list, an arrival, or how many may play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubDayChange {
    /// The position in the journal up to which changes are told.
    pub position: Position,
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
}

/// The days that these events changed, each once. At most one query, for events that name a booking alone.
///
/// # Errors
/// When the read models cannot be read.
pub(super) async fn changes(
    reads: &Reads,
    position: Position,
    events: &[RecordedEvent],
) -> Result<Vec<ClubDayChange>, ReadError> {
    let mut days: BTreeSet<(ClubId, NaiveDate)> = BTreeSet::new();
    let mut bookings: Vec<BookingId> = Vec::new();
    for recorded in events {
        match (day_of(recorded), &recorded.stream) {
            // Prices and disputes change no day.
            (_, StreamId::Settlement(_)) => {}
            (Some(day), _) => {
                days.insert(day);
            }
            (None, StreamId::Reservation(booking)) => bookings.push(*booking),
            (None, _) => {}
        }
    }
    if !bookings.is_empty() {
        days.extend(reads.days_of_bookings(&bookings).await?);
    }
    Ok(days.into_iter().map(|(club, date)| ClubDayChange { position, club, date }).collect())
}

/// The club and the day that an event names.
fn day_of(recorded: &RecordedEvent) -> Option<(ClubId, NaiveDate)> {
    let (mut club, mut date) = (None, None);
    for mention in recorded.event.mentions() {
        match mention {
            Mention::Club(of) => club = club.or(Some(of)),
            Mention::Day(of) => date = date.or(Some(of)),
            _ => {}
        }
    }
    Some((club?.clone(), date?))
}
