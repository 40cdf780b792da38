//! When the next batch is sent.
//!
//! Where nobody else writes, at once: the database has nothing better to do. Where others write, they have the head as
//! soon as a batch is committed, and the next one would only wait for them. So it waits for those who were just answered
//! and ask for more, and for the streams that these lack: half the batches are half the commits.

use fairway_events::Position;

use super::decided::Batch;
use super::messages::Output;
use super::state::{Gathering, Machine};

impl Machine {
    /// Answers the commands of a committed batch, up to `position`.
    pub(super) fn answer_all(&mut self, done: Batch, position: Position) {
        let others_write = self.others_write > 0 && self.halving.is_none();
        if !others_write {
            // Before anybody hears of the last one.
            self.start_commit();
        }
        for decided in done.into_commands() {
            self.answer(decided.answer(position));
        }
        if others_write && self.gathering == Gathering::None {
            self.gathering = Gathering::Callers;
            self.outputs.push(Output::Gather);
        }
    }

    pub(super) fn gathers(&self) -> bool {
        self.gathering != Gathering::None
    }

    /// Whoever was about to ask for something has.
    pub(super) fn gathered(&mut self) {
        if self.gathering == Gathering::Callers {
            self.gathering = if self.loading.is_some() { Gathering::Streams } else { Gathering::None };
        }
    }

    /// What was being read is read, or cannot be.
    pub(super) fn load_ended(&mut self) {
        if self.gathering == Gathering::Streams {
            self.gathering = Gathering::None;
        }
    }
}
