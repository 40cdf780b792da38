//! The machine's state, and the changes of it that several of its steps share.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use fairway_events::StreamId;
use fairway_events::journal::{Fence, Head, Receipt, ReceiptKey};
use uuid::Uuid;

use super::cache::Cache;
use super::decided::Batch;
use super::guard::Guard;
use super::messages::Output;
use super::queued::{Answer, Elapsed, Queued};
use crate::writer::options::{HeldBack, WriterOptions};
use crate::writer::stats::WriterStats;
use crate::writer::submission::Cause;

/// Commands that are decided at a stretch. After these a finished commit is answered and the next one starts: so the
/// writer decides while the database commits, and neither waits for all of the other's work.
pub(crate) const DECIDED_AT_ONCE: usize = 32;

/// With more foreign events than this at once it is cheaper to start with an empty cache.
pub(crate) const TAIL_LIMIT: i64 = 10_000;

/// For how many appends after one that found the head moved other nodes are presumed to write; and, where they wrote to
/// the same streams, for how many the head's lock is taken first.
pub(super) const OTHERS_WRITE: u32 = 64;
pub(super) const LOCK_FIRST: u32 = 32;

/// The batch that is being committed, one at a time.
#[derive(Debug, Default)]
pub(super) enum CommitState {
    #[default]
    None,
    Appending {
        batch: Arc<Batch>,
        fence: Fence,
    },
    Confirming(Arc<Batch>),
    /// Its end is unknown.
    FindingOutcome {
        batch: Arc<Batch>,
        fence: Fence,
        asked: bool,
    },
    /// One of its keys was answered by another node.
    ReadingReceipts {
        batch: Batch,
        asked: bool,
    },
}

impl CommitState {
    /// The receipt that the batch in flight gives to a key.
    pub(super) fn receipt(&self, key: &ReceiptKey) -> Option<&Receipt> {
        match self {
            Self::Appending { batch, .. } | Self::FindingOutcome { batch, .. } => batch.receipt(key),
            // These batches are not to be committed.
            Self::None | Self::Confirming(_) | Self::ReadingReceipts { .. } => None,
        }
    }
}

/// Streams that are being read.
#[derive(Debug)]
pub(super) struct Loading {
    /// Its answer has the same number; a late answer has another.
    pub(super) number: u64,
    /// Whether another node appended to the stream meanwhile: what is read may be from before that.
    pub(super) streams: HashMap<StreamId, bool>,
    pub(super) with_snapshots: bool,
}

/// The reason why the next batch waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchDelay {
    None,
    /// The callers that were answered send their next commands.
    Callers,
    /// The streams that these need are being read; only one load, so that nobody waits for another's second one.
    Streams,
}

/// A period in which the database did not answer.
#[derive(Debug)]
pub(super) struct Outage {
    pub(super) pause: Duration,
    pub(super) until: Elapsed,
    pub(super) cause: Cause,
}

/// The writer.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(super) options: WriterOptions,
    pub(super) stats: Arc<WriterStats>,
    pub(super) now: Elapsed,
    /// The head on which everything is decided; none before the journal was read.
    pub(super) known: Option<Head>,
    pub(super) reading_head: bool,
    pub(super) cache: Cache,
    /// Streams that this version cannot read, until the commands that asked for them were answered.
    pub(super) unreadable: HashMap<StreamId, Cause>,
    /// Commands to decide, in order.
    pub(super) waiting: VecDeque<Queued>,
    /// Commands that need a stream to be loaded.
    pub(super) blocked: Vec<Queued>,
    /// The streams that they need and that are not being read yet.
    pub(super) wanted: Vec<StreamId>,
    /// Streams whose snapshot cannot be read.
    pub(super) wanted_whole: Vec<StreamId>,
    pub(super) loading: Option<Loading>,
    /// Refused commands whose key another node may have answered, and those whose key is being looked up.
    pub(super) unchecked: Vec<Queued>,
    pub(super) checking: Vec<Queued>,
    /// How many loads there were.
    pub(super) loads: u64,
    /// Commands that are decided and wait for their commit.
    pub(super) pending: Batch,
    /// The layer of the pending batch; that of the batch in flight is below it.
    pub(super) layer: u64,
    pub(super) flight_layer: u64,
    pub(super) commit_state: CommitState,
    pub(super) batch_delay: BatchDelay,
    /// For how many more appends others are presumed to write, and for how many the lock is taken first.
    pub(super) others_write: u32,
    pub(super) lock_first: u32,
    /// For how many appends the lock is taken first.
    pub(crate) lock_first_for: u32,
    /// For how many more appends previous states are kept: longer than the lock is taken first, so that trying without
    /// the lock costs little.
    pub(super) keep_states: u32,
    /// Set while a refused batch is halved: commands per batch, and commands that remain.
    pub(super) halving: Option<(usize, usize)>,
    pub(super) outage: Option<Outage>,
    /// Kinds of events that are not to be written.
    pub(super) held_back: HeldBack,
    /// The next stamp.
    pub(super) stamp: u128,
    pub(super) outputs: Vec<Output>,
    /// Code panicked while it applied events: the cache is not trusted any more once no batch is in flight.
    pub(super) broken: bool,
    #[cfg(test)]
    pub(crate) without: Option<Guard>,
}

impl Machine {
    /// A writer that has read nothing yet. Its stamps count up from `stamps`, which must be random.
    pub(crate) fn new(options: WriterOptions, stats: Arc<WriterStats>, stamps: u128) -> Self {
        Self {
            cache: Cache::new(options.cached_streams),
            options,
            stats,
            now: Elapsed::ZERO,
            known: None,
            reading_head: false,
            unreadable: HashMap::new(),
            waiting: VecDeque::new(),
            blocked: Vec::new(),
            wanted: Vec::new(),
            wanted_whole: Vec::new(),
            loading: None,
            unchecked: Vec::new(),
            checking: Vec::new(),
            loads: 0,
            pending: Batch::default(),
            layer: 1,
            flight_layer: 0,
            commit_state: CommitState::None,
            batch_delay: BatchDelay::None,
            others_write: 0,
            lock_first: 0,
            lock_first_for: LOCK_FIRST,
            keep_states: 0,
            halving: None,
            outage: None,
            held_back: HeldBack::default(),
            stamp: stamps,
            outputs: Vec::new(),
            broken: false,
            #[cfg(test)]
            without: None,
        }
    }

    pub(super) fn undecided(&self) -> usize {
        self.waiting.len() + self.blocked.len() + self.unchecked.len() + self.checking.len()
    }

    /// Whether a batch is being committed.
    pub(crate) const fn is_committing(&self) -> bool {
        !matches!(self.commit_state, CommitState::None)
    }

    #[cfg(test)]
    pub(super) fn has(&self, guard: Guard) -> bool {
        self.without != Some(guard)
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "a test takes guards away from one machine")]
    pub(super) const fn has(&self, _guard: Guard) -> bool {
        true
    }

    pub(super) fn next_stamp(&mut self) -> Uuid {
        self.stamp = self.stamp.wrapping_add(1);
        Uuid::from_u128(self.stamp)
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        self.outputs.push(Output::Answer(answer));
    }

    /// Has commands decided again, before all others, in their order.
    pub(super) fn requeue(
        &mut self,
        queued: impl IntoIterator<Item = Queued, IntoIter: DoubleEndedIterator>,
    ) {
        queued.into_iter().rev().for_each(|queued| self.waiting.push_front(queued));
    }

    /// A batch was not committed, nor what was decided on top of it: forgets their changes, and has the commands decided
    /// again. Not while another batch is in flight: its changes would be forgotten too.
    pub(super) fn roll_back(&mut self, batch: Batch) {
        if std::mem::take(&mut self.broken) {
            self.cache.clear();
        }
        let pending = std::mem::take(&mut self.pending);
        for batch in [&batch, &pending] {
            self.cache.forget(batch.written());
        }
        let commands = batch.into_commands().into_iter().chain(pending.into_commands());
        self.requeue(commands.map(|decided| Queued { loads: 0, ..decided.queued }).collect::<Vec<_>>());
    }

    /// Drops everything in memory, which does not hold any more.
    pub(super) fn forget_everything(&mut self, head: Head) {
        self.cache.clear();
        self.known = Some(head);
        self.batch_delay = BatchDelay::None;
        if let Some(loading) = self.loading.take() {
            self.wanted.extend(loading.streams.into_keys());
        }
    }
}
