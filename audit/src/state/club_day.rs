//! A club's day, folded from its own stream: the active places and their bookings, and what was changed for that day.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, CourseDayEvent, PlaceId};
use serde::Serialize;

/// The active places of one club on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClubDay {
    /// The club.
    pub club: ClubId,
    /// The play date.
    pub date: NaiveDate,
    /// The active places and their bookings.
    pub places: BTreeMap<PlaceId, BookingId>,
    /// The notice with which it was closed.
    pub closed: Option<String>,
    /// Active places at most, on this day alone.
    pub capacity: Option<u32>,
}

impl ClubDay {
    /// A day without events.
    #[must_use]
    pub const fn new(club: ClubId, date: NaiveDate) -> Self {
        Self { club, date, places: BTreeMap::new(), closed: None, capacity: None }
    }

    /// Folds the next event of the day's stream.
    pub fn apply(&mut self, event: &CourseDayEvent) {
        match event {
            CourseDayEvent::PlacesClaimed { booking, places, .. } => {
                self.places.extend(places.iter().map(|place| (*place, *booking)));
            }
            CourseDayEvent::PlacesReleased { places, .. } => {
                self.places.retain(|place, _| !places.contains(place));
            }
            CourseDayEvent::PlaceSwapped { booking, from, to, .. } => {
                self.places.remove(from);
                self.places.insert(*to, *booking);
            }
            CourseDayEvent::DayClosed { notice, .. } => self.closed = Some(notice.clone()),
            CourseDayEvent::DayLimited { capacity, .. } => self.capacity = Some(*capacity),
            CourseDayEvent::DayReopened { .. } => (self.closed, self.capacity) = (None, None),
        }
    }

    /// How many places are taken.
    #[must_use]
    pub fn taken(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }
}
