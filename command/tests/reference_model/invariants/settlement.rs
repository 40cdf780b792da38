//! The invariants of what clubs are owed, from the log alone: a closed month keeps its tariffs, months are closed in their
//! order, and each dispute is made and ended once (docs/domain.md §3.29 to §3.31).

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{
    ClubId, DisputeId, DisputeOutcome, Month, PlaceId, SettlementEvent, TariffPrices, VatRegime,
};

/// One club.
#[derive(Debug, Default)]
struct Settlement {
    tariffs: BTreeMap<NaiveDate, (TariffPrices, VatRegime)>,
    closed: BTreeSet<Month>,
    /// Every dispute that was made.
    made: BTreeSet<DisputeId>,
    open: BTreeMap<DisputeId, (Month, NaiveDate, Option<PlaceId>)>,
}

impl Settlement {
    fn vat(&self, date: NaiveDate) -> Option<VatRegime> {
        self.tariffs.range(..=date).next_back().map(|(_, (_, vat))| *vat)
    }
}

/// Every club.
#[derive(Debug, Default)]
pub(super) struct Settlements(BTreeMap<ClubId, Settlement>);

impl Settlements {
    fn of(&mut self, club: &ClubId) -> &mut Settlement {
        self.0.entry(club.clone()).or_default()
    }

    pub(super) fn apply(&mut self, event: &SettlementEvent) {
        match event {
            SettlementEvent::TariffSet { club, from, prices, vat } => {
                let known = self.of(club);
                let is_later = known.closed.last().is_none_or(|month| *from > month.last_day());
                assert!(is_later, "a closed month keeps its tariffs");
                let before = known.tariffs.insert(*from, (*prices, *vat));
                assert_ne!(before, Some((*prices, *vat)), "a tariff is set once");
            }
            SettlementEvent::MonthClosed { club, month, .. } => {
                let known = self.of(club);
                let first = known.tariffs.keys().next().map(|from| Month::of(*from));
                let next = known.closed.last().map(|month| month.next()).or(first);
                assert_eq!(next, Some(*month), "months are closed in their order");
                known.closed.insert(*month);
            }
            SettlementEvent::LineDisputed { club, dispute, month, date, place, .. } => {
                let known = self.of(club);
                assert!(
                    known.vat(*date).is_some(),
                    "where no tariff is in force there is nothing to dispute"
                );
                assert!(*date <= month.last_day(), "a statement has no later days");
                assert!(known.made.insert(*dispute), "a dispute is made once");
                let is_free = known
                    .open
                    .values()
                    .all(|(_, other_date, other)| other != place || (place.is_none() && other_date != date));
                assert!(is_free, "a line has one open dispute");
                known.open.insert(*dispute, (*month, *date, *place));
                assert!(known.open.len() <= 50, "a club has too many open disputes");
            }
            SettlementEvent::DisputeEnded {
                club, dispute, month, date, outcome, adjustment, vat, ..
            } => {
                let known = self.of(club);
                let ended = known.open.remove(dispute).map(|(month, date, _)| (month, date));
                assert_eq!(ended, Some((*month, *date)), "what ends was open");
                assert!(*adjustment == 0 || *outcome == DisputeOutcome::Accepted, "only agreement costs");
                assert_eq!(known.vat(*date), Some(*vat), "an adjustment has the VAT of its day");
            }
        }
    }
}
