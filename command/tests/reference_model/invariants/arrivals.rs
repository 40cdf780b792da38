//! The invariants of arrivals and absences, from the log alone: each scan is recorded once, who arrives plays and has not
//! arrived, only what counts is corrected, and nobody both came and did not (docs/domain.md §3.24, §3.27).

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{
    AbsenceReason, ArrivalListEvent, BookingId, ClubId, Irregularity, MemberId, PlaceId, ScanId, ScannedRound,
};

/// One club's day.
#[derive(Debug, Default)]
struct List {
    scans: BTreeSet<ScanId>,
    irregular: BTreeMap<ScanId, Option<ScannedRound>>,
    /// The scans that count, by place.
    counted: BTreeMap<PlaceId, BTreeSet<ScanId>>,
    /// The absences, and whether their players objected.
    absences: BTreeMap<PlaceId, (AbsenceReason, bool)>,
}

impl List {
    fn record(&mut self, scan: ScanId) {
        assert!(self.scans.insert(scan), "a scan is recorded once");
    }

    fn has_arrived(&self, place: PlaceId) -> bool {
        self.counted.get(&place).is_some_and(|scans| !scans.is_empty())
    }

    fn count(&mut self, place: PlaceId, scan: ScanId) {
        self.counted.entry(place).or_default().insert(scan);
        self.absences.remove(&place);
    }
}

/// Every list.
#[derive(Debug, Default)]
pub(super) struct Arrivals(BTreeMap<(ClubId, NaiveDate), List>);

impl Arrivals {
    fn list(&mut self, club: &ClubId, date: NaiveDate) -> &mut List {
        self.0.entry((club.clone(), date)).or_default()
    }

    /// `plays` says whether a place of a booking is active now.
    pub(super) fn apply(
        &mut self,
        event: &ArrivalListEvent,
        plays: impl Fn(BookingId, (PlaceId, MemberId)) -> bool,
    ) {
        match event {
            ArrivalListEvent::PlayerArrived { club, date, booking, place, member, scan, .. } => {
                assert!(plays(*booking, (*place, *member)), "who arrives plays");
                let list = self.list(club, *date);
                list.record(scan.id);
                assert!(!list.has_arrived(*place), "a player arrives once");
                list.count(*place, scan.id);
            }
            ArrivalListEvent::PlayerSeenAgain { club, date, booking, place, member, scan } => {
                assert!(plays(*booking, (*place, *member)), "who is seen again plays");
                let list = self.list(club, *date);
                list.record(scan.id);
                assert!(list.has_arrived(*place), "who is seen again had arrived");
                list.count(*place, scan.id);
            }
            ArrivalListEvent::IrregularScanRecorded { club, date, why, round, scan } => {
                assert_eq!(*why == Irregularity::Unknown, round.is_none(), "an unknown code names no round");
                let list = self.list(club, *date);
                list.record(scan.id);
                list.irregular.insert(scan.id, *round);
            }
            ArrivalListEvent::IrregularScanDecided { club, date, scan, counts, round, .. } => {
                let list = self.list(club, *date);
                assert_eq!(list.irregular.get(scan), Some(round), "what is decided on was irregular");
                assert!(!counts || round.is_some(), "a scan of nobody counts for nobody");
                match round {
                    Some(round) if *counts => list.count(round.place, *scan),
                    Some(_) | None => list.counted.values_mut().for_each(|scans| {
                        scans.remove(scan);
                    }),
                }
            }
            ArrivalListEvent::ArrivalAnnulled { club, date, place, .. } => {
                let list = self.list(club, *date);
                assert!(list.has_arrived(*place), "an arrival that is taken back was one");
                list.counted.remove(place);
            }
            ArrivalListEvent::PlayedHolesCorrected { club, date, place, .. } => {
                assert!(self.list(club, *date).has_arrived(*place), "who played had arrived");
            }
            ArrivalListEvent::AbsenceRecorded { club, date, booking, place, member, reason } => {
                assert!(plays(*booking, (*place, *member)), "who did not come would have played");
                let list = self.list(club, *date);
                assert!(!list.scans.is_empty(), "on a day without scans nobody is known to be absent");
                assert!(!list.has_arrived(*place), "who arrived is not absent");
                let before = list.absences.insert(*place, (*reason, false));
                assert!(before.is_none_or(|(before, _)| before != *reason), "an absence is recorded once");
            }
            ArrivalListEvent::AbsenceObjected { club, date, place, .. } => {
                let absence = self.list(club, *date).absences.get_mut(place);
                let objected = absence.is_some_and(|(_, objected)| !std::mem::replace(objected, true));
                assert!(objected, "an absence is objected to once");
            }
            ArrivalListEvent::AbsenceWithdrawn { club, date, place, .. } => {
                let withdrawn = self.list(club, *date).absences.remove(place);
                assert!(withdrawn.is_some(), "an absence that is taken back was one");
            }
        }
    }
}
