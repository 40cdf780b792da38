//! The changes that restore a lost booking: pure, computed from the lost events and the booking's present state.

use fairway_events::{BookedPlace, CancelMode, Event, MemberId, PlaceId, ReservationEvent};
use fairway_query::Booking;
use fairway_query::reservations::booking_after;

use super::read::LostBooking;

/// The changes to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Plan {
    /// The booking is missing: book it again for these members, the master first.
    Book(Booking, Vec<Seat>),
    /// The booking exists: swap, add and remove players.
    Change(Changes),
    /// Nothing to do, and why.
    Nothing(&'static str),
}

/// The changes of a booking that exists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Changes {
    pub(super) swapping: Vec<Swapping>,
    pub(super) joining: Vec<Joining>,
    pub(super) leaving: Vec<Leaving>,
}

/// A place, and its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seat {
    pub(super) place: PlaceId,
    pub(super) member: MemberId,
}

/// A player who had joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Joining {
    pub(super) seat: Seat,
    /// The member who had added them.
    pub(super) by: MemberId,
}

/// A player who had come in another's stead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Swapping {
    pub(super) seat: Seat,
    /// The place of the player who left.
    pub(super) left: Seat,
    /// The member who had swapped them.
    pub(super) by: MemberId,
}

/// A place that had been cancelled, and is active again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leaving {
    pub(super) seat: Seat,
    /// The member who had cancelled it.
    pub(super) by: MemberId,
    pub(super) mode: CancelMode,
}

/// The plan for the lost events of a booking; `now` is the booking as the journal has it.
pub(super) fn make(lost: &LostBooking, now: Option<&Booking>) -> Plan {
    let was = booking_after(&lost.events);
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
                Plan::Change(Changes { joining, ..Changes::default() })
            }
        }
        (None, Some(now)) => change(lost, now),
        (None, None) => {
            Plan::Nothing("the booking itself is in neither journal, so that nothing can be changed in it")
        }
    }
}

fn seats_of(booking: &Booking) -> Vec<Seat> {
    let mut seats: Vec<Seat> =
        booking.active_places().map(|place| Seat { place: place.place, member: place.member }).collect();
    seats.sort_by_key(|seat| seat.member != booking.master);
    seats
}

/// The plan for the lost events of a booking that exists: players joined or were swapped, places were cancelled.
fn change(lost: &LostBooking, now: &Booking) -> Plan {
    let mut changes = Changes::default();
    for recorded in &lost.events {
        let Event::Reservation(event) = &recorded.event else { continue };
        match event {
            ReservationEvent::PlayerAdded { place: BookedPlace { place, member, .. }, added_by, .. } => {
                changes.join(Seat { place: *place, member: *member }, *added_by);
            }
            ReservationEvent::PlayerSwapped {
                left, place: BookedPlace { place, member, .. }, by, ..
            } => {
                let left = Seat { place: left.place, member: left.member };
                changes.swap(Seat { place: *place, member: *member }, left, *by);
            }
            ReservationEvent::PlaceCancelled { place, member, by, mode, .. } => {
                changes.leave(Leaving {
                    seat: Seat { place: *place, member: *member },
                    by: *by,
                    mode: *mode,
                });
            }
            // The player's own wish, whoever carried it out. A round that the club cancelled is for the operator who closes
            // the day again.
            ReservationEvent::PlaceCancelledByOperator { place, member, .. } => {
                let seat = Seat { place: *place, member: *member };
                changes.leave(Leaving { seat, by: *member, mode: CancelMode::Own });
            }
            _ => {}
        }
    }
    let is_active = |seat: Seat| now.place(seat.place).is_some_and(|place| place.is_active());
    changes.swapping.retain(|swapping| now.place(swapping.seat.place).is_none());
    // The player who left in the swap has cancelled again since: the other one joins.
    let (swapping, alone): (Vec<Swapping>, Vec<Swapping>) =
        changes.swapping.into_iter().partition(|swapping| is_active(swapping.left));
    changes.swapping = swapping;
    changes.joining.extend(alone.into_iter().map(|Swapping { seat, by, .. }| Joining { seat, by }));
    changes.joining.retain(|joining| now.place(joining.seat.place).is_none());
    changes.leaving.retain(|leaving| is_active(leaving.seat));
    // The master last: until then the master can still remove and swap the others.
    changes.leaving.sort_by_key(|leaving| leaving.seat.member == now.master);
    changes.swapping.sort_by_key(|swapping| swapping.left.member == now.master);
    if changes == Changes::default() {
        return Plan::Nothing("it is as it was acknowledged");
    }
    Plan::Change(changes)
}

impl Changes {
    fn join(&mut self, seat: Seat, by: MemberId) {
        self.joining.push(Joining { seat, by });
    }

    /// A player whom a lost event had brought in, and who was swapped for another: the other one comes instead.
    fn swap(&mut self, seat: Seat, left: Seat, by: MemberId) {
        if let Some(joining) = self.joining.iter_mut().find(|joining| joining.seat == left) {
            joining.seat = seat;
        } else if let Some(before) = self.swapping.iter_mut().find(|swapping| swapping.seat == left) {
            before.seat = seat;
        } else {
            self.swapping.push(Swapping { seat, left, by });
        }
    }

    /// A player who had joined by a lost event does not join; of a swap, only the leaving of the former player remains.
    fn leave(&mut self, leaving: Leaving) {
        if let Some(index) = self.joining.iter().position(|joining| joining.seat == leaving.seat) {
            self.joining.remove(index);
        } else if let Some(index) = self.swapping.iter().position(|swapping| swapping.seat == leaving.seat) {
            let Swapping { left, by, .. } = self.swapping.remove(index);
            let mode = if by == left.member { CancelMode::Own } else { CancelMode::Removal };
            self.leaving.push(Leaving { seat: left, by, mode });
        } else {
            self.leaving.push(leaving);
        }
    }
}
