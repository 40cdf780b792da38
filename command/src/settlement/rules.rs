//! The rules of a settlement. No I/O, no clock: today comes with the command.

use chrono::{Days, NaiveDate};
use fairway_events::{DisputeOutcome, SettlementEvent};

use super::{Closed, Dispute, Settlement, SettlementCommand, Tariff};
use crate::{CloseMonth, DisputeLine, EndDispute, Rejection, SetTariff};

/// Days after the closing of a month on which the club may still dispute its statement.
const DISPUTE_DAYS: u64 = 60;
/// Disputes of a club that are not over, at most.
const MAX_OPEN: usize = 50;
/// Cents that a dispute adds or takes away, at most.
const MAX_ADJUSTMENT: u64 = 1_000_000;

/// The last day on which a club may dispute a statement that was closed on this day.
#[must_use]
pub fn last_day_to_dispute(closed_on: NaiveDate) -> NaiveDate {
    closed_on.checked_add_days(Days::new(DISPUTE_DAYS)).unwrap_or(NaiveDate::MAX)
}

impl Settlement {
    /// Decides what a command changes.
    ///
    /// # Errors
    /// The state that forbids it.
    pub fn decide(&self, command: &SettlementCommand) -> Result<Vec<SettlementEvent>, Rejection> {
        let decided = match command {
            SettlementCommand::SetTariff(set) => self.set_tariff(set),
            SettlementCommand::CloseMonth(close) => self.close(close),
            SettlementCommand::DisputeLine(line) => self.dispute(line),
            SettlementCommand::EndDispute(end) => self.end(end),
        };
        Ok(decided?.into_iter().collect())
    }

    fn set_tariff(&self, set: &SetTariff) -> Result<Option<SettlementEvent>, Rejection> {
        let (from, prices, vat) = (set.from, set.prices, set.vat);
        // The same request, repeated.
        if self.tariffs.get(&from) == Some(&Tariff { prices, vat }) {
            return Ok(None);
        }
        if self.last_closed().is_some_and(|month| from <= month.last_day()) {
            return Err(Rejection::TariffInClosedMonth);
        }
        Ok(Some(SettlementEvent::TariffSet { club: set.club.clone(), from, prices, vat }))
    }

    fn close(&self, close: &CloseMonth) -> Result<Option<SettlementEvent>, Rejection> {
        match self.closed.get(&close.month) {
            // The same request, repeated.
            Some(Closed { lines_hash, .. }) if *lines_hash == close.lines_hash => return Ok(None),
            Some(_) => return Err(Rejection::MonthAlreadyClosed),
            None => {}
        }
        if close.today <= close.month.last_day() {
            return Err(Rejection::MonthNotOver);
        }
        if self.next_to_close().ok_or(Rejection::NoTariff)? != close.month {
            return Err(Rejection::MonthNotNext);
        }
        if self.events != close.seen {
            return Err(Rejection::SettlementChanged);
        }
        Ok(Some(SettlementEvent::MonthClosed {
            club: close.club.clone(),
            month: close.month,
            as_of: close.as_of,
            amounts: close.amounts.clone(),
            lines_hash: close.lines_hash.clone(),
            closed_on: close.today,
            invoice: close.invoice.clone(),
        }))
    }

    fn dispute(&self, line: &DisputeLine) -> Result<Option<SettlementEvent>, Rejection> {
        let (month, date, place) = (line.month, line.date, line.place);
        if let Some(known) = self.disputes.get(&line.dispute) {
            let is_same =
                (known.month, known.date, known.place, &known.reason) == (month, date, place, &line.reason);
            // The same request, repeated.
            return if is_same { Ok(None) } else { Err(Rejection::IdTaken) };
        }
        if date > month.last_day() {
            return Err(Rejection::DisputeAfterMonth);
        }
        if date > line.today {
            return Err(Rejection::DisputeTooEarly);
        }
        if self.closed.get(&month).is_some_and(|closed| line.today > last_day_to_dispute(closed.on)) {
            return Err(Rejection::DisputeTooLate);
        }
        if self.tariff(date).is_none() {
            return Err(Rejection::NoTariff);
        }
        let is_about_the_same = |known: &Dispute| {
            known.end.is_none() && known.place == place && (place.is_some() || known.date == date)
        };
        if self.disputes.values().any(is_about_the_same) {
            return Err(Rejection::AlreadyDisputed);
        }
        if self.open_disputes().count() >= MAX_OPEN {
            return Err(Rejection::TooManyDisputes);
        }
        Ok(Some(SettlementEvent::LineDisputed {
            club: line.club.clone(),
            dispute: line.dispute,
            month,
            date,
            place,
            reason: line.reason.clone(),
        }))
    }

    fn end(&self, end: &EndDispute) -> Result<Option<SettlementEvent>, Rejection> {
        let known = self.disputes.get(&end.dispute).ok_or(Rejection::DisputeNotFound)?;
        match known.end {
            // The same request, repeated.
            Some(before) if before == (end.outcome, end.adjustment) => return Ok(None),
            Some(_) => return Err(Rejection::DisputeAlreadyEnded),
            None => {}
        }
        let is_accepted = end.outcome == DisputeOutcome::Accepted;
        if end.adjustment.unsigned_abs() > MAX_ADJUSTMENT || (end.adjustment != 0 && !is_accepted) {
            return Err(Rejection::AdjustmentNotAllowed);
        }
        Ok(Some(SettlementEvent::DisputeEnded {
            club: end.club.clone(),
            dispute: end.dispute,
            month: known.month,
            date: known.date,
            outcome: end.outcome,
            adjustment: end.adjustment,
            vat: self.tariff(known.date).ok_or(Rejection::NoTariff)?.vat,
            reason: end.reason.clone(),
        }))
    }
}
