//! A club's day: no more places than the club has (docs/domain.md §3.6).

use std::collections::BTreeMap;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, CourseDayEvent, PlaceId, RecordedEvent};

use super::shared::{Results, Terms};
use crate::state::ClubDay;
use crate::verify::facts::{Source, Topic};
use crate::verify::findings::{Findings, Kind};

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
    pub(super) const fn of(club: ClubId, date: NaiveDate) -> Self {
        Self {
            state: ClubDay::new(club, date),
            claimed: BTreeMap::new(),
            is_reported: false,
            held: Vec::new(),
        }
    }

    pub(super) fn next(
        &mut self,
        recorded: &RecordedEvent,
        event: &CourseDayEvent,
        terms: &Terms,
        findings: &mut Findings,
    ) {
        match event {
            CourseDayEvent::PlacesClaimed { booking, places, .. } => {
                if let Some(notice) = &self.state.closed {
                    findings.event(
                        Kind::ClubTerms,
                        recorded,
                        format!("places were taken on a day that was closed (“{notice}”)"),
                    );
                }
                for place in places {
                    if self.claimed.insert(*place, (*booking, recorded.position)).is_some() {
                        findings.event(
                            Kind::Impossible,
                            recorded,
                            format!("reservation {place} was there before"),
                        );
                    }
                }
            }
            CourseDayEvent::PlacesReleased { places, .. } => {
                for place in places.iter().filter(|place| !self.state.places.contains_key(place)) {
                    findings.event(
                        Kind::CancelledTwice,
                        recorded,
                        format!("reservation {place} took no place"),
                    );
                }
            }
            CourseDayEvent::PlaceSwapped { booking, from, to, .. } => {
                if let Some(notice) = &self.state.closed {
                    findings.event(
                        Kind::ClubTerms,
                        recorded,
                        format!("a player was swapped on a day that was closed (“{notice}”)"),
                    );
                }
                if self.state.places.get(from) != Some(booking) {
                    findings.event(
                        Kind::CancelledTwice,
                        recorded,
                        format!("reservation {from} took no place"),
                    );
                }
                if self.claimed.insert(*to, (*booking, recorded.position)).is_some() {
                    findings.event(Kind::Impossible, recorded, format!("reservation {to} was there before"));
                }
            }
            CourseDayEvent::DayClosed { .. }
            | CourseDayEvent::DayLimited { .. }
            | CourseDayEvent::DayReopened { .. }
            | CourseDayEvent::HoldEnded { .. }
            | CourseDayEvent::WaitingGroupsChanged { .. } => {}
            CourseDayEvent::PlacesHeld { group, .. } => {
                self.held.push((group.to_string(), recorded.position));
                if self.state.holds.iter().any(|hold| hold.group == *group) {
                    findings.event(
                        Kind::Offer,
                        recorded,
                        format!("places are held for group {group} already"),
                    );
                }
            }
        }
        self.state.apply(event);
        self.check_promised(recorded, event, terms, findings);
        // The rounds that a limit meets are cancelled after it, in the same append.
        let takes = matches!(event, CourseDayEvent::PlacesClaimed { .. });
        let of_club = terms.clubs.get(&self.state.club).and_then(|club| club.daily_capacity);
        let capacity = of_club.into_iter().chain(self.state.capacity.filter(|_| takes)).min();
        if let Some(capacity) =
            capacity.filter(|capacity| self.state.taken() > *capacity && !self.is_reported)
        {
            self.is_reported = true;
            let what = format!("{} places are taken, and the club has {capacity}", self.state.taken());
            findings.event(Kind::Capacity, recorded, what);
        }
    }

    /// Whether more is promised than there is, when places are held: lapsed holds have ended in the same append.
    fn check_promised(
        &self,
        recorded: &RecordedEvent,
        event: &CourseDayEvent,
        terms: &Terms,
        findings: &mut Findings,
    ) {
        let CourseDayEvent::PlacesHeld { .. } = event else { return };
        let club = terms.clubs.get(&self.state.club);
        let capacity = club.and_then(|club| club.capacity_on(self.state.capacity));
        let promised = self.state.taken() + self.state.holds.iter().map(|hold| hold.places).sum::<u32>();
        if let Some(capacity) = capacity.filter(|capacity| promised > *capacity) {
            let what = format!("{promised} places are taken or held, and the day has {capacity}");
            findings.event(Kind::Capacity, recorded, what);
        }
    }

    /// States the facts that the bookings must state too.
    pub(super) fn end(self, Results { findings: _, facts }: &mut Results) {
        let ClubDay { club, date, places, .. } = &self.state;
        for (place, (booking, position)) in &self.claimed {
            let on_day = if places.contains_key(place) { "taken" } else { "given up" };
            let body = format!("{club}, {date}, booking {booking}, {on_day}");
            facts.state(Topic::Day, place, Source::ClubDay, &body, *position);
        }
        for (number, (group, position)) in self.held.iter().enumerate() {
            facts.state(Topic::Offer, format!("{club}/{date} {number}"), Source::ClubDay, group, *position);
        }
    }
}
