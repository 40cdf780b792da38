//! The journal writer: one task per process through which every command goes.
//!
//! Commands wait in a bounded queue. The task decides them in memory, one on top of the other, and appends what
//! they decided in one statement; while that commit runs it goes on deciding the next batch. So commits are shared
//! (group commit), streams that everybody wants do not conflict inside a process, and each caller still gets an
//! answer of its own, after the commit that makes it true. Between processes the stream key is the optimistic lock.

mod batch;
mod cache;
mod coherence;
mod snapshots;
mod stats;
mod task;
mod waiting;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_events::journal::ReceiptKey;
use fairway_events::{Actor, Journal, JournalError, Position};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{Instrument, Span, field};
use uuid::Uuid;

use crate::{Command, Rejection};
pub use stats::{Distribution, Ending, WriterStats};

/// Tells the instant. The system's clock, or one that a test set.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

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
#[derive(Debug)]
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
    /// The queue stayed full. Nothing was done.
    #[error("the writer's queue is full")]
    Overloaded,
    /// Other processes were first on its streams, every time. Nothing was done.
    #[error("other writers were first, {attempts} times")]
    Conflict {
        /// How often it was decided.
        attempts: u32,
    },
    /// No answer in time. Whether the command was committed is unknown.
    #[error("the writer did not answer in time")]
    TimedOut,
    /// The writer has stopped. Nothing was done.
    #[error("the writer has stopped")]
    Stopped,
    /// The database did not answer. Whether the command was committed is unknown.
    #[error("the database did not answer the writer")]
    Database(#[source] Arc<dyn std::error::Error + Send + Sync>),
}

impl From<JournalError> for SubmitError {
    fn from(error: JournalError) -> Self {
        Self::Database(Arc::new(error))
    }
}

impl From<sqlx::Error> for SubmitError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(Arc::new(error))
    }
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
    /// How often a command is decided before it is given up as a conflict.
    pub attempts: u32,
    /// How long a caller waits for a place in the queue.
    pub patience: Duration,
    /// How long a caller waits for an answer, the queue included.
    pub deadline: Duration,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self {
            queue: 1024,
            batch: 128,
            cached_streams: 50_000,
            attempts: 5,
            patience: Duration::from_secs(1),
            deadline: Duration::from_secs(10),
        }
    }
}

/// A submission on its way, with the line back to its caller.
#[derive(Debug)]
struct Queued {
    submission: Submission,
    attempts: u32,
    /// The trace of the submission; the commit that makes it true hangs below it.
    span: Span,
    reply: oneshot::Sender<Result<Outcome, SubmitError>>,
}

/// Sends commands to the writer. Cheap to clone; the writer stops when the last handle is gone.
#[derive(Debug, Clone)]
pub struct WriterHandle {
    queue: mpsc::Sender<Queued>,
    positions: watch::Receiver<Position>,
    options: WriterOptions,
    stats: Arc<WriterStats>,
    waiting: waiting::Waiting,
}

impl WriterHandle {
    /// Has a command decided and, when it is accepted, committed. A key that was answered before is found by its
    /// stored receipt: correct at any time, but dear to the batch, so who expects repetitions looks it up first.
    ///
    /// # Errors
    /// [`SubmitError`]; a rule's refusal is no error but [`Outcome::Rejected`].
    pub async fn submit(&self, submission: Submission) -> Result<Outcome, SubmitError> {
        let kind = submission.command.kind();
        let _waiting = self.waiting.enter();
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
        let answer = async {
            let place = tokio::time::timeout(self.options.patience, self.queue.reserve())
                .await
                .map_err(|_elapsed| SubmitError::Overloaded)?
                .map_err(|_closed| SubmitError::Stopped)?;
            let (reply, answer) = oneshot::channel();
            place.send(Queued { submission, attempts: 0, span, reply });
            answer.await.map_err(|_gone| SubmitError::Stopped)?
        };
        tokio::time::timeout(self.options.deadline, answer).await.map_err(|_elapsed| SubmitError::TimedOut)?
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

    /// How long the command has waited that waits longest; none where none does.
    #[must_use]
    pub fn oldest_waiting(&self) -> Option<Duration> {
        self.waiting.longest()
    }

    /// What the writer has done since it started.
    #[must_use]
    pub fn stats(&self) -> &WriterStats {
        &self.stats
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
    let announcing = tokio::spawn(announce(journal.clone(), positions.clone()));
    let stats = Arc::<WriterStats>::default();
    let writing =
        tokio::spawn(task::run(journal, clock, options.clone(), Arc::clone(&stats), waiting, committed));
    let handle = WriterHandle { queue, positions, options, stats, waiting: waiting::Waiting::default() };
    (handle, WriterTask { writing, announcing })
}

/// Tells other processes, after the commit, on another connection, the latest position only.
async fn announce(journal: Journal, mut positions: watch::Receiver<Position>) {
    while positions.changed().await.is_ok() {
        let position = *positions.borrow_and_update();
        if let Err(error) = journal.announce(position).await {
            tracing::warn!(%error, position, "new events were not announced; followers find them at their next poll");
        }
    }
}

/// An error and what lies beneath it, in one line for the log.
fn sources(error: &dyn std::error::Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        line.push_str(": ");
        line.push_str(&cause.to_string());
        source = cause.source();
    }
    line
}
