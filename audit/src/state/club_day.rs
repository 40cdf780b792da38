//! A club's day, folded from its own stream: the active places and their bookings, and what was changed for that day.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{BookingId, ClubId, CourseDayEvent, PlaceId, WaitingGroupId};
use serde::Serialize;

use crate::description::course_in_words;

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
    /// Places that are held for groups of the waiting list, in the order of offering.
    pub holds: Vec<Hold>,
    /// Players of the smallest group that waits and has no offer.
    pub smallest_waiting: Option<u32>,
    /// Likewise of those that are in turn.
    pub smallest_in_turn: Option<u32>,
    /// What the club last said about its course, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
}

/// Places that are held for a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hold {
    /// The group.
    pub group: WaitingGroupId,
    /// So many.
    pub places: u32,
    /// From this instant on they are not.
    pub until: DateTime<Utc>,
}

impl ClubDay {
    /// A day without events.
    #[must_use]
    pub const fn new(club: ClubId, date: NaiveDate) -> Self {
        Self {
            club,
            date,
            places: BTreeMap::new(),
            closed: None,
            capacity: None,
            holds: Vec::new(),
            smallest_waiting: None,
            smallest_in_turn: None,
            course: None,
        }
    }

    /// Folds the next event of the day's stream.
    pub fn apply(&mut self, event: &CourseDayEvent) {
        match event {
            CourseDayEvent::PlacesClaimed { booking, places, .. } => {
                self.places.extend(places.iter().map(|place| (*place, *booking)));
            }
            CourseDayEvent::PlacesReleased { places, .. } => {
                self.places.retain(|place, _| !places.contains(place));
                self.smallest_in_turn = self.smallest_waiting;
            }
            CourseDayEvent::PlaceSwapped { booking, from, to, .. } => {
                self.places.remove(from);
                self.places.insert(*to, *booking);
            }
            CourseDayEvent::DayClosed { notice, .. } => self.closed = Some(notice.clone()),
            CourseDayEvent::DayLimited { capacity, .. } => {
                self.capacity = Some(*capacity);
                self.smallest_in_turn = self.smallest_waiting;
            }
            CourseDayEvent::DayReopened { .. } => {
                (self.closed, self.capacity) = (None, None);
                self.smallest_in_turn = self.smallest_waiting;
            }
            CourseDayEvent::PlacesHeld { group, places, until, .. } => {
                self.holds.push(Hold { group: *group, places: *places, until: *until });
            }
            CourseDayEvent::HoldEnded { group, .. } => self.holds.retain(|hold| hold.group != *group),
            CourseDayEvent::WaitingGroupsChanged { smallest, smallest_in_turn, .. } => {
                (self.smallest_waiting, self.smallest_in_turn) = (*smallest, *smallest_in_turn);
            }
            CourseDayEvent::CourseStateReported { status, winter_greens, no_carts, note, .. } => {
                self.course = Some(course_in_words(*status, *winter_greens, *no_carts, note));
            }
        }
    }

    /// How many places are held at an instant.
    #[must_use]
    pub fn held(&self, at: DateTime<Utc>) -> u32 {
        self.holds.iter().filter(|hold| hold.until > at).map(|hold| hold.places).sum()
    }

    /// How many places are taken.
    #[must_use]
    pub fn taken(&self) -> u32 {
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }
}
