//! The callers' side of the writer: they submit commands through a bounded queue and wait for their answers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

use fairway_events::journal::RecentAppends;
use fairway_events::{EventKind, Position};
use tokio::sync::{mpsc, oneshot, watch};
use tracing::{Instrument, Span, field};

use super::options::{HeldBack, WriterOptions};
use super::stats::{OutcomeKind, WriterStats};
use super::submission::{Outcome, Submission, SubmitError};

/// A submission and the channel to its caller.
#[derive(Debug)]
pub(super) struct Incoming {
    pub(super) submission: Box<Submission>,
    pub(super) reply: Reply,
}

/// The channel to a caller.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) answer: oneshot::Sender<Result<(Outcome, Position), SubmitError>>,
    /// Whether the command may have been committed.
    pub(super) sent: Arc<AtomicBool>,
    /// When the command arrived.
    pub(super) at: Instant,
    /// The span of the submission; the span of its commit is a child of it.
    pub(super) span: Span,
}

/// A writer of this process, as those see it who follow the journal in the same process.
#[derive(Debug, Clone)]
pub struct LocalWriter {
    /// The position of its last commit.
    pub positions: watch::Receiver<Position>,
    /// Its latest appends.
    pub recent: Arc<RecentAppends>,
}

/// Sends commands to the writer. Cheap to clone; the writer stops when the last handle is dropped.
#[derive(Debug, Clone)]
pub struct WriterHandle {
    pub(super) queue: mpsc::Sender<Incoming>,
    pub(super) positions: watch::Receiver<Position>,
    pub(super) options: WriterOptions,
    pub(super) stats: Arc<WriterStats>,
    pub(super) oldest: Arc<AtomicU64>,
    pub(super) start: Instant,
    pub(super) held_back: watch::Sender<HeldBack>,
}

impl WriterHandle {
    /// Has a command decided and, when it is accepted, committed. A key that was answered before is found by its
    /// stored receipt: always correct, but it makes the whole batch slower, so a caller that expects repetitions looks
    /// the receipt up first.
    ///
    /// # Errors
    /// [`SubmitError`]; a refusal by a rule is not an error but [`Outcome::Rejected`].
    pub async fn submit(&self, submission: Submission) -> Result<Outcome, SubmitError> {
        self.submit_at(submission).await.map(|(outcome, _position)| outcome)
    }

    /// The same, with the position of the journal that the outcome stands for: that of a success, and the last position
    /// of the journal on which a refusal was decided.
    ///
    /// # Errors
    /// As [`Self::submit`].
    pub async fn submit_at(&self, submission: Submission) -> Result<(Outcome, Position), SubmitError> {
        let command = submission.command.kind();
        // At debug level: where traces are not collected, a span costs one comparison.
        let span = tracing::debug_span!(
            "command",
            command = submission.command.name(),
            correlation_id = %submission.correlation_id,
            outcome = field::Empty,
        );
        let answer = self.decide(submission, span.clone()).instrument(span.clone()).await;
        let kind = OutcomeKind::from(answer.as_ref().map(|(outcome, _position)| outcome));
        span.record("outcome", kind.as_str());
        self.stats.count_outcome(command, kind);
        answer
    }

    async fn decide(&self, submission: Submission, span: Span) -> Result<(Outcome, Position), SubmitError> {
        let sent = Arc::new(AtomicBool::new(false));
        let answer = async {
            let place = tokio::time::timeout(self.options.queue_timeout, self.queue.reserve())
                .await
                .map_err(|_elapsed| SubmitError::Overloaded)?
                .map_err(|_closed| SubmitError::Stopped)?;
            let (reply, answer) = oneshot::channel();
            let reply = Reply { answer: reply, sent: Arc::clone(&sent), at: Instant::now(), span };
            place.send(Incoming { submission: Box::new(submission), reply });
            answer.await.unwrap_or_else(|_gone| {
                // The writer panicked, or was stopped.
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

    /// Counters of what the writer has done since it started.
    #[must_use]
    pub fn stats(&self) -> &WriterStats {
        &self.stats
    }

    /// From the next decision on, refuses commands that would write one of these kinds; replaces the previous set.
    pub fn hold_back(&self, kinds: BTreeSet<EventKind>) {
        self.held_back.send_if_modified(|held_back| {
            let differs = **held_back != kinds;
            if differs {
                *held_back = Arc::new(kinds);
            }
            differs
        });
    }

    /// The kinds that are held back.
    #[must_use]
    pub fn held_back(&self) -> HeldBack {
        Arc::clone(&self.held_back.borrow())
    }

    /// Whether the writer runs. If not, this process cannot decide commands any more.
    #[must_use]
    pub fn is_running(&self) -> bool {
        !self.queue.is_closed()
    }
}
