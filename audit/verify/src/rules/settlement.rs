//! What a club is owed: tariffs begin after the closed months (docs/domain.md §3.29), months are closed in order once they
//! are over (§3.30), and disputes are made in time and end once (§3.31). Whether a closed statement follows from the
//! arrivals is computed when all streams were read.

use chrono::NaiveDate;
use fairway_events::{
    ClubId, DisputeOutcome, Invoice, Month, MonthAmounts, Position, SettlementEvent, TariffPrices,
};

use super::shared::CheckedEvent;
use crate::findings::Kind;
use fairway_audit::dates::day_of;
use fairway_audit::state::Settlement;

/// A price at most, in cents.
const HIGHEST_PRICE: i64 = 100_000;
/// An adjustment at most, in cents, in either direction.
const HIGHEST_ADJUSTMENT: u64 = 1_000_000;
/// Disputes that are open at most.
const OPEN_DISPUTES: usize = 50;
/// Days after a month's last one in which the club may dispute. One more here: the event may be recorded after midnight.
const DISPUTE_DAYS: i64 = 60 + 1;

/// Checks the stream of what a club is owed.
#[derive(Debug)]
pub(crate) struct Checker {
    state: Settlement,
    /// The position of the stream's last event.
    last: Position,
}

impl Checker {
    pub(super) const fn for_club(club: ClubId) -> Self {
        Self { state: Settlement::new(club), last: 0 }
    }

    pub(super) fn next(&mut self, event: &SettlementEvent, checked: &mut CheckedEvent<'_>) {
        let recorded = checked.recorded;
        if let Some(what) = self.broken(event, day_of(recorded.recorded_at)) {
            checked.find(Kind::Statement, what);
        }
        if let SettlementEvent::MonthClosed { month, as_of, amounts, lines_hash, .. } = event {
            if *as_of < self.last || *as_of >= recorded.position {
                let (at, last) = (recorded.position, self.last);
                let what =
                    format!("{month} is of the journal up to {as_of}: it was closed at {at}, after {last}");
                checked.find(Kind::Statement, what);
            }
            let statements = &mut checked.results.statements;
            statements.closed(&self.state, recorded, (*month, *as_of), amounts, lines_hash);
        }
        self.state.apply(recorded.position, event);
        self.last = recorded.position;
    }

    /// How an event, recorded on a day, breaks the rules; none: it does not.
    fn broken(&self, event: &SettlementEvent, day: NaiveDate) -> Option<String> {
        match event {
            SettlementEvent::TariffSet { from, prices, vat, .. } => {
                let closed = self.state.months.last().map(|closed| closed.month);
                let closed = closed.filter(|month| *from <= month.last_day());
                if let Some(month) = closed {
                    return Some(format!("a tariff from {from} on was set after {month} was closed"));
                }
                if !are_allowed(prices) {
                    return Some(format!("the tariff from {from} on has a price that is none"));
                }
                let known = self.state.tariffs.iter().find(|known| known.from == *from);
                let is_same = known.is_some_and(|known| known.prices == *prices && known.vat == *vat);
                is_same.then(|| format!("the tariff from {from} on was the same before"))
            }
            SettlementEvent::MonthClosed { month, amounts, invoice, .. } => {
                self.broken_closing(*month, amounts, invoice.as_deref(), day)
            }
            SettlementEvent::LineDisputed { dispute, month, date, place, .. } => {
                if self.state.dispute(*dispute).is_some() {
                    Some(format!("dispute {dispute} was made before"))
                } else if *date > month.last_day() || *date > day || self.disputed_late(*month, day) {
                    Some(format!("{date} in {month} was disputed on {day}"))
                } else if self.state.tariff_on(*date).is_none() {
                    Some(format!("{date} was disputed, and no tariff was in force"))
                } else if self.state.open_disputes().count() >= OPEN_DISPUTES {
                    Some(format!("dispute {dispute} is one more than {OPEN_DISPUTES}"))
                } else {
                    let other = self.state.open_disputes().find(|known| match place {
                        Some(_) => known.place == *place,
                        None => known.place.is_none() && known.date == *date,
                    });
                    other.map(|other| format!("dispute {} about the same was still open", other.dispute))
                }
            }
            SettlementEvent::DisputeEnded { dispute, month, date, outcome, adjustment, vat, .. } => {
                let Some(known) = self.state.dispute(*dispute) else {
                    return Some(format!("dispute {dispute} was never made"));
                };
                if known.end.is_some() {
                    Some(format!("dispute {dispute} had ended"))
                } else if (known.month, known.date) != (*month, *date) {
                    Some(format!("dispute {dispute} is about {} in {}", known.date, known.month))
                } else if adjustment.unsigned_abs() > HIGHEST_ADJUSTMENT
                    || (*adjustment != 0 && *outcome != DisputeOutcome::Accepted)
                {
                    Some(format!("dispute {dispute} ended with an adjustment that is not allowed"))
                } else {
                    let is_of_tariff = self.state.tariff_on(*date).is_some_and(|tariff| tariff.vat == *vat);
                    (!is_of_tariff)
                        .then(|| format!("dispute {dispute} ended with VAT that {date} does not have"))
                }
            }
        }
    }

    fn disputed_late(&self, month: Month, day: NaiveDate) -> bool {
        let closed = self.state.months.iter().find(|closed| closed.month == month);
        closed.is_some_and(|closed| day.signed_duration_since(closed.closed_on).num_days() > DISPUTE_DAYS)
    }

    fn broken_closing(
        &self,
        month: Month,
        amounts: &MonthAmounts,
        invoice: Option<&Invoice>,
        day: NaiveDate,
    ) -> Option<String> {
        let number = format!("{}-{month}", self.state.club);
        match (self.state.next_to_close(), invoice) {
            (None, _) => Some(format!("{month} was closed, and no tariff was set")),
            (Some(next), _) if next != month => Some(format!("{month} was closed, and {next} was next")),
            _ if day <= month.last_day() => Some(format!("{month} was closed on {day}, before it was over")),
            (_, Some(_)) if !amounts.is_billed() => Some(format!("{month} owes nothing and has an invoice")),
            (_, None) if amounts.is_billed() => Some(format!("{month} has no invoice of what is owed")),
            (_, Some(invoice)) if invoice.number != number => {
                Some(format!("the invoice of {month} is {}, not {number}", invoice.number))
            }
            _ => None,
        }
    }
}

/// Whether every price is one.
fn are_allowed(prices: &TariffPrices) -> bool {
    let TariffPrices { weekday_9, weekday_18, weekend_9, weekend_18, absence } = *prices;
    [weekday_9, weekday_18, weekend_9, weekend_18, absence]
        .iter()
        .all(|price| (0..=HIGHEST_PRICE).contains(price))
}

#[cfg(test)]
mod tests;
