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
    }
}
