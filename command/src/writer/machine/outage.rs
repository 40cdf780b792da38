//! The database is unavailable: how long commands wait, and when it is asked again.

use std::sync::Arc;
use std::time::Duration;

use super::decided::{Batch, Decided, into_owned};
use super::messages::Request;
use super::queued::{Answer, Elapsed, Queued};
use super::state::{CommitState, Machine, Outage};
use crate::SubmitError;
use crate::writer::submission::Cause;

/// How long a command waits for an unavailable database; a change of the primary takes about as long.
const PATIENCE: Duration = Duration::from_secs(4);
/// How much earlier than its caller's time limit the writer answers.
const MARGIN: Duration = Duration::from_secs(1);
/// The first and the longest pause between two attempts; each is twice the previous one.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));

impl Machine {
    /// Pauses before the database is asked again.
    pub(super) fn back_off(&mut self, cause: Cause) {
        let pause = self.outage.as_ref().map_or(PAUSES.0, |outage| (outage.pause * 2).min(PAUSES.1));
        self.outage = Some(Outage { pause, until: self.now + pause, cause });
    }

    pub(super) fn is_backing_off(&self) -> bool {
        self.outage.as_ref().is_some_and(|outage| self.now < outage.until)
    }

    /// The database did not answer a request; nothing was done, and it is asked again.
    pub(super) fn failed(&mut self, request: Request, cause: Cause) {
        match request {
            Request::ReadHead => self.reading_head = false,
            Request::Load(number) => {
                if let Some(loading) = self.end_of_load(number) {
                    let wanted =
                        if loading.with_snapshots { &mut self.wanted } else { &mut self.wanted_whole };
                    wanted.extend(loading.streams.into_keys());
                }
            }
            Request::Confirm => {
                if let CommitState::Confirming(batch) = std::mem::take(&mut self.commit_state) {
                    self.roll_back(into_owned(batch));
                }
            }
            Request::LookUp => {
                if let CommitState::FindingOutcome { asked, .. } = &mut self.commit_state {
                    *asked = false;
                }
            }
            Request::CheckKeys => {
                let checking = std::mem::take(&mut self.checking);
                self.unchecked.extend(checking);
            }
            Request::ReadReceipts => {
                if let CommitState::ReadingReceipts { asked, .. } = &mut self.commit_state {
                    *asked = false;
                }
            }
        }
        self.back_off(cause);
    }

    /// Rolls back what is decided and was not sent in time: its callers have gone.
    pub(super) fn roll_back_late(&mut self) {
        let (now, deadline) = (self.now, self.deadline());
        let is_late = |decided: &Decided| decided.queued.arrived + deadline <= now;
        if !self.is_committing() && self.pending.commands().iter().any(is_late) {
            self.roll_back(Batch::default());
        }
    }

    /// Earlier than the callers' time limit, so that they get the true answer.
    fn deadline(&self) -> Elapsed {
        self.options.deadline - (self.options.deadline / 10).min(MARGIN)
    }

    /// Answers the commands that waited for too long, and for which nothing was done.
    pub(super) fn answer_late(&mut self) {
        let now = self.now;
        let deadline = self.deadline();
        let patience = if self.outage.is_some() { PATIENCE.min(deadline) } else { deadline };
        let is_late = |queued: &Queued| queued.arrived + patience <= now;
        if !self.waiting.iter().chain(&self.blocked).chain(&self.unchecked).any(is_late) {
            return;
        }
        let mut late = Vec::new();
        let waiting: Vec<Queued> = self.waiting.drain(..).collect();
        let mut in_time = |queued: Vec<Queued>| {
            let (too_late, rest): (Vec<_>, Vec<_>) = queued.into_iter().partition(is_late);
            late.extend(too_late);
            rest
        };
        self.waiting = in_time(waiting).into();
        self.blocked = in_time(std::mem::take(&mut self.blocked));
        self.unchecked = in_time(std::mem::take(&mut self.unchecked));
        for queued in late {
            let error = match &self.outage {
                Some(outage) => SubmitError::Unavailable(Arc::clone(&outage.cause)),
                None => SubmitError::Overloaded,
            };
            self.answer(Answer { ticket: queued.ticket, answer: Err(error) });
        }
        if self.blocked.is_empty() && self.loading.is_none() {
            self.wanted.clear();
        }
    }
}
