//! A booking, folded from its own stream.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookedPlace, BookingId, CancelMode, ClubId, Holes, MemberId, PlaceId, PlayRight, ReservationEvent,
    StartTime,
};
use serde::Serialize;

/// One group round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Booking {
    /// The booking.
    pub id: BookingId,
    /// The club.
    pub club: ClubId,
    /// The play date.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The master; after everybody cancelled: the last master.
    pub master: MemberId,
    /// The member who booked.
    pub booked_by: MemberId,
    /// When it was booked.
    pub booked_at: DateTime<Utc>,
    /// No place is active any more.
    pub cancelled: bool,
    /// When the group starts, as one of its players agreed with the club.
    pub start_time: Option<StartTime>,
    /// The player who wrote that down, or took it away last.
    pub start_time_by: Option<MemberId>,
    /// Every place, in the order of joining.
    pub places: Vec<Place>,
}

/// One player's place in a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The player's reservation id.
    pub place: PlaceId,
    /// The player.
    pub member: MemberId,
    /// The right that it consumed.
    pub right: PlayRight,
    /// The member who added the player later; none: part of the first booking.
    pub added_by: Option<MemberId>,
    /// Whether the player came in another's stead.
    pub by_swap: bool,
    /// When the player joined.
    pub joined_at: DateTime<Utc>,
    /// Whether the place is active.
    pub status: PlaceStatus,
    /// Cancelled on the play date: the right stays used.
    pub right_expired: bool,
    /// The right had expired, and an operator gave it back.
    pub right_returned: bool,
}

/// Whether a place is active.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum PlaceStatus {
    /// The player plays, or played.
    Active,
    /// It was cancelled.
    Cancelled {
        /// The member who cancelled.
        by: MemberId,
        /// The mode of cancelling.
        mode: CancelMode,
        /// The instant of cancelling.
        at: DateTime<Utc>,
    },
    /// Another player came in this one's stead.
    Swapped {
        /// The member who swapped: the player, or the master.
        by: MemberId,
        /// The player who came.
        coming: MemberId,
        /// The instant of swapping.
        at: DateTime<Utc>,
    },
    /// An operator cancelled it for the player.
    CancelledByOperator {
        /// The instant of cancelling.
        at: DateTime<Utc>,
    },
    /// The club cancelled the round.
    CancelledByClub {
        /// The club's notice to the members.
        notice: String,
        /// The instant of cancelling.
        at: DateTime<Utc>,
    },
}

impl Booking {
    /// Folds the next event of a booking's stream; `None` is the booking before its first.
    pub fn fold(state: &mut Option<Self>, event: &ReservationEvent) {
        if let ReservationEvent::RoundBooked { booking, club, play_date, holes, master, places, booked_at } =
            event
        {
            *state = Some(Self {
                id: *booking,
                club: club.clone(),
                play_date: *play_date,
                holes: *holes,
                master: *master,
                booked_by: *master,
                booked_at: *booked_at,
                cancelled: false,
                start_time: None,
                start_time_by: None,
                places: places.iter().map(|place| Place::joined(place, None, *booked_at)).collect(),
            });
        } else if let Some(booking) = state {
            booking.apply(event);
        }
    }

    fn apply(&mut self, event: &ReservationEvent) {
        match event {
            ReservationEvent::RoundBooked { .. } => {}
            ReservationEvent::PlayerAdded { place, added_by, added_at, .. } => {
                self.places.push(Place::joined(place, Some(*added_by), *added_at));
            }
            ReservationEvent::PlayerSwapped { left, place, by, swapped_at, .. } => {
                if let Some(leaving) = self.place_mut(left.place) {
                    leaving.status = PlaceStatus::Swapped { by: *by, coming: place.member, at: *swapped_at };
                }
                let coming = Place::joined(place, Some(*by), *swapped_at);
                self.places.push(Place { by_swap: true, ..coming });
            }
            ReservationEvent::PlaceCancelled { place, by, mode, cancelled_at, .. } => {
                if let Some(place) = self.place_mut(*place) {
                    place.status = PlaceStatus::Cancelled { by: *by, mode: *mode, at: *cancelled_at };
                }
            }
            ReservationEvent::PlaceCancelledByOperator { place, cancelled_at, .. } => {
                if let Some(place) = self.place_mut(*place) {
                    place.status = PlaceStatus::CancelledByOperator { at: *cancelled_at };
                }
            }
            ReservationEvent::PlayRightExpired { place, .. } => {
                if let Some(place) = self.place_mut(*place) {
                    place.right_expired = true;
                }
            }
            ReservationEvent::PlayRightReturned { place, .. } => {
                if let Some(place) = self.place_mut(*place) {
                    (place.right_expired, place.right_returned) = (false, true);
                }
            }
            ReservationEvent::RoundCancelledByClub { places, notice, cancelled_at, .. } => {
                for cancelled in places {
                    if let Some(place) = self.place_mut(cancelled.place) {
                        place.status =
                            PlaceStatus::CancelledByClub { notice: notice.clone(), at: *cancelled_at };
                    }
                }
                self.cancelled = true;
            }
            ReservationEvent::MasterPassedOn { to, .. } => self.master = *to,
            ReservationEvent::BookingCancelled { .. } => self.cancelled = true,
            ReservationEvent::StartTimeAgreed { start_time, by, .. } => {
                (self.start_time, self.start_time_by) = (*start_time, Some(*by));
            }
        }
    }

    fn place_mut(&mut self, id: PlaceId) -> Option<&mut Place> {
        self.places.iter_mut().find(|place| place.place == id)
    }

    /// The active places, in the order of joining.
    pub fn active(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.status == PlaceStatus::Active)
    }
}

impl Place {
    fn joined(place: &BookedPlace, added_by: Option<MemberId>, at: DateTime<Utc>) -> Self {
        Self {
            place: place.place,
            member: place.member,
            right: place.right.clone(),
            added_by,
            by_swap: false,
            joined_at: at,
            status: PlaceStatus::Active,
            right_expired: false,
            right_returned: false,
        }
    }
}
