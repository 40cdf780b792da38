//! Carries out what the machine asks for: the writer's I/O, each part with a time limit.
//!
//! A call that exceeds its limit has its connection dropped, and its query is never cancelled: cancelling a wait for a
//! synchronous standby can lose the commit. For the same reason these sessions have no `statement_timeout`.

mod append;
mod connections;
mod io;
mod listeners;
mod replies;

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use fairway_events::{Journal, Position};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, JoinSet};
use tracing::Instrument;

use super::handle::Incoming;
use super::machine::{Appended, DECIDED_AT_ONCE, Input, Machine, Output};
use super::options::{Clock, HeldBack, WriterOptions};
use super::snapshots::SnapshotWriter;
use super::stats::WriterStats;
use connections::Connections;
use io::{Access, Finished, Session};
use listeners::Listeners;
use replies::Replies;

/// How often the machine is called while it waits for time to pass.
const TICK: Duration = Duration::from_millis(20);

/// Kept when the writer panics and is started again.
#[derive(Debug)]
pub(super) struct Resources {
    pub(super) journal: Journal,
    pub(super) options: WriterOptions,
    pub(super) stats: Arc<WriterStats>,
    pub(super) committed: watch::Sender<Position>,
    /// When the longest-waiting command arrived, in microseconds after the start; 0: none waits.
    pub(super) oldest: Arc<AtomicU64>,
    pub(super) start: Instant,
    pub(super) held_back: watch::Receiver<HeldBack>,
}

/// The machine and its I/O.
struct Driver<'a> {
    resources: &'a Resources,
    clock: &'a Clock,
    access: Access,
    machine: Machine,
    replies: Replies,
    /// The batch in flight, one at a time.
    committing: Option<JoinHandle<Finished>>,
    /// The session that holds the head's lock.
    session: Option<Session>,
    /// Reads under way.
    reading: JoinSet<Input>,
    snapshot_writer: SnapshotWriter,
    listeners: Listeners,
    /// Whether the machine waits for the callers that were just answered to send their next commands.
    gathers: bool,
}

/// Runs until every handle is dropped and everything is answered.
pub(super) async fn run(resources: &Resources, clock: &Clock, waiting: &mut mpsc::Receiver<Incoming>) {
    let stamps = stamps();
    let mut driver = Driver {
        machine: Machine::new(resources.options.clone(), Arc::clone(&resources.stats), stamps),
        replies: Replies::new(resources.start, Arc::clone(&resources.oldest)),
        access: Access {
            journal: resources.journal.clone(),
            connections: Connections::new(resources.journal.pool().clone()),
            commit: resources.options.commit,
            read: resources.options.read,
        },
        resources,
        clock,
        committing: None,
        session: None,
        reading: JoinSet::new(),
        snapshot_writer: SnapshotWriter::default(),
        listeners: Listeners {
            stats: Arc::clone(&resources.stats),
            listeners: resources.options.listeners.clone(),
            clock: Arc::clone(clock),
        },
        gathers: false,
    };
    let mut arrived = Vec::new();
    let mut open = true;
    let mut held_back = resources.held_back.clone();
    driver.machine.hold_back(Arc::clone(&held_back.borrow_and_update()));
    while open || !driver.machine.is_idle() {
        let room = driver.machine.room().min(DECIDED_AT_ONCE);
        if std::mem::take(&mut driver.gathers) {
            tokio::task::yield_now().await;
            gather(waiting, &mut arrived, room).await;
            driver.submit(&mut arrived);
            driver.handle(Input::Gathered);
            continue;
        }
        tokio::select! {
            biased;
            finished = end_of(&mut driver.committing) => driver.batch_finished(finished),
            Some(read) = driver.reading.join_next() => {
                // A panic here is one of the driver's: its supervisor answers all callers and starts it again.
                let input = read.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic()));
                driver.handle(input);
            }
            Ok(()) = held_back.changed() => {
                driver.machine.hold_back(Arc::clone(&held_back.borrow_and_update()));
            }
            count = waiting.recv_many(&mut arrived, room), if open && room > 0 => {
                open = count > 0;
                gather(waiting, &mut arrived, room).await;
                driver.submit(&mut arrived);
            }
            () = tokio::time::sleep(TICK), if driver.machine.waits() => driver.handle(Input::TimePassed),
        }
    }
}

/// Collects what callers are about to send. While a commit is in flight nothing that is decided now can be committed
/// yet, and deciding many commands at once costs one read of the journal, as deciding one does.
async fn gather<T>(waiting: &mut mpsc::Receiver<T>, arrived: &mut Vec<T>, room: usize) {
    loop {
        let before = arrived.len();
        tokio::task::yield_now().await;
        while arrived.len() < room
            && let Ok(incoming) = waiting.try_recv()
        {
            arrived.push(incoming);
        }
        if arrived.len() == before || arrived.len() >= room {
            return;
        }
    }
}

/// The end of the batch in flight; waits for ever when there is none.
async fn end_of(committing: &mut Option<JoinHandle<Finished>>) -> Finished {
    match committing {
        Some(committing) => match committing.await {
            Ok(finished) => finished,
            // A panic, or the runtime's end; whether the batch was committed is unknown, as after a lost connection.
            Err(error) => {
                Finished { input: Input::Appended(Appended::Unknown(Arc::new(error))), session: None }
            }
        },
        None => pending().await,
    }
}

/// The stamps of a writer that starts: a random number, from which it counts up.
#[expect(clippy::disallowed_methods, reason = "names of appends, and not facts of the domain")]
fn stamps() -> u128 {
    uuid::Uuid::new_v4().as_u128()
}

impl Driver<'_> {
    fn submit(&mut self, arrived: &mut Vec<Incoming>) {
        let submissions: Vec<_> = arrived.drain(..).map(|incoming| self.replies.add(incoming)).collect();
        let outputs = self.machine.submit(self.resources.start.elapsed(), submissions.into_iter());
        self.carry_out(outputs);
    }

    fn batch_finished(&mut self, Finished { input, session }: Finished) {
        self.committing = None;
        self.session = session;
        let done =
            matches!(input, Input::Appended(Appended::Done | Appended::Partly(_)) | Input::LookedUp(Some(_)));
        let outputs = self.machine.handle(self.resources.start.elapsed(), input);
        if done && let Some(position) = self.machine.committed() {
            self.resources.committed.send_replace(position);
        }
        self.carry_out(outputs);
    }

    fn handle(&mut self, input: Input) {
        let outputs = self.machine.handle(self.resources.start.elapsed(), input);
        self.carry_out(outputs);
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        let access = self.access.clone();
        for output in outputs {
            match output {
                Output::ReadHead => drop(self.reading.spawn(io::read_head(access.clone()))),
                Output::Load { load, known, streams, with_snapshots } => {
                    let read = io::load(access.clone(), load, known, streams, with_snapshots);
                    drop(self.reading.spawn(read));
                }
                Output::Append { batch, fence, mode } => {
                    self.replies.sent(batch.tickets());
                    let span = self.replies.span(&batch);
                    let (listeners, at) = (self.listeners.clone(), (self.clock)());
                    let append = append::append(access.clone(), batch, fence, at, mode, listeners);
                    self.committing = Some(tokio::spawn(append.instrument(span)));
                }
                Output::AppendLocked { batch, fence } => {
                    let Some(session) = self.session.take() else { continue };
                    self.replies.sent(batch.tickets());
                    let span = self.replies.span(&batch);
                    let (listeners, at) = (self.listeners.clone(), (self.clock)());
                    let append = append::append_locked(access.commit, session, batch, fence, at, listeners);
                    self.committing = Some(tokio::spawn(append.instrument(span)));
                }
                Output::Release => {
                    if let Some(session) = self.session.take() {
                        tokio::spawn(session.release());
                    }
                }
                Output::Confirm { base, batch } => {
                    self.committing = Some(tokio::spawn(io::confirm(access.clone(), base, batch)));
                }
                Output::LookUp { fence, batch } => {
                    let look = io::look_up(access.clone(), fence, batch, self.listeners.clone());
                    self.committing = Some(tokio::spawn(look));
                }
                Output::ReadReceipts(keys) => {
                    self.committing = Some(tokio::spawn(io::read_receipts(access.clone(), keys)));
                }
                Output::CheckKeys(keys) => {
                    drop(self.reading.spawn(io::check_keys(access.clone(), keys)));
                }
                Output::StoreSnapshots(snapshots) => self.snapshot_writer.write(&access.journal, snapshots),
                Output::Gather => self.gathers = true,
                Output::Answer(answer) => self.replies.answer(answer),
                Output::WentBack { remembered, found } => tracing::error!(
                    remembered = remembered.position,
                    found = found.position,
                    "the journal went back: bookings that were acknowledged after it may be lost; \
                     the in-memory state is dropped (docs/operations/incidents.md, \"The journal went back\")"
                ),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Those collected beside the first of five commands, which are sent one after the other.
    async fn gathered(room: usize) -> Vec<u32> {
        let (sender, mut waiting) = mpsc::channel(8);
        let mut arrived = vec![1];
        tokio::spawn(async move {
            for number in 2..=5 {
                sender.send(number).await.expect("somebody listens");
                tokio::task::yield_now().await;
            }
        });
        gather(&mut waiting, &mut arrived, room).await;
        arrived
    }

    #[tokio::test]
    async fn commands_that_are_about_to_be_sent_are_collected_up_to_the_limit() {
        assert_eq!(gathered(8).await, [1, 2, 3, 4, 5]);
        assert_eq!(gathered(3).await, [1, 2, 3]);
        assert_eq!(gathered(1).await, [1]);

        let (sender, mut waiting) = mpsc::channel(8);
        (1..=5).for_each(|number| sender.try_send(number).expect("there is room"));
        let mut arrived = Vec::new();
        gather(&mut waiting, &mut arrived, 3).await;
        assert_eq!(arrived, [1, 2, 3], "and no further");
    }

    #[test]
    fn no_two_writers_share_their_stamps() {
        assert_ne!(stamps(), stamps());
    }
}
