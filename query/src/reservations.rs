//! The booked rounds, by whom and for whom: the lists, the cards, and the check of who may see a booking.

mod fold;
mod left_standings;
mod reads;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlaceId, PlayRight, StartTime};

pub use fold::{PROJECTION, booking_after};
pub(crate) use left_standings::store_left_standings;
pub(crate) use reads::right;

/// A booking with all its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// The booking.
    pub booking: BookingId,
    /// The club.
    pub club: ClubId,
    /// The play date, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The current master, who leads the group.
    pub master: MemberId,
    /// When it was booked.
    pub booked_at: DateTime<Utc>,
    /// Active and cancelled places, in the order of joining. A member who cancelled and joined again has two.
    pub places: Vec<Place>,
    /// When the group starts, as one of its players agreed.
    pub start_time: Option<StartTime>,
    /// The player who wrote that down, or took it away last.
    pub start_time_by: Option<MemberId>,
}

impl Booking {
    /// Places in one booking (docs/domain.md §3.1).
    const SLOTS: usize = 4;

    /// The places that are not cancelled, in the order of joining.
    pub fn active_places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.is_active())
    }

    /// The players, the master first.
    #[must_use]
    pub fn players(&self) -> Vec<MemberId> {
        let mut players: Vec<MemberId> = self.active_places().map(|place| place.member).collect();
        players.sort_by_key(|member| *member != self.master);
        players
    }

    /// The active place of a member.
    #[must_use]
    pub fn place_of(&self, member: MemberId) -> Option<&Place> {
        self.active_places().find(|place| place.member == member)
    }

    /// How many players can still join, 0..=4.
    #[must_use]
    pub fn free_slots(&self) -> usize {
        Self::SLOTS.saturating_sub(self.active_places().count())
    }

    /// One of its places.
    #[must_use]
    pub fn place(&self, place: PlaceId) -> Option<&Place> {
        self.places.iter().find(|candidate| candidate.place == place)
    }

    /// Whether the member has or had a place in it. Other members must not learn that it exists.
    #[must_use]
    pub fn involves(&self, member: MemberId) -> bool {
        self.places.iter().any(|place| place.member == member)
    }
}

/// One member's part of a booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The place's id, which the web app calls `reservation_id`.
    pub place: PlaceId,
    /// The member who plays.
    pub member: MemberId,
    /// The right that it consumed.
    pub right: PlayRight,
    /// When it was cancelled; none while it is active.
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Cancelled on the play date: the right stays used, unless an operator gave it back.
    pub playright_expired: bool,
    /// The notice with which the club cancelled the round.
    pub club_notice: Option<String>,
}

impl Place {
    /// Not cancelled.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.cancelled_at.is_none()
    }
}

/// A booking, with one of its places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBooking {
    /// The place: the member's own place in a list, the requested place in a look-up.
    pub place: PlaceId,
    /// The whole booking.
    pub booking: Booking,
}

/// A place that was cancelled on the play date, so that its right stays used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForfeitedPlace {
    /// The booking.
    pub booking: BookingId,
    /// The place.
    pub place: PlaceId,
    /// The club.
    pub club: ClubId,
    /// The play date, a day in Europe/Amsterdam.
    pub play_date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The right that it used.
    pub right: PlayRight,
    /// When it was cancelled.
    pub cancelled_at: Option<DateTime<Utc>>,
}
