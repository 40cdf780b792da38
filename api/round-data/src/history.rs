//! One booking as its stream tells it: for mails, which need it after a certain command, and for calendar entries, which
//! need the number of changes. The fold is the read model's; screens read its tables, unless those are behind.

use chrono::{DateTime, Utc};
use fairway_events::{Event, MemberId, PlaceId, Position, RecordedEvent, ReservationEvent};
use fairway_query::reservations::booking_after;
use fairway_query::{Booking, Place};
use uuid::Uuid;

/// A booking at some moment, with the facts that only its events hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookingHistory {
    /// The booking then.
    pub booking: Booking,
    /// The former leader, if no place was cancelled since they left.
    pub passed_on_by: Option<MemberId>,
    /// The player who came by a swap, if that is the last event, or the last but the passing on of the lead.
    pub swapped_in: Option<MemberId>,
    /// How many events the booking has had.
    pub changes: u32,
    /// When the last of them was recorded.
    pub changed_at: DateTime<Utc>,
}

impl BookingHistory {
    /// The history after all of these events of the booking's stream; none without the first one.
    #[must_use]
    pub fn after(events: &[RecordedEvent]) -> Option<Self> {
        let booking = booking_after(events)?;
        Some(Self {
            passed_on_by: passed_on_by(events, &booking),
            swapped_in: swapped_in(events),
            changes: u32::try_from(events.len()).unwrap_or(u32::MAX),
            changed_at: events.last()?.recorded_at,
            booking,
        })
    }

    /// The history after the events of the command with this correlation id, without the later ones.
    #[must_use]
    pub fn after_command(events: &[RecordedEvent], correlation: Uuid) -> Option<Self> {
        let last: Position = events
            .iter()
            .filter(|event| event.correlation_id == correlation)
            .map(|event| event.position)
            .max()?;
        Self::after(&events[..events.partition_point(|event| event.position <= last)])
    }

    /// The history when the player of a place left the booking: after the command that cancelled it, and without players
    /// who came by that same command, unless the player gave the place to them. None while the place is active.
    #[must_use]
    pub fn when_left(events: &[RecordedEvent], place: PlaceId) -> Option<Self> {
        let is_active = |after: &usize| {
            booking_after(&events[..*after])
                .and_then(|booking| booking.place(place).map(Place::is_active))
                .unwrap_or(true)
        };
        // A place that was cancelled stays so.
        let lengths: Vec<usize> = (1..=events.len()).collect();
        let cancelled = events.get(lengths.partition_point(is_active))?;
        let command = cancelled.correlation_id;
        let begin = events.iter().position(|event| event.correlation_id == command)?;
        let before = booking_after(&events[..begin])?;
        let mut left = Self::after_command(events, command)?;
        let given_to = events.iter().find_map(|event| given_to(event, place));
        left.booking.places.retain(|one| before.place(one.place).is_some() || given_to == Some(one.place));
        Some(left)
    }
}

/// The last one who passed the lead on, if as many places are cancelled now as then.
fn passed_on_by(events: &[RecordedEvent], now: &Booking) -> Option<MemberId> {
    let cancelled = |booking: &Booking| booking.places.len() - booking.active_places().count();
    let (last, from) = events.iter().enumerate().rev().find_map(|(index, event)| match &event.event {
        Event::Reservation(ReservationEvent::MasterPassedOn { from, .. }) => Some((index, *from)),
        _ => None,
    })?;
    let then = booking_after(&events[..=last])?;
    (cancelled(&then) == cancelled(now)).then_some(from)
}

fn swapped_in(events: &[RecordedEvent]) -> Option<MemberId> {
    let mut reservation = events.iter().rev().filter_map(|recorded| match &recorded.event {
        Event::Reservation(event) => Some(event),
        _ => None,
    });
    match reservation.find(|event| !matches!(event, ReservationEvent::MasterPassedOn { .. }))? {
        ReservationEvent::PlayerSwapped { place, .. } => Some(place.member),
        _ => None,
    }
}

/// The place of the member whom the player of a place chose to play instead of them.
fn given_to(event: &RecordedEvent, place: PlaceId) -> Option<PlaceId> {
    match &event.event {
        Event::Reservation(ReservationEvent::PlayerSwapped { left, place: came, by, .. })
            if left.place == place && left.member == *by =>
        {
            Some(came.place)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
