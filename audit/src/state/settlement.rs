//! What a club is owed, folded from its own stream: the tariffs, the closed months and the disputes. The lines of a
//! statement follow from the arrivals, which are other streams.

use chrono::NaiveDate;
use fairway_events::{
    ClubId, DisputeId, DisputeOutcome, Month, MonthAmounts, PlaceId, Position, SettlementEvent, TariffPrices,
    VatRegime,
};
use serde::Serialize;

/// What one club is owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Settlement {
    /// The club.
    pub club: ClubId,
    /// In the order in which they begin, each of another day.
    pub tariffs: Vec<Tariff>,
    /// In the order in which they were closed.
    pub months: Vec<ClosedMonth>,
    /// In the order in which they were made.
    pub disputes: Vec<Dispute>,
}

/// Prices from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Tariff {
    /// The first day.
    pub from: NaiveDate,
    /// The prices.
    pub prices: TariffPrices,
    /// The VAT on them.
    pub vat: VatRegime,
}

/// A month whose statement is final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClosedMonth {
    /// The month.
    pub month: Month,
    /// The statement is of the journal up to here.
    pub as_of: Position,
    /// Its sums.
    pub amounts: MonthAmounts,
    /// SHA-256 of its lines, hex.
    pub lines_hash: String,
    /// The day of the closing, in Europe/Amsterdam.
    pub closed_on: NaiveDate,
    /// The number of its invoice; none: nothing was owed.
    pub invoice: Option<String>,
}

/// What the club says is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dispute {
    /// Its id.
    pub dispute: DisputeId,
    /// The month of the statement.
    pub month: Month,
    /// The play date.
    pub date: NaiveDate,
    /// The place of the line; none: a line is missing.
    pub place: Option<PlaceId>,
    /// Why, as the club says.
    pub reason: String,
    /// How it ended; none: it is open.
    pub end: Option<DisputeEnd>,
}

/// How a dispute ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DisputeEnd {
    /// How.
    pub outcome: DisputeOutcome,
    /// Owed besides, in cents without VAT; may be negative.
    pub adjustment: i64,
    /// The VAT on it.
    pub vat: VatRegime,
    /// Why.
    pub reason: String,
    /// The position of its event.
    pub position: Position,
}

impl Settlement {
    /// A club without events.
    #[must_use]
    pub const fn new(club: ClubId) -> Self {
        Self { club, tariffs: Vec::new(), months: Vec::new(), disputes: Vec::new() }
    }

    /// Folds the next event of the club's stream, which is at a position.
    pub fn apply(&mut self, position: Position, event: &SettlementEvent) {
        match event {
            SettlementEvent::TariffSet { from, prices, vat, .. } => {
                self.tariffs.retain(|known| known.from != *from);
                let before = self.tariffs.partition_point(|known| known.from < *from);
                self.tariffs.insert(before, Tariff { from: *from, prices: *prices, vat: *vat });
            }
            SettlementEvent::MonthClosed {
                month, as_of, amounts, lines_hash, closed_on, invoice, ..
            } => {
                self.months.push(ClosedMonth {
                    month: *month,
                    as_of: *as_of,
                    amounts: amounts.clone(),
                    lines_hash: lines_hash.clone(),
                    closed_on: *closed_on,
                    invoice: invoice.as_ref().map(|invoice| invoice.number.clone()),
                });
            }
            SettlementEvent::LineDisputed { dispute, month, date, place, reason, .. } => {
                self.disputes.push(Dispute {
                    dispute: *dispute,
                    month: *month,
                    date: *date,
                    place: *place,
                    reason: reason.clone(),
                    end: None,
                });
            }
            SettlementEvent::DisputeEnded { dispute, outcome, adjustment, vat, reason, .. } => {
                if let Some(known) = self.disputes.iter_mut().find(|known| known.dispute == *dispute) {
                    known.end = Some(DisputeEnd {
                        outcome: *outcome,
                        adjustment: *adjustment,
                        vat: *vat,
                        reason: reason.clone(),
                        position,
                    });
                }
            }
        }
    }

    /// The tariff in force on a day.
    #[must_use]
    pub fn tariff_on(&self, date: NaiveDate) -> Option<&Tariff> {
        tariff_on(&self.tariffs, date)
    }

    /// The first month that is not closed; none: no tariff was set.
    #[must_use]
    pub fn next_to_close(&self) -> Option<Month> {
        let last = self.months.last().map(|closed| closed.month.next());
        last.or_else(|| self.tariffs.first().map(|first| Month::of(first.from)))
    }

    /// A dispute.
    #[must_use]
    pub fn dispute(&self, dispute: DisputeId) -> Option<&Dispute> {
        self.disputes.iter().find(|known| known.dispute == dispute)
    }

    /// The disputes that have not ended.
    pub fn open_disputes(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.iter().filter(|dispute| dispute.end.is_none())
    }
}

/// Of tariffs in the order in which they begin, the one in force on a day.
#[must_use]
pub fn tariff_on(tariffs: &[Tariff], date: NaiveDate) -> Option<&Tariff> {
    tariffs.iter().rev().find(|tariff| tariff.from <= date)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    #[test]
    fn the_tariff_of_a_day_is_the_last_that_began_by_then_and_the_last_set_of_its_day() {
        let mut settlement = Settlement::new(ClubId::from("de-es"));
        assert_eq!(settlement.next_to_close(), None);
        for (position, from, cents) in
            [(1, "2026-11-15", 1), (2, "2026-10-20", 2), (3, "2026-12-01", 3), (4, "2026-11-15", 4)]
        {
            let prices =
                TariffPrices { weekday_9: cents, weekday_18: 0, weekend_9: 0, weekend_18: 0, absence: 0 };
            let club = settlement.club.clone();
            let (from, vat) = (day(from), VatRegime::Low);
            settlement.apply(position, &SettlementEvent::TariffSet { club, from, prices, vat });
        }
        let weekday_9 = |date| settlement.tariff_on(day(date)).map(|tariff| tariff.prices.weekday_9);
        assert_eq!(weekday_9("2026-10-19"), None);
        assert_eq!(weekday_9("2026-11-14"), Some(2));
        assert_eq!(weekday_9("2026-11-15"), Some(4));
        assert_eq!(weekday_9("2027-01-01"), Some(3));
        assert_eq!(settlement.next_to_close(), Some(Month::of(day("2026-10-01"))));
    }
}
