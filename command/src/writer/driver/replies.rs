//! The callers that wait for an answer, and whether their commands may have been committed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use tracing::Span;

use crate::Submission;
use crate::writer::handle::{Incoming, Reply};
use crate::writer::machine::{Answer, Batch, Ticket};

/// The reply channels of the callers, by ticket: the oldest first.
#[derive(Debug)]
pub(super) struct Replies {
    waiting: BTreeMap<Ticket, Reply>,
    next: Ticket,
    start: Instant,
    oldest: Arc<AtomicU64>,
}

impl Replies {
    pub(super) fn new(start: Instant, oldest: Arc<AtomicU64>) -> Self {
        oldest.store(0, Relaxed);
        Self { waiting: BTreeMap::new(), next: 1, start, oldest }
    }

    /// Keeps the reply channel of a caller and gives the submission a ticket.
    pub(super) fn add(&mut self, Incoming { submission, reply }: Incoming) -> (Ticket, Submission) {
        let ticket = self.next;
        self.next += 1;
        self.waiting.insert(ticket, reply);
        self.update_oldest();
        (ticket, *submission)
    }

    /// From here on these commands may be committed, whatever happens to the writer.
    pub(super) fn sent(&self, tickets: impl Iterator<Item = Ticket>) {
        for reply in tickets.filter_map(|ticket| self.waiting.get(&ticket)) {
            reply.sent.store(true, Relaxed);
        }
    }

    pub(super) fn answer(&mut self, Answer { ticket, answer }: Answer) {
        if let Some(reply) = self.waiting.remove(&ticket) {
            // A caller that has gone does not need the answer.
            let _ = reply.answer.send(answer);
        }
        self.update_oldest();
    }

    /// The span of a commit: a child of the first command's, and linked to those of the others in it.
    pub(super) fn span(&self, batch: &Batch) -> Span {
        let mut traces =
            batch.tickets().filter_map(|ticket| self.waiting.get(&ticket)).map(|reply| &reply.span);
        let first = traces.next().and_then(Span::id);
        let (commands, events) = (batch.len(), batch.events());
        let span = tracing::debug_span!(parent: first, "commit", commands, events);
        if !span.is_disabled() {
            traces.for_each(|other| {
                span.follows_from(other);
            });
        }
        span
    }

    fn update_oldest(&self) {
        let oldest = self.waiting.values().next().map_or(0, |reply| {
            u64::try_from(reply.at.saturating_duration_since(self.start).as_micros())
                .unwrap_or(u64::MAX)
                .max(1)
        });
        self.oldest.store(oldest, Relaxed);
    }
}
