//! Follows the journal and updates the projections' tables.
//!
//! Each event is projected exactly once: rows and checkpoints move in one transaction, under a lock on the checkpoint
//! rows. So a projector may be killed at any step, and a second one (in this process or another) waits for the lock and
//! continues at the checkpoint. A row is inserted by its first event and changed by later ones: an insert of an
//! existing row, or a change of a missing row, means that an event was projected twice or never, and fails the batch.
//! All projections of one projector share each read and each commit.
//!
//! The checkpoints are authoritative: in-memory state is dropped as soon as it differs from them. Each step has a time
//! limit, after which the connection is dropped, here and by the server.

mod backoff;
pub(crate) mod batch;
mod checkpoints;
mod failure;
mod fold;
mod follow;
mod memory;

use std::sync::Arc;
use std::time::{Duration, Instant};

use fairway_events::journal::RecentAppends;
use fairway_events::{Journal, Position, connections};
use sqlx::{PgConnection, PgPool};

use crate::{Progress, ProgressSender, Projection, ProjectorError, Schema};
pub(crate) use checkpoints::Checkpoints;
pub use checkpoints::begin;
pub use fold::Stopped;
pub(crate) use fold::stops;
use memory::{Memory, ReadAhead};

/// How a projector works.
#[derive(Debug, Clone)]
pub struct ProjectorOptions {
    /// Where the tables and checkpoints are.
    pub schema: Schema,
    /// The projections. Those that are ahead of the others project no events until the others have caught up.
    pub projections: Vec<Projection>,
    /// The latest appends of a writer in this process: they are not read from the database.
    pub recent: Arc<RecentAppends>,
    /// Events per batch at most; bounds memory (two batches are held while catching up) and the length of a lock.
    pub batch: i64,
    /// How often to read the journal without a signal, in case one was lost.
    pub poll: Duration,
    /// The first and the longest pause after a failure; each pause is twice the one before. While the database is away
    /// none is longer than a second.
    pub pauses: (Duration, Duration),
    /// How long a step may take. After it the connection is dropped, by the server too. A quarter of it is the longest
    /// wait for a lock.
    pub timeout: Duration,
}

impl Default for ProjectorOptions {
    fn default() -> Self {
        Self {
            schema: Schema::live(),
            projections: Projection::member_facing().collect(),
            recent: Arc::default(),
            batch: 5_000,
            poll: Duration::from_secs(5),
            pauses: (Duration::from_millis(100), Duration::from_secs(10)),
            timeout: Duration::from_secs(10),
        }
    }
}

/// The outcome of one step.
#[derive(Debug)]
pub struct Step {
    /// Events read and projected.
    pub events: usize,
    /// Rows written.
    pub rows: u64,
    /// The position of all projections that are not stopped; if all are stopped, the lowest position.
    pub position: Position,
    /// The batch was full, so there are probably more events.
    pub more: bool,
    /// The first event before which a projection is stopped, until a version of the program can read it.
    pub stopped: Option<Stopped>,
}

/// Updates a set of projections.
#[derive(Debug)]
pub struct Projector {
    pool: PgPool,
    options: ProjectorOptions,
    sender: ProgressSender,
    memory: Memory,
}

impl Projector {
    /// A projector over a migrated database. It does nothing until it is run, and then uses up to three connections
    /// of the pool, to write, to read ahead and to announce, and one of its own to listen.
    #[must_use]
    pub fn new(pool: PgPool, options: ProjectorOptions) -> Self {
        Self::with_sender(pool, options, ProgressSender::default())
    }

    /// As [`Projector::new`], but reports its position through an existing sender.
    #[must_use]
    pub fn with_sender(pool: PgPool, options: ProjectorOptions, sender: ProgressSender) -> Self {
        Self { pool, options, sender, memory: Memory::default() }
    }

    /// Its position, for callers that wait for their own writes.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.sender.progress()
    }

    /// Projects at most `limit` events, in one transaction. Waits for the lock while another projector is writing.
    ///
    /// # Errors
    /// [`ProjectorError`]; then nothing was written. An unreadable event is no error: everything before it is
    /// written, and the projection's state is `stopped`.
    pub async fn run_once(&mut self, limit: i64) -> Result<Step, ProjectorError> {
        let ahead = self.memory.read_ahead().await;
        let (pool, timeout) = (self.pool.clone(), self.options.timeout);
        let projector = &mut *self;
        let done = connections::within(&pool, timeout, async move |connection| {
            projector.step(connection, limit, ahead).await
        })
        .await;
        match &done {
            Err(ProjectorError::Database(error)) => connections::invalidate_after(error),
            // The known position belongs to another journal.
            Err(ProjectorError::AheadOfJournal { .. } | ProjectorError::AnotherJournal { .. }) => {
                self.sender.mark_uncertain();
            }
            Ok(_) | Err(_) => {}
        }
        done
    }

    async fn step(
        &mut self,
        connection: &mut PgConnection,
        limit: i64,
        ahead: Option<ReadAhead>,
    ) -> Result<Step, ProjectorError> {
        let ProjectorOptions { schema, projections, recent, timeout, .. } = &self.options;
        let mut transaction = begin(connection, *timeout).await?;
        let read = ahead.as_ref().map(ReadAhead::last);
        let mut locked =
            Checkpoints::lock_with_read_ahead(&mut transaction, schema, projections, read).await?;
        let locked_at = Instant::now();
        if self.memory.went_back(&locked) {
            self.sender.set(locked.lowest());
        }
        locked.refuse_another_journal(&mut transaction).await?;

        self.memory.recheck_if_due(&mut transaction, self.options.poll).await?;
        let mut running = self.memory.running(&locked);
        let mut entries = match ahead {
            Some(ahead) if locked.read_ahead_is_valid() && ahead.after() == running.lowest() => {
                ahead.entries()
            }
            _ if running.is_empty() => Vec::new(),
            _ => recent.entries_after(&mut transaction, running.lowest(), limit).await?,
        };
        if entries.is_empty() && self.memory.recheck(&mut transaction).await? {
            running = self.memory.running(&locked);
            entries = Journal::entries_after(&mut transaction, running.lowest(), limit).await?;
        }

        let more = i64::try_from(entries.len()).is_ok_and(|length| length >= limit);
        if let Some(last) = entries.last()
            && more
        {
            self.memory.start_reading(&self.pool, *timeout, last.position, limit);
        }
        let summary = running.project(&mut transaction, &entries).await?;
        let changes = self.is_authoritative().then(|| self.sender.changes());
        let pending = changes.as_ref().map(|changes| changes.begin(locked.version(), locked_at, &entries));
        transaction.commit().await?;
        self.memory.record(&summary);
        if let Some(pending) = pending {
            pending.committed(locked.sum_after(&summary));
        }
        let position = self.memory.position();
        // If all projections are stopped, callers must not wait for them.
        self.sender.set(position.unwrap_or(locked.head()));
        Ok(Step {
            events: entries.len(),
            rows: summary.rows,
            position: position.unwrap_or(locked.lowest()),
            more,
            stopped: self.memory.first_stopped().cloned(),
        })
    }
}
