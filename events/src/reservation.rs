//! The events of one booking, a group's round: the `Reservation` aggregate, stream id the booking id.

use chrono::{DateTime, NaiveDate, Utc};

use crate::kind::events;
use crate::{
    BookedPlace, BookingId, CancelMode, CancelledPlace, ClubId, Holes, MemberId, PlaceId, StartTime,
};

events! {
    /// Facts about a booking. Play dates are days in Europe/Amsterdam, instants are UTC.
    pub enum ReservationEvent, ReservationEventName {
        /// A group of 1..=4 booked a round; players are in the order of the request, which is the order of mastership.
        RoundBooked["1.0.0"] {
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            holes: Holes,
            master: MemberId,
            places: Vec<BookedPlace>,
            booked_at: DateTime<Utc>,
        },
        /// An active player added one more; a place joins at the end of the line for mastership.
        PlayerAdded["1.0.0"] {
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            holes: Holes,
            place: BookedPlace,
            added_by: MemberId,
            added_at: DateTime<Utc>,
        },
        /// One player left and another came in their stead, by the player who left or by the master (docs/domain.md
        /// §3.18). The new place joins at the end of the line for mastership.
        PlayerSwapped["1.0.0"] {
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            holes: Holes,
            left: CancelledPlace,
            place: BookedPlace,
            by: MemberId,
            swapped_at: DateTime<Utc>,
        },
        /// A place was cancelled, by its player or by the master.
        PlaceCancelled["1.0.0"] {
            booking: BookingId,
            place: PlaceId,
            member: MemberId,
            by: MemberId,
            mode: CancelMode,
            cancelled_at: DateTime<Utc>,
        },
        /// An operator cancelled a place in its player's name, and chose whether the right comes back (docs/domain.md
        /// §3.16).
        PlaceCancelledByOperator["1.0.0"] {
            booking: BookingId,
            place: PlaceId,
            member: MemberId,
            cancelled_at: DateTime<Utc>,
        },
        /// The place was cancelled on the play date: its right stays used (docs/domain.md §3.4).
        PlayRightExpired["1.0.0"] { booking: BookingId, place: PlaceId, member: MemberId },
        /// The master left; the active player who joined first is the master from here on.
        MasterPassedOn["1.0.0"] { booking: BookingId, from: MemberId, to: MemberId },
        /// The last active place was cancelled: nobody plays.
        BookingCancelled["1.0.0"] { booking: BookingId },
        /// The club cannot have the round: every place that was active is cancelled, and every right comes back, also on
        /// the play date. Members read the notice (docs/domain.md §3.17).
        RoundCancelledByClub["1.0.0"] {
            booking: BookingId,
            club: ClubId,
            play_date: NaiveDate,
            places: Vec<CancelledPlace>,
            notice: String,
            cancelled_at: DateTime<Utc>,
        },
        /// An operator gave the expired right of a cancelled place back (docs/domain.md §3.16).
        PlayRightReturned["1.0.0"] { booking: BookingId, place: PlaceId, member: MemberId },
        /// A player wrote down for the whole group when it starts, or took that away (docs/domain.md §3.23).
        StartTimeAgreed["1.0.0"] {
            booking: BookingId,
            start_time: Option<StartTime>,
            by: MemberId,
            agreed_at: DateTime<Utc>,
        },
    }
}
