//! The recipients of an event: the members of the booking, and those whom the event names, such as one who leaves by it;
//! the players of a waiting group. Nobody else may learn that a round or a group exists (docs/domain.md §3.8): the others
//! who play on a day are told that it is fuller or less full, and not by what.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_command::MAX_PLAYERS;
use fairway_events::{
    BookingId, ClubId, CourseDayEvent, Event, MemberId, Mention, Position, RecordedEvent, StreamId,
    WaitingGroupId, WaitingListEvent,
};
use fairway_query::{ReadError, Reads};
use fairway_round_data::rights::Claims;
use fairway_store::clubs::Clubs;

/// The kind of a change of how full a day is.
const ROOM_CHANGED: &str = "RoomChanged";

/// A change of a booking, of a waiting group, or of a day's room.
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

/// The changes of these events, with their recipients, in their order. One query for bookings, one for waiting groups and
/// two for days, however many they are.
///
/// # Errors
/// When the read models cannot be read.
pub(crate) async fn changes(
    reads: &Reads,
    clubs: &Clubs,
    at: DateTime<Utc>,
    events: &[RecordedEvent],
) -> Result<Vec<Change>, ReadError> {
    let mut changes = of_bookings(reads, events).await?;
    changes.extend(of_waiting_groups(reads, events).await?);
    changes.extend(of_days(reads, clubs, at, events).await?);
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
    let members = reads.waiting_members(&groups).await?;
    let change = |Changed { position, id, event }: Changed<'_, WaitingGroupId, WaitingListEvent>| Change {
        position,
        kind: event.kind().name(),
        members: members.get(&id).cloned().unwrap_or_default(),
    };
    Ok(of_groups.into_iter().map(change).collect())
}

async fn of_days(
    reads: &Reads,
    clubs: &Clubs,
    at: DateTime<Utc>,
    events: &[RecordedEvent],
) -> Result<Vec<Change>, ReadError> {
    let changed = events.iter().filter_map(|recorded| match &recorded.event {
        Event::CourseDay(event) => Some((recorded.position, changed_day(event)?)),
        _ => None,
    });
    let mut changed: Vec<(Position, ChangedDay)> = changed.collect();
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let days = |changed: &[(Position, ChangedDay)]| -> Vec<(ClubId, NaiveDate)> {
        let mut days: Vec<_> = changed.iter().map(|(_, changed)| changed.day.clone()).collect();
        days.sort_unstable();
        days.dedup();
        days
    };
    let claims = Claims::from_days(reads.days_of_rounds(&days(&changed)).await?);
    changed.retain(|(_, ChangedDay { day: (club, date), how })| {
        let rules = clubs.get(club).map(|card| &card.rules);
        let room = rules.and_then(|rules| rules.room_on(&claims.on(club, *date, at)));
        how.concerns_players(room)
    });
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let players: HashMap<_, _> = reads.players_of_days(&days(&changed)).await?;
    let change = |(position, ChangedDay { day, how: _ }): (Position, ChangedDay)| Change {
        position,
        kind: ROOM_CHANGED,
        members: players.get(&day).cloned().unwrap_or_default(),
    };
    Ok(changed.into_iter().map(change).collect())
}

/// A club's day of which the room changed.
struct ChangedDay {
    day: (ClubId, NaiveDate),
    how: RoomChange,
}

/// How the room of a day changed.
#[derive(Clone, Copy)]
enum RoomChange {
    /// Places were taken.
    Taken,
    /// Places came free.
    Freed,
    /// How many places the day has changed, or for whom they are.
    Ruled,
}

impl RoomChange {
    /// Whether rounds of that day may show another number of free places, when the day has `room` by now (none: no limit).
    /// A round has at least one player, so as long as the others fit, nobody sees places of the day taken.
    fn concerns_players(self, room: Option<u32>) -> bool {
        match self {
            Self::Taken => room.is_some_and(|room| (room as usize) < MAX_PLAYERS - 1),
            Self::Freed => room.is_some(),
            Self::Ruled => true,
        }
    }
}

fn changed_day(event: &CourseDayEvent) -> Option<ChangedDay> {
    let (club, date, how) = match event {
        CourseDayEvent::PlacesClaimed { club, date, .. } => (club, date, RoomChange::Taken),
        CourseDayEvent::PlacesReleased { club, date, .. } => (club, date, RoomChange::Freed),
        CourseDayEvent::DayClosed { club, date, .. }
        | CourseDayEvent::DayLimited { club, date, .. }
        | CourseDayEvent::DayReopened { club, date }
        | CourseDayEvent::PlacesHeld { club, date, .. }
        | CourseDayEvent::HoldEnded { club, date, .. }
        | CourseDayEvent::WaitingGroupsChanged { club, date, .. }
        // The players see how the course is.
        | CourseDayEvent::CourseStateReported { club, date, .. } => (club, date, RoomChange::Ruled),
        CourseDayEvent::PlaceSwapped { .. } => return None,
    };
    Some(ChangedDay { day: (club.clone(), *date), how })
}

/// The group whose players see something else from now on: to one that is passed over nothing changes.
fn changed_group(event: &WaitingListEvent) -> Option<WaitingGroupId> {
    match event {
        WaitingListEvent::GroupStartedWaiting { group, .. }
        | WaitingListEvent::CoPlayersStartedWaiting { group, .. }
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
