//! One group round: who plays, who leads, who cancelled (docs/domain.md §3.1, §3.4, §3.8, §3.9).
//!
//! This file holds the state and how facts change it; the rules are in `rules.rs`. Whether the players have the
//! right to play is not checked here: the memberships guard that.

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::Aggregate;
use fairway_events::{
    BookedPlace, BookingId, ClubId, Holes, MemberId, PlaceId, PlayRight, ReservationEvent, StartTime,
};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::calendar::day_of;
use crate::{
    AddPlayers, AgreeStartTime, BookRound, CancelForPlayers, CancelGroup, CancelPlace, RemovePlayer,
    SwapPlayer,
};

mod operator_rules;
mod rules;
mod start_time_rules;
mod swap_rules;
#[cfg(test)]
mod tests;

/// The most active places of a booking.
pub const MAX_PLAYERS: usize = 4;

/// A booking; empty until a round was booked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    booking: Option<Booking>,
}

/// The state of a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booking {
    /// The booking.
    pub id: BookingId,
    /// The club.
    pub club: ClubId,
    /// The play date, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The member who leads; after everybody cancelled, the one who led last.
    pub master: MemberId,
    /// The member who booked; with `booked_with`, the mark by which a repeated request is recognised.
    pub booked_by: MemberId,
    /// How many of the first places were booked together; the others were added later.
    pub booked_with: usize,
    /// Every place, cancelled ones too, in the order of joining: the order in which mastership passes.
    pub places: Vec<Place>,
    /// When the group starts, as one of its players agreed; it stays for whoever comes later.
    pub start_time: Option<StartTime>,
    /// The player who wrote that down, or took it away last; none: nobody did yet.
    pub start_time_by: Option<MemberId>,
}

/// One player's part of a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The player's `reservation_id`.
    pub id: PlaceId,
    /// The player.
    pub member: MemberId,
    /// The right that it consumed.
    pub right: PlayRight,
    /// The member who booked or added it: the player, or another.
    pub added_by: MemberId,
    /// The day in Europe/Amsterdam on which they did.
    pub added_on: NaiveDate,
    /// Whether the player came in another's stead.
    pub by_swap: bool,
    /// Whether it has not been cancelled.
    pub active: bool,
    /// Whether its right expired with it, and whether an operator gave it back since.
    pub expiry: Expiry,
}

/// Whether a place's right expired with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expiry {
    /// No.
    #[default]
    None,
    /// The place was cancelled on the play date.
    Expired,
    /// It was, and an operator gave the right back.
    Returned,
}

/// The commands of a booking, and for new places the right that each player's place consumes, in the order of the
/// players. [`crate::assess`] chooses them.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each variant holds the command of its name")]
pub enum ReservationCommand {
    BookRound(BookRound, Vec<PlayRight>),
    AddPlayers(AddPlayers, Vec<PlayRight>),
    SwapPlayer(SwapPlayer, PlayRight),
    CancelPlace(CancelPlace),
    CancelGroup(CancelGroup),
    RemovePlayer(RemovePlayer),
    CancelForPlayers(CancelForPlayers),
    /// Cancel every place, because the club cannot have the round.
    CancelByClub {
        /// The text that members read.
        notice: String,
        /// The clock's instant.
        at: DateTime<Utc>,
    },
    /// Give the expired right of a cancelled place back.
    ReturnPlayRight {
        /// The place.
        place: PlaceId,
    },
    AgreeStartTime(AgreeStartTime),
}

impl Aggregate for Reservation {
    aggregate!(Reservation, ReservationCommand, ReservationEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: ReservationEvent) {
        match event {
            ReservationEvent::RoundBooked { booking, club, play_date, holes, master, places, booked_at } => {
                self.booking = Some(Booking {
                    id: booking,
                    club,
                    play_date,
                    holes,
                    master,
                    booked_by: master,
                    booked_with: places.len(),
                    places: places.into_iter().map(|place| Place::new(place, master, booked_at)).collect(),
                    start_time: None,
                    start_time_by: None,
                });
            }
            ReservationEvent::PlayerAdded { place, added_by, added_at, .. } => {
                if let Some(booking) = &mut self.booking {
                    booking.places.push(Place::new(place, added_by, added_at));
                }
            }
            ReservationEvent::PlayerSwapped { left, place, by, swapped_at, .. } => {
                self.change(left.place, |place| place.active = false);
                if let Some(booking) = &mut self.booking {
                    booking.places.push(Place { by_swap: true, ..Place::new(place, by, swapped_at) });
                }
            }
            ReservationEvent::PlaceCancelled { place, .. }
            | ReservationEvent::PlaceCancelledByOperator { place, .. } => {
                self.change(place, |place| place.active = false);
            }
            ReservationEvent::MasterPassedOn { to, .. } => {
                if let Some(booking) = &mut self.booking {
                    booking.master = to;
                }
            }
            ReservationEvent::RoundCancelledByClub { places, .. } => {
                for place in places {
                    self.change(place.place, |place| place.active = false);
                }
            }
            ReservationEvent::PlayRightExpired { place, .. } => {
                self.change(place, |place| place.expiry = Expiry::Expired);
            }
            ReservationEvent::PlayRightReturned { place, .. } => {
                self.change(place, |place| place.expiry = Expiry::Returned);
            }
            ReservationEvent::StartTimeAgreed { start_time, by, .. } => {
                if let Some(booking) = &mut self.booking {
                    (booking.start_time, booking.start_time_by) = (start_time, Some(by));
                }
            }
            // The cancelled places already say it.
            ReservationEvent::BookingCancelled { .. } => {}
        }
    }
}

impl Reservation {
    /// The booking, once a round was booked.
    #[must_use]
    pub const fn booking(&self) -> Option<&Booking> {
        self.booking.as_ref()
    }

    fn change(&mut self, place: PlaceId, change: impl FnOnce(&mut Place)) {
        let mut places = self.booking.iter_mut().flat_map(|booking| &mut booking.places);
        if let Some(place) = places.find(|candidate| candidate.id == place) {
            change(place);
        }
    }
}

impl Place {
    fn new(place: BookedPlace, by: MemberId, at: DateTime<Utc>) -> Self {
        Self {
            id: place.place,
            member: place.member,
            right: place.right,
            added_by: by,
            added_on: day_of(at),
            by_swap: false,
            active: true,
            expiry: Expiry::None,
        }
    }
}

impl Booking {
    /// The places that are not cancelled, in the order of joining.
    pub fn active(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.active)
    }

    /// How many players can still join.
    #[must_use]
    pub fn free_slots(&self) -> usize {
        MAX_PLAYERS.saturating_sub(self.active().count())
    }

    /// Whether the member has or had a place: others must not learn that the booking exists.
    #[must_use]
    pub fn has_participant(&self, member: MemberId) -> bool {
        self.places.iter().any(|place| place.member == member)
    }

    /// Any place of the booking.
    #[must_use]
    pub fn place(&self, id: PlaceId) -> Option<&Place> {
        self.places.iter().find(|place| place.id == id)
    }
}
