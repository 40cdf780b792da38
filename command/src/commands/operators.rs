//! What operators ask for: acts for members, and changes of a club's day (docs/domain.md §3.16, §3.17).

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, PlaceId};

/// What happens to the rights of places that an operator cancels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RightsChoice {
    /// Forfeited on the play date, else given back (docs/domain.md §3.4).
    ByRule,
    /// Given back.
    Return,
    /// Forfeited.
    Forfeit,
}

/// Cancel places of a booking in the players' names; an operator's act (docs/domain.md §3.16).
#[derive(Debug, Clone)]
pub struct CancelForPlayers {
    /// The booking.
    pub booking: BookingId,
    /// The places.
    pub places: Vec<PlaceId>,
    /// What happens to their rights.
    pub rights: RightsChoice,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Give a forfeited right back; an operator's act (docs/domain.md §3.16). A success without an event when it was given
/// back before.
#[derive(Debug, Clone)]
pub struct ReturnForfeitedRight {
    /// The booking.
    pub booking: BookingId,
    /// The place that forfeited the right.
    pub place: PlaceId,
}

/// What is changed for one day of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DayChange {
    /// Nobody can book; every round of the day is cancelled by the club.
    Close,
    /// So many places at most; the rounds that were booked last are cancelled by the club, until the others fit.
    Limit {
        /// Active places at most.
        capacity: u32,
    },
    /// As the club's own terms say again.
    Reopen,
}

/// Close one day of a club, limit its places, or open it again; an operator's act (docs/domain.md §3.17). All rounds that
/// it cancels and all their rights are in one append.
#[derive(Debug, Clone)]
pub struct ChangeDay {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// What is changed.
    pub change: DayChange,
    /// What members read where a round is cancelled or the day is closed, in Dutch.
    pub notice: String,
    /// The bookings that the operator saw that this cancels, in no order. Others than those: nothing is done.
    pub meets: Vec<BookingId>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}
