//! What would make a lost booking good: pure, from what was lost and how the booking stands now.

use fairway_events::{BookedPlace, CancelMode, Event, MemberId, PlaceId, ReservationEvent};

use super::read::LostBooking;
use crate::rounds::story::Story;

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// The booking is gone: make it again, for these, the master first.
    Book(Story, Vec<Seat>),
    /// The booking stands.
    Change(Vec<Joining>, Vec<Leaving>),
    /// Nothing, and why.
    Nothing(&'static str),
}

/// A place that is gone.
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

/// A place that had been given up, and is held again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leaving {
    pub(super) seat: Seat,
    /// Who had given it up.
    pub(super) by: MemberId,
    pub(super) mode: CancelMode,
}

/// The plan for what was lost of a booking; `now` is the booking as the journal has it.
pub(super) fn of(lost: &LostBooking, now: Option<&Story>) -> Plan {
    let was = Story::of(&lost.events);
    match (was, now) {
        (Some(was), None) => {
            let seats: Vec<Seat> = seats_of(&was);
            if seats.is_empty() {
                Plan::Nothing("it was cancelled before it was lost")
            } else {
                Plan::Book(was, seats)
            }
        }
        // Booked again before, perhaps without some: those who never got a place in it are tried once more.
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

fn seats_of(story: &Story) -> Vec<Seat> {
    let mut seats: Vec<Seat> =
        story.active().map(|place| Seat { place: place.place, member: place.member }).collect();
    seats.sort_by_key(|seat| seat.member != story.master);
    seats
}

/// What happened to a booking that stands: players joined, places were given up.
fn change(lost: &LostBooking, now: &Story) -> Plan {
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
            _ => {}
        }
    }
    joining.retain(|joining| now.place(joining.seat.place).is_none());
    leaving.retain(|leaving| now.place(leaving.seat.place).is_some_and(|place| place.active));
    // The master last: whoever else leaves can still be taken out by them.
    leaving.sort_by_key(|leaving| leaving.seat.member == now.master);
    if joining.is_empty() && leaving.is_empty() {
        return Plan::Nothing("it stands as it was promised");
    }
    Plan::Change(joining, leaving)
}
