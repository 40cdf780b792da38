//! How full one club is on one day: the `CourseDay` aggregate, stream id `{club}/{date}`.

use chrono::NaiveDate;

use crate::kind::events;
use crate::{BookingId, ClubId, PlaceId};

events! {
    /// Facts about one club's day.
    pub enum CourseDayEvent {
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
    }
}
