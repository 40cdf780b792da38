//! Appending the parts whose streams others did not change.
//!
//! When others write, the head has moved again before an append reaches it. So a batch is appended after whatever came
//! meanwhile, without those of its parts that rest on a stream to which others appended; these are decided again. Nodes
//! that write to different streams thereby delay each other by no more than the time of their appends.

use std::collections::HashSet;

use fairway_events::StreamId;
use fairway_events::journal::{FoundAppend, Head, PartialAppend};

use super::decided::{Batch, Decided, into_owned};
use super::guard::Guard;
use super::messages::AppendMode;
use super::state::{CommitState, LOCK_FIRST, Machine, OTHERS_WRITE};

/// A command that was left out this often is appended under the head's lock.
const LEFT_OUT: u32 = 3;

impl Machine {
    /// How the next batch is appended.
    pub(super) fn append_mode(&self) -> AppendMode {
        if self.lock_first > 0 {
            AppendMode::LockFirst
        } else if self.others_write > 0 && self.halving.is_none() {
            AppendMode::UnchangedParts
        } else {
            AppendMode::AtBase
        }
    }

    /// Other nodes moved the head.
    pub(super) fn found_head_moved(&mut self) {
        self.stats.found_moved();
        self.others_write = OTHERS_WRITE;
    }

    /// So many commands had to be decided again because of what others appended: if it is most of them, only the head's
    /// lock keeps others away from their streams for long enough.
    pub(super) fn had_to_decide_again(&mut self, again: usize, commands: usize) {
        if again * 2 > commands {
            self.lock_first = self.lock_first.max(self.lock_first_for);
            self.keep_states = self.keep_states.max(2 * LOCK_FIRST);
        }
    }

    /// The parts of the batch whose streams nobody changed are committed, after what others appended.
    pub(super) fn appended_partly(&mut self, PartialAppend { tail, appended, left_out }: &PartialAppend) {
        let CommitState::Appending { batch, fence } = std::mem::take(&mut self.commit_state) else { return };
        let batch = into_owned(batch);
        self.found_head_moved();
        if !self.continues_from(fence.base, tail) {
            self.start_again(batch, tail);
            return;
        }
        let (done, left) = match appended {
            Some(_) => batch.split(left_out),
            None => (Batch::default(), batch),
        };
        let head = match appended {
            Some(events @ 1..) => {
                Head { position: tail.head.position + events, stamp: fence.stamp, marked: true, ..tail.head }
            }
            Some(_) | None => tail.head,
        };
        self.cache.committed(done.written(), self.flight_layer);
        if left.commands().iter().any(|decided| decided.queued.left_out >= LEFT_OUT) {
            self.lock_first = self.lock_first.max(1);
        }
        if self.broken {
            self.changed_while_loading(&tail.events.iter().map(|event| &event.stream).collect());
            self.roll_back(left);
        } else {
            let commands = left.len() + self.pending.len();
            let (rest, again) = if self.has(Guard::FollowOthers) {
                let caught_up = self.catch_up(left, tail);
                (caught_up.batch, caught_up.again)
            } else {
                (left, 0)
            };
            self.had_to_decide_again(again, done.len() + commands);
            self.keep_pending(rest.into_commands());
        }
        self.known = Some(head);
        self.answer_all(done, tail.head.position);
    }

    /// Commands that were decided in the layer of a batch that has ended wait for the next one.
    pub(super) fn keep_pending(&mut self, commands: Vec<Decided>) {
        commands.into_iter().for_each(|decided| self.pending.push(decided));
        let written: Vec<StreamId> = self.pending.written().cloned().collect();
        self.cache.merge(&written, self.flight_layer, self.layer);
    }

    /// The append whose end was unknown is there, after events of others or without some of its parts.
    pub(super) fn found_partly(&mut self, batch: Batch, found: &FoundAppend) {
        let there: HashSet<(&StreamId, i64)> =
            found.events.iter().map(|(stream, sequence)| (stream, *sequence)).collect();
        let is_there = |decided: &Decided| match decided.first_event() {
            Some(event) => there.contains(&event) || !self.has(Guard::FindParts),
            None => false,
        };
        let (done, rest) = batch.partition(is_there);
        self.roll_back(rest);
        // The events in between are not known.
        self.forget_everything(found.head);
        for decided in done.into_commands() {
            self.answer(decided.answer(found.position));
        }
    }
}
