//! How full one club is on one day: the `CourseDay` aggregate, stream id `{club}/{date}`.

use chrono::NaiveDate;
use cqrs_es::DomainEvent;
use serde::{Deserialize, Serialize};

use crate::{BookingId, ClubId, PlaceId};

/// Facts about one club's day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    missing_docs,
    reason = "the fields are the vocabulary of docs/domain.md §2; the variants are explained"
)]
pub enum CourseDayEvent {
    /// A booking took places of the day.
    PlacesClaimed { club: ClubId, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
    /// Places of a booking came free, whether or not their rights did.
    PlacesReleased { club: ClubId, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
}

impl CourseDayEvent {
    /// The event's name, as stored and as operators see it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::PlacesClaimed { .. } => "PlacesClaimed",
            Self::PlacesReleased { .. } => "PlacesReleased",
        }
    }

    /// The payload's version: a new event must choose one here.
    #[must_use]
    pub const fn version(&self) -> &'static str {
        match self {
            Self::PlacesClaimed { .. } | Self::PlacesReleased { .. } => "1.0.0",
        }
    }
}

impl DomainEvent for CourseDayEvent {
    fn event_type(&self) -> String {
        self.name().to_owned()
    }

    fn event_version(&self) -> String {
        self.version().to_owned()
    }
}
