//! The subjects that the projector of this process has changed, so that values read from the read models can be cached
//! and are never stale.
//!
//! The projector numbers its steps. Before it commits one, it writes the step's number to the subjects of the step's
//! events: a member, a booking, a club's day. A reader notes the last committed step before it reads; what it read is
//! valid as long as none of its subjects has a higher number. A value that is read while a step commits is not used.
//!
//! This process knows its own steps only. A request states which version of the read models it has seen in the database
//! ([`ReadModelsVersion`]); a version that this process did not produce (another process projected, or the tables were
//! replaced) is answered from the database. So is every request after a connection failed, until the next step: the next
//! connection may lead to a server with an older journal.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};
use std::time::Instant;

use chrono::NaiveDate;
use fairway_events::journal::Entry;
use fairway_events::{BookingId, ClubId, CourseDayEvent, Event, MemberId, Mention, StreamId, connections};

/// Subjects are spread over so many numbers; two that share one only make a value invalid too early.
const SLOTS: usize = 1 << 16;

/// The version of the members' read models that a request sees: the row of the database's function
/// `read_models_version()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadModelsVersion {
    /// The sum of the positions of the member-facing projections. Steps are serialised by the checkpoints' lock, and
    /// each one makes it higher.
    pub positions: i64,
    /// Identifies the tables; a rebuild replaces them.
    pub tables: i64,
}

/// A subject of a cached value, which is invalid as soon as an event about one of its subjects is projected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject<'a> {
    /// A member whom the event mentions.
    Member(MemberId),
    /// A booking that the event mentions.
    Booking(BookingId),
    /// How full a club is on a day.
    ClubDay(&'a ClubId, NaiveDate),
    /// What clubs say about their courses on a day.
    Courses(NaiveDate),
}

impl Subject<'_> {
    pub(crate) fn slot(self) -> usize {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(self);
        // The remainder is below SLOTS.
        usize::try_from(hash % SLOTS as u64).unwrap_or(0)
    }
}

/// The number of a step of the projector.
type StepNumber = u64;

/// The version that the last committed step produced, and when the projector held its lock.
#[derive(Debug, Clone, Copy)]
struct Produced {
    version: ReadModelsVersion,
    locked_at: Instant,
}

#[derive(Debug)]
struct Inner {
    /// By slot: the last step that changed one of its subjects.
    changed: Box<[AtomicU64]>,
    /// The last step that changed everything.
    everything: AtomicU64,
    /// The last step that began, and the last one that is committed.
    begun: AtomicU64,
    committed: AtomicU64,
    /// None: the outcome of the last step is unknown, or there was none.
    produced: RwLock<Option<Produced>>,
}

/// The changes by the projector of this process. Cheap to clone; all clones are the same.
#[derive(Debug, Clone)]
pub struct Changes(Arc<Inner>);

impl Default for Changes {
    fn default() -> Self {
        Self(Arc::new(Inner {
            changed: std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect(),
            everything: AtomicU64::new(0),
            begun: AtomicU64::new(0),
            committed: AtomicU64::new(0),
            produced: RwLock::new(None),
        }))
    }
}

/// When a value was read: the step that was committed by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadAt(StepNumber);

impl Changes {
    /// The moment before a read.
    #[must_use]
    pub fn now(&self) -> ReadAt {
        ReadAt(self.0.committed.load(Ordering::Acquire))
    }

    /// Whether this process has produced everything that a request has seen.
    #[must_use]
    pub fn includes(&self, seen: ReadModelsVersion) -> bool {
        self.produced()
            .is_some_and(|produced| produced.positions >= seen.positions && produced.tables == seen.tables)
    }

    /// Whether nothing about the subjects of these slots has changed since.
    pub(crate) fn are_unchanged(
        &self,
        mut slots: impl Iterator<Item = usize>,
        ReadAt(since): ReadAt,
    ) -> bool {
        self.0.everything.load(Ordering::Acquire) <= since
            && slots.all(|slot| self.0.changed[slot].load(Ordering::Acquire) <= since)
    }

    /// Begins a step, to be called before its commit by the one projector of the process. `before` is the version that
    /// the projector found when it had locked the checkpoints.
    pub(crate) fn begin(
        &self,
        before: ReadModelsVersion,
        locked_at: Instant,
        entries: &[Entry],
    ) -> PendingStep<'_> {
        let number = self.0.begun.fetch_add(1, Ordering::AcqRel) + 1;
        if self.produced() != Some(before) || !self.mark(entries, number) {
            self.0.everything.store(number, Ordering::Release);
        }
        PendingStep { changes: self, number, locked_at, tables: before.tables, committed: false }
    }

    /// The version that the last step produced. None if its outcome is unknown, or if a connection has failed since:
    /// then the server may be another one, which has had other steps.
    fn produced(&self) -> Option<ReadModelsVersion> {
        let produced = self.0.produced.read().map_or(None, |produced| *produced)?;
        connections::is_after_last_failure(produced.locked_at).then_some(produced.version)
    }

    /// Marks the subjects of the events. False where an event cannot be read.
    fn mark(&self, entries: &[Entry], number: StepNumber) -> bool {
        let mark = |subject: Subject<'_>| self.0.changed[subject.slot()].store(number, Ordering::Release);
        entries.iter().all(|entry| {
            let Ok(recorded) = &entry.event else { return false };
            match &recorded.stream {
                StreamId::CourseDay(club, date)
                | StreamId::WaitingList(club, date)
                | StreamId::ArrivalList(club, date) => {
                    mark(Subject::ClubDay(club, *date));
                }
                StreamId::Reservation(booking) => mark(Subject::Booking(*booking)),
                StreamId::Membership(member) => mark(Subject::Member(*member)),
                StreamId::Voucher(_) | StreamId::Order(_) | StreamId::Settlement(_) => {}
            }
            if let Event::CourseDay(CourseDayEvent::CourseStateReported { date, .. }) = &recorded.event {
                mark(Subject::Courses(*date));
            }
            for mention in recorded.event.mentions() {
                match mention {
                    Mention::Member(member) => mark(Subject::Member(member)),
                    Mention::Booking(booking) => mark(Subject::Booking(booking)),
                    Mention::Place(_)
                    | Mention::Subscription(_)
                    | Mention::Voucher(_)
                    | Mention::Order(_)
                    | Mention::WaitingGroup(_)
                    | Mention::Scan(_)
                    | Mention::ClubUser(_)
                    | Mention::Club(_)
                    | Mention::Day(_) => {}
                }
            }
            true
        })
    }

    fn set_produced(&self, produced: Option<Produced>) {
        if let Ok(mut current) = self.0.produced.write() {
            *current = produced;
        }
    }
}

/// A step that is not committed yet. Dropped without [`PendingStep::committed`], its outcome is unknown.
#[derive(Debug)]
pub(crate) struct PendingStep<'a> {
    changes: &'a Changes,
    number: StepNumber,
    locked_at: Instant,
    tables: i64,
    committed: bool,
}

impl PendingStep<'_> {
    /// The step is committed, and this is the sum of the member-facing projections' positions.
    pub(crate) fn committed(mut self, positions: i64) {
        self.committed = true;
        self.changes.0.committed.store(self.number, Ordering::Release);
        let version = ReadModelsVersion { positions, tables: self.tables };
        self.changes.set_produced(Some(Produced { version, locked_at: self.locked_at }));
    }
}

impl Drop for PendingStep<'_> {
    fn drop(&mut self) {
        if !self.committed {
            self.changes.set_produced(None);
        }
    }
}

#[cfg(test)]
mod tests;
