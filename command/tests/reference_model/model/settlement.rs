//! What a club is owed in the model: the tariffs in the order in which they were set, and every dispute. What is in force
//! and what comes next is looked up each time.

use chrono::NaiveDate;
use fairway_events::{DisputeId, DisputeOutcome, Month, PlaceId, TariffPrices, VatRegime};

use super::{Refusal, refuse};

#[derive(Default)]
pub(crate) struct Settlement {
    pub(crate) events: u64,
    tariffs: Vec<(NaiveDate, (TariffPrices, VatRegime))>,
    /// With the hash and the day of the closing.
    closed: Vec<(Month, String, NaiveDate)>,
    pub(crate) disputes: Vec<Dispute>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Dispute {
    pub(crate) id: DisputeId,
    pub(crate) month: Month,
    pub(crate) date: NaiveDate,
    pub(crate) place: Option<PlaceId>,
    pub(crate) end: Option<(DisputeOutcome, i64)>,
}

impl Settlement {
    pub(crate) fn next(&self) -> Option<Month> {
        let first = self.tariffs.iter().map(|(from, _)| Month::of(*from)).min();
        self.closed.iter().map(|(month, ..)| month.next()).max().or(first)
    }

    pub(crate) fn open(&self) -> impl Iterator<Item = &Dispute> {
        self.disputes.iter().filter(|dispute| dispute.end.is_none())
    }

    pub(crate) fn set_tariff(
        &mut self,
        from: NaiveDate,
        tariff: (TariffPrices, VatRegime),
    ) -> Result<bool, Refusal> {
        if self.tariffs.iter().rfind(|(known, _)| *known == from).is_some_and(|(_, known)| *known == tariff) {
            return Ok(false);
        }
        if self.closed.iter().any(|(month, ..)| Month::of(from) <= *month) {
            return refuse("tariff_in_closed_month");
        }
        self.tariffs.push((from, tariff));
        self.events += 1;
        Ok(true)
    }

    pub(crate) fn close(
        &mut self,
        month: Month,
        today: NaiveDate,
        seen: u64,
        hash: &str,
    ) -> Result<bool, Refusal> {
        if let Some((_, closed, _)) = self.closed.iter().find(|(known, ..)| *known == month) {
            return if closed == hash { Ok(false) } else { refuse("month_already_closed") };
        }
        if Month::of(today) <= month {
            return refuse("month_not_over");
        }
        match self.next() {
            None => return refuse("no_tariff"),
            Some(next) if next != month => return refuse("month_not_next"),
            Some(_) => {}
        }
        if seen != self.events {
            return refuse("settlement_changed");
        }
        self.closed.push((month, hash.to_owned(), today));
        self.events += 1;
        Ok(true)
    }

    pub(crate) fn dispute(&mut self, wanted: Dispute, today: NaiveDate) -> Result<bool, Refusal> {
        let Dispute { id, month, date, place, end: _ } = wanted;
        if let Some(known) = self.disputes.iter().find(|known| known.id == id) {
            let is_same = (known.month, known.date, known.place) == (month, date, place);
            return if is_same { Ok(false) } else { refuse("id_taken") };
        }
        if Month::of(date) > month {
            return refuse("dispute_after_month");
        }
        if date > today {
            return refuse("dispute_too_early");
        }
        let closed = self.closed.iter().find(|(known, ..)| *known == month);
        if closed.is_some_and(|(.., on)| today.signed_duration_since(*on).num_days() > 60) {
            return refuse("dispute_too_late");
        }
        if self.tariffs.iter().all(|(from, _)| *from > date) {
            return refuse("no_tariff");
        }
        let of_the_same = |known: &Dispute| match (known.place, place) {
            (Some(known), Some(place)) => known == place,
            (None, None) => known.date == date,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if self.open().any(of_the_same) {
            return refuse("already_disputed");
        }
        if self.open().nth(49).is_some() {
            return refuse("too_many_disputes");
        }
        self.disputes.push(wanted);
        self.events += 1;
        Ok(true)
    }

    pub(crate) fn end(
        &mut self,
        id: DisputeId,
        outcome: DisputeOutcome,
        adjustment: i64,
    ) -> Result<bool, Refusal> {
        let Some(known) = self.disputes.iter_mut().find(|known| known.id == id) else {
            return refuse("dispute_not_found");
        };
        match known.end {
            Some(end) if end == (outcome, adjustment) => return Ok(false),
            Some(_) => return refuse("dispute_already_ended"),
            None => {}
        }
        let allowed = if outcome == DisputeOutcome::Accepted { 1_000_000 } else { 0 };
        if !(-allowed..=allowed).contains(&adjustment) {
            return refuse("adjustment_not_allowed");
        }
        known.end = Some((outcome, adjustment));
        self.events += 1;
        Ok(true)
    }
}
