//! The writer as a state machine: from what happened to what is to be done.
//!
//! It uses no clock, no task and no database. A driver passes what happened ([`Input`]) and carries out what is asked
//! for ([`Output`]); a simulation does the same with a journal in memory and every possible fault.
//!
//! Everything is decided on top of a *known head* of the journal, and appended only if the head is still that one. If
//! it is not, the appending transaction holds the head's lock and returns what others appended meanwhile: the machine
//! applies that below what it decided, decides again only the commands that read a stream that changed, and appends
//! the rest unchanged. So no append conflicts, and no refusal rests on an old state: for a batch without events the
//! journal is asked whether the head is still the known one before the callers are answered.

mod after_append;
mod batch_delay;
mod cache;
mod catching_up;
mod decided;
mod deciding;
mod guard;
mod messages;
mod outage;
mod partial_append;
mod parts;
mod queued;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use fairway_events::Position;
use fairway_events::journal::Fence;

use crate::writer::options::HeldBack;
use crate::writer::submission::Submission;
pub(super) use decided::{Batch, Decided};
#[cfg(test)]
pub(super) use guard::Guard;
pub(super) use messages::{AppendMode, Appended, Input, Output, Request};
use queued::Queued;
pub(super) use queued::{Answer, Elapsed, Ticket};
use state::CommitState;
pub(super) use state::{DECIDED_AT_ONCE, Machine, TAIL_LIMIT};

impl Machine {
    /// Handles what happened and returns what is to be done, in order.
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

    /// Accepts commands that arrived together.
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
            builds_on_uncommitted: true,
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

    /// Commands that can still be accepted: what one batch has room for.
    pub(super) fn room(&self) -> usize {
        self.options.batch.saturating_sub(self.undecided() + self.pending.len())
    }

    /// The position of the last commit that is known.
    pub(super) fn committed(&self) -> Option<Position> {
        self.known.map(|head| head.position)
    }

    /// How often an append found the head moved.
    #[cfg(test)]
    pub(super) fn times_moved(&self) -> u64 {
        self.stats.moved()
    }

    /// Whether the passing of time can change anything.
    pub(super) fn waits(&self) -> bool {
        self.outage.is_some() || self.undecided() > 0
    }

    /// Whether nothing is left to do.
    pub(super) fn is_idle(&self) -> bool {
        self.undecided() == 0 && self.pending.is_empty() && !self.is_committing()
    }

    fn proceed(&mut self) {
        self.roll_back_late();
        self.answer_late();
        if self.is_backing_off() {
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
        self.start_commit();
        self.load_wanted();
        self.check_keys();
    }

    /// Starts committing what is decided, unless a commit is in flight.
    pub(super) fn start_commit(&mut self) {
        let Some(base) = self.known else { return };
        if self.is_committing() || self.pending.is_empty() || self.gathers() {
            return;
        }
        let mode = self.append_mode();
        let mut batch = std::mem::take(&mut self.pending);
        batch.by_part = mode == AppendMode::UnchangedParts;
        let batch = Arc::new(batch);
        self.flight_layer = self.layer;
        self.layer += 1;
        self.cache.next_generation();
        if batch.events() == 0 {
            self.commit_state = CommitState::Confirming(Arc::clone(&batch));
            self.outputs.push(Output::Confirm { base, batch });
            return;
        }
        let fence = Fence { base, stamp: self.next_stamp() };
        self.commit_state = CommitState::Appending { batch: Arc::clone(&batch), fence };
        self.outputs.push(Output::Append { batch, fence, mode });
    }
}
