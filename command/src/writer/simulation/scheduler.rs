//! What happens next: commands, requests, answers, faults.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fairway_events::journal::ReceiptKey;
use fairway_events::{Actor, BookingId, PlaceId};
use uuid::Uuid;

use super::journal::Journal;
use super::node::{Node, Operation, Stage};
use super::oracle::Oracle;
use super::random::Random;
use super::{UNREADABLE, Without, club};
use crate::fixtures::{day, member, members, now, shared, today};
use crate::writer::machine::{Answer, Appended, Cause, Input, Output, Request};
use crate::writer::{Outcome, ReceiptRequest, Submission, WriterOptions};
use crate::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, Club, Command, NewPlace, RemovePlayer, SubmitError,
};

const MEMBERS: usize = 8;
const DAYS: [&str; 2] = ["2026-11-21", "2026-11-22"];

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

/// A booking that somebody asked for.
#[derive(Debug, Clone)]
struct Booking {
    id: BookingId,
    master: u128,
    day: usize,
    places: Vec<NewPlace>,
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
    next_id: u128,
    /// Commands that are still to come.
    left: usize,
    /// Steps for which the journal answers nobody.
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
            patience: Duration::from_secs(1),
            deadline: Duration::from_secs(10),
            ..WriterOptions::default()
        };
        // A run has some of the faults, so that each is also seen alone; all of them where something is to be missed.
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
            // To be missed, an append must come late and find the head untouched.
            Some(Without::Turn) => Faults { lost: 20, late: 90, outage: 3, ..Faults::default() },
            _ => faults,
        };
        let mut journal = Journal::after(members(MEMBERS as u128 + 1));
        journal.without = without;
        let count = 2 + random.below(2);
        let left = 20 + random.below(40);
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
            club: shared(club()),
            bookings: Vec::new(),
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

    /// Runs until everything is answered, and checks what is then so.
    pub(super) fn run(&mut self) {
        while self.left > 0 && self.oracle.failures.is_empty() {
            self.step();
        }
        // No more faults: whoever asked is answered, sooner or later.
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
        self.oracle.check_end(&self.journal);
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
                self.tell(node, Input::TimePassed);
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
                    // The server takes the lock back from a session that does nothing.
                    self.release(id);
                }
                if let (Some(node), Some(input)) = (node, input) {
                    self.tell(node, input);
                }
            }
            Stage::Answered(input) => {
                if let Some(node) = node {
                    self.tell(node, input);
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

    /// A request reaches the journal, or gets lost before or after.
    fn reach(&mut self, id: u64, node: Option<usize>, output: Output) {
        if let Some(node) = node
            && (self.away > 0 || self.happens(self.faults.lost))
        {
            return self.lose(id, node, output);
        }
        let answer = match output {
            Output::ReadHead => Input::HeadRead(self.journal.head()),
            Output::Load { epoch, known, streams, .. } => {
                Input::Loaded { epoch, histories: self.journal.histories(&streams, known) }
            }
            Output::Confirm { base, batch } => Input::CaughtUp(self.journal.catch_up(base, &batch.seen())),
            Output::LookUp { fence, events } => {
                if self.journal.lock.is_some() {
                    return self.put(id, node, Stage::Sent(Output::LookUp { fence, events }));
                }
                Input::LookedUp(self.journal.was_appended(fence, events))
            }
            Output::ReadReceipts(keys) => Input::ReceiptsRead(self.journal.receipts(&keys)),
            Output::CheckKeys(keys) => Input::KeysChecked(self.journal.receipts(&keys)),
            Output::Append { batch, fence, lock_first } => {
                if self.journal.lock.is_some() {
                    return self.put(id, node, Stage::Sent(Output::Append { batch, fence, lock_first }));
                }
                let oracle = &mut self.oracle;
                let end = self.journal.append(&batch, fence, &mut |decided, version| {
                    oracle.check_append(decided, version);
                });
                match end {
                    Ok(true) => Input::Appended(Appended::Done),
                    Ok(false) => {
                        let Some(number) = node else { return };
                        self.journal.lock = Some(id);
                        self.nodes[number].session = Some(id);
                        let tail = self.journal.catch_up(fence.base, &batch.seen());
                        drop(batch);
                        let moved = Input::Appended(Appended::Moved(tail));
                        return self.put(id, node, Stage::Locked(Some(moved)));
                    }
                    Err(end) => Input::Appended(end),
                }
            }
            Output::AppendLocked { batch, fence } => {
                let session = node.and_then(|node| self.nodes[node].session.take());
                if session.is_none() || self.journal.lock != session {
                    // The session was killed: its transaction with it.
                    Input::Appended(Appended::Unavailable(fault()))
                } else {
                    self.journal.lock = None;
                    let oracle = &mut self.oracle;
                    let end = self.journal.append(&batch, fence, &mut |decided, version| {
                        oracle.check_append(decided, version);
                    });
                    match end {
                        Ok(true) => Input::Appended(Appended::Done),
                        Ok(false) => Input::Appended(Appended::StreamConflict),
                        Err(end) => Input::Appended(end),
                    }
                }
            }
            Output::Release | Output::KeepSnapshots(_) | Output::Answer(_) | Output::WentBack { .. } => {
                return;
            }
        };
        if let Input::Appended(_) = &answer
            && self.happens(self.faults.lost)
            && let Some(node) = node
        {
            self.oracle.outages = true;
            return self.put(id, Some(node), Stage::Answered(Input::Appended(Appended::Unknown(fault()))));
        }
        self.put(id, node, Stage::Answered(answer));
    }

    /// The connection breaks before the request arrives, as far as its sender can tell.
    fn lose(&mut self, id: u64, node: usize, output: Output) {
        self.oracle.outages = true;
        let failed = |request| Input::Failed(request, fault());
        let answer = match output {
            Output::ReadHead => failed(Request::ReadHead),
            Output::Load { .. } => failed(Request::Load),
            Output::Confirm { .. } => failed(Request::Confirm),
            Output::LookUp { .. } => failed(Request::LookUp),
            Output::ReadReceipts(_) => failed(Request::ReadReceipts),
            Output::CheckKeys(_) => failed(Request::CheckKeys),
            Output::Append { batch, fence, lock_first } => {
                if self.random.happens(30) {
                    Input::Appended(Appended::Unavailable(fault()))
                } else {
                    if self.happens(self.faults.late) {
                        // It arrives all the same, and nobody hears of it.
                        let late = self.next_operation();
                        // With rows of its own: the machine takes its batch back as soon as it is told of the end.
                        let copy = Arc::new((*batch).clone());
                        self.put(late, None, Stage::Sent(Output::Append { batch: copy, fence, lock_first }));
                    }
                    Input::Appended(Appended::Unknown(fault()))
                }
            }
            Output::AppendLocked { .. } => {
                if let Some(session) = self.nodes[node].session.take() {
                    self.release(session);
                }
                Input::Appended(Appended::Unknown(fault()))
            }
            Output::Release | Output::KeepSnapshots(_) | Output::Answer(_) | Output::WentBack { .. } => {
                return;
            }
        };
        self.put(id, Some(node), Stage::Answered(answer));
    }

    fn next_operation(&mut self) -> u64 {
        self.next_operation += 1;
        self.next_operation
    }

    fn tell(&mut self, node: usize, input: Input) {
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
                Output::KeepSnapshots(_) => {}
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

    fn answer(&mut self, node: usize, Answer { ticket, answer }: Answer) {
        let Some((id, _)) = self.nodes[node].waiting.remove(&ticket) else {
            self.oracle.failures.push(format!("an answer to nobody: {answer:?}"));
            return;
        };
        self.told(id, &answer);
    }

    /// A caller hears, and asks again where the answer does not say what became of a command with a key.
    fn told(&mut self, id: Uuid, answer: &Result<Outcome, SubmitError>) {
        self.oracle.answered(id, answer, &self.journal);
        let asked = &self.oracle.asked[&id];
        if answer.is_err()
            && !asked.faulty
            && let (Some(key), Command::BookRound(book)) = (asked.key.clone(), asked.command.clone())
            && !self.calm
        {
            // As a request that is repeated: the same key, with ids of its own.
            let ids = (0..book.players.len()).map(|_| PlaceId(self.new_id())).collect::<Vec<_>>();
            let players = book.players.iter().zip(ids);
            let players = players.map(|(new, place)| NewPlace { member: new.member, place }).collect();
            let booking = BookingId(self.new_id());
            let again = Command::BookRound(BookRound { booking, players, ..book });
            self.submit(again, Some(key), None);
        }
    }

    /// The node dies: whoever waits hears nothing, and knows what a broken connection tells.
    fn crash(&mut self, node: usize) {
        let fresh = self.new_node();
        let dead = std::mem::replace(&mut self.nodes[node], fresh);
        if let Some(session) = dead.session {
            self.release(session);
        }
        for operation in self.operations.iter_mut().filter(|operation| operation.node == Some(node)) {
            operation.node = None;
        }
        // What holds a lock without a node is a transaction that ends with its connection.
        self.operations.retain(|operation| {
            operation.node.is_some() || matches!(operation.stage, Stage::Sent(Output::Append { .. }))
        });
        drop(dead.machine);
        for (id, sent) in dead.waiting.into_values() {
            self.told(id, &Err(if sent { SubmitError::Unknown } else { SubmitError::Stopped }));
        }
    }

    fn new_id(&mut self) -> Uuid {
        self.next_id += 1;
        Uuid::from_u128(self.next_id)
    }

    fn submit(&mut self, command: Command, key: Option<String>, asked_for: Option<&'static str>) {
        let id = self.new_id();
        let mut metadata = BTreeMap::new();
        metadata.extend(asked_for.map(|fault| (fault.to_owned(), String::new())));
        let receipt = key.map(|key| ReceiptRequest {
            key: ReceiptKey { member: member(1), route: "POST /".to_owned(), key },
            request_hash: vec![1],
            status: 200,
            answer: serde_json::json!({ "success": true }),
        });
        let submission =
            Submission { command, correlation_id: id, actor: Actor::import(), metadata, receipt };
        let needs_unreadable = submission.command.streams().iter().any(super::journal::is_unreadable);
        self.oracle.submitted(&submission, asked_for.is_some() || needs_unreadable, &self.journal);
        let node = self.random.below(self.nodes.len());
        let ticket = self.nodes[node].ticket(id);
        let now = self.nodes[node].now;
        let outputs = self.nodes[node].machine.submit(now, std::iter::once((ticket, submission)));
        self.carry_out(node, outputs);
    }

    fn submit_something(&mut self) {
        self.left = self.left.saturating_sub(1);
        let kind = self.random.below(10);
        let key = self.random.happens(50).then(|| format!("key {}", self.next_id));
        let fault = if self.happens(self.faults.refused) {
            Some("refused row")
        } else if self.happens(self.faults.panics) {
            Some(self.random.one(&["panic while deciding", "panic while applying"]))
        } else {
            None
        };
        if kind < 5 || self.bookings.is_empty() {
            let booking = self.new_booking();
            let command = self.book(&booking);
            self.bookings.push(booking);
            return self.submit(command, key, fault);
        }
        let chosen = self.random.below(self.bookings.len());
        let booking = self.bookings[chosen].clone();
        let place = booking.places[self.random.below(booking.places.len())];
        let (today, at) = (today(), now());
        let command = match kind {
            5 | 6 => Command::CancelPlace(CancelPlace {
                booking: booking.id,
                place: place.place,
                by: place.member,
                today,
                at,
            }),
            7 => Command::CancelGroup(CancelGroup {
                booking: booking.id,
                by: member(booking.master),
                today,
                at,
            }),
            8 => Command::RemovePlayer(RemovePlayer {
                booking: booking.id,
                place: place.place,
                by: member(booking.master),
                today,
                at,
            }),
            // The same command again, with the same ids: done already, or not yet.
            9 if self.random.happens(50) => self.book(&booking),
            _ => {
                let number = self.some_member();
                let place = NewPlace { member: member(number), place: PlaceId(self.new_id()) };
                self.bookings[chosen].places.push(place);
                Command::AddPlayers(AddPlayers {
                    booking: booking.id,
                    club: Arc::clone(&self.club),
                    play_date: day(DAYS[booking.day]),
                    by: member(booking.master),
                    players: vec![place],
                    today,
                    at,
                })
            }
        };
        let key = if matches!(command, Command::BookRound(_)) { key } else { None };
        self.submit(command, key, fault);
    }

    fn some_member(&mut self) -> u128 {
        if self.happens(self.faults.unreadable) {
            return UNREADABLE;
        }
        1 + u128::try_from(self.random.below(MEMBERS)).unwrap()
    }

    fn new_booking(&mut self) -> Booking {
        let mut players = vec![self.some_member()];
        for _ in 0..self.random.below(3) {
            let number = self.some_member();
            if !players.contains(&number) {
                players.push(number);
            }
        }
        let places = players
            .iter()
            .map(|number| NewPlace { member: member(*number), place: PlaceId(self.new_id()) })
            .collect();
        Booking {
            id: BookingId(self.new_id()),
            master: players[0],
            day: self.random.below(DAYS.len()),
            places,
        }
    }

    fn book(&self, booking: &Booking) -> Command {
        let players = booking.places.iter().take(3).copied().collect();
        Command::BookRound(BookRound {
            booking: booking.id,
            club: Arc::clone(&self.club),
            play_date: day(DAYS[booking.day]),
            holes: fairway_events::Holes::Nine,
            master: member(booking.master),
            players,
            today: today(),
            at: now(),
        })
    }
}
