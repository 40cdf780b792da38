//! The rules of a statement's lines (docs/domain.md §3.30), as functions of what happened to the places. No I/O, no
//! clock.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use fairway_events::{
    AbsenceReason, BookingId, DisputeId, Holes, MemberId, Month, MonthAmounts, PlaceId, Position, ScanId,
    VatRegime, VatSum,
};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{Fact, FactKind, Line, LineKind, LineOf, StatementState, Tariff};

/// What an event says about a place of a list: a place may be on the lists of several days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlaceFact {
    pub(super) date: NaiveDate,
    pub(super) place: PlaceId,
    pub(super) booking: BookingId,
    pub(super) member: MemberId,
    pub(super) scan: Option<ScanId>,
    pub(super) walk_in: bool,
    pub(super) absence: Option<AbsenceReason>,
    pub(super) fact: Fact,
}

impl PlaceFact {
    const fn of_list(&self) -> (NaiveDate, PlaceId) {
        (self.date, self.place)
    }
}

/// What is known of a place after some of its events.
#[derive(Debug, Default)]
struct PlaceState {
    player: Option<Player>,
    absence: Option<AbsenceReason>,
}

#[derive(Debug)]
struct Player {
    holes: Holes,
    booked: Holes,
    walk_in: bool,
    /// The scans that count; while there is one, the player has arrived.
    counted: BTreeSet<ScanId>,
}

/// What is owed for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Owed {
    kind: LineKind,
    holes: Option<Holes>,
    cents: i64,
    vat: VatRegime,
}

impl PlaceState {
    fn after<'a>(mut self, facts: impl IntoIterator<Item = &'a PlaceFact>) -> Self {
        for fact in facts {
            self.apply(fact);
        }
        self
    }

    fn apply(&mut self, place: &PlaceFact) {
        match place.fact.kind {
            FactKind::Arrived => {
                self.player = None;
                self.count(place);
            }
            FactKind::SeenAgain => {
                if let Some(player) = &mut self.player {
                    player.counted.extend(place.scan);
                    self.absence = None;
                }
            }
            FactKind::Decided if place.fact.counts == Some(true) => self.count(place),
            FactKind::Decided => {
                if let (Some(player), Some(scan)) = (&mut self.player, place.scan) {
                    player.counted.remove(&scan);
                }
            }
            FactKind::Annulled => {
                if let Some(player) = &mut self.player {
                    player.counted.clear();
                    player.holes = player.booked;
                }
            }
            FactKind::Holes => {
                if let (Some(player), Some(holes)) = (&mut self.player, place.fact.holes) {
                    player.holes = holes;
                }
            }
            FactKind::Absent => self.absence = place.absence,
            FactKind::AbsenceWithdrawn => self.absence = None,
        }
    }

    fn count(&mut self, place: &PlaceFact) {
        // The column's check leaves no such event without holes.
        let Some(holes) = place.fact.holes else { return };
        let begun = || Player { holes, booked: holes, walk_in: place.walk_in, counted: BTreeSet::new() };
        self.player.get_or_insert_with(begun).counted.extend(place.scan);
        self.absence = None;
    }

    fn arrived(&self) -> Option<&Player> {
        self.player.as_ref().filter(|player| !player.counted.is_empty())
    }

    fn owed(&self, date: NaiveDate, tariff: &Tariff) -> Option<Owed> {
        let (prices, vat) = (&tariff.prices, tariff.vat);
        if let Some(Player { holes, walk_in, .. }) = self.arrived() {
            let kind = if *walk_in { LineKind::WalkIn } else { LineKind::Arrival };
            return Some(Owed { kind, holes: Some(*holes), cents: prices.round(date, *holes), vat });
        }
        let is_owed = self.absence == Some(AbsenceReason::NoShow) && prices.absence > 0;
        is_owed.then_some(Owed { kind: LineKind::Absence, holes: None, cents: prices.absence, vat })
    }
}

/// The tariff in force on a date. They are in the order of the journal: of two that begin on one day the later holds.
fn tariff_on(tariffs: &[Tariff], date: NaiveDate) -> Option<&Tariff> {
    tariffs.iter().filter(|tariff| tariff.from <= date).max_by_key(|tariff| tariff.from)
}

/// Those that no later one of the same day replaces, the last to begin first.
pub(super) fn current(tariffs: impl IntoIterator<Item = Tariff>) -> Vec<Tariff> {
    let by_day: BTreeMap<NaiveDate, Tariff> =
        tariffs.into_iter().map(|tariff| (tariff.from, tariff)).collect();
    by_day.into_values().rev().collect()
}

/// The state of a month that is not closed.
pub(super) fn open_state(
    month: Month,
    first_tariff: Option<NaiveDate>,
    is_month_before_closed: bool,
) -> StatementState {
    match first_tariff.map(Month::of) {
        _ if is_month_before_closed => StatementState::NextToClose,
        Some(first) if month == first => StatementState::NextToClose,
        Some(first) if month > first => StatementState::Later,
        _ => StatementState::BeforeFirst,
    }
}

/// The lines of a month's own places, and the differences of earlier ones since a position, which the closing before took
/// in; none: the statement has no corrections. `facts` are those up to the statement's position. Also returns how many
/// players of the month arrived while no tariff was in force.
pub(super) fn of_places(
    month: Month,
    since: Option<Position>,
    tariffs: &[Tariff],
    mut facts: Vec<PlaceFact>,
) -> (Vec<Line>, u32) {
    facts.sort_unstable_by_key(|place| (place.of_list(), place.fact.position));
    let (mut lines, mut without_tariff) = (Vec::new(), 0);
    for facts in facts.chunk_by(|one, next| one.of_list() == next.of_list()) {
        let date = facts[0].date;
        let tariff = tariff_on(tariffs, date);
        let owed = |state: &PlaceState| tariff.and_then(|tariff| state.owed(date, tariff));
        if Month::of(date) == month {
            let state = PlaceState::default().after(facts);
            without_tariff += u32::from(tariff.is_none() && state.arrived().is_some());
            lines.extend(owed(&state).map(|owed| line(facts, owed, false)));
        } else if let Some(since) = since {
            let (known, new) = facts.split_at(facts.partition_point(|place| place.fact.position <= since));
            let state = PlaceState::default().after(known);
            let before = owed(&state);
            let after = owed(&state.after(new));
            if before != after {
                let taken = before.map(|owed| Owed { cents: -owed.cents, ..owed });
                lines.extend(taken.into_iter().chain(after).map(|owed| line(facts, owed, true)));
            }
        }
    }
    (lines, without_tariff)
}

/// All facts of a place are given.
fn line(facts: &[PlaceFact], owed: Owed, is_correction: bool) -> Line {
    let PlaceFact { date, place, booking, member, .. } = facts[0];
    let facts = facts.iter().map(|place| place.fact.clone()).collect();
    let of = LineOf::Place { place, booking, member, facts };
    let Owed { kind, holes, cents, vat } = owed;
    Line { date, of, kind, holes, cents, vat, is_correction }
}

/// The line of an accepted dispute.
pub(super) fn of_dispute(dispute: DisputeId, date: NaiveDate, cents: i64, vat: VatRegime) -> Line {
    let (of, kind) = (LineOf::Dispute(dispute), LineKind::Adjustment);
    Line { date, of, kind, holes: None, cents, vat, is_correction: false }
}

impl Line {
    fn id(&self) -> Uuid {
        match &self.of {
            LineOf::Place { place, .. } => place.0,
            LineOf::Dispute(dispute) => dispute.0,
        }
    }

    const fn holes_text(&self) -> &'static str {
        match self.holes {
            Some(Holes::Nine) => "9",
            Some(Holes::Eighteen) => "18",
            None => "0",
        }
    }
}

/// Brings the lines into the order in which they are hashed: cents as numbers, all else as text.
pub(super) fn sort(lines: &mut [Line]) {
    lines.sort_unstable_by_key(|line| {
        (line.date, line.id(), line.cents, line.kind.as_str(), line.holes_text(), line.vat.as_str())
    });
}

/// SHA-256 of sorted lines, hex.
pub(super) fn hash(lines: &[Line]) -> String {
    let mut hasher = Sha256::new();
    for line in lines {
        let (date, id, kind, holes) = (line.date, line.id(), line.kind.as_str(), line.holes_text());
        let (cents, vat) = (line.cents, line.vat.as_str());
        hasher.update(format!("{date} {id} {kind} {holes} {cents} {vat}\n"));
    }
    hex::encode(hasher.finalize())
}

/// The sums of lines.
pub(super) fn amounts(lines: &[Line]) -> MonthAmounts {
    let mut amounts = MonthAmounts::default();
    for line in lines {
        let sum = match line.kind {
            _ if line.is_correction => &mut amounts.corrections,
            LineKind::Arrival => &mut amounts.arrivals,
            LineKind::WalkIn => &mut amounts.walk_ins,
            LineKind::Absence => &mut amounts.absences,
            LineKind::Adjustment => &mut amounts.adjustments,
        };
        sum.count += 1;
        sum.net += line.cents;
    }
    for regime in VatRegime::ALL {
        let mut of_regime = lines.iter().filter(|line| line.vat == regime).peekable();
        if of_regime.peek().is_some() {
            let net = of_regime.map(|line| line.cents).sum();
            amounts.vat.push(VatSum { regime, net, vat: regime.of(net) });
        }
    }
    amounts
}

#[cfg(test)]
mod tests;
