//! Who hears of an event: the members who take part in the booking, and who is joining or leaving it by that event.
//! Nobody else: that a round exists is none of their business (docs/domain.md §3.8).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use fairway_events::{BookingId, Event, MemberId, Position, RecordedEvent, ReservationEvent};
use fairway_query::{ReadError, Reads};

/// A change of a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Where it stands in the journal.
    pub position: Position,
    /// The event's name.
    pub kind: &'static str,
    /// Who may hear of it.
    pub members: Vec<MemberId>,
}

/// What of these events members hear of. One query per booking concerned.
///
/// # Errors
/// When the read models cannot be read.
pub async fn changes(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let mut players: HashMap<BookingId, Vec<MemberId>> = HashMap::new();
    let mut changes = Vec::new();
    for recorded in events {
        let Event::Reservation(event) = &recorded.event else { continue };
        let (booking, mut members) = subjects(event);
        if let Entry::Vacant(unknown) = players.entry(booking) {
            let found = reads.booking(booking).await?;
            let active = found.iter().flat_map(|found| found.active_places()).map(|place| place.member);
            unknown.insert(active.collect());
        }
        members.extend(players.get(&booking).into_iter().flatten());
        members.sort_unstable();
        members.dedup();
        changes.push(Change { position: recorded.position, kind: event.name(), members });
    }
    Ok(changes)
}

/// The booking of an event and the members whom it is about.
fn subjects(event: &ReservationEvent) -> (BookingId, Vec<MemberId>) {
    match event {
        ReservationEvent::RoundBooked { booking, places, .. } => {
            (*booking, places.iter().map(|place| place.member).collect())
        }
        ReservationEvent::PlayerAdded { booking, place, .. } => (*booking, vec![place.member]),
        ReservationEvent::PlaceCancelled { booking, member, .. }
        | ReservationEvent::PlayRightExpired { booking, member, .. } => (*booking, vec![*member]),
        ReservationEvent::MasterPassedOn { booking, from, to } => (*booking, vec![*from, *to]),
        ReservationEvent::BookingCancelled { booking } => (*booking, Vec::new()),
    }
}
