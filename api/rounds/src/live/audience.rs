//! The recipients of an event: the members of the booking, and those whom the event names, such as one who leaves by it;
//! the players of a waiting group. Nobody else may learn that a round or a group exists (docs/domain.md §3.8).

use fairway_events::{
    BookingId, Event, MemberId, Mention, Position, RecordedEvent, StreamId, WaitingGroupId, WaitingListEvent,
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

/// An event of the journal with what it changed.
struct Changed<'a, Id, E> {
    position: Position,
    id: Id,
    event: &'a E,
}

/// The changes of these events, with their recipients, in their order. One query for bookings and one for waiting groups,
/// however many they are.
///
/// # Errors
/// When the read models cannot be read.
pub(crate) async fn changes(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let mut changes = of_bookings(reads, events).await?;
    changes.extend(of_waiting_groups(reads, events).await?);
    changes.sort_by_key(|change| change.position);
    Ok(changes)
}

async fn of_bookings(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let of_bookings: Vec<Changed<'_, BookingId, Event>> = events
        .iter()
        .filter_map(|recorded| match (&recorded.stream, &recorded.event) {
            (StreamId::Reservation(booking), event @ Event::Reservation(_)) => {
                Some(Changed { position: recorded.position, id: *booking, event })
            }
            _ => None,
        })
        .collect();
    let mut bookings: Vec<BookingId> = of_bookings.iter().map(|changed| changed.id).collect();
    bookings.sort_unstable();
    bookings.dedup();
    if bookings.is_empty() {
        return Ok(Vec::new());
    }
    let players = reads.active_players(&bookings).await?;
    let change = |Changed { position, id, event }: Changed<'_, BookingId, Event>| {
        let mut members = named(event);
        members.extend(players.get(&id).into_iter().flatten());
        members.sort_unstable();
        members.dedup();
        Change { position, kind: event.kind().name(), members }
    };
    Ok(of_bookings.into_iter().map(change).collect())
}

async fn of_waiting_groups(reads: &Reads, events: &[RecordedEvent]) -> Result<Vec<Change>, ReadError> {
    let of_groups: Vec<Changed<'_, WaitingGroupId, WaitingListEvent>> = events
        .iter()
        .filter_map(|recorded| match &recorded.event {
            Event::WaitingList(event) => {
                Some(Changed { position: recorded.position, id: changed_group(event)?, event })
            }
            _ => None,
        })
        .collect();
    let mut groups: Vec<WaitingGroupId> = of_groups.iter().map(|changed| changed.id).collect();
    groups.sort_unstable();
    groups.dedup();
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    let players = reads.waiting_players(&groups).await?;
    let change = |Changed { position, id, event }: Changed<'_, WaitingGroupId, WaitingListEvent>| Change {
        position,
        kind: event.kind().name(),
        members: players.get(&id).cloned().unwrap_or_default(),
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

/// The members whom an event names: players, former players, and the one who acted. The active players of its booking
/// are notified in any case.
fn named(event: &Event) -> Vec<MemberId> {
    let members = event.mentions().into_iter().filter_map(|mention| match mention {
        Mention::Member(member) => Some(member),
        _ => None,
    });
    members.collect()
}
