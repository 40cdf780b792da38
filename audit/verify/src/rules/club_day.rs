//! A club's day: no more places than the club has (docs/domain.md §3.6).

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{AggregateType, BookingId, ClubId, CourseDayEvent, PlaceId};

use super::shared::{CheckedEvent, Results};
use crate::facts::Topic;
use crate::findings::Kind;
use fairway_audit::state::ClubDay;

/// Checks the stream of a club's day. A claimed place is stored even after it was cancelled.
#[derive(Debug)]
pub(crate) struct Checker {
    state: ClubDay,
    claimed: BTreeMap<PlaceId, (BookingId, i64)>,
    /// Whether this day was reported: without it every later place would be reported again.
    is_reported: bool,
    /// Groups for which places were held, with the positions: the waiting list must say so too.
    held: Vec<(String, i64)>,
}

impl Checker {
    pub(super) const fn for_day(club: ClubId, date: NaiveDate) -> Self {
        let state = ClubDay::new(club, date);
        Self { state, claimed: BTreeMap::new(), is_reported: false, held: Vec::new() }
    }

    pub(super) fn next(&mut self, event: &CourseDayEvent, checked: &mut CheckedEvent<'_>) {
        match event {
            CourseDayEvent::PlacesClaimed { booking, places, .. } => {
                self.check_open("places were taken", checked);
                for place in places {
                    self.claim(*place, *booking, checked);
                }
            }
            CourseDayEvent::PlacesReleased { places, .. } => {
                for place in places.iter().filter(|place| !self.state.places.contains_key(place)) {
                    checked.find(Kind::CancelledTwice, format!("reservation {place} took no place"));
                }
            }
            CourseDayEvent::PlaceSwapped { booking, from, to, .. } => {
                self.check_open("a player was swapped", checked);
                if self.state.places.get(from) != Some(booking) {
                    checked.find(Kind::CancelledTwice, format!("reservation {from} took no place"));
                }
                self.claim(*to, *booking, checked);
            }
            CourseDayEvent::DayClosed { .. }
            | CourseDayEvent::DayLimited { .. }
            | CourseDayEvent::DayReopened { .. }
            | CourseDayEvent::HoldEnded { .. }
            | CourseDayEvent::WaitingGroupsChanged { .. }
            | CourseDayEvent::CourseStateReported { .. } => {}
            CourseDayEvent::PlacesHeld { group, .. } => {
                self.held.push((group.to_string(), checked.recorded.position));
                if self.state.holds.iter().any(|hold| hold.group == *group) {
                    checked.find(Kind::Offer, format!("places are held for group {group} already"));
                }
            }
        }
        self.state.apply(event);
        let club = checked.terms.clubs.get(&self.state.club);
        let taken = self.state.taken();
        // Lapsed holds have ended in the same append: no more is promised than there is.
        if let CourseDayEvent::PlacesHeld { .. } = event {
            let capacity = club.and_then(|club| club.capacity_on(self.state.capacity));
            let promised = taken + self.state.holds.iter().map(|hold| hold.places).sum::<u32>();
            if let Some(capacity) = capacity.filter(|capacity| promised > *capacity) {
                let what = format!("{promised} places are taken or held, and the day has {capacity}");
                checked.find(Kind::Capacity, what);
            }
        }
        // The rounds that a limit meets are cancelled after it, in the same append.
        let takes = matches!(event, CourseDayEvent::PlacesClaimed { .. });
        let of_club = club.and_then(|club| club.daily_capacity);
        let capacity = of_club.into_iter().chain(self.state.capacity.filter(|_| takes)).min();
        if let Some(capacity) = capacity.filter(|capacity| taken > *capacity && !self.is_reported) {
            self.is_reported = true;
            checked.find(Kind::Capacity, format!("{taken} places are taken, and the club has {capacity}"));
        }
    }

    fn check_open(&self, what: &str, checked: &mut CheckedEvent<'_>) {
        if let Some(notice) = &self.state.closed {
            checked.find(Kind::ClubTerms, format!("{what} on a day that was closed (“{notice}”)"));
        }
    }

    fn claim(&mut self, place: PlaceId, booking: BookingId, checked: &mut CheckedEvent<'_>) {
        if self.claimed.insert(place, (booking, checked.recorded.position)).is_some() {
            checked.find(Kind::Impossible, format!("reservation {place} was there before"));
        }
    }

    /// States the facts that the bookings must state too.
    pub(super) fn end(self, Results { facts, .. }: &mut Results) {
        let ClubDay { club, date, places, .. } = &self.state;
        for (place, (booking, position)) in &self.claimed {
            let on_day = if places.contains_key(place) { "taken" } else { "given up" };
            let body = format!("{club}, {date}, booking {booking}, {on_day}");
            facts.state(Topic::Day, place, AggregateType::CourseDay, &body, *position);
        }
        for (number, (group, position)) in self.held.iter().enumerate() {
            facts.state(
                Topic::Offer,
                format!("{club}/{date} {number}"),
                AggregateType::CourseDay,
                group,
                *position,
            );
        }
    }
}
