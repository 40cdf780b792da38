//! The groups that wait for places of a club's full day, how many come before each, and the offers to them
//! (docs/domain.md §3.19).

mod fold;
mod reads;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, Holes, MemberId, WaitingGroupId};

pub use fold::PROJECTION;
pub use reads::MOST_AHEAD;

/// A group that waits, or waited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingGroup {
    /// The group.
    pub group: WaitingGroupId,
    /// The club.
    pub club: ClubId,
    /// The play date, a day in Europe/Amsterdam.
    pub date: NaiveDate,
    /// The length of the round.
    pub holes: Holes,
    /// The member who asked, and would lead a round of its own.
    pub asked_by: MemberId,
    /// The instant of asking, UTC.
    pub asked_at: DateTime<Utc>,
    /// In the order of the request.
    pub players: Vec<MemberId>,
    /// The booking that they want to join; none: they want one of their own.
    pub joins: Option<BookingId>,
    /// Its state.
    pub state: WaitingState,
    /// Groups of the day's list that come before it, [`MOST_AHEAD`] at most: that many or more.
    pub ahead: u32,
}

impl WaitingGroup {
    /// Whether the member may see it and answer for it: one of its players, and who asked for them.
    #[must_use]
    pub fn has(&self, member: MemberId) -> bool {
        self.asked_by == member || self.players.contains(&member)
    }

    /// The players as they are booked: the one who asked comes first, if they are one of them.
    pub fn master_first(&self) -> impl Iterator<Item = MemberId> {
        let others = self.players.iter().copied().filter(|player| *player != self.asked_by);
        std::iter::once(self.asked_by).filter(|member| self.players.contains(member)).chain(others)
    }
}

/// The state of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitingState {
    /// It waits.
    Waiting,
    /// Places are held for it.
    Offered {
        /// From this instant on they are not: then it counts as passed over, although nobody may have recorded it yet.
        until: DateTime<Utc>,
    },
    /// It waits; it did not take an offer, or could not play when it was its turn.
    PassedOver,
    /// It became a booking, or joined one.
    Taken {
        /// The booking.
        booking: BookingId,
    },
    /// It was taken off the list.
    Left,
}

/// The numbers of the waiting lists, for metrics.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WaitingTotals {
    /// Clubs' days for which groups without an offer wait.
    pub days: i64,
    /// Groups with an offer.
    pub offers: i64,
    /// When the first offer lapses, or has lapsed without anybody having recorded it.
    pub first_end: Option<DateTime<Utc>>,
}

/// A club's day on which places are held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenOffers {
    /// The club.
    pub club: ClubId,
    /// The day.
    pub date: NaiveDate,
    /// When the first of them lapses, or has lapsed without anybody having recorded it.
    pub until: DateTime<Utc>,
}
