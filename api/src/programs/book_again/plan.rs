//! Which changes restore a lost booking: pure, computed from the lost events and the booking's present state.

use fairway_events::{BookedPlace, CancelMode, Event, MemberId, PlaceId, ReservationEvent};

use super::read::LostBooking;
use crate::rounds::booking_state::BookingState;

/// The changes to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// The booking is missing: book it again for these members, the master first.
    Book(BookingState, Vec<Seat>),
    /// The booking exists: add and remove players.
    Change(Vec<Joining>, Vec<Leaving>),
    /// Nothing to do, and why.
    Nothing(&'static str),
}

/// A missing place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) place: PlaceId,
    pub(super) member: MemberId,
}

/// A player who had joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Joining {
    pub(super) seat: Seat,
    /// Who had added them.
    pub(super) by: MemberId,
}

/// A place that had been cancelled, and is active again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leaving {
    pub(super) seat: Seat,
    /// Who had cancelled it.
    pub(super) by: MemberId,
    pub(super) mode: CancelMode,
}

/// The plan for the lost events of a booking; `now` is the booking as the journal has it.
pub(super) fn of(lost: &LostBooking, now: Option<&BookingState>) -> Plan {
    let was = BookingState::of(&lost.events);
    match (was, now) {
        (Some(was), None) => {
            let seats: Vec<Seat> = seats_of(&was);
            if seats.is_empty() {
                Plan::Nothing("it was cancelled before it was lost")
            } else {
                Plan::Book(was, seats)
            }
        }
        // Booked again by an earlier run, perhaps without some players: those are tried once more.
        (Some(was), Some(now)) => {
            let missing = seats_of(&was).into_iter().filter(|seat| now.place(seat.place).is_none());
            let joining: Vec<Joining> = missing.map(|seat| Joining { seat, by: was.master }).collect();
            if joining.is_empty() {
                Plan::Nothing("it is in the journal again")
            } else {
                Plan::Change(joining, Vec::new())
            }
        }
        (None, Some(now)) => change(lost, now),
        (None, None) => {
            Plan::Nothing("the booking itself is in neither journal, so that nothing can be changed in it")
        }
    }
}

fn seats_of(booking_state: &BookingState) -> Vec<Seat> {
    let mut seats: Vec<Seat> =
        booking_state.active().map(|place| Seat { place: place.place, member: place.member }).collect();
    seats.sort_by_key(|seat| seat.member != booking_state.master);
    seats
}

/// What happened to a booking that exists: players joined, places were cancelled.
fn change(lost: &LostBooking, now: &BookingState) -> Plan {
    let (mut joining, mut leaving): (Vec<Joining>, Vec<Leaving>) = Default::default();
    for recorded in &lost.events {
        let Event::Reservation(event) = &recorded.event else { continue };
        match event {
            ReservationEvent::PlayerAdded { place: BookedPlace { place, member, .. }, added_by, .. } => {
                joining.push(Joining { seat: Seat { place: *place, member: *member }, by: *added_by });
            }
            ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
                let before = joining.len();
                joining.retain(|joining| joining.seat.place != *place);
                if joining.len() == before {
                    let seat = Seat { place: *place, member: *member };
                    leaving.push(Leaving { seat, by: *by, mode: *mode });
                }
            }
            // The player's own wish, whoever carried it out. A round that the club cancelled is for the operator who closes
            // the day again.
            ReservationEvent::PlaceCancelledByOperator { place, member, .. } => {
                let before = joining.len();
                joining.retain(|joining| joining.seat.place != *place);
                if joining.len() == before {
                    let seat = Seat { place: *place, member: *member };
                    leaving.push(Leaving { seat, by: *member, mode: CancelMode::Own });
                }
            }
            _ => {}
        }
    }
    joining.retain(|joining| now.place(joining.seat.place).is_none());
    leaving.retain(|leaving| now.place(leaving.seat.place).is_some_and(|place| place.active));
    // The master last: until then the master can still remove the others.
    leaving.sort_by_key(|leaving| leaving.seat.member == now.master);
    if joining.is_empty() && leaving.is_empty() {
        return Plan::Nothing("it is as it was acknowledged");
    }
    Plan::Change(joining, leaving)
}
