//! The writer as a state machine: what came in, and what is to be done about it.
//!
//! It knows no clock, no task and no database. A driver tells it what happened ([`Input`]) and carries out what it asks
//! for ([`Output`]); a simulation does the same with a journal in memory and every fault there is.
//!
//! Everything is decided on top of a *known head* of the journal, and appended only if the head is still that one. Where
//! it is not, the appending transaction holds the head's lock and brings what was appended meanwhile: the machine
//! puts that below what it decided, decides again only the commands that looked at something that changed, and the
//! rest is appended as it is. So nobody ever conflicts, and no refusal rests on old facts: a batch without events asks
//! whether the head is still the known one before its callers hear of it.

mod cache;
mod catching_up;
mod decided;
mod deciding;
mod ending;
mod gathering;
mod guard;
mod messages;
mod outage;
mod parts;
#[cfg(test)]
mod tests;
mod untouched;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use fairway_events::StreamId;
use fairway_events::journal::{Fence, Head, Receipt, ReceiptKey};
use uuid::Uuid;

use super::stats::WriterStats;
use super::{HeldBack, Submission, WriterOptions};
use cache::Cache;
pub(super) use decided::{Batch, Decided};
use gathering::Gathering;
pub(super) use guard::Guard;
pub(super) use messages::{Answer, Appended, Input, Output, Request, Way};
use outage::Outage;

/// Names a submission between the machine and its driver.
pub(super) type Ticket = u64;

/// The time since the writer started.
pub(super) type Elapsed = Duration;

/// An error of the database's, for the log and for callers.
pub(super) type Cause = Arc<dyn std::error::Error + Send + Sync>;

/// Commands that are decided in one go. Between two goes a finished commit is answered and the next begins: so the
/// writer decides while the database commits, instead of each waiting for all of the other's work.
pub(super) const AT_ONCE: usize = 32;

/// More foreign events than this at once, and it is cheaper to start with an empty cache.
pub(super) const TAIL_LIMIT: i64 = 10_000;

/// Appends after one that found the head moved for which others are taken to write; and, where they wrote to the same
/// streams, after which the head's lock is taken first.
const OTHERS_WRITE: u32 = 64;
const LOCK_FIRST: u32 = 32;

/// A submission that waits to be decided, or was.
#[derive(Debug, Clone)]
pub(super) struct Queued {
    pub(super) ticket: Ticket,
    pub(super) submission: Submission,
    arrived: Elapsed,
    /// Whether the stream that it starts may be presumed new.
    presumes: bool,
    /// Whether it is known that nobody else answered its key.
    checked: bool,
    /// Loads that it asked for since it was last decided.
    loads: u32,
    /// How often the rest of its batch was appended without it.
    left_out: u32,
}

/// The batch that is being committed, one at a time.
#[derive(Debug, Default)]
enum Flight {
    #[default]
    None,
    Appending {
        batch: Arc<Batch>,
        fence: Fence,
    },
    Confirming(Arc<Batch>),
    /// Its end is unknown.
    LookingUp {
        batch: Arc<Batch>,
        fence: Fence,
        asked: bool,
    },
    /// One of its keys was answered by somebody else.
    ReadingReceipts {
        batch: Batch,
        asked: bool,
    },
}

impl Flight {
    /// The receipt that the batch under way gives to a key.
    fn receipt(&self, key: &ReceiptKey) -> Option<&Receipt> {
        match self {
            Self::Appending { batch, .. } | Self::LookingUp { batch, .. } => batch.receipt(key),
            // Nothing of these is to be committed.
            Self::None | Self::Confirming(_) | Self::ReadingReceipts { .. } => None,
        }
    }
}

/// Streams that are being read.
#[derive(Debug)]
struct Loading {
    /// Its answer bears the same: one that comes late is another's.
    number: u64,
    /// Whether another node appended to the stream meanwhile: what is read may be of before that.
    streams: HashMap<StreamId, bool>,
    with_snapshots: bool,
}

/// The writer.
#[derive(Debug)]
pub(super) struct Machine {
    options: WriterOptions,
    stats: Arc<WriterStats>,
    now: Elapsed,
    /// The head on which everything is decided; none before the journal was looked at.
    known: Option<Head>,
    reading_head: bool,
    cache: Cache,
    /// Streams that this version cannot read, until the commands that asked for them were told.
    unreadable: HashMap<StreamId, Cause>,
    /// Commands to decide, in order.
    waiting: VecDeque<Queued>,
    /// Commands that lack a stream.
    lacking: Vec<Queued>,
    /// The streams that they lack and that are not being read yet.
    wanted: Vec<StreamId>,
    /// Streams whose snapshot cannot be read.
    wanted_whole: Vec<StreamId>,
    loading: Option<Loading>,
    /// Refused commands whose key somebody else may have answered, and those that are being looked up.
    unchecked: Vec<Queued>,
    checking: Vec<Queued>,
    /// How many loads there were.
    loads: u64,
    /// Commands that are decided and wait for their commit.
    pending: Batch,
    /// The layer of the pending batch; that of the batch under way is below it.
    layer: u64,
    flight_layer: u64,
    flight: Flight,
    gathering: Gathering,
    /// Appends for which others are still taken to write, and those that still take the lock first.
    others_write: u32,
    lock_first: u32,
    /// For how many appends the lock is taken first.
    pub(super) lock_first_for: u32,
    /// Appends for which states are still kept as they were before: longer than the lock is taken first, so that little
    /// is lost by trying whether it still has to be.
    keep_states: u32,
    /// Set while a batch that was refused is taken apart: commands per batch, and commands to go.
    halving: Option<(usize, usize)>,
    outage: Option<Outage>,
    /// Kinds of events that are not to be written.
    held_back: HeldBack,
    /// The next stamp.
    stamp: u128,
    outputs: Vec<Output>,
    /// Code panicked while it applied events: the cache is not to be trusted once nothing is under way any more.
    broken: bool,
    #[cfg(test)]
    pub(super) without: Option<Guard>,
}

impl Machine {
    /// A writer that knows nothing yet. Its stamps count up from `stamps`, which must be random.
    pub(super) fn new(options: WriterOptions, stats: Arc<WriterStats>, stamps: u128) -> Self {
        Self {
            cache: Cache::new(options.cached_streams),
            options,
            stats,
            now: Elapsed::ZERO,
            known: None,
            reading_head: false,
            unreadable: HashMap::new(),
            waiting: VecDeque::new(),
            lacking: Vec::new(),
            wanted: Vec::new(),
            wanted_whole: Vec::new(),
            loading: None,
            unchecked: Vec::new(),
            checking: Vec::new(),
            loads: 0,
            pending: Batch::default(),
            layer: 1,
            flight_layer: 0,
            flight: Flight::None,
            gathering: Gathering::None,
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

    /// Takes in what happened and says what is to be done, in order.
    pub(super) fn handle(&mut self, now: Elapsed, input: Input) -> Vec<Output> {
        self.now = self.now.max(now);
        match input {
            Input::HeadRead(head) => {
                self.reading_head = false;
                self.outage = None;
                self.known.get_or_insert(head);
            }
            Input::Loaded { load, histories } => self.loaded(load, histories),
            Input::Appended(end) => self.appended(end),
            Input::CaughtUp(tail) => self.confirmed(&tail),
            Input::LookedUp(found) => self.looked_up(found.as_ref()),
            Input::ReceiptsRead(receipts) => self.receipts_read(&receipts),
            Input::KeysChecked(receipts) => self.keys_checked(&receipts),
            Input::Failed(request, cause) => self.failed(request, cause),
            Input::Gathered => self.gathered(),
            Input::TimePassed => {}
        }
        self.proceed();
        std::mem::take(&mut self.outputs)
    }

    /// Takes in commands that came together.
    pub(super) fn submit(
        &mut self,
        now: Elapsed,
        submissions: impl Iterator<Item = (Ticket, Submission)>,
    ) -> Vec<Output> {
        self.now = self.now.max(now);
        let arrived = self.now;
        self.waiting.extend(submissions.map(|(ticket, submission)| Queued {
            ticket,
            submission,
            arrived,
            presumes: true,
            checked: false,
            loads: 0,
            left_out: 0,
        }));
        self.proceed();
        std::mem::take(&mut self.outputs)
    }

    /// From the next decision on, refuses commands that would write one of these.
    pub(super) fn hold_back(&mut self, kinds: HeldBack) {
        self.held_back = kinds;
    }

    /// Commands that may still be taken in: what one batch has room for.
    pub(super) fn room(&self) -> usize {
        self.options.batch.saturating_sub(self.undecided() + self.pending.len())
    }

    /// The position of the last commit that is known.
    pub(super) fn committed(&self) -> Option<fairway_events::Position> {
        self.known.map(|head| head.position)
    }

    /// How often an append found the head moved.
    #[cfg(test)]
    pub(super) fn times_moved(&self) -> u64 {
        self.stats.moved()
    }

    /// Whether a batch is being committed.
    pub(super) const fn is_committing(&self) -> bool {
        !matches!(self.flight, Flight::None)
    }

    /// Whether anything is to happen when time passes.
    pub(super) fn waits(&self) -> bool {
        self.outage.is_some() || self.undecided() > 0
    }

    fn undecided(&self) -> usize {
        self.waiting.len() + self.lacking.len() + self.unchecked.len() + self.checking.len()
    }

    /// Whether nothing is left to do.
    pub(super) fn is_idle(&self) -> bool {
        self.undecided() == 0 && self.pending.is_empty() && !self.is_committing()
    }

    #[cfg(test)]
    fn keeps(&self, guard: Guard) -> bool {
        self.without != Some(guard)
    }

    #[cfg(not(test))]
    #[expect(clippy::unused_self, reason = "a test takes guards away from one machine")]
    const fn keeps(&self, _guard: Guard) -> bool {
        true
    }

    fn proceed(&mut self) {
        self.give_up_late();
        self.expire();
        if self.is_resting() {
            return;
        }
        if self.known.is_none() {
            if !self.reading_head {
                self.reading_head = true;
                self.outputs.push(Output::ReadHead);
            }
            return;
        }
        self.ask_again();
        self.decide_waiting();
        self.take_off();
        self.load_wanted();
        self.check_keys();
    }

    /// Starts committing what is decided, unless a commit is under way.
    fn take_off(&mut self) {
        let Some(base) = self.known else { return };
        if self.is_committing() || self.pending.is_empty() || self.gathers() {
            return;
        }
        let batch = Arc::new(std::mem::take(&mut self.pending));
        self.flight_layer = self.layer;
        self.layer += 1;
        self.cache.next_generation();
        if batch.events() == 0 {
            self.flight = Flight::Confirming(Arc::clone(&batch));
            self.outputs.push(Output::Confirm { base, batch });
            return;
        }
        let fence = Fence { base, stamp: self.next_stamp() };
        self.flight = Flight::Appending { batch: Arc::clone(&batch), fence };
        self.outputs.push(Output::Append { batch, fence, way: self.way() });
    }

    fn next_stamp(&mut self) -> Uuid {
        self.stamp = self.stamp.wrapping_add(1);
        Uuid::from_u128(self.stamp)
    }

    fn answer(&mut self, answer: Answer) {
        self.outputs.push(Output::Answer(answer));
    }

    /// Has commands decided anew, before all others, in their order.
    fn requeue(&mut self, queued: impl IntoIterator<Item = Queued, IntoIter: DoubleEndedIterator>) {
        queued.into_iter().rev().for_each(|queued| self.waiting.push_front(queued));
    }

    /// What a batch would have changed did not come true, nor what was decided on top of it: forgets it, and has the
    /// commands decided again. Not while another batch is under way: what it changed would be forgotten too.
    fn roll_back(&mut self, batch: Batch) {
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

    /// Nothing that was remembered holds any more.
    fn forget_everything(&mut self, head: Head) {
        self.cache.clear();
        self.known = Some(head);
        self.gathering = Gathering::None;
        if let Some(loading) = self.loading.take() {
            self.wanted.extend(loading.streams.into_keys());
        }
    }
}
