//! A list of arrivals: a place arrives once, a decision is about a scan that is on the list (docs/domain.md §3.24), and
//! nobody who arrived is absent (§3.27). Statements of the club follow from it (§3.30).

use chrono::NaiveDate;
use fairway_events::{
    AbsenceReason, AggregateType, ArrivalListEvent, ClubId, Irregularity, PlaceId, Scan, ScanId, ScannedRound,
};

use super::shared::CheckedEvent;
use crate::facts::Topic;
use crate::findings::Kind;
use crate::statements::Came;
use fairway_audit::dates::day_of;
use fairway_audit::state::ArrivalList;

/// Days after the list's day on which the club may correct it. One more here: the event may be recorded after midnight.
const CORRECTION_DAYS: i64 = 7 + 1;
/// The same of the days in which it may decide on a scan, which a device may have kept for weeks.
const DECISION_DAYS: i64 = 31 + 1;
/// The same of the days in which a member may object.
const OBJECTION_DAYS: i64 = 14 + 1;

/// Checks the stream of a list of arrivals.
#[derive(Debug)]
pub(crate) struct Checker {
    state: ArrivalList,
}

impl Checker {
    pub(super) const fn for_day(club: ClubId, date: NaiveDate) -> Self {
        Self { state: ArrivalList::new(club, date) }
    }

    pub(super) fn next(&mut self, event: &ArrivalListEvent, checked: &mut CheckedEvent<'_>) {
        if let Some(what) = self.broken(event) {
            checked.find(Kind::Arrival, what);
        }
        self.check_day(event, checked);
        // The beginning of what the booking says of the place.
        let stated = match event {
            ArrivalListEvent::PlayerArrived { club, date, booking, place, member, holes, .. } => {
                let body = format!("member {member}, booking {booking}, {club}, {date}, {holes} holes, ");
                Some((place, body))
            }
            ArrivalListEvent::AbsenceRecorded { club, date, booking, place, member, .. } => {
                Some((place, format!("member {member}, booking {booking}, {club}, {date}, ")))
            }
            _ => None,
        };
        if let Some((place, body)) = stated {
            let position = checked.recorded.position;
            let facts = &mut checked.results.facts;
            facts.state(Topic::Arrival, place, AggregateType::ArrivalList, &body, position);
        }
        self.state.apply(event);
        if let Some(place) = changed(event) {
            let ArrivalList { club, date, .. } = &self.state;
            let position = checked.recorded.position;
            checked.results.statements.came(club, *date, place, self.came(place), position);
        }
    }

    /// What came of a place.
    fn came(&self, place: PlaceId) -> Came {
        let is_absent =
            || self.state.absence(place).is_some_and(|known| known.reason == AbsenceReason::NoShow);
        match self.state.arrived(place) {
            Some(player) if player.walk_in => Came::WalkedIn(player.played_holes),
            Some(player) => Came::Arrived(player.played_holes),
            None if is_absent() => Came::Absent,
            None => Came::No,
        }
    }

    /// How an event breaks the rules; none: it does not.
    fn broken(&self, event: &ArrivalListEvent) -> Option<String> {
        match event {
            ArrivalListEvent::PlayerArrived { place, scan, .. } => self.known(*scan).or_else(|| {
                let what = || format!("the player of reservation {place} had arrived before");
                self.state.arrived(*place).is_some().then(what)
            }),
            ArrivalListEvent::PlayerSeenAgain { place, scan, .. } => {
                self.known(*scan).or_else(|| self.not_arrived(*place))
            }
            ArrivalListEvent::IrregularScanRecorded { why, round, scan, .. } => {
                self.known(*scan).or_else(|| {
                    let is_odd = round.is_none() && *why != Irregularity::Unknown;
                    is_odd.then(|| format!("scan {} is of a round and names none", scan.id))
                })
            }
            ArrivalListEvent::IrregularScanDecided { scan, counts, round, .. } => {
                self.broken_decision(*scan, *counts, *round)
            }
            ArrivalListEvent::ArrivalAnnulled { place, .. } => self.not_arrived(*place),
            ArrivalListEvent::PlayedHolesCorrected { place, holes, .. } => {
                self.not_arrived(*place).or_else(|| {
                    let is_same =
                        self.state.arrived(*place).is_some_and(|player| player.played_holes == *holes);
                    is_same.then(|| format!("reservation {place} had {holes} holes before"))
                })
            }
            ArrivalListEvent::AbsenceRecorded { place, reason, .. } => {
                let is_same = self.state.absence(*place).is_some_and(|known| known.reason == *reason);
                if !self.state.has_scans() {
                    Some(format!("nobody was scanned, and reservation {place} is absent"))
                } else if self.state.arrived(*place).is_some() {
                    Some(format!("the player of reservation {place} had arrived before"))
                } else {
                    is_same.then(|| format!("reservation {place} was absent for that reason before"))
                }
            }
            ArrivalListEvent::AbsenceObjected { place, member, .. } => {
                let absence = self.state.absence(*place).filter(|known| known.member == *member);
                match absence {
                    None => Some(format!("the player of reservation {place} was not absent")),
                    Some(known) => {
                        known.objected.then(|| format!("the player of reservation {place} had objected"))
                    }
                }
            }
            ArrivalListEvent::AbsenceWithdrawn { place, .. } => {
                let what = || format!("the player of reservation {place} was not absent");
                self.state.absence(*place).is_none().then(what)
            }
        }
    }

    fn known(&self, scan: Scan) -> Option<String> {
        self.state.has_scan(scan.id).then(|| format!("scan {} was recorded before", scan.id))
    }

    fn not_arrived(&self, place: PlaceId) -> Option<String> {
        let what = || format!("the player of reservation {place} had not arrived");
        self.state.arrived(place).is_none().then(what)
    }

    fn broken_decision(&self, scan: ScanId, counts: bool, round: Option<ScannedRound>) -> Option<String> {
        match self.state.irregular.iter().find(|known| known.scan.id == scan) {
            None => Some(format!("scan {scan} is none to decide about")),
            Some(known) if known.round != round => Some(format!("scan {scan} was recorded of another round")),
            Some(_) => (counts && round.is_none())
                .then(|| format!("scan {scan} names nobody who could have arrived")),
        }
    }

    /// A correction is made on the list's day or in the week after it, a decision in the month after it, an absence
    /// recorded in that week, and an objection made in two weeks.
    fn check_day(&self, event: &ArrivalListEvent, checked: &mut CheckedEvent<'_>) {
        let allowed = match event {
            ArrivalListEvent::IrregularScanDecided { .. } => 0..=DECISION_DAYS,
            ArrivalListEvent::ArrivalAnnulled { .. } | ArrivalListEvent::PlayedHolesCorrected { .. } => {
                0..=CORRECTION_DAYS
            }
            ArrivalListEvent::AbsenceRecorded { .. } => 1..=CORRECTION_DAYS,
            ArrivalListEvent::AbsenceObjected { .. } => 1..=OBJECTION_DAYS,
            ArrivalListEvent::PlayerArrived { .. }
            | ArrivalListEvent::PlayerSeenAgain { .. }
            | ArrivalListEvent::IrregularScanRecorded { .. }
            | ArrivalListEvent::AbsenceWithdrawn { .. } => return,
        };
        let day = day_of(checked.recorded.recorded_at);
        let days = day.signed_duration_since(self.state.date).num_days();
        if !allowed.contains(&days) {
            checked.find(Kind::Arrival, format!("the list was corrected on {day}"));
        }
    }
}

/// The place of which an event may change what came of it.
fn changed(event: &ArrivalListEvent) -> Option<PlaceId> {
    match event {
        ArrivalListEvent::PlayerArrived { place, .. }
        | ArrivalListEvent::PlayerSeenAgain { place, .. }
        | ArrivalListEvent::ArrivalAnnulled { place, .. }
        | ArrivalListEvent::PlayedHolesCorrected { place, .. }
        | ArrivalListEvent::AbsenceRecorded { place, .. }
        | ArrivalListEvent::AbsenceWithdrawn { place, .. } => Some(*place),
        ArrivalListEvent::IrregularScanDecided { round, .. } => round.map(|round| round.place),
        ArrivalListEvent::IrregularScanRecorded { .. } | ArrivalListEvent::AbsenceObjected { .. } => None,
    }
}

#[cfg(test)]
mod tests;
