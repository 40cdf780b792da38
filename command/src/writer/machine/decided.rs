//! Commands that are decided and not yet committed: what each read, what it appends, what its caller is answered.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use fairway_events::journal::{Receipt, ReceiptKey, Rows, StreamAppend};
use fairway_events::{Event, Position, StreamId};
use serde_json::Value;

use super::cache::Cache;
use super::queued::{Answer, Queued, Ticket};
use crate::Rejection;
use crate::world::Decision;
use crate::writer::submission::Outcome;

/// The outcome of a decided command, without the position that its commit gives.
#[derive(Debug, Clone)]
enum PendingOutcome {
    Accepted,
    Rejected(Rejection),
    Replayed { status: u16, answer: Value },
    KeyReused,
}

/// A command that is decided.
#[derive(Debug, Clone)]
pub(crate) struct Decided {
    pub(super) queued: Queued,
    outcome: PendingOutcome,
    /// The streams that the decision read.
    pub(super) seen: Vec<StreamId>,
    /// The events per stream.
    pub(super) writes: Vec<(StreamId, Vec<Event>)>,
    /// The same as rows: serialised here, while the batch before is being committed.
    pub(crate) rows: Rows,
    pub(crate) receipt: Option<Receipt>,
}

impl Decided {
    /// A refused command.
    pub(super) fn rejected(queued: Queued, rejection: Rejection, seen: Vec<StreamId>) -> Self {
        let outcome = PendingOutcome::Rejected(rejection);
        Self { queued, outcome, seen, writes: Vec::new(), rows: Rows::default(), receipt: None }
    }

    /// A command whose key was answered for another.
    pub(super) fn repeated(queued: Queued, first: &Receipt) -> Self {
        let same = queued
            .submission
            .receipt
            .as_ref()
            .is_some_and(|receipt| receipt.request_hash == first.request_hash);
        let outcome = if same {
            PendingOutcome::Replayed { status: first.status.unsigned_abs(), answer: first.answer.clone() }
        } else {
            PendingOutcome::KeyReused
        };
        Self { queued, outcome, seen: Vec::new(), writes: Vec::new(), rows: Rows::default(), receipt: None }
    }

    /// An accepted command; its events are applied to the cache.
    ///
    /// # Errors
    /// When an event cannot be written as JSON; the cache then holds part of the command's events.
    pub(super) fn accepted(
        queued: Queued,
        decision: Decision,
        seen: Vec<StreamId>,
        cache: &mut Cache,
        layer: u64,
    ) -> Result<Self, (Box<Queued>, serde_json::Error)> {
        let submission = &queued.submission;
        let mut rows = Rows::default();
        let mut writes = Vec::with_capacity(decision.events.len());
        for (stream, events) in decision.events {
            let (version, is_read) = cache.advance(&stream, &events, layer);
            let append = StreamAppend {
                stream,
                version,
                events,
                correlation_id: submission.correlation_id,
                actor: submission.actor.clone(),
                metadata: submission.metadata.clone(),
            };
            let pushed = if is_read { rows.push_on_read(&append) } else { rows.push(&append) };
            if let Err(error) = pushed {
                return Err((Box::new(queued), error));
            }
            writes.push((append.stream, append.events));
        }
        let receipt = submission.receipt.as_ref().map(|receipt| Receipt {
            key: receipt.key.clone(),
            request_hash: receipt.request_hash.clone(),
            status: i16::try_from(receipt.status).unwrap_or(500),
            answer: receipt.answer.clone(),
        });
        Ok(Self { queued, outcome: PendingOutcome::Accepted, seen, writes, rows, receipt })
    }

    #[cfg(test)]
    pub(crate) const fn submission(&self) -> &crate::Submission {
        &self.queued.submission
    }

    #[cfg(test)]
    pub(crate) fn writes(&self) -> &[(StreamId, Vec<Event>)] {
        &self.writes
    }

    /// Events that the command appends.
    pub(super) fn events(&self) -> usize {
        self.writes.iter().map(|(_, events)| events.len()).sum()
    }

    /// The streams to which the command appends.
    pub(super) fn written(&self) -> impl Iterator<Item = &StreamId> {
        self.writes.iter().map(|(stream, _)| stream)
    }

    /// The streams on which the decision rests, those that it changes among them; some more than once.
    pub(super) fn rests_on(&self) -> impl Iterator<Item = &StreamId> {
        self.seen.iter().chain(self.written())
    }

    /// The first event that the command appends, by its stream and its place there.
    pub(crate) fn first_event(&self) -> Option<(&StreamId, i64)> {
        Some((self.written().next()?, *self.rows.sequences().first()?))
    }

    /// The key that it answers or repeats.
    pub(super) fn key(&self) -> Option<&ReceiptKey> {
        self.receipt.as_ref().map(|receipt| &receipt.key).or_else(|| self.repeats())
    }

    /// The key under which it repeats the answer of another command of its batch.
    pub(super) fn repeats(&self) -> Option<&ReceiptKey> {
        match self.outcome {
            PendingOutcome::Replayed { .. } | PendingOutcome::KeyReused => {
                self.queued.submission.receipt.as_ref().map(|receipt| &receipt.key)
            }
            PendingOutcome::Accepted | PendingOutcome::Rejected(_) => None,
        }
    }

    /// The answer, now that everything up to `position` is committed: the command's events, and what it was decided on.
    pub(super) fn answer(self, position: Position) -> Answer {
        let outcome = match self.outcome {
            PendingOutcome::Accepted => Outcome::Accepted { position, changed: !self.writes.is_empty() },
            PendingOutcome::Rejected(rejection) => Outcome::Rejected(rejection),
            PendingOutcome::Replayed { status, answer } => Outcome::Replayed { status, answer, position },
            PendingOutcome::KeyReused => Outcome::KeyReused,
        };
        Answer { ticket: self.queued.ticket, answer: Ok((outcome, position)) }
    }
}

/// Decided commands in order, each on top of the ones before it.
#[derive(Debug, Default, Clone)]
pub(crate) struct Batch {
    commands: Vec<Decided>,
    /// The index of the command whose receipt has that key.
    answered: HashMap<ReceiptKey, usize>,
    events: usize,
    /// Whether it is appended in the order of its parts, and not of its commands.
    pub(super) by_part: bool,
}

impl Batch {
    pub(super) fn push(&mut self, decided: Decided) {
        if let Some(receipt) = &decided.receipt {
            self.answered.insert(receipt.key.clone(), self.commands.len());
        }
        self.events += decided.events();
        self.commands.push(decided);
    }

    pub(crate) fn commands(&self) -> &[Decided] {
        &self.commands
    }

    pub(super) fn into_commands(self) -> Vec<Decided> {
        self.commands
    }

    pub(crate) fn len(&self) -> usize {
        self.commands.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Events that the batch appends.
    pub(crate) const fn events(&self) -> usize {
        self.events
    }

    /// Its commands were left out of an append.
    pub(super) fn count_left_out(&mut self) {
        self.commands.iter_mut().for_each(|decided| decided.queued.left_out += 1);
    }

    /// The receipt that this batch gives to a key.
    pub(super) fn receipt(&self, key: &ReceiptKey) -> Option<&Receipt> {
        self.commands.get(*self.answered.get(key)?)?.receipt.as_ref()
    }

    /// The keys that the batch answers.
    pub(super) fn keys(&self) -> Vec<ReceiptKey> {
        self.answered.keys().cloned().collect()
    }

    /// Every stream that a decision of the batch read, once.
    pub(crate) fn seen(&self) -> Vec<StreamId> {
        let seen: HashSet<&StreamId> = self.commands.iter().flat_map(|decided| &decided.seen).collect();
        seen.into_iter().cloned().collect()
    }

    /// Every stream to which the batch appends; some more than once.
    pub(super) fn written(&self) -> impl Iterator<Item = &StreamId> {
        self.commands.iter().flat_map(Decided::written)
    }

    /// The tickets of its commands, in order.
    pub(crate) fn tickets(&self) -> impl Iterator<Item = Ticket> + '_ {
        self.commands.iter().map(|decided| decided.queued.ticket)
    }
}

/// A batch that was shared with the task that appended it, which has released it before it reports the end.
pub(super) fn into_owned(batch: Arc<Batch>) -> Batch {
    match Arc::try_unwrap(batch) {
        Ok(batch) => batch,
        Err(_shared) => {
            // Going on without the batch's callers would leave them without an answer.
            panic!("a batch that has ended is still held");
        }
    }
}
