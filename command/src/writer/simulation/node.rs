//! A node: its machine and its requests in flight.

use std::collections::BTreeMap;
use std::sync::Arc;

use uuid::Uuid;

use super::setup::Without;
use crate::writer::WriterOptions;
use crate::writer::machine::{Elapsed, Input, Machine, Output, Ticket};

/// A request to the journal, or its answer.
#[derive(Debug)]
pub(super) enum Stage {
    /// On its way to the journal.
    Sent(Output),
    /// Holds the head's lock, and returns this.
    Locked(Option<Input>),
    /// On its way back.
    Answered(Input),
}

/// A request in flight.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) id: u64,
    /// None: its node has ended, or abandoned it; its answer is not received.
    pub(super) node: Option<usize>,
    pub(super) stage: Stage,
}

/// A node.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) machine: Machine,
    pub(super) now: Elapsed,
    next: Ticket,
    /// The callers whose answer is awaited, and whether their command was sent.
    pub(super) waiting: BTreeMap<Ticket, (Uuid, bool)>,
    /// The operation that holds the head's lock for this node.
    pub(super) session: Option<u64>,
}

impl Node {
    pub(super) fn new(options: WriterOptions, stamps: u128, without: Option<Without>) -> Self {
        let mut machine = Machine::new(options, Arc::default(), stamps);
        // Also without the lock where it would be taken: whichever mode is chosen must be correct.
        machine.lock_first_for = u32::try_from(stamps % 4).unwrap();
        if let Some(Without::Guard(guard)) = without {
            machine.without = Some(guard);
        }
        Self { machine, now: Elapsed::ZERO, next: 1, waiting: BTreeMap::new(), session: None }
    }

    pub(super) fn ticket(&mut self, id: Uuid) -> Ticket {
        self.next += 1;
        self.waiting.insert(self.next, (id, false));
        self.next
    }

    pub(super) fn sent(&mut self, tickets: impl Iterator<Item = Ticket>) {
        for ticket in tickets {
            if let Some((_, sent)) = self.waiting.get_mut(&ticket) {
                *sent = true;
            }
        }
    }
}
