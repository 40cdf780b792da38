//! The recipients of an event: the members of the booking, and the member who joins or leaves it by that event. Nobody
//! else may learn that a round exists (docs/domain.md §3.8).

use fairway_events::{BookingId, Event, MemberId, Position, RecordedEvent, ReservationEvent, StreamId};
use fairway_query::{ReadError, Reads};

/// A change of a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its position in the journal.
    pub position: Position,
    /// The event's name.
    pub kind: &'static str,
    /// The members to notify.
    pub members: Vec<MemberId>,
}

/// The changes of these events, with their recipients. One query, however many bookings they concern.
///
/// # Errors
/// When the read models cannot be read.
pub async fn changes(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let of_bookings: Vec<(Position, BookingId, &ReservationEvent)> = events
        .iter()
        .filter_map(|recorded| match (&recorded.stream, &recorded.event) {
            (StreamId::Reservation(booking), Event::Reservation(event)) => {
                Some((recorded.position, *booking, event))
            }
            _ => None,
        })
        .collect();
    let mut bookings: Vec<BookingId> = of_bookings.iter().map(|(_, booking, _)| *booking).collect();
    bookings.sort_unstable();
    bookings.dedup();
    if bookings.is_empty() {
        return Ok(Vec::new());
    }
    let players = reads.active_players(&bookings).await?;
    let change = |(position, booking, event): (Position, BookingId, &ReservationEvent)| {
        let mut members = subjects(event);
        members.extend(players.get(&booking).into_iter().flatten());
        members.sort_unstable();
        members.dedup();
        Change { position, kind: event.kind().name(), members }
    };
    Ok(of_bookings.into_iter().map(change).collect())
}

/// The members whom an event concerns; the active players of its booking are notified in any case.
fn subjects(event: &ReservationEvent) -> Vec<MemberId> {
    match event {
        ReservationEvent::RoundBooked { places, .. } => places.iter().map(|place| place.member).collect(),
        ReservationEvent::PlayerAdded { place, .. } => vec![place.member],
        ReservationEvent::PlayerSwapped { left, place, .. } => vec![left.member, place.member],
        ReservationEvent::PlaceCancelled { member, .. }
        | ReservationEvent::PlaceCancelledByOperator { member, .. }
        | ReservationEvent::PlayRightExpired { member, .. }
        | ReservationEvent::PlayRightReturned { member, .. } => vec![*member],
        ReservationEvent::RoundCancelledByClub { places, .. } => {
            places.iter().map(|place| place.member).collect()
        }
        ReservationEvent::MasterPassedOn { from, to, .. } => vec![*from, *to],
        _ => Vec::new(),
    }
}
