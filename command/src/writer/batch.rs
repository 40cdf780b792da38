//! One commit in the making: the commands decided so far, their events, their receipts, and who waits for an answer.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use fairway_events::journal::{AppendError, Batch, Receipt, ReceiptKey, Rows, StreamAppend};
use fairway_events::{Journal, Position};
use serde_json::Value;
use tracing::Span;

use super::{Outcome, Queued, SubmitError};
use crate::world::Decision;
use crate::{Rejection, writer::cache::Cache};

/// What a decided command will be told once the batch is committed.
#[derive(Debug)]
enum Verdict {
    Accepted,
    Rejected(Rejection),
    Replayed { status: u16, answer: Value },
    KeyReused,
}

/// The stored answer to a request whose receipt is known here but not yet visible to others.
#[derive(Debug, Clone)]
pub(super) struct Answered {
    request_hash: Vec<u8>,
    status: u16,
    answer: Value,
}

impl From<Receipt> for Answered {
    fn from(receipt: Receipt) -> Self {
        Self {
            request_hash: receipt.request_hash,
            status: receipt.status.unsigned_abs(),
            answer: receipt.answer,
        }
    }
}

/// A batch of decided commands.
#[derive(Debug)]
pub(super) struct Pending {
    decided: Vec<(Queued, Verdict)>,
    pub(super) batch: Batch,
    /// The batch's events as they will be sent: written here, while the batch before is being committed. None when one
    /// of them cannot be written.
    rows: Option<Rows>,
    answered: HashMap<ReceiptKey, Answered>,
}

impl Default for Pending {
    fn default() -> Self {
        Self {
            decided: Vec::new(),
            batch: Batch::default(),
            rows: Some(Rows::default()),
            answered: HashMap::new(),
        }
    }
}

impl Pending {
    /// Appends the batch.
    pub(super) async fn commit(&self, journal: &Journal, at: DateTime<Utc>) -> Result<Position, AppendError> {
        match &self.rows {
            Some(rows) => journal.append_rows(rows, &self.batch.receipts, at).await,
            // Fails again, and says at what.
            None => journal.append(&self.batch, at).await,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.decided.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.decided.len()
    }

    /// The trace of the commit: below the first command's, and linked to those of the others that share it.
    pub(super) fn span(&self) -> Span {
        let mut traces = self.decided.iter().map(|(queued, _)| &queued.span);
        let first = traces.next().and_then(Span::id);
        let (commands, events) = (self.len(), self.batch.event_count());
        let span = tracing::debug_span!(parent: first, "commit", commands, events);
        if !span.is_disabled() {
            traces.for_each(|other| {
                span.follows_from(other);
            });
        }
        span
    }

    /// Whether anything has to be committed before the callers may be answered.
    pub(super) fn needs_commit(&self) -> bool {
        !self.batch.appends.is_empty() || !self.batch.receipts.is_empty()
    }

    /// The answer that this batch gives to a key.
    pub(super) fn answered(&self, key: &ReceiptKey) -> Option<&Answered> {
        self.answered.get(key)
    }

    /// Adds a command whose key was answered by another.
    pub(super) fn repeat(&mut self, queued: Queued, first: &Answered) {
        let same = queued
            .submission
            .receipt
            .as_ref()
            .is_some_and(|receipt| receipt.request_hash == first.request_hash);
        let verdict = if same {
            Verdict::Replayed { status: first.status, answer: first.answer.clone() }
        } else {
            Verdict::KeyReused
        };
        self.decided.push((queued, verdict));
    }

    /// Adds a decided command and applies its events to the cache.
    pub(super) fn add(&mut self, queued: Queued, decision: Result<Decision, Rejection>, cache: &mut Cache) {
        let submission = &queued.submission;
        let outcome = match &decision {
            Ok(_) => Ok(()),
            Err(rejection) => Err(rejection.clone()),
        };
        if let Some(receipt) = submission.receipt.as_ref().filter(|_| outcome.is_ok()) {
            let (status, answer) = (receipt.status, receipt.answer.clone());
            self.batch.receipts.push(Receipt {
                key: receipt.key.clone(),
                request_hash: receipt.request_hash.clone(),
                status: i16::try_from(status).unwrap_or(500),
                answer: answer.clone(),
            });
            let answered = Answered { request_hash: receipt.request_hash.clone(), status, answer };
            self.answered.insert(receipt.key.clone(), answered);
        }
        for (stream, events) in decision.map(|decision| decision.events).unwrap_or_default() {
            let version = cache.advance(&stream, &events);
            let append = StreamAppend {
                stream,
                version,
                events,
                correlation_id: submission.correlation_id,
                actor: submission.actor.clone(),
                metadata: submission.metadata.clone(),
            };
            self.rows = self.rows.take().and_then(|mut rows| rows.push(&append).is_ok().then_some(rows));
            self.batch.appends.push(append);
        }
        let verdict = match outcome {
            Ok(()) => Verdict::Accepted,
            Err(rejection) => Verdict::Rejected(rejection),
        };
        self.decided.push((queued, verdict));
    }

    /// Answers every caller: the batch is committed, or had nothing to commit.
    pub(super) fn answer(self, position: Position) {
        for (queued, verdict) in self.decided {
            let outcome = match verdict {
                Verdict::Accepted => Outcome::Accepted { position },
                Verdict::Rejected(rejection) => Outcome::Rejected(rejection),
                Verdict::Replayed { status, answer } => Outcome::Replayed { status, answer, position },
                Verdict::KeyReused => Outcome::KeyReused,
            };
            // A caller that has gone no longer wants to know.
            let _ = queued.reply.send(Ok(outcome));
        }
    }

    /// Tells every caller that the batch failed.
    pub(super) fn fail(self, error: &SubmitError) {
        for (queued, _) in self.decided {
            let _ = queued.reply.send(Err(error.clone()));
        }
    }

    /// Gives the commands back, to be decided again.
    pub(super) fn into_queued(self) -> impl Iterator<Item = Queued> {
        self.decided.into_iter().map(|(queued, _)| queued)
    }
}
