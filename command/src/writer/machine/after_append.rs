//! The machine after the end of an append.

use std::sync::Arc;

use fairway_events::journal::{Fence, FoundAppend, Head, Receipt};

use super::decided::{Batch, into_owned};
use super::guard::Guard;
use super::messages::{Appended, Output};
use super::queued::Answer;
use super::state::{CommitState, Machine};
use crate::SubmitError;
use crate::writer::submission::Cause;

impl Machine {
    /// The append in flight has ended.
    pub(super) fn appended(&mut self, end: Appended) {
        match end {
            Appended::Moved(tail) => {
                self.outage = None;
                self.moved(&tail);
            }
            Appended::Done => {
                if let CommitState::Appending { batch, fence } = std::mem::take(&mut self.commit_state) {
                    self.others_write = self.others_write.saturating_sub(1);
                    self.lock_first = self.lock_first.saturating_sub(1);
                    self.keep_states = self.keep_states.saturating_sub(1);
                    self.done(into_owned(batch), fence);
                }
            }
            Appended::Partly(partial) => {
                self.outage = None;
                self.appended_partly(&partial);
            }
            Appended::StreamConflict => {
                if let Some(batch) = self.ended() {
                    self.stats.conflicted();
                    if batch.commands().iter().any(|decided| decided.queued.builds_on_uncommitted) {
                        self.look_again(batch);
                    } else {
                        self.take_apart(batch, Arc::new(Conflict));
                    }
                }
            }
            Appended::ReceiptConflict => {
                if let Some(batch) = self.ended() {
                    self.commit_state = CommitState::ReadingReceipts { batch, asked: false };
                }
            }
            Appended::Refused(cause) => {
                if let Some(batch) = self.ended() {
                    self.take_apart(batch, cause);
                }
            }
            Appended::Unavailable(cause) => {
                if let Some(batch) = self.ended() {
                    self.stats.failed();
                    self.roll_back(batch);
                    self.back_off(cause);
                }
            }
            Appended::Unknown(cause) => {
                if let CommitState::Appending { batch, fence } = std::mem::take(&mut self.commit_state) {
                    self.stats.failed();
                    self.back_off(cause);
                    if self.has(Guard::LookUp) {
                        self.commit_state = CommitState::FindingOutcome { batch, fence, asked: false };
                    } else {
                        let batch = into_owned(batch);
                        self.roll_back(batch);
                    }
                }
            }
        }
    }

    /// The batch of an append that was not committed.
    fn ended(&mut self) -> Option<Batch> {
        match std::mem::take(&mut self.commit_state) {
            CommitState::Appending { batch, .. } => Some(into_owned(batch)),
            other => {
                self.commit_state = other;
                None
            }
        }
    }

    /// The batch is committed.
    fn done(&mut self, batch: Batch, fence: Fence) {
        self.outage = None;
        let events = i64::try_from(batch.events()).unwrap_or(i64::MAX);
        let position = fence.base.position + events;
        self.known = Some(Head { position, stamp: fence.stamp, marked: true, ..fence.base });
        self.cache.committed(batch.written(), self.flight_layer);
        self.part_done(batch.len());
        if self.broken {
            self.roll_back(Batch::default());
        }
        self.answer_all(batch, fence.base.position);
    }

    /// An id that was presumed new is not: decides everything again, after loading the streams.
    fn look_again(&mut self, batch: Batch) {
        self.roll_back(batch);
        self.waiting.iter_mut().for_each(|queued| queued.builds_on_uncommitted = false);
    }

    /// Something in the batch is refused in any state of the journal: finds it by halving the batch.
    fn take_apart(&mut self, batch: Batch, cause: Cause) {
        self.stats.failed();
        let size = batch.len();
        self.roll_back(batch);
        if size == 1 {
            if let Some(queued) = self.waiting.pop_front() {
                self.answer(Answer { ticket: queued.ticket, answer: Err(SubmitError::Faulty(cause)) });
            }
            self.part_done(1);
            return;
        }
        if self.has(Guard::SplitRefusedBatches) {
            let left = self.halving.map_or(size, |(_, left)| left);
            self.halving = Some(((size / 2).max(1), left));
            return;
        }
        for queued in self.waiting.drain(..size.min(self.waiting.len())).collect::<Vec<_>>() {
            self.answer(Answer {
                ticket: queued.ticket,
                answer: Err(SubmitError::Faulty(Arc::clone(&cause))),
            });
        }
    }

    /// So many commands of a batch that is being halved are done.
    pub(super) fn part_done(&mut self, commands: usize) {
        self.halving = self.halving.and_then(|(limit, left)| {
            left.checked_sub(commands).filter(|left| *left > 0).map(|left| (limit, left))
        });
    }

    /// The append whose end was unknown is in the journal, or is not and never will be.
    pub(super) fn looked_up(&mut self, found: Option<&FoundAppend>) {
        let CommitState::FindingOutcome { batch, fence, .. } = std::mem::take(&mut self.commit_state) else {
            return;
        };
        self.outage = None;
        let batch = into_owned(batch);
        let whole = fence.base.position + i64::try_from(batch.events()).unwrap_or(i64::MAX);
        match found {
            Some(found) if found.position == whole && found.events.len() == batch.events() => {
                self.done(batch, fence);
            }
            Some(found) => self.found_partly(batch, found),
            None => self.roll_back(batch),
        }
    }

    /// The answers that others gave to keys of the batch are known: their callers get these, the rest is decided again.
    pub(super) fn receipts_read(&mut self, receipts: &[Receipt]) {
        let CommitState::ReadingReceipts { batch, .. } = std::mem::take(&mut self.commit_state) else {
            return;
        };
        self.outage = None;
        self.roll_back(batch);
        let waiting = self.waiting.drain(..).collect();
        self.waiting = self.answer_repeated(waiting, receipts).into();
    }

    /// Asks again what is still unknown about the batch in flight.
    pub(super) fn ask_again(&mut self) {
        match &mut self.commit_state {
            CommitState::FindingOutcome { batch, fence, asked } if !*asked => {
                *asked = true;
                self.outputs.push(Output::LookUp { fence: *fence, batch: Arc::clone(batch) });
            }
            CommitState::ReadingReceipts { batch, asked } if !*asked => {
                *asked = true;
                self.outputs.push(Output::ReadReceipts(batch.keys()));
            }
            CommitState::None
            | CommitState::Appending { .. }
            | CommitState::Confirming(_)
            | CommitState::FindingOutcome { .. }
            | CommitState::ReadingReceipts { .. } => {}
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the batch does not follow what is in its streams")]
struct Conflict;
