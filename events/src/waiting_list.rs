//! The groups that wait for places on one club's full day: the `WaitingList` aggregate, stream id `{club}/{date}`
//! (docs/domain.md §3.19). The stream of the day holds the part of it that a booking must know (`CourseDayEvent`).

use chrono::{DateTime, NaiveDate, Utc};

use crate::kind::events;
use crate::{BookingId, ClubId, Holes, MemberId, WaitingGroupId};

events! {
    /// Facts about the waiting list of one club's day.
    pub enum WaitingListEvent, WaitingListEventName {
        /// A group joined the list. The order of these events is the order of the list.
        GroupStartedWaiting["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            group: WaitingGroupId,
            holes: Holes,
            /// In the order of the request.
            players: Vec<MemberId>,
            by: MemberId,
            at: DateTime<Utc>,
        },
        /// A player of a booking put others on the list, who want to join it. They are a group of it as any other.
        CoPlayersStartedWaiting["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            group: WaitingGroupId,
            booking: BookingId,
            /// The booking's.
            holes: Holes,
            /// Those who want to join, in the order of the request.
            players: Vec<MemberId>,
            /// A player of the booking.
            by: MemberId,
            at: DateTime<Utc>,
        },
        /// One of the players took the group off the list.
        GroupStoppedWaiting["1.0.0"] {
            club: ClubId, date: NaiveDate, group: WaitingGroupId, by: MemberId, at: DateTime<Utc>,
        },
        /// Free places are held for the group until an instant.
        PlacesOffered["1.0.0"] {
            club: ClubId, date: NaiveDate, group: WaitingGroupId, until: DateTime<Utc>, offered_at: DateTime<Utc>,
        },
        /// One of the players took the places for the group.
        OfferTaken["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            group: WaitingGroupId,
            booking: BookingId,
            by: MemberId,
            taken_at: DateTime<Utc>,
        },
        /// One of the players said no. The group is passed over.
        OfferDeclined["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            group: WaitingGroupId,
            by: MemberId,
            at: DateTime<Utc>,
            /// How often places of the day had come free by then.
            releases: u32,
        },
        /// Nobody answered in time, or the booking that they want to join takes them no more. The group is passed over.
        OfferLapsed["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            group: WaitingGroupId,
            /// How often places of the day had come free by then.
            releases: u32,
        },
        /// The group fits, but one of its players may not play there then.
        GroupPassedOver["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            group: WaitingGroupId,
            /// How often places of the day had come free by then.
            releases: u32,
        },
    }
}
