//! The writer's work, counted where it happens and read by the metrics endpoint.
//!
//! Plain atomics: counting takes no lock and allocates nothing, since it happens for every command of the process. The
//! counters are independent of each other, so a reader may see the time of a commit before its size; over the interval
//! between two reads this does not matter.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use super::submission::{Outcome, SubmitError};
use crate::Command;

/// The kinds of outcomes of a submission, in the order of [`OutcomeKind::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutcomeKind {
    /// Decided and committed, or nothing to commit.
    Accepted,
    /// A rule forbids it.
    Rejected,
    /// Its idempotency key was answered before.
    Replayed,
    /// Its idempotency key was used for another request.
    KeyReused,
    /// The queue stayed full.
    Overloaded,
    /// The database was unavailable; nothing was done.
    Unavailable,
    /// Whether it was committed could not be found out in time.
    Unknown,
    /// It would write an event that not every node can read yet.
    HeldBack,
    /// The cause is a stream, a row or the code; nothing was done.
    Faulty,
    /// The writer has stopped.
    Stopped,
}

impl From<Result<&Outcome, &SubmitError>> for OutcomeKind {
    fn from(answer: Result<&Outcome, &SubmitError>) -> Self {
        match answer {
            Ok(Outcome::Accepted { .. }) => Self::Accepted,
            Ok(Outcome::Rejected(_)) => Self::Rejected,
            Ok(Outcome::Replayed { .. }) => Self::Replayed,
            Ok(Outcome::KeyReused) => Self::KeyReused,
            Err(SubmitError::Overloaded) => Self::Overloaded,
            Err(SubmitError::Unavailable(_)) => Self::Unavailable,
            Err(SubmitError::Unknown) => Self::Unknown,
            Err(SubmitError::HeldBack(_)) => Self::HeldBack,
            Err(SubmitError::Faulty(_)) => Self::Faulty,
            Err(SubmitError::Stopped) => Self::Stopped,
        }
    }
}

impl OutcomeKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Accepted,
        Self::Rejected,
        Self::Replayed,
        Self::KeyReused,
        Self::Overloaded,
        Self::Unavailable,
        Self::Unknown,
        Self::HeldBack,
        Self::Faulty,
        Self::Stopped,
    ];

    /// Its name in metrics and traces.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Replayed => "replayed",
            Self::KeyReused => "key_reused",
            Self::Overloaded => "overloaded",
            Self::Unavailable => "unavailable",
            Self::Unknown => "unknown",
            Self::HeldBack => "held_back",
            Self::Faulty => "faulty",
            Self::Stopped => "stopped",
        }
    }
}

/// Commands or events of one commit, upper bounds.
const SIZES: &[u64] = &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
/// Microseconds of one commit, upper bounds.
const TIMES: &[u64] = &[
    250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, 1_000_000,
    5_000_000,
];

/// Numbers sorted into ranges.
#[derive(Debug)]
pub struct Distribution {
    bounds: &'static [u64],
    /// One per bound, and one for what is above the last.
    counts: Box<[AtomicU64]>,
    sum: AtomicU64,
}

impl Distribution {
    fn new(bounds: &'static [u64]) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, counts, sum: AtomicU64::new(0) }
    }

    fn count(&self, value: u64) {
        let range = self.bounds.partition_point(|bound| *bound < value);
        if let Some(count) = self.counts.get(range) {
            count.fetch_add(1, Relaxed);
        }
        self.sum.fetch_add(value, Relaxed);
    }

    /// The sum of all numbers.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum.load(Relaxed)
    }

    /// Each range's upper bound (none for the last) and how many numbers were in it.
    pub fn ranges(&self) -> impl Iterator<Item = (Option<u64>, u64)> + '_ {
        let bounds = self.bounds.iter().copied().map(Some).chain(std::iter::once(None));
        bounds.zip(self.counts.iter().map(|count| count.load(Relaxed)))
    }
}

/// The counters of one writer.
#[derive(Debug)]
pub struct WriterStats {
    outcomes: [[AtomicU64; OutcomeKind::ALL.len()]; Command::KINDS.len()],
    moved: AtomicU64,
    conflicts: AtomicU64,
    decided_again: AtomicU64,
    failures: AtomicU64,
    panics: AtomicU64,
    rewinds: AtomicU64,
    commands: Distribution,
    events: Distribution,
    micros: Distribution,
}

impl Default for WriterStats {
    fn default() -> Self {
        Self {
            outcomes: std::array::from_fn(|_| Default::default()),
            moved: AtomicU64::new(0),
            conflicts: AtomicU64::new(0),
            decided_again: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            panics: AtomicU64::new(0),
            rewinds: AtomicU64::new(0),
            commands: Distribution::new(SIZES),
            events: Distribution::new(SIZES),
            micros: Distribution::new(TIMES),
        }
    }
}

impl WriterStats {
    pub(super) fn count_outcome(&self, command: usize, kind: OutcomeKind) {
        if let Some(counter) = self.outcomes.get(command).and_then(|counts| counts.get(kind as usize)) {
            counter.fetch_add(1, Relaxed);
        }
    }

    pub(super) fn committed(&self, commands: usize, events: usize, took: Duration) {
        self.commands.count(commands as u64);
        self.events.count(events as u64);
        self.micros.count(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    pub(super) fn found_moved(&self) {
        self.moved.fetch_add(1, Relaxed);
    }

    pub(super) fn conflicted(&self) {
        self.conflicts.fetch_add(1, Relaxed);
    }

    pub(super) fn decided_again(&self) {
        self.decided_again.fetch_add(1, Relaxed);
    }

    pub(super) fn panicked(&self) {
        self.panics.fetch_add(1, Relaxed);
    }

    pub(super) fn went_back(&self) {
        self.rewinds.fetch_add(1, Relaxed);
    }

    pub(super) fn failed(&self) {
        self.failures.fetch_add(1, Relaxed);
    }

    /// How many commands of each kind (by [`Command::KINDS`]) had each kind of outcome.
    pub fn outcomes(&self) -> impl Iterator<Item = (&'static str, OutcomeKind, u64)> + '_ {
        Command::KINDS.into_iter().zip(&self.outcomes).flat_map(|(command, counts)| {
            OutcomeKind::ALL
                .into_iter()
                .zip(counts)
                .map(move |(kind, count)| (command, kind, count.load(Relaxed)))
        })
    }

    /// Appends that found the head of the journal moved by another node.
    #[must_use]
    pub fn moved(&self) -> u64 {
        self.moved.load(Relaxed)
    }

    /// Batches with an id that was presumed new and was not.
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Relaxed)
    }

    /// Commands that were decided again because another node changed a stream that they read.
    #[must_use]
    pub fn retries(&self) -> u64 {
        self.decided_again.load(Relaxed)
    }

    /// Panics in decisions, and of the writer itself.
    #[must_use]
    pub fn panics(&self) -> u64 {
        self.panics.load(Relaxed)
    }

    /// How often the journal was found to have gone back.
    #[must_use]
    pub fn rewinds(&self) -> u64 {
        self.rewinds.load(Relaxed)
    }

    /// Batches that the database did not accept.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failures.load(Relaxed)
    }

    /// Commands per commit.
    #[must_use]
    pub const fn commands_per_commit(&self) -> &Distribution {
        &self.commands
    }

    /// Events per commit.
    #[must_use]
    pub const fn events_per_commit(&self) -> &Distribution {
        &self.events
    }

    /// Microseconds that a commit took, the append included.
    #[must_use]
    pub const fn commit_micros(&self) -> &Distribution {
        &self.micros
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_on_a_bound_belongs_to_the_range_below_it_and_a_huge_one_to_the_last() {
        let sizes = Distribution::new(&[1, 2, 4]);
        for value in [1, 2, 3, 4, 5, 900] {
            sizes.count(value);
        }
        let ranges: Vec<_> = sizes.ranges().collect();
        assert_eq!(ranges, [(Some(1), 1), (Some(2), 1), (Some(4), 2), (None, 2)]);
        assert_eq!(sizes.sum(), 915);
    }

    #[test]
    fn every_kind_of_outcome_is_counted_under_its_own_name() {
        let stats = WriterStats::default();
        for (times, kind) in (1..).zip(OutcomeKind::ALL) {
            for _ in 0..times {
                stats.count_outcome(0, kind);
            }
        }
        let counted: Vec<_> = stats
            .outcomes()
            .filter(|(_, _, count)| *count > 0)
            .map(|(command, kind, count)| (command, kind.as_str(), count))
            .collect();
        assert_eq!(counted[0], ("BookRound", "accepted", 1));
        assert_eq!(counted[9], ("BookRound", "stopped", 10));
        assert_eq!(counted.len(), OutcomeKind::ALL.len());
    }
}
