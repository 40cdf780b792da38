//! The recipients of an event: the members of the booking, and the member who joins or leaves it by that event; the
//! players of a waiting group. Nobody else may learn that a round or a group exists (docs/domain.md §3.8).

use fairway_events::{
    BookingId, Event, MemberId, Position, RecordedEvent, ReservationEvent, StreamId, WaitingGroupId,
    WaitingListEvent,
};
use fairway_query::{ReadError, Reads};

/// A change of a booking or of a waiting group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its position in the journal.
    pub position: Position,
    /// The event's name.
    pub kind: &'static str,
    /// The members to notify.
    pub members: Vec<MemberId>,
}

/// The changes of these events, with their recipients, in their order. One query for bookings and one for waiting groups,
/// however many they are.
///
/// # Errors
/// When the read models cannot be read.
pub async fn changes(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let mut changes = of_bookings(reads, events).await?;
    changes.extend(of_waiting_groups(reads, events).await?);
    changes.sort_by_key(|change| change.position);
    Ok(changes)
}

async fn of_bookings(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
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

async fn of_waiting_groups(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let of_groups: Vec<(Position, WaitingGroupId, &WaitingListEvent)> = events
        .iter()
        .filter_map(|recorded| match &recorded.event {
            Event::WaitingList(event) => Some((recorded.position, changed_group(event)?, event)),
            _ => None,
        })
        .collect();
    let mut groups: Vec<WaitingGroupId> = of_groups.iter().map(|(_, group, _)| *group).collect();
    groups.sort_unstable();
    groups.dedup();
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let players = reads.waiting_players(&groups).await?;
    let change = |(position, group, event): (Position, WaitingGroupId, &WaitingListEvent)| Change {
        position,
        kind: event.kind().name(),
        members: players.get(&group).cloned().unwrap_or_default(),
    };
    Ok(of_groups.into_iter().map(change).collect())
}

/// The group whose players see something else from now on: to one that is passed over nothing changes.
fn changed_group(event: &WaitingListEvent) -> Option<WaitingGroupId> {
    match event {
        WaitingListEvent::GroupStartedWaiting { group, .. }
        | WaitingListEvent::GroupStoppedWaiting { group, .. }
        | WaitingListEvent::PlacesOffered { group, .. }
        | WaitingListEvent::OfferTaken { group, .. }
        | WaitingListEvent::OfferDeclined { group, .. }
        | WaitingListEvent::OfferLapsed { group, .. } => Some(*group),
        WaitingListEvent::GroupPassedOver { .. } => None,
    }
}

/// The members whom an event concerns; the active players of its booking are notified in any case.
fn subjects(event: &ReservationEvent) -> Vec<MemberId> {
    match event {
        ReservationEvent::RoundBooked { places, .. } => places.iter().map(|place| place.member).collect(),
        ReservationEvent::PlayerAdded { place, .. } => vec![place.member],
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
