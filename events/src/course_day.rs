//! How full one club is on one day, and how its course is: the `CourseDay` aggregate, stream id `{club}/{date}`.

use chrono::{DateTime, NaiveDate, Utc};

use crate::kind::events;
use crate::{BookingId, ClubId, CourseStatus, PlaceId, WaitingGroupId};

events! {
    /// Facts about one club's day.
    pub enum CourseDayEvent, CourseDayEventName {
        /// A booking took places of the day.
        PlacesClaimed["1.0.0"] { club: ClubId, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
        /// Places of a booking were released, whether or not their rights were.
        PlacesReleased["1.0.0"] { club: ClubId, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
        /// A place of a booking became another one, for another player: the day is as full as before (docs/domain.md
        /// §3.18).
        PlaceSwapped["1.0.0"] { club: ClubId, date: NaiveDate, booking: BookingId, from: PlaceId, to: PlaceId },
        /// Nobody can book on the day any more; members read the notice (docs/domain.md §3.17).
        DayClosed["1.0.0"] { club: ClubId, date: NaiveDate, notice: String },
        /// The day has so many places at most, whatever the club has on other days.
        DayLimited["1.0.0"] { club: ClubId, date: NaiveDate, capacity: u32 },
        /// The day is as the club's own terms say again; what was cancelled stays cancelled.
        DayReopened["1.0.0"] { club: ClubId, date: NaiveDate },
        /// Free places are offered to a group of the waiting list: until then nobody else has them (docs/domain.md §3.19).
        PlacesHeld["1.0.0"] {
            club: ClubId, date: NaiveDate, group: WaitingGroupId, places: u32, until: DateTime<Utc>,
        },
        /// The group's places are not held any more: taken, declined, or past their end.
        HoldEnded["1.0.0"] { club: ClubId, date: NaiveDate, group: WaitingGroupId },
        /// The sizes of the smallest waiting groups changed; a booking must know them.
        WaitingGroupsChanged["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            /// Players of the smallest group that waits and has no offer; none: nobody waits.
            smallest: Option<u32>,
            /// Likewise of those groups that were not passed over since places last came free.
            smallest_in_turn: Option<u32>,
        },
        /// The club said how its course is on the day (docs/domain.md §3.26). The latest report is what holds.
        CourseStateReported["1.0.0"] {
            club: ClubId,
            date: NaiveDate,
            status: CourseStatus,
            winter_greens: bool,
            no_carts: bool,
            /// At most 100 characters; may be empty.
            note: String,
        },
    }
}
