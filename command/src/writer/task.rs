//! The writer's loop: gather, decide, append, answer.
//!
//! At most one batch is being committed. What arrives meanwhile is decided on top of it and waits: when the commit
//! succeeds, the waiting batch follows; when it fails, both are decided again from the journal, because the second
//! may rest on what the first did not achieve. No timer: an idle writer commits a lone command at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fairway_events::journal::{AppendError, History, ReceiptKey};
use fairway_events::{Journal, Position, StreamId};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tracing::Instrument;

use super::batch::{Answered, Pending};
use super::cache::Cache;
use super::coherence::{Changed, Coherence};
use super::snapshots::{self, Keeper};
use super::stats::WriterStats;
use super::{Clock, Queued, SubmitError, WriterOptions};
use crate::world::{Loaded, Undecided};

/// Loads that one command may ask for before it is refused: the deepest decision needs two.
const MAX_LOADS: u32 = 8;

/// Commands that are decided in one go. Between two goes a finished commit is answered and the next begins: so the
/// writer decides while the database commits, instead of each waiting for all of the other's work.
const AT_ONCE: usize = 32;

/// A batch whose commit is under way.
struct InFlight {
    pending: Arc<Pending>,
    commit: JoinHandle<Result<Position, AppendError>>,
}

struct Task {
    journal: Journal,
    clock: Clock,
    options: WriterOptions,
    stats: Arc<WriterStats>,
    committed: watch::Sender<Position>,
    cache: Cache,
    coherence: Coherence,
    keeper: Keeper,
    pending: Pending,
    in_flight: Option<InFlight>,
}

/// Runs until every handle is dropped and everything is answered.
pub(super) async fn run(
    journal: Journal,
    clock: Clock,
    options: WriterOptions,
    stats: Arc<WriterStats>,
    mut waiting: mpsc::Receiver<Queued>,
    committed: watch::Sender<Position>,
) {
    let mut task = Task {
        cache: Cache::new(options.cached_streams),
        coherence: Coherence::default(),
        keeper: Keeper::default(),
        journal,
        clock,
        options,
        stats,
        committed,
        pending: Pending::default(),
        in_flight: None,
    };
    let mut arrived = Vec::new();
    let mut open = true;
    while open || task.in_flight.is_some() {
        let room = task.options.batch.saturating_sub(task.pending.len()).min(AT_ONCE);
        tokio::select! {
            biased;
            result = commit_of(&mut task.in_flight) => task.settle(result).await,
            count = waiting.recv_many(&mut arrived, room), if open && room > 0 => {
                open = count > 0;
                if task.in_flight.is_some() {
                    gather(&mut waiting, &mut arrived, room).await;
                }
                task.decide_all(arrived.drain(..).collect(), &HashMap::new()).await;
            }
        }
        task.commit_pending();
    }
}

/// While a commit is under way nothing decided now can be committed yet: those who are about to send something get
/// their turn first. Deciding for many at once costs one look at the journal, as deciding for one does.
async fn gather(waiting: &mut mpsc::Receiver<Queued>, arrived: &mut Vec<Queued>, room: usize) {
    let mut before = 0;
    while before < arrived.len() && arrived.len() < room {
        before = arrived.len();
        tokio::task::yield_now().await;
        while arrived.len() < room
            && let Ok(queued) = waiting.try_recv()
        {
            arrived.push(queued);
        }
    }
}

/// The outcome of the commit under way; waits for ever when there is none.
async fn commit_of(in_flight: &mut Option<InFlight>) -> Result<Position, AppendError> {
    match in_flight {
        Some(in_flight) => match (&mut in_flight.commit).await {
            Ok(result) => result,
            // Only a panic or the runtime's end gets here; what was committed is unknown, as with a lost connection.
            Err(error) => Err(AppendError::Database(sqlx::Error::Protocol(error.to_string()))),
        },
        None => std::future::pending().await,
    }
}

impl Task {
    /// Starts committing what is decided, unless a commit is under way.
    fn commit_pending(&mut self) {
        if self.in_flight.is_some() || self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        self.cache.next_generation();
        if !pending.needs_commit() {
            pending.answer(self.coherence.known());
            return;
        }
        let pending = Arc::new(pending);
        let (journal, batch, at) = (self.journal.clone(), Arc::clone(&pending), (self.clock)());
        let (stats, span) = (Arc::clone(&self.stats), pending.span());
        let append = async move {
            let started = Instant::now();
            let position = batch.commit(&journal, at).await?;
            stats.committed(batch.len(), batch.batch.event_count(), started.elapsed());
            Ok(position)
        };
        let commit = tokio::spawn(append.instrument(span));
        self.in_flight = Some(InFlight { pending, commit });
    }

    /// The commit under way has ended: answers its callers, or has everything decided again.
    async fn settle(&mut self, result: Result<Position, AppendError>) {
        let Some(InFlight { pending, .. }) = self.in_flight.take() else { return };
        let Some(done) = Arc::into_inner(pending) else {
            tracing::error!("a finished commit still holds its batch");
            return;
        };
        match result {
            Ok(position) => {
                self.coherence.committed(position, done.batch.event_count());
                // The database works on the next batch while this one's callers hear of theirs.
                self.commit_pending();
                self.committed.send_replace(position);
                done.answer(position);
            }
            Err(AppendError::StreamConflict) => self.retry(done, HashMap::new()).await,
            Err(AppendError::ReceiptConflict) => {
                let keys: Vec<ReceiptKey> =
                    done.batch.receipts.iter().map(|receipt| receipt.key.clone()).collect();
                match self.journal.receipts(&keys).await {
                    Ok(found) => {
                        let foreign =
                            found.into_iter().map(|receipt| (receipt.key.clone(), receipt.into())).collect();
                        self.retry(done, foreign).await;
                    }
                    Err(error) => self.give_up(done, &error.into()).await,
                }
            }
            Err(error @ (AppendError::Database(_) | AppendError::Payload(_))) => {
                self.give_up(done, &SubmitError::Database(Arc::new(error))).await;
            }
        }
    }

    /// Another writer was first: decides the failed batch and what rests on it again, from the journal.
    async fn retry(&mut self, failed: Pending, foreign: HashMap<ReceiptKey, Answered>) {
        let rest = self.roll_back(&failed);
        let mut again = VecDeque::new();
        for mut queued in failed.into_queued() {
            queued.attempts += 1;
            if queued.attempts >= self.options.attempts {
                let _ = queued.reply.send(Err(SubmitError::Conflict { attempts: queued.attempts }));
            } else {
                again.push_back(queued);
            }
        }
        self.stats.conflicted(again.len());
        let attempt = again.iter().map(|queued| queued.attempts).max().unwrap_or(0);
        tracing::debug!(attempt, commands = again.len(), "another writer was first; deciding again");
        tokio::time::sleep(jitter(attempt)).await;
        again.extend(rest.into_queued());
        self.decide_all(again, &foreign).await;
    }

    /// The database failed under a batch: says so to its callers, and decides what rested on it again.
    async fn give_up(&mut self, failed: Pending, error: &SubmitError) {
        self.stats.failed();
        tracing::error!(error = %crate::writer::sources(error), "a batch was not committed");
        let rest = self.roll_back(&failed);
        failed.fail(error);
        self.decide_all(rest.into_queued().collect(), &HashMap::new()).await;
    }

    /// Forgets every stream that the failed batch, or the waiting one on top of it, has changed in memory.
    fn roll_back(&mut self, failed: &Pending) -> Pending {
        let rest = std::mem::take(&mut self.pending);
        for batch in [&failed.batch, &rest.batch] {
            self.cache.forget(batch.appends.iter().map(|append| &append.stream));
        }
        rest
    }

    /// Decides commands in order, each on top of the ones before it, loading in bulk what the cache lacks.
    async fn decide_all(&mut self, mut queue: VecDeque<Queued>, foreign: &HashMap<ReceiptKey, Answered>) {
        if queue.is_empty() {
            return;
        }
        if let Err(error) = self.prepare(&queue).await {
            fail_all(queue, &error);
            return;
        }
        let mut loads = 0;
        while let Some(queued) = queue.pop_front() {
            if let Some(first) = self.answered(&queued, foreign) {
                self.pending.repeat(queued, &first);
                continue;
            }
            match queued.submission.command.decide(&self.cache) {
                Ok(decision) => self.pending.add(queued, Ok(decision), &mut self.cache),
                Err(Undecided::Rejected(rejection)) => {
                    let doubted = self.cache.doubted(queued.submission.command.starts());
                    if doubted.is_empty() {
                        self.pending.add(queued, Err(*rejection), &mut self.cache);
                    } else {
                        // The refusal may be of a repetition: with its own earlier events in sight it is none.
                        queue.push_front(queued);
                        if let Err(error) = self.load(doubted).await {
                            fail_all(queue, &error);
                            return;
                        }
                    }
                }
                Err(Undecided::Missing(streams)) => {
                    loads += 1;
                    queue.push_front(queued);
                    if loads > MAX_LOADS + u32::try_from(queue.len()).unwrap_or(u32::MAX) {
                        tracing::error!(?streams, "a decision asks for streams without end");
                        fail_all(queue, &SubmitError::Stopped);
                        return;
                    }
                    let missing = self.missing_of(&queue);
                    if let Err(error) = self.load(missing).await {
                        fail_all(queue, &error);
                        return;
                    }
                    continue;
                }
            }
            loads = 0;
        }
    }

    /// Learns what other writers appended, and loads the streams that the commands name up front; both at once.
    async fn prepare(&mut self, queue: &VecDeque<Queued>) -> Result<(), SubmitError> {
        let wanted: HashSet<StreamId> =
            queue.iter().flat_map(|queued| queued.submission.command.streams()).collect();
        let new = queue.iter().filter(|queued| queued.attempts == 0);
        self.cache.presume_new(new.flat_map(|queued| queued.submission.command.starts()));
        let absent = self.cache.absent(wanted.iter().cloned());
        let (changed, loaded) = tokio::join!(
            self.coherence.catch_up(&self.journal),
            self.journal.histories(&absent, snapshots::schema())
        );
        self.take_in(absent, loaded?).await?;

        let touched: HashSet<&StreamId> = self
            .in_flight
            .iter()
            .flat_map(|in_flight| &in_flight.pending.batch.appends)
            .chain(&self.pending.batch.appends)
            .map(|append| &append.stream)
            .collect();
        // Where we appended too, the commit will conflict and everything is decided again from the journal.
        match changed? {
            Changed::Streams(changed) => {
                self.cache.forget(changed.iter().filter(|stream| !touched.contains(stream)));
            }
            Changed::TooMuch => self.cache.keep_only(&touched),
        }
        let changed_meanwhile = self.cache.absent(wanted);
        self.load(changed_meanwhile).await
    }

    /// What the first command lacks, and what the others lack as far as it can be told now.
    fn missing_of(&mut self, queue: &VecDeque<Queued>) -> Vec<StreamId> {
        let missing: HashSet<StreamId> = queue
            .iter()
            .filter_map(|queued| match queued.submission.command.decide(&self.cache) {
                Err(Undecided::Missing(streams)) => Some(streams),
                Ok(_) | Err(Undecided::Rejected(_)) => None,
            })
            .flatten()
            .collect();
        self.cache.absent(missing)
    }

    async fn load(&mut self, streams: Vec<StreamId>) -> Result<(), SubmitError> {
        if streams.is_empty() {
            return Ok(());
        }
        let histories = self.journal.histories(&streams, snapshots::schema()).await?;
        self.take_in(streams, histories).await
    }

    /// Keeps loaded streams in memory, and the states of long ones beside the journal.
    async fn take_in(&mut self, streams: Vec<StreamId>, histories: Vec<History>) -> Result<(), SubmitError> {
        let mut loaded = Vec::with_capacity(streams.len());
        for (stream, history) in streams.iter().zip(&histories) {
            loaded.push(match snapshots::fold(stream, history) {
                Some(state) => state,
                None => self.fold_whole(stream).await?,
            });
        }
        if self.keeper.is_free() {
            let long: Vec<(&StreamId, &Loaded)> = streams
                .iter()
                .zip(&loaded)
                .zip(&histories)
                .filter(|(_, history)| history.events.len() >= snapshots::WORTH_KEEPING)
                .map(|(loaded, _)| loaded)
                .collect();
            self.keeper.keep(&self.journal, &long);
        }
        for (stream, loaded) in streams.into_iter().zip(loaded) {
            self.cache.insert(stream, loaded);
        }
        Ok(())
    }

    /// A stream from its first event: its snapshot is damaged.
    async fn fold_whole(&self, stream: &StreamId) -> Result<Loaded, SubmitError> {
        tracing::warn!(%stream, "a snapshot cannot be read; the stream is read in full");
        let histories = self.journal.histories(std::slice::from_ref(stream), "").await?;
        let mut whole = Loaded::empty(stream);
        histories.iter().flat_map(|history| &history.events).for_each(|event| whole.evolve(event));
        Ok(whole)
    }

    /// The answer to a key that another request of this process or of another writer already has.
    fn answered(&self, queued: &Queued, foreign: &HashMap<ReceiptKey, Answered>) -> Option<Answered> {
        let key = &queued.submission.receipt.as_ref()?.key;
        self.pending
            .answered(key)
            .or_else(|| self.in_flight.as_ref().and_then(|in_flight| in_flight.pending.answered(key)))
            .or_else(|| foreign.get(key))
            .cloned()
    }
}

fn fail_all(queue: VecDeque<Queued>, error: &SubmitError) {
    for queued in queue {
        let _ = queued.reply.send(Err(error.clone()));
    }
}

/// A short random pause that grows with the attempts, so that two writers do not meet again and again.
fn jitter(attempt: u32) -> Duration {
    let random = RandomState::new().build_hasher().finish();
    Duration::from_micros(random % (u64::from(attempt.max(1)) * 4_000))
}
