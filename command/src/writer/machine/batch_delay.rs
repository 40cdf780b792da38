//! When the next batch is sent.
//!
//! When no other node writes, at once: the database has nothing else to do. When others write, they take the head as
//! soon as a batch is committed, and the next batch would only wait for them. So it waits for the callers that were
//! just answered and send their next commands, and for the streams that these need: fewer, larger commits.

use fairway_events::Position;

use super::decided::Batch;
use super::messages::Output;
use super::state::{BatchDelay, Machine};

impl Machine {
    /// Answers the commands of a batch that was committed after `base`.
    pub(super) fn answer_all(&mut self, done: Batch, base: Position) {
        let others_write = self.others_write > 0 && self.halving.is_none();
        if !others_write {
            // Before the callers of the last one are answered.
            self.start_commit();
        }
        let ends = done.ends(base);
        for (decided, end) in done.into_commands().into_iter().zip(ends) {
            self.answer(decided.answer(end));
        }
        if others_write && self.batch_delay == BatchDelay::None {
            self.batch_delay = BatchDelay::Callers;
            self.outputs.push(Output::Gather);
        }
    }

    pub(super) fn gathers(&self) -> bool {
        self.batch_delay != BatchDelay::None
    }

    /// The callers have sent their next commands.
    pub(super) fn gathered(&mut self) {
        if self.batch_delay == BatchDelay::Callers {
            self.batch_delay = if self.loading.is_some() { BatchDelay::Streams } else { BatchDelay::None };
        }
    }

    /// The load has ended, or failed.
    pub(super) fn load_ended(&mut self) {
        if self.batch_delay == BatchDelay::Streams {
            self.batch_delay = BatchDelay::None;
        }
    }
}
