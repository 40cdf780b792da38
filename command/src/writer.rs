//! The journal writer: one task per process through which every command goes.
//!
//! Commands wait in a bounded queue. The writer decides them in memory, one on top of the other, and appends what
//! they decided in one statement; while that commit runs it goes on deciding the next batch. So commits are shared
//! (group commit), streams that everybody wants do not conflict, and each caller still gets an answer of its own, after
//! the commit that makes it true. Between processes the head of the journal is what keeps everybody exact: see
//! `machine`, which decides what is to be done, and `driver`, which does it.

mod driver;
mod machine;
#[cfg(test)]
mod simulation;
mod snapshots;
mod stats;
mod supervisor;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use fairway_events::journal::{Acknowledged, ReceiptKey};
use fairway_events::{Actor, EventKind, Journal, Position};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{Instrument, Span, field};
use uuid::Uuid;

use crate::{Command, Rejection};
use machine::Cause;
pub use stats::{Distribution, Ending, WriterStats};

/// Tells the instant. The system's clock, or one that a test set.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// Hears of every append that is committed, before those who asked for it do. Also of one whose commit's answer was lost,
/// once it is found; a journal that loses the append afterwards takes nothing back.
pub trait AppendListener: std::fmt::Debug + Send + Sync {
    /// The append is committed. Everybody who shares it waits for the return: this must neither block nor take long.
    fn acknowledged(&self, append: &Acknowledged<'_>);
}

/// A request that came with an `Idempotency-Key`: the answer to its success is stored with its events. A refusal
/// changes nothing, so that its answer is stored by whoever puts it into words.
#[derive(Debug, Clone)]
pub struct ReceiptRequest {
    /// Whose key, on which route.
    pub key: ReceiptKey,
    /// SHA-256 of the request.
    pub request_hash: Vec<u8>,
    /// The HTTP status of a success.
    pub status: u16,
    /// The JSON body of a success.
    pub answer: Value,
}

/// A command and what is recorded beside its events.
#[derive(Debug, Clone)]
pub struct Submission {
    /// What is asked.
    pub command: Command,
    /// The request that asks it.
    pub correlation_id: Uuid,
    /// Who asks.
    pub actor: Actor,
    /// Reason and subject of an operator's act; usually empty.
    pub metadata: BTreeMap<String, String>,
    /// Set when the request came with an idempotency key.
    pub receipt: Option<ReceiptRequest>,
}

/// What became of a command.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It is committed (or changed nothing). Reads that have seen `position` show its effect.
    Accepted {
        /// The journal's position after the commit.
        position: Position,
    },
    /// A rule forbids it; nothing was appended.
    Rejected(Rejection),
    /// A request with the same key was answered before: this is that answer, and nothing was done.
    Replayed {
        /// The HTTP status of then.
        status: u16,
        /// The JSON body of then.
        answer: Value,
        /// Reads that have seen this position show the effect of the first request.
        position: Position,
    },
    /// The key was used for another request before.
    KeyReused,
}

/// Why a command has no outcome.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SubmitError {
    /// The queue stayed full, or the command's turn did not come in time. Nothing was done.
    #[error("the writer has too much to do")]
    Overloaded,
    /// The database is away. Nothing was done.
    #[error("the database did not answer the writer")]
    Unavailable(#[source] Cause),
    /// Whether the command was committed could not be told in time. Its idempotency key finds the answer later.
    #[error("the outcome could not be told in time")]
    Unknown,
    /// The command would write an event that not every node can read yet. Nothing was done.
    #[error("not every node can read {0} yet")]
    HeldBack(EventKind),
    /// The command needs a stream that this version cannot read, or is refused by the database for what it is, or the
    /// code panicked. Nothing was done.
    #[error("the command cannot be carried out")]
    Faulty(#[source] Cause),
    /// The writer has stopped. Nothing was done.
    #[error("the writer has stopped")]
    Stopped,
}

/// The writer's bounds. The defaults are for a node that serves members.
#[derive(Debug, Clone)]
pub struct WriterOptions {
    /// Commands that may wait in the queue.
    pub queue: usize,
    /// Commands that one commit may hold.
    pub batch: usize,
    /// Streams that are kept in memory.
    pub cached_streams: usize,
    /// How long a caller waits for a place in the queue.
    pub patience: Duration,
    /// How long a caller waits for an answer, the queue included.
    pub deadline: Duration,
    /// How long a commit may take, and the wait for the head before it. A synchronous standby that is replaced takes
    /// longer: then the outcome is looked up.
    pub commit: Duration,
    /// How long reading from the journal may take.
    pub read: Duration,
    /// Who hears of what is committed; none: nobody but the callers.
    pub listener: Option<Arc<dyn AppendListener>>,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self {
            queue: 1024,
            batch: 128,
            cached_streams: 50_000,
            patience: Duration::from_secs(1),
            deadline: Duration::from_secs(10),
            commit: Duration::from_secs(4),
            read: Duration::from_secs(3),
            listener: None,
        }
    }
}

/// A submission on its way, with the line back to its caller.
#[derive(Debug)]
struct Incoming {
    submission: Box<Submission>,
    reply: Reply,
}

/// The line back to a caller.
#[derive(Debug)]
struct Reply {
    answer: oneshot::Sender<Result<Outcome, SubmitError>>,
    /// Whether the command may have been committed.
    sent: Arc<AtomicBool>,
    /// When the command came.
    at: Instant,
    /// The trace of the submission; the commit that makes it true hangs below it.
    span: Span,
}

/// Sends commands to the writer. Cheap to clone; the writer stops when the last handle is gone.
#[derive(Debug, Clone)]
pub struct WriterHandle {
    queue: mpsc::Sender<Incoming>,
    positions: watch::Receiver<Position>,
    options: WriterOptions,
    stats: Arc<WriterStats>,
    oldest: Arc<AtomicU64>,
    start: Instant,
    held_back: watch::Sender<HeldBack>,
}

/// Kinds of events that are not written, since a node that runs cannot read them.
pub type HeldBack = Arc<BTreeSet<EventKind>>;

impl WriterHandle {
    /// Has a command decided and, when it is accepted, committed. A key that was answered before is found by its
    /// stored receipt: correct at any time, but dear to the batch, so who expects repetitions looks it up first.
    ///
    /// # Errors
    /// [`SubmitError`]; a rule's refusal is no error but [`Outcome::Rejected`].
    pub async fn submit(&self, submission: Submission) -> Result<Outcome, SubmitError> {
        let kind = submission.command.kind();
        // At debug level: where nobody collects traces, a span costs one comparison.
        let span = tracing::debug_span!(
            "command",
            command = submission.command.name(),
            correlation_id = %submission.correlation_id,
            outcome = field::Empty,
        );
        let answer = self.decide(submission, span.clone()).instrument(span.clone()).await;
        let ending = Ending::of(&answer);
        span.record("outcome", ending.as_str());
        self.stats.ended(kind, ending);
        answer
    }

    async fn decide(&self, submission: Submission, span: Span) -> Result<Outcome, SubmitError> {
        let sent = Arc::new(AtomicBool::new(false));
        let answer = async {
            let place = tokio::time::timeout(self.options.patience, self.queue.reserve())
                .await
                .map_err(|_elapsed| SubmitError::Overloaded)?
                .map_err(|_closed| SubmitError::Stopped)?;
            let (reply, answer) = oneshot::channel();
            let reply = Reply { answer: reply, sent: Arc::clone(&sent), at: Instant::now(), span };
            place.send(Incoming { submission: Box::new(submission), reply });
            answer.await.unwrap_or_else(|_gone| {
                // The writer panicked, or was ended.
                Err(if sent.load(Relaxed) { SubmitError::Unknown } else { SubmitError::Stopped })
            })
        };
        tokio::time::timeout(self.options.deadline, answer).await.unwrap_or(Err(SubmitError::Unknown))
    }

    /// The last position that this process committed; 0 before the first. Wakes projectors in the same process.
    #[must_use]
    pub fn positions(&self) -> watch::Receiver<Position> {
        self.positions.clone()
    }

    /// Commands that wait in the queue now.
    #[must_use]
    pub fn queue_depth(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// How long the command that waits longest has been waiting for its answer; none while nobody waits.
    #[must_use]
    pub fn oldest_waiting(&self) -> Option<Duration> {
        match self.oldest.load(Relaxed) {
            0 => None,
            since => Some(self.start.elapsed().saturating_sub(Duration::from_micros(since))),
        }
    }

    /// What the writer has done since it started.
    #[must_use]
    pub fn stats(&self) -> &WriterStats {
        &self.stats
    }

    /// From the next decision on, refuses commands that would write one of these; the set before is forgotten.
    pub fn hold_back(&self, kinds: BTreeSet<EventKind>) {
        self.held_back.send_if_modified(|held_back| {
            let differs = **held_back != kinds;
            if differs {
                *held_back = Arc::new(kinds);
            }
            differs
        });
    }

    /// What is held back.
    #[must_use]
    pub fn held_back(&self) -> HeldBack {
        Arc::clone(&self.held_back.borrow())
    }

    /// Whether the writer runs: false means that this process can decide nothing any more.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.queue.is_closed()
    }
}

/// The running writer: await it to wait until it has answered everything, after the last handle is dropped.
#[derive(Debug)]
pub struct WriterTask {
    writing: tokio::task::JoinHandle<()>,
    announcing: tokio::task::JoinHandle<()>,
}

impl WriterTask {
    /// Waits until the last batch is committed and answered. Ends only when every [`WriterHandle`] is dropped.
    pub async fn finished(self) {
        // A panic of the task has been reported where it happened; here it only means that there is no more to come.
        let _ = self.writing.await;
        let _ = self.announcing.await;
    }
}

/// Starts a writer on the current tokio runtime.
#[must_use]
pub fn start_writer(journal: Journal, clock: Clock, options: WriterOptions) -> (WriterHandle, WriterTask) {
    let (queue, waiting) = mpsc::channel(options.queue);
    let (committed, positions) = watch::channel(0);
    let (held_back, holding_back) = watch::channel(HeldBack::default());
    let announcing = tokio::spawn(announce(journal.clone(), positions.clone()));
    let (stats, oldest, start) = (Arc::<WriterStats>::default(), Arc::<AtomicU64>::default(), Instant::now());
    let parts = driver::Parts {
        journal,
        options: options.clone(),
        stats: Arc::clone(&stats),
        committed,
        oldest: Arc::clone(&oldest),
        start,
        held_back: holding_back,
    };
    let writing = tokio::spawn(supervisor::run(parts, clock, waiting));
    let handle = WriterHandle { queue, positions, options, stats, oldest, start, held_back };
    (handle, WriterTask { writing, announcing })
}

/// How long telling others may take.
const ANNOUNCING: Duration = Duration::from_secs(5);

/// Tells other processes, after the commit, on another connection, the latest position only.
async fn announce(journal: Journal, mut positions: watch::Receiver<Position>) {
    while positions.changed().await.is_ok() {
        let position = *positions.borrow_and_update();
        let told = tokio::time::timeout(ANNOUNCING, journal.announce(position)).await;
        if !matches!(told, Ok(Ok(()))) {
            tracing::warn!(position, "new events were not announced; followers find them at their next poll");
        }
    }
}
