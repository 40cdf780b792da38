//! What one club is owed: its tariffs, the months that are closed, and its disputes (docs/domain.md §3.29 to §3.31). The
//! lines of a month are no part of it: they follow from the arrivals, and whoever closes the month says which they were.

use chrono::NaiveDate;
use cqrs_es::Aggregate;
use fairway_events::{DisputeId, DisputeOutcome, Month, PlaceId, SettlementEvent, TariffPrices, VatRegime};
use imbl::OrdMap;
use serde::{Deserialize, Serialize};

use crate::aggregate::aggregate;
use crate::{CloseMonth, DisputeLine, EndDispute, SetTariff};

mod rules;

pub use rules::last_day_to_dispute;

/// What a club is owed. Cheap to copy: the writer retains the state before each batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// The number of events: a statement that took fewer in is outdated.
    events: u64,
    /// By the day from which they apply.
    tariffs: OrdMap<NaiveDate, Tariff>,
    closed: OrdMap<Month, Closed>,
    disputes: OrdMap<DisputeId, Dispute>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Tariff {
    prices: TariffPrices,
    vat: VatRegime,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Closed {
    lines_hash: String,
    on: NaiveDate,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Dispute {
    month: Month,
    date: NaiveDate,
    place: Option<PlaceId>,
    reason: String,
    /// How it ended, and the adjustment in cents; none: it is open.
    end: Option<(DisputeOutcome, i64)>,
}

/// The commands of a settlement.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each variant holds the command of its name")]
pub enum SettlementCommand {
    SetTariff(SetTariff),
    CloseMonth(Box<CloseMonth>),
    DisputeLine(DisputeLine),
    EndDispute(EndDispute),
}

impl Aggregate for Settlement {
    aggregate!(Settlement, SettlementCommand, SettlementEvent);

    /// Takes a fact into the state. Checks nothing: history already happened.
    fn apply(&mut self, event: SettlementEvent) {
        self.events += 1;
        match event {
            SettlementEvent::TariffSet { from, prices, vat, .. } => {
                self.tariffs.insert(from, Tariff { prices, vat });
            }
            SettlementEvent::MonthClosed { month, lines_hash, closed_on, .. } => {
                self.closed.insert(month, Closed { lines_hash, on: closed_on });
            }
            SettlementEvent::LineDisputed { dispute, month, date, place, reason, .. } => {
                self.disputes.insert(dispute, Dispute { month, date, place, reason, end: None });
            }
            SettlementEvent::DisputeEnded { dispute, outcome, adjustment, .. } => {
                if let Some(known) = self.disputes.get_mut(&dispute) {
                    known.end = Some((outcome, adjustment));
                }
            }
        }
    }
}

impl Settlement {
    /// The month that is closed next; none while there is no tariff.
    #[must_use]
    pub fn next_to_close(&self) -> Option<Month> {
        match self.last_closed() {
            Some(last) => Some(last.next()),
            None => self.tariffs.get_min().map(|(from, _)| Month::of(*from)),
        }
    }

    /// The disputes that are not over.
    pub fn open_disputes(&self) -> impl Iterator<Item = DisputeId> {
        self.disputes.iter().filter(|(_, dispute)| dispute.end.is_none()).map(|(id, _)| *id)
    }

    fn last_closed(&self) -> Option<Month> {
        self.closed.get_max().map(|(month, _)| *month)
    }

    /// The tariff in force on a day.
    fn tariff(&self, date: NaiveDate) -> Option<Tariff> {
        self.tariffs.get_prev(&date).map(|(_, tariff)| *tariff)
    }
}
