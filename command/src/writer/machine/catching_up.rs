//! Applying what others appended below what was decided here.
//!
//! A decision stays valid as long as no stream changed that it read. So of the commands that are decided and not yet
//! committed only those are decided again that read a changed stream, or one that such a command changes.

use std::collections::HashSet;
use std::sync::Arc;

use fairway_events::StreamId;
use fairway_events::journal::{Fence, Head, Tail};

use super::decided::{Batch, Decided, into_owned};
use super::guard::Guard;
use super::messages::Output;
use super::state::{CommitState, Machine};

/// Decided commands that are not committed, on top of a tail.
pub(super) struct CaughtUp {
    /// The batch in flight and what was decided on top of it, as one.
    pub(super) batch: Batch,
    /// How many commands, from the first on, are confirmed by this tail.
    pub(super) asked: usize,
    /// How many commands were decided again.
    pub(super) again: usize,
}

impl Machine {
    /// The head was moved by others; the appending transaction holds its lock.
    pub(super) fn moved(&mut self, tail: &Tail) {
        let CommitState::Appending { batch, fence } = std::mem::take(&mut self.commit_state) else { return };
        self.found_head_moved();
        let batch = into_owned(batch);
        if !self.continues_from(fence.base, tail) || self.broken {
            self.outputs.push(Output::Release);
            self.start_again(batch, tail);
            return;
        }
        let commands = batch.len() + self.pending.len();
        let CaughtUp { batch, asked, again } = self.catch_up(batch, tail);
        self.had_to_decide_again(again, commands);
        if batch.events() == 0 {
            self.outputs.push(Output::Release);
            self.answer_confirmed(batch, asked, tail.head);
            return;
        }
        let fence = Fence { base: tail.head, stamp: self.next_stamp() };
        let batch = Arc::new(batch);
        self.commit_state = CommitState::Appending { batch: Arc::clone(&batch), fence };
        self.outputs.push(Output::AppendLocked { batch, fence });
    }

    /// A batch without events was checked against the journal as it is.
    pub(super) fn confirmed(&mut self, tail: &Tail) {
        self.outage = None;
        let CommitState::Confirming(batch) = std::mem::take(&mut self.commit_state) else { return };
        let batch = into_owned(batch);
        let Some(known) = self.known else { return };
        if !self.continues_from(known, tail) || self.broken {
            self.start_again(batch, tail);
            return;
        }
        let (batch, asked) = if self.has(Guard::ConfirmRefusals) {
            let caught_up = self.catch_up(batch, tail);
            (caught_up.batch, caught_up.asked)
        } else {
            let asked = batch.len();
            (batch, asked)
        };
        self.part_done(asked);
        self.answer_confirmed(batch, asked, tail.head);
    }

    /// Answers the first `asked` commands of a batch, for which the journal was asked: they are decided as of this
    /// head. Commands that arrived later have to be confirmed again; and a command after one with events may rest on
    /// these and waits for their commit.
    fn answer_confirmed(&mut self, batch: Batch, asked: usize, head: Head) {
        let (mut confirmed, mut rest) = (true, Vec::new());
        for (place, decided) in batch.into_commands().into_iter().enumerate() {
            confirmed &= place < asked && decided.writes.is_empty();
            if confirmed {
                self.answer(decided.answer(head.position));
            } else {
                rest.push(decided);
            }
        }
        self.keep_pending(rest);
    }

    /// Whether the journal is the one that is known, and not too far ahead to follow.
    pub(super) fn continues_from(&mut self, known: Head, tail: &Tail) -> bool {
        if !tail.continues && self.has(Guard::NoticeRewinds) {
            self.stats.went_back();
            self.outputs.push(Output::WentBack { remembered: known, found: tail.head });
            return false;
        }
        !tail.truncated
    }

    /// Forgets everything and decides everything again.
    pub(super) fn start_again(&mut self, batch: Batch, tail: &Tail) {
        self.roll_back(batch);
        self.forget_everything(tail.head);
    }

    /// Marks streams that are being read: the result may be from before a change.
    pub(super) fn changed_while_loading(&mut self, foreign: &HashSet<&StreamId>) {
        if let Some(loading) = &mut self.loading {
            for stream in foreign {
                if let Some(changed) = loading.streams.get_mut(*stream) {
                    *changed = true;
                }
            }
        }
    }

    /// Applies a tail below the batch and what was decided on top of it.
    pub(super) fn catch_up(&mut self, batch: Batch, tail: &Tail) -> CaughtUp {
        let (layer, first) = (self.flight_layer, batch.len());
        let pending = std::mem::take(&mut self.pending);
        let written: Vec<StreamId> = pending.written().cloned().collect();
        self.cache.merge(&written, self.layer, layer);
        let commands: Vec<Decided> =
            batch.into_commands().into_iter().chain(pending.into_commands()).collect();

        let foreign: HashSet<&StreamId> = tail.events.iter().map(|event| &event.stream).collect();
        let (touched, changed) = self.touched(&commands, &foreign);
        foreign.iter().copied().chain(&changed).for_each(|stream| self.cache.restore(stream));
        self.changed_while_loading(&foreign);
        for event in &tail.events {
            self.cache.apply_foreign(&event.stream, event.sequence, event.event.as_ref());
        }
        self.known = Some(tail.head);

        let is_changed = |stream: &StreamId| foreign.contains(stream) || changed.contains(stream);
        let (mut holds, mut again) = (Vec::new(), Vec::new());
        for (place, (decided, touched)) in commands.into_iter().zip(touched).enumerate() {
            if touched {
                again.push((place < first, decided.queued));
            } else {
                for (stream, events) in decided.writes.iter().filter(|(stream, _)| is_changed(stream)) {
                    self.cache.advance(stream, events, layer);
                }
                holds.push((place < first, decided));
            }
        }
        let decided_again = again.len();
        // Commands that are decided again see all valid decisions, and so come after them; but before refusals of the
        // second batch, which change nothing and must not delay an answer.
        let mut caught_up = Batch::default();
        let (of_first, of_second): (Vec<_>, Vec<_>) = holds.into_iter().partition(|(of_first, _)| *of_first);
        let (first_again, second_again): (Vec<_>, Vec<_>) =
            again.into_iter().partition(|(of_first, _)| *of_first);
        of_first.into_iter().for_each(|(_, decided)| caught_up.push(decided));
        let mut asked = caught_up.len();
        let second_writes = of_second.iter().any(|(_, decided)| !decided.writes.is_empty());
        if second_writes {
            of_second.into_iter().for_each(|(_, decided)| caught_up.push(decided));
            first_again.into_iter().for_each(|(_, queued)| self.decide_again(queued, &mut caught_up, layer));
        } else {
            first_again.into_iter().for_each(|(_, queued)| self.decide_again(queued, &mut caught_up, layer));
            asked = caught_up.len();
            of_second.into_iter().for_each(|(_, decided)| caught_up.push(decided));
        }
        second_again.into_iter().for_each(|(_, queued)| self.decide_again(queued, &mut caught_up, layer));
        CaughtUp { batch: caught_up, asked, again: decided_again }
    }

    /// Returns for each command whether it is to be decided again after these streams changed, and the other streams
    /// that have to be put back to their committed state for that.
    fn touched(&self, commands: &[Decided], foreign: &HashSet<&StreamId>) -> (Vec<bool>, HashSet<StreamId>) {
        if !self.has(Guard::DecideAgain) {
            return (vec![false; commands.len()], HashSet::new());
        }
        // Streams whose committed state is not known: every command that appended to them is decided again.
        let is_lost = |stream: &&StreamId| !self.cache.is_restorable(stream);
        let mut lost: HashSet<&StreamId> = foreign.iter().copied().filter(is_lost).collect();
        loop {
            let mut changed: HashSet<&StreamId> = HashSet::new();
            let mut keys = HashSet::new();
            let mut touched = Vec::with_capacity(commands.len());
            for decided in commands {
                let is_touched =
                    decided.seen.iter().any(|stream| foreign.contains(stream) || changed.contains(stream))
                        || decided.written().any(|stream| lost.contains(stream))
                        || decided.repeats().is_some_and(|key| keys.contains(key));
                if is_touched {
                    changed.extend(decided.written());
                    keys.extend(decided.receipt.as_ref().map(|receipt| &receipt.key));
                }
                touched.push(is_touched);
            }
            let before = lost.len();
            lost.extend(changed.iter().copied().filter(is_lost));
            if lost.len() == before {
                return (touched, changed.into_iter().cloned().collect());
            }
        }
    }
}
