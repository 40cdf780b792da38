//! One club's day: how many places are taken, and whether there is room for more (docs/domain.md §3.6). Capacity
//! and closures are the club's reference data and come with the command.

use std::sync::Arc;

use chrono::NaiveDate;
use cqrs_es::Aggregate;
use cqrs_es::event_sink::EventSink;
use fairway_events::{AggregateType, BookingId, ClubId, CourseDayEvent, PlaceId};
use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use crate::{Club, ClubReason, RejectionClass};

#[cfg(test)]
mod tests;

/// The active places of a club's day, and their bookings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseDay {
    /// Copied in no time: the writer keeps the state before a batch of every day on which several nodes book.
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

/// Why a club's day stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
pub enum CourseDayRejection {
    /// The club is closed, or has too little room.
    #[error(transparent)]
    Unbookable(#[from] ClubReason),
    /// A place's id is in use for something else. Ids are made by the server.
    #[error("Er ging iets mis met het reserveringsnummer, probeer het opnieuw.")]
    IdTaken,
}

impl CourseDayRejection {
    /// A stable name for logs and tests.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unbookable(reason) => reason.code(),
            Self::IdTaken => "id_taken",
        }
    }

    /// What kind of refusal it is.
    #[must_use]
    pub const fn class(&self) -> RejectionClass {
        match self {
            Self::Unbookable(_) | Self::IdTaken => RejectionClass::Conflict,
        }
    }
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
    pub fn decide(&self, command: &CourseDayCommand) -> Result<Vec<CourseDayEvent>, CourseDayRejection> {
        match command {
            CourseDayCommand::ClaimPlaces { club, date, booking, places } => {
                let holder = |place: &PlaceId| self.places.get(place);
                if places.iter().filter_map(holder).any(|by| by != booking) {
                    return Err(CourseDayRejection::IdTaken);
                }
                let new: Vec<PlaceId> =
                    places.iter().copied().filter(|place| holder(place).is_none()).collect();
                if new.is_empty() {
                    return Ok(vec![]);
                }
                club.check_open(*date)?;
                club.check_capacity(self.claimed(), new.len())?;
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

impl Aggregate for CourseDay {
    const TYPE: &'static str = AggregateType::CourseDay.as_str();
    type Command = CourseDayCommand;
    type Event = CourseDayEvent;
    type Error = CourseDayRejection;
    type Services = ();

    async fn handle(
        &mut self,
        command: Self::Command,
        _services: &Self::Services,
        sink: &EventSink<Self>,
    ) -> Result<(), Self::Error> {
        for event in self.decide(&command)? {
            sink.write(event, self).await;
        }
        Ok(())
    }

    fn apply(&mut self, event: Self::Event) {
        self.evolve(&event);
    }
}
