//! What is asked of the waiting list of a club's day (docs/domain.md §3.19): by members, and by the process that offers
//! places that came free.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlaceId, WaitingGroupId};

use crate::{Club, MAX_PLAYERS};

/// Say that a group wants in on a full day. A success without an event when the same was said before.
#[derive(Debug, Clone)]
pub struct JoinWaitingList {
    /// The new group's id.
    pub group: WaitingGroupId,
    /// Where.
    pub club: Arc<Club>,
    /// When.
    pub date: NaiveDate,
    /// How long.
    pub holes: Holes,
    /// Who asks; the master of the booking that it may become.
    pub by: MemberId,
    /// Who wants to play, 1..=4, who asks among them, in the order of the request.
    pub players: Vec<MemberId>,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Take a group off the list; any of its players may. An offer ends with it. A success without an event when it is off.
#[derive(Debug, Clone)]
pub struct LeaveWaitingList {
    /// The group.
    pub group: WaitingGroupId,
    /// The list's club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// Who asks.
    pub by: MemberId,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Say no to an offer; any player of the group may. The group stays in its place and is considered again when further
/// places come free. A success without an event when there is no offer any more.
#[derive(Debug, Clone)]
pub struct DeclineOffer {
    /// The group.
    pub group: WaitingGroupId,
    /// The list's club.
    pub club: ClubId,
    /// The list's day.
    pub date: NaiveDate,
    /// Who asks.
    pub by: MemberId,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// Take the places that are offered to a group: a round is booked for all its players. Any of them may; who put the group
/// on the list is the master. A success without an event when it became this booking before.
#[derive(Debug, Clone)]
pub struct TakeOffer {
    /// The group.
    pub group: WaitingGroupId,
    /// The list's club.
    pub club: Arc<Club>,
    /// The list's day.
    pub date: NaiveDate,
    /// The new booking's id.
    pub booking: BookingId,
    /// The ids of its places, the master's first; those that the group does not need stay unused.
    pub places: [PlaceId; MAX_PLAYERS],
    /// Who asks.
    pub by: MemberId,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}

/// End the offers that have lapsed, and offer free places to the groups whose turn it is. A success without an event when
/// there is nothing to do; one with events may leave more to do, so that it is asked for again.
#[derive(Debug, Clone)]
pub struct OfferFreePlaces {
    /// The list's club.
    pub club: Arc<Club>,
    /// The list's day.
    pub date: NaiveDate,
    /// The clock's day.
    pub today: NaiveDate,
    /// The clock's instant.
    pub at: DateTime<Utc>,
}
