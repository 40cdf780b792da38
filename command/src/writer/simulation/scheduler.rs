//! Chooses the next step: commands, requests, answers, faults.

mod callers;
mod requests;
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use fairway_events::{BookingId, WaitingGroupId};

use super::journal::Journal;
use super::node::{Node, Operation, Stage};
use super::oracle::Oracle;
use super::random::Random;
use super::setup::{MEMBERS, Without, club};
use crate::fixtures::{members, shared};
use crate::writer::WriterOptions;
use crate::writer::machine::{Input, Output};
use crate::writer::submission::Cause;
use crate::{Club, NewPlace, SubmitError};

/// How likely each fault is in a run, in percent of the steps at which it may happen.
#[derive(Debug, Default)]
struct Faults {
    lost: usize,
    late: usize,
    killed: usize,
    crash: usize,
    rewind: usize,
    refused: usize,
    panics: usize,
    unreadable: usize,
    outage: usize,
}

/// A booking that was asked for.
#[derive(Debug, Clone)]
struct Booking {
    id: BookingId,
    master: u128,
    day: usize,
    places: Vec<NewPlace>,
}

/// A group that was put on a list.
#[derive(Debug, Clone)]
struct WaitingGroup {
    id: WaitingGroupId,
    day: usize,
    players: Vec<u128>,
}

/// The run of one seed.
pub(super) struct Scheduler {
    random: Random,
    journal: Journal,
    nodes: Vec<Node>,
    operations: Vec<Operation>,
    next_operation: u64,
    pub(super) oracle: Oracle,
    faults: Faults,
    options: WriterOptions,
    without: Option<Without>,
    club: Arc<Club>,
    bookings: Vec<Booking>,
    waiting: Vec<WaitingGroup>,
    /// A run in which groups wait for places of one day.
    waits: bool,
    next_id: u128,
    /// Commands that have not been submitted yet.
    left: usize,
    /// Steps for which the journal does not answer.
    away: usize,
    calm: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("a simulated fault")]
struct Fault;

fn fault() -> Cause {
    Arc::new(Fault)
}

impl Scheduler {
    pub(super) fn new(seed: u64, without: Option<Without>) -> Self {
        let mut random = Random::new(seed);
        let options = WriterOptions {
            queue: 64,
            batch: 2 + random.below(7),
            cached_streams: 3 + random.below(6),
            queue_timeout: Duration::from_secs(1),
            deadline: Duration::from_secs(10),
            ..WriterOptions::default()
        };
        // A run has some of the faults, so that each is also seen alone; all of them where something is switched off.
        let mut some = |percent: usize| if random.happens(40) || without.is_some() { percent } else { 0 };
        let faults = Faults {
            lost: some(8),
            late: some(40),
            killed: some(10),
            crash: some(1),
            rewind: some(1),
            refused: some(5),
            panics: some(4),
            unreadable: some(5),
            outage: some(1),
        };
        let faults = match without {
            // To be detected, an append must come late and find the head unmoved.
            Some(Without::Turn) => Faults { lost: 20, late: 90, outage: 3, ..Faults::default() },
            _ => faults,
        };
        // A control shows its protection as well without waiting lists, and so needs no more seeds for them.
        let waits = without.is_none() && random.happens(40);
        let mut journal = Journal::after(members(MEMBERS as u128 + 1));
        journal.without = without;
        let count = 2 + random.below(2);
        let left = 20 + random.below(if waits { 80 } else { 40 });
        let mut scheduler = Self {
            random,
            journal,
            nodes: Vec::new(),
            operations: Vec::new(),
            next_operation: 1,
            oracle: Oracle::default(),
            faults,
            options,
            without,
            club: shared(club(if waits { 2 } else { 4 })),
            bookings: Vec::new(),
            waiting: Vec::new(),
            waits,
            next_id: 1_000,
            left,
            away: 0,
            calm: false,
        };
        for _ in 0..count {
            let node = scheduler.new_node();
            scheduler.nodes.push(node);
        }
        scheduler
    }

    fn new_node(&mut self) -> Node {
        let stamps = u128::from(u32::MAX) * u128::try_from(self.random.below(1 << 40)).unwrap();
        Node::new(self.options.clone(), stamps, self.without)
    }

    /// Runs until everything is answered, and checks the end.
    pub(super) fn run(&mut self) {
        while self.left > 0 && self.oracle.failures.is_empty() {
            self.step();
        }
        // No more faults: every caller is answered eventually.
        self.calm = true;
        for _ in 0..20_000 {
            if self.nodes.iter().all(|node| node.machine.is_idle() && node.waiting.is_empty()) {
                break;
            }
            self.step();
        }
        for number in 0..self.nodes.len() {
            self.oracle.note("moved", usize::try_from(self.nodes[number].machine.times_moved()).unwrap());
        }
        self.oracle.check_end(&self.journal, &self.club);
    }

    fn happens(&mut self, percent: usize) -> bool {
        !self.calm && self.random.happens(percent)
    }

    fn step(&mut self) {
        self.away = if self.calm { 0 } else { self.away.saturating_sub(1) };
        if self.happens(self.faults.outage) {
            self.away = 20 + self.random.below(80);
        }
        if !self.calm && self.random.happens(if self.away > 0 { 5 } else { 25 }) {
            return self.submit_something();
        }
        if self.happens(self.faults.rewind) {
            let commits = 1 + self.random.below(3);
            self.journal.go_back(commits);
            // Another server answers now: requests to the previous one for which no node waits never arrive.
            self.operations.retain(|operation| operation.node.is_some());
            return;
        }
        if self.happens(self.faults.crash) {
            let node = self.random.below(self.nodes.len());
            return self.crash(node);
        }
        if self.operations.is_empty() || self.random.happens(10) {
            let node = self.random.below(self.nodes.len());
            let passed = self.random.one(&[1, 5, 30, if self.calm { 30 } else { 400 }]);
            self.nodes[node].now += Duration::from_millis(passed);
            let room = self.nodes[node].machine.room();
            return if room == 0 || self.calm || self.random.happens(80) {
                self.handle(node, Input::TimePassed);
            };
        }
        let index = self.random.below(self.operations.len());
        self.advance(index);
    }

    /// A request gets one step further.
    fn advance(&mut self, index: usize) {
        let Operation { id, node, stage } = self.operations.remove(index);
        match stage {
            Stage::Sent(output) => self.reach(id, node, output),
            Stage::Locked(input) => {
                if self.happens(self.faults.killed) {
                    // The server ends a session that holds the lock and does nothing.
                    self.release(id);
                }
                if let (Some(node), Some(input)) = (node, input) {
                    self.handle(node, input);
                }
            }
            Stage::Answered(input) => {
                if let Some(node) = node {
                    self.handle(node, input);
                }
            }
        }
    }

    fn release(&mut self, operation: u64) {
        if self.journal.lock == Some(operation) {
            self.journal.lock = None;
        }
    }

    fn put(&mut self, id: u64, node: Option<usize>, stage: Stage) {
        self.operations.push(Operation { id, node, stage });
    }

    fn next_operation(&mut self) -> u64 {
        self.next_operation += 1;
        self.next_operation
    }

    fn handle(&mut self, node: usize, input: Input) {
        let now = self.nodes[node].now;
        let outputs = self.nodes[node].machine.handle(now, input);
        self.carry_out(node, outputs);
    }

    fn carry_out(&mut self, node: usize, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Answer(answer) => self.answer(node, answer),
                Output::Release => {
                    if let Some(session) = self.nodes[node].session.take() {
                        self.release(session);
                    }
                }
                Output::StoreSnapshots(_) => {}
                Output::Gather => {
                    let id = self.next_operation();
                    self.put(id, Some(node), Stage::Answered(Input::Gathered));
                }
                Output::WentBack { .. } => {
                    self.oracle.note("went back", 1);
                    if self.journal.rewinds == 0 {
                        self.oracle.failures.push("the journal is said to have gone back".to_owned());
                    }
                }
                request => {
                    if let Output::Append { batch, .. } | Output::AppendLocked { batch, .. } = &request {
                        self.nodes[node].sent(batch.tickets());
                    }
                    let id = self.next_operation();
                    self.put(id, Some(node), Stage::Sent(request));
                }
            }
        }
    }

    /// The node ends: its callers get no answer, only a broken connection.
    fn crash(&mut self, node: usize) {
        let fresh = self.new_node();
        let dead = std::mem::replace(&mut self.nodes[node], fresh);
        if let Some(session) = dead.session {
            self.release(session);
        }
        for operation in self.operations.iter_mut().filter(|operation| operation.node == Some(node)) {
            operation.node = None;
        }
        // An operation that holds a lock without a node is a transaction that ends with its connection.
        self.operations.retain(|operation| {
            operation.node.is_some() || matches!(operation.stage, Stage::Sent(Output::Append { .. }))
        });
        drop(dead.machine);
        for (id, sent) in dead.waiting.into_values() {
            self.answered(id, &Err(if sent { SubmitError::Unknown } else { SubmitError::Stopped }));
        }
    }
}
