//! The lines of a statement, their sums and their hash (docs/domain.md §3.30). Pure, and with nothing of the program's own
//! computation.

use std::fmt;

use chrono::NaiveDate;
use fairway_audit::state::settlement::{Tariff, tariff_on};
use fairway_events::{DisputeId, Holes, LineSum, Month, MonthAmounts, PlaceId, VatRegime, VatSum};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::Came;

/// A place, and what came of it up to the statement and up to the one before it.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) date: NaiveDate,
    pub(super) place: PlaceId,
    pub(super) now: Came,
    pub(super) before: Came,
}

/// What an accepted dispute adds or takes away.
#[derive(Debug, Clone, Copy)]
pub(super) struct Adjustment {
    pub(super) dispute: DisputeId,
    pub(super) date: NaiveDate,
    pub(super) cents: i64,
    pub(super) vat: VatRegime,
}

/// The lines of one month, so far.
#[derive(Debug)]
pub(super) struct Statement {
    month: Month,
    tariffs: Vec<Tariff>,
    /// Each with whether it corrects an earlier statement.
    lines: Vec<(Line, bool)>,
}

/// One line. The order of the fields is the order of lines in the hash: cents as numbers, all else as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    date: NaiveDate,
    id: Uuid,
    cents: i64,
    kind: LineKind,
    holes: &'static str,
    vat: &'static str,
}

/// In the order of their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LineKind {
    Absence,
    Adjustment,
    Arrival,
    WalkIn,
}

impl fmt::Display for LineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absence => "absence",
            Self::Adjustment => "adjustment",
            Self::Arrival => "arrival",
            Self::WalkIn => "walk_in",
        })
    }
}

impl Statement {
    /// Without lines; the tariffs are in the order in which they begin.
    pub(super) fn new(month: Month, tariffs: &[Tariff]) -> Self {
        Self { month, tariffs: tariffs.to_vec(), lines: Vec::new() }
    }

    /// A place of the month has its line. One of an earlier month has none but where its line changed since: the former one
    /// is taken away and the new one added.
    pub(super) fn add_place(&mut self, place: &Place) {
        let now = self.line(place, place.now);
        if Month::of(place.date) == self.month {
            self.lines.extend(now.map(|line| (line, false)));
            return;
        }
        let before = self.line(place, place.before);
        if now != before {
            let taken_away = before.map(|line| Line { cents: -line.cents, ..line });
            self.lines.extend(taken_away.into_iter().chain(now).map(|line| (line, true)));
        }
    }

    pub(super) fn add_adjustment(&mut self, adjustment: Adjustment) {
        let Adjustment { dispute, date, cents, vat } = adjustment;
        let (kind, holes, vat) = (LineKind::Adjustment, holes_text(None), vat.as_str());
        let line = Line { date, id: dispute.0, cents, kind, holes, vat };
        self.lines.push((line, false));
    }

    fn line(&self, place: &Place, came: Came) -> Option<Line> {
        let tariff = tariff_on(&self.tariffs, place.date)?;
        let (kind, holes, cents) = match came {
            Came::Arrived(holes) => (LineKind::Arrival, Some(holes), tariff.prices.round(place.date, holes)),
            Came::WalkedIn(holes) => (LineKind::WalkIn, Some(holes), tariff.prices.round(place.date, holes)),
            Came::Absent if tariff.prices.absence > 0 => (LineKind::Absence, None, tariff.prices.absence),
            Came::Absent | Came::No => return None,
        };
        let (holes, vat) = (holes_text(holes), tariff.vat.as_str());
        Some(Line { date: place.date, id: place.place.0, cents, kind, holes, vat })
    }

    /// The sums.
    pub(super) fn amounts(&self) -> MonthAmounts {
        let mut amounts = MonthAmounts::default();
        for (line, is_correction) in &self.lines {
            let sum = match line.kind {
                _ if *is_correction => &mut amounts.corrections,
                LineKind::Absence => &mut amounts.absences,
                LineKind::Adjustment => &mut amounts.adjustments,
                LineKind::Arrival => &mut amounts.arrivals,
                LineKind::WalkIn => &mut amounts.walk_ins,
            };
            *sum = LineSum { count: sum.count + 1, net: sum.net + line.cents };
        }
        for regime in VatRegime::ALL {
            let mut lines = self.lines.iter().filter(|(line, _)| line.vat == regime.as_str()).peekable();
            if lines.peek().is_some() {
                let net = lines.map(|(line, _)| line.cents).sum();
                amounts.vat.push(VatSum { regime, net, vat: regime.of(net) });
            }
        }
        amounts
    }

    /// SHA-256, hex.
    pub(super) fn hash(&self) -> String {
        let mut lines: Vec<Line> = self.lines.iter().map(|(line, _)| *line).collect();
        lines.sort_unstable();
        let mut hasher = Sha256::new();
        for Line { date, id, cents, kind, holes, vat } in lines {
            hasher.update(format!("{date} {id} {kind} {holes} {cents} {vat}\n"));
        }
        hex::encode(hasher.finalize())
    }
}

const fn holes_text(holes: Option<Holes>) -> &'static str {
    match holes {
        None => "0",
        Some(Holes::Nine) => "9",
        Some(Holes::Eighteen) => "18",
    }
}

#[cfg(test)]
mod tests;
