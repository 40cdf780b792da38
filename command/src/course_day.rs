//! One club's day: how many places are taken, and whether there is room for more (docs/domain.md §3.6). Capacity
//! and closures are the club's reference data and come with the command; what was changed for this day alone
//! is in its own stream (docs/domain.md §3.17).
//!
//! It knows of the waiting list as much as a booking must know, so that booking and cancelling never load the list:
//! which places are held, and how small a group would fit (docs/domain.md §3.19). Nobody is kept from booking by what the
//! club says about its course (docs/domain.md §3.26).

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use cqrs_es::Aggregate;
use fairway_events::{BookingId, ClubId, CourseDayEvent, CourseStatus, PlaceId, WaitingGroupId};
use imbl::{OrdMap, Vector};
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{Club, DayStatus, Reason, Rejection};

mod holds;
#[cfg(test)]
mod tests;

/// The active places of a club's day, and their bookings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseDay {
    /// Cheap to copy: while several nodes book on a day, the writer retains the day's state before each batch.
    places: OrdMap<PlaceId, BookingId>,
    /// The notice with which the day was closed.
    closed: Option<String>,
    /// Active places at most, on this day alone.
    capacity: Option<u32>,
    /// In the order in which they were offered. Few: each has places of its own.
    holds: Vector<Hold>,
    /// Players of the smallest group that waits and has no offer.
    smallest: Option<u32>,
    /// Likewise of those that were not passed over since places last came free.
    smallest_in_turn: Option<u32>,
    /// How often places came free.
    releases: u32,
    /// What the club last said about its course.
    course: Option<CourseReport>,
}

/// What a club says about its course on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseReport {
    /// How much of it can be played.
    pub status: CourseStatus,
    /// Whether it is played to winter greens.
    pub winter_greens: bool,
    /// Whether buggies may not drive.
    pub no_carts: bool,
    /// At most 100 characters; may be empty.
    pub note: String,
}

impl CourseReport {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.status == CourseStatus::Open && !self.winter_greens && !self.no_carts && self.note.is_empty()
    }
}

/// Places that are held for one group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Hold {
    group: WaitingGroupId,
    places: u32,
    /// From this instant on it does not count.
    until: DateTime<Utc>,
}

/// The commands of a club's day.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "the fields are those of the events of the same names")]
pub enum CourseDayCommand {
    /// Take places for a booking: all of them or none. `offer` is the group for which they are held.
    ClaimPlaces {
        club: Arc<Club>,
        date: NaiveDate,
        booking: BookingId,
        places: Vec<PlaceId>,
        offer: Option<WaitingGroupId>,
        at: DateTime<Utc>,
    },
    /// Give places of a booking back to the day.
    ReleasePlaces { club: ClubId, date: NaiveDate, booking: BookingId, places: Vec<PlaceId> },
    /// Replace a place of a booking by another one: the day stays as full as it is.
    SwapPlace {
        club: Arc<Club>,
        date: NaiveDate,
        booking: BookingId,
        from: PlaceId,
        to: PlaceId,
        at: DateTime<Utc>,
    },
    /// Let nobody book on the day any more.
    Close { club: ClubId, date: NaiveDate, notice: String },
    /// Let so many places be booked at most.
    Limit { club: ClubId, date: NaiveDate, capacity: u32 },
    /// Undo both.
    Reopen { club: ClubId, date: NaiveDate },
    /// Hold free places for a group that waits.
    HoldPlaces {
        club: Arc<Club>,
        date: NaiveDate,
        group: WaitingGroupId,
        places: u32,
        until: DateTime<Utc>,
        at: DateTime<Utc>,
    },
    /// Hold a group's places no longer.
    EndHold { club: ClubId, date: NaiveDate, group: WaitingGroupId },
    /// Know of other waiting groups.
    ChangeWaitingGroups {
        club: ClubId,
        date: NaiveDate,
        smallest: Option<u32>,
        smallest_in_turn: Option<u32>,
    },
    /// Know how the course is.
    ReportCourse { club: ClubId, date: NaiveDate, report: CourseReport },
}

impl Aggregate for CourseDay {
    aggregate!(CourseDay, CourseDayCommand, CourseDayEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: CourseDayEvent) {
        match event {
            CourseDayEvent::PlacesClaimed { booking, places, .. } => {
                self.places.extend(places.into_iter().map(|place| (place, booking)));
            }
            CourseDayEvent::PlacesReleased { places, .. } => {
                for place in places {
                    self.places.remove(&place);
                }
                self.places_came_free();
            }
            CourseDayEvent::PlaceSwapped { booking, from, to, .. } => {
                self.places.remove(&from);
                self.places.insert(to, booking);
            }
            CourseDayEvent::DayClosed { notice, .. } => self.closed = Some(notice),
            CourseDayEvent::DayLimited { capacity, .. } => {
                self.capacity = Some(capacity);
                self.places_came_free();
            }
            CourseDayEvent::DayReopened { .. } => {
                (self.closed, self.capacity) = (None, None);
                self.places_came_free();
            }
            CourseDayEvent::PlacesHeld { group, places, until, .. } => {
                self.holds.push_back(Hold { group, places, until });
            }
            CourseDayEvent::HoldEnded { group, .. } => self.holds.retain(|hold| hold.group != group),
            CourseDayEvent::WaitingGroupsChanged { smallest, smallest_in_turn, .. } => {
                (self.smallest, self.smallest_in_turn) = (smallest, smallest_in_turn);
            }
            CourseDayEvent::CourseStateReported { status, winter_greens, no_carts, note, .. } => {
                self.course = Some(CourseReport { status, winter_greens, no_carts, note });
            }
        }
    }
}

impl CourseDay {
    /// Active places on that day.
    #[must_use]
    pub fn claimed(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// How full the day is at that instant, and what was changed for it.
    #[must_use]
    pub fn status(&self, at: DateTime<Utc>) -> DayStatus {
        DayStatus {
            claimed: self.claimed(),
            closed: self.closed.clone(),
            capacity: self.capacity,
            held: self.held(at),
            smallest_in_turn: self.smallest_in_turn,
        }
    }

    /// The active places and their bookings.
    pub fn places(&self) -> impl Iterator<Item = (PlaceId, BookingId)> {
        self.places.iter().map(|(place, booking)| (*place, *booking))
    }

    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &CourseDayCommand) -> Result<Vec<CourseDayEvent>, Rejection> {
        match command {
            CourseDayCommand::ClaimPlaces { club, date, booking, places, offer, at } => {
                let holder = |place: &PlaceId| self.places.get(place);
                if places.iter().filter_map(holder).any(|by| by != booking) {
                    return Err(Rejection::IdTaken);
                }
                let new: Vec<PlaceId> =
                    places.iter().copied().filter(|place| holder(place).is_none()).collect();
                if new.is_empty() {
                    return Ok(vec![]);
                }
                let status = self.status_for(*offer, *at);
                club.check_day(*date, &status, new.len()).map_err(Reason::from)?;
                let ended = offer.iter().flat_map(|group| self.end_hold(&club.id, *date, *group));
                let claimed = CourseDayEvent::PlacesClaimed {
                    club: club.id.clone(),
                    date: *date,
                    booking: *booking,
                    places: new,
                };
                Ok(ended.chain([claimed]).collect())
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
            CourseDayCommand::SwapPlace { club, date, booking, from, to, at } => {
                match self.places.get(to) {
                    Some(by) if by == booking => return Ok(vec![]),
                    Some(_) => return Err(Rejection::IdTaken),
                    None => {}
                }
                if self.places.get(from) != Some(booking) {
                    return Err(Rejection::ReservationNotFound);
                }
                club.check_open(*date, &self.status(*at)).map_err(Reason::from)?;
                Ok(vec![CourseDayEvent::PlaceSwapped {
                    club: club.id.clone(),
                    date: *date,
                    booking: *booking,
                    from: *from,
                    to: *to,
                }])
            }
            CourseDayCommand::Close { club, date, notice } => {
                let repeated = self.closed.as_ref() == Some(notice);
                let closed =
                    CourseDayEvent::DayClosed { club: club.clone(), date: *date, notice: notice.clone() };
                Ok(if repeated { vec![] } else { vec![closed] })
            }
            CourseDayCommand::Limit { club, date, capacity } => {
                let repeated = self.capacity == Some(*capacity);
                let limited =
                    CourseDayEvent::DayLimited { club: club.clone(), date: *date, capacity: *capacity };
                Ok(if repeated { vec![] } else { vec![limited] })
            }
            CourseDayCommand::Reopen { club, date } => {
                let changed = self.closed.is_some() || self.capacity.is_some();
                let reopened = CourseDayEvent::DayReopened { club: club.clone(), date: *date };
                Ok(if changed { vec![reopened] } else { vec![] })
            }
            CourseDayCommand::HoldPlaces { club, date, group, places, until, at } => {
                self.hold(club, *date, (*group, *places), *until, *at)
            }
            CourseDayCommand::EndHold { club, date, group } => Ok(self.end_hold(club, *date, *group)),
            CourseDayCommand::ChangeWaitingGroups { club, date, smallest, smallest_in_turn } => {
                let repeated = (self.smallest, self.smallest_in_turn) == (*smallest, *smallest_in_turn);
                let changed = CourseDayEvent::WaitingGroupsChanged {
                    club: club.clone(),
                    date: *date,
                    smallest: *smallest,
                    smallest_in_turn: *smallest_in_turn,
                };
                Ok(if repeated { vec![] } else { vec![changed] })
            }
            CourseDayCommand::ReportCourse { club, date, report } => {
                let repeated = self.course.as_ref() == Some(report);
                let CourseReport { status, winter_greens, no_carts, note } = report.clone();
                let reported = CourseDayEvent::CourseStateReported {
                    club: club.clone(),
                    date: *date,
                    status,
                    winter_greens,
                    no_carts,
                    note,
                };
                Ok(if repeated { vec![] } else { vec![reported] })
            }
        }
    }
}
