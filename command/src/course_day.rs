//! One club's day: how many places are taken, and whether there is room for more (docs/domain.md §3.6). Capacity
//! and closures are the club's reference data and come with the command.

use std::sync::Arc;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, CourseDayEvent, PlaceId};
use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use crate::{Club, Reason, Rejection};

#[cfg(test)]
mod tests;

/// The active places of a club's day, and their bookings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseDay {
    /// Cheap to copy: while several nodes book on a day, the writer retains the day's state before each batch.
    places: OrdMap<PlaceId, BookingId>,
}

/// What can be asked of a club's day.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of the events of the same names")]
pub enum CourseDayCommand {
    /// Take places for a booking: all of them or none.
    ClaimPlaces { club: Arc<Club>, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
    /// Give places of a booking back to the day.
    ReleasePlaces { club: ClubId, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
}

impl CourseDay {
    /// Active places on that day.
    #[must_use]
    pub fn claimed(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &CourseDayCommand) -> Result<Vec<CourseDayEvent>, Rejection> {
        match command {
            CourseDayCommand::ClaimPlaces { club, date, booking, places } => {
                let holder = |place: &PlaceId| self.places.get(place);
                if places.iter().filter_map(holder).any(|by| by != booking) {
                    return Err(Rejection::IdTaken);
                }
                let new: Vec<PlaceId> =
                    places.iter().copied().filter(|place| holder(place).is_none()).collect();
                if new.is_empty() {
                    return Ok(vec![]);
                }
                club.check_day(*date, self.claimed(), new.len()).map_err(Reason::from)?;
                Ok(vec![CourseDayEvent::PlacesClaimed {
                    club: club.id.clone(),
                    date: *date,
                    booking: *booking,
                    places: new,
                }])
            }
            CourseDayCommand::ReleasePlaces { club, date, booking, places } => {
                let held: Vec<PlaceId> =
                    places.iter().copied().filter(|place| self.places.get(place) == Some(booking)).collect();
                if held.is_empty() {
                    return Ok(vec![]);
                }
                Ok(vec![CourseDayEvent::PlacesReleased {
                    club: club.clone(),
                    date: *date,
                    booking: *booking,
                    places: held,
                }])
            }
        }
    }

    /// Copies a fact into the state. Checks nothing: history already happened.
    pub fn evolve(&mut self, event: &CourseDayEvent) {
        match event {
            CourseDayEvent::PlacesClaimed { booking, places, .. } => {
                self.places.extend(places.iter().map(|place| (*place, *booking)));
            }
            CourseDayEvent::PlacesReleased { places, .. } => {
                for place in places {
                    self.places.remove(place);
                }
            }
        }
    }
}
