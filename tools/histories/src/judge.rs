//! The first judge: replays the journal through the audit's states and rulebook, and holds every answer against it. It
//! believes that the journal's events happened in its order; the second judge (`list_append`) does not.
//!
//! One module per question: which events are whose (`attribution`), did time run backwards (`real_time`), was each
//! decision right (`decisions`), did each read show a state that was (`reads`), do the invariants hold at every position
//! (`invariants`).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use fairway_events::{BookingId, Position, RecordedEvent, ReservationEvent};

use crate::contradiction::Contradiction;
use crate::history::{History, Operation};

mod attribution;
mod decide;
mod decisions;
mod invariants;
mod journal;
mod reads;
mod real_time;

pub use decide::Clubs;
use journal::{Commit, Replay};
use real_time::Bounds;

/// The result of a judgement.
#[derive(Debug)]
pub struct Verdict {
    /// Everything that cannot be.
    pub contradictions: Vec<Contradiction>,
    /// Counts, and how far reads were behind.
    pub figures: Figures,
    /// The operation that made each booking. It names bookings for the second judge, which must not learn their order.
    pub bookings: BTreeMap<BookingId, u64>,
}

/// Counts of a judgement.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// Commands that were acknowledged.
    pub ok: u64,
    /// Commands that a rule refused.
    pub refused: u64,
    /// Refusals that no rule decided: their reason is not checked.
    pub not_decided: u64,
    /// Commands without a certain answer.
    pub unknown: u64,
    /// Commands without a certain answer that stand in the journal.
    pub unknown_done: u64,
    /// Reads.
    pub reads: u64,
    /// Reads that lacked a change of the same thing that was acknowledged to somebody before they began.
    pub stale: u64,
    /// Reads whose answer said that it did not include what its session had seen.
    pub told_behind: u64,
    /// Availabilities that show the day and the players each at a moment of its own.
    pub in_parts: u64,
    /// How far a read was behind at most: positions of the journal.
    pub most_positions_behind: Position,
    /// How long ago the change that a read lacked was acknowledged at most: nanoseconds.
    pub most_nanoseconds_behind: u64,
}

/// Judges a record by the journal.
///
/// `events` is the whole journal from its first event, in order, as the journal's reader decodes it; `clubs` are the terms
/// of the clubs, which must not have changed during the run.
pub fn judge(history: &History, events: impl IntoIterator<Item = RecordedEvent>, clubs: &Clubs) -> Verdict {
    let replay = Replay::new(events);
    let mut judging = Judging {
        history,
        replay: &replay,
        clubs,
        commit_of: HashMap::new(),
        operation_of: HashMap::new(),
        distrusted: HashSet::new(),
        contradictions: Vec::new(),
        figures: Figures::default(),
    };
    judging.attribute();
    let bounds = Bounds::new(&judging);
    judging.check_real_time(&bounds);
    judging.check_decisions(&bounds);
    judging.check_reads(&bounds);
    judging.check_invariants();
    let bookings = judging.bookings();
    Verdict { contradictions: judging.contradictions, figures: judging.figures, bookings }
}

/// A judgement in progress.
struct Judging<'a> {
    history: &'a History,
    replay: &'a Replay,
    clubs: &'a Clubs,
    /// The commit of each operation that has one, by the operation's id.
    commit_of: HashMap<u64, usize>,
    /// The operation of each commit that has one.
    operation_of: HashMap<usize, &'a Operation>,
    /// Operations whose answer was found to be untrue: nothing else is concluded from their positions.
    distrusted: HashSet<u64>,
    contradictions: Vec<Contradiction>,
    figures: Figures,
}

impl<'a> Judging<'a> {
    fn found(&mut self, meant: &[&Operation], words: String) {
        let history = self.history;
        self.contradictions.push(Contradiction::new(history.header.seed, &history.operations, meant, words));
    }

    fn commit(&self, operation: &Operation) -> Option<&'a Commit> {
        self.commit_of.get(&operation.id).map(|number| &self.replay.commits[*number])
    }

    /// The operation whose events end at a position.
    fn operation_at(&self, end: Position) -> Option<&'a Operation> {
        let number = self.replay.commits.binary_search_by_key(&end, |commit| commit.last).ok()?;
        self.operation_of.get(&number).copied()
    }

    fn bookings(&self) -> BTreeMap<BookingId, u64> {
        let of_operation = |(number, operation): (&usize, &&Operation)| {
            let booked = self.replay.commits[*number].reservations().find_map(|event| match event {
                ReservationEvent::RoundBooked { booking, .. } => Some(*booking),
                _ => None,
            });
            booked.map(|booking| (booking, operation.id))
        };
        self.operation_of.iter().filter_map(of_operation).collect()
    }

    /// An event's origin in words: `operation #4`, or the position where nobody of the record caused it.
    fn origin(&self, end: Position) -> String {
        self.operation_at(end).map_or_else(
            || format!("the command at position {end}"),
            |operation| format!("#{}", operation.id),
        )
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            ok, refused, not_decided, unknown, unknown_done, reads, stale, told_behind, in_parts, ..
        } = self;
        write!(
            f,
            "{ok} acknowledged, {refused} refused by a rule and {not_decided} otherwise, {unknown} uncertain of which \
             {unknown_done} were carried out; {reads} reads, {stale} of them stale (by {} positions, {} ms at most), \
             {told_behind} told so, {in_parts} of several moments",
            self.most_positions_behind,
            self.most_nanoseconds_behind / 1_000_000
        )
    }
}
