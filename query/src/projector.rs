//! Follows the journal and keeps the projections' tables.
//!
//! Exactly once by construction: rows and checkpoints move in one transaction, under a lock on the checkpoint rows.
//! So a projector may be killed anywhere, and a second one (in this process or another) waits its turn and goes on
//! where the first one stopped. That is why a row is inserted when its first event comes and changed by later ones: a
//! row that is there too early, or not there when it changes, would mean an event taken in twice or never, and fails
//! loudly. All projections of one projector share each read and each commit.

mod checkpoints;
mod follow;

use std::time::Duration;

use fairway_events::journal::ReadBatch;
use fairway_events::{Journal, Position, RecordedEvent, Unreadable};
use sqlx::{PgConnection, PgPool};
use tokio::sync::watch;

use crate::projection::Changes;
use crate::wake::raise;
use crate::{Progress, Projection, Schema};
pub(crate) use checkpoints::Checkpoints;

/// How a projector works.
#[derive(Debug, Clone)]
pub struct ProjectorOptions {
    /// Where the tables and checkpoints are.
    pub schema: Schema,
    /// What is projected; those that are further than the others sit out until the others have caught up.
    pub projections: Vec<Projection>,
    /// Events per batch at most; bounds memory (two batches are held while catching up) and the length of a lock.
    pub batch: i64,
    /// How often to look without having been woken: the safety net below the wake-ups.
    pub poll: Duration,
    /// The first and the longest pause after a failure; each pause is twice the one before.
    pub pauses: (Duration, Duration),
}

impl Default for ProjectorOptions {
    fn default() -> Self {
        Self {
            schema: Schema::live(),
            projections: Projection::MEMBER_FACING.to_vec(),
            batch: 5_000,
            poll: Duration::from_secs(5),
            pauses: (Duration::from_millis(100), Duration::from_secs(10)),
        }
    }
}

/// What one step did.
#[derive(Debug)]
pub struct Round {
    /// Events taken in.
    pub events: usize,
    /// Rows written.
    pub rows: u64,
    /// Where every projection is now.
    pub position: Position,
    /// The batch was full: more is likely waiting.
    pub more: bool,
    /// The event after `position` cannot be read: the projector stands here until a version comes that can.
    pub stopped: Option<Unreadable>,
}

/// Why a step did nothing.
#[derive(Debug, thiserror::Error)]
pub enum ProjectorError {
    /// The database did not answer, or refused.
    #[error("the projections cannot be written")]
    Database(#[from] sqlx::Error),
    /// The `projections` table lacks a row: the migrations and this program do not match.
    #[error("projection {0} has no checkpoint")]
    NoCheckpoint(&'static str),
    /// An event changes a row that its projection should have and has not: the tables are not what the events made.
    #[error("{found} of {wanted} rows of {table} are there to be changed")]
    MissingRows {
        /// The table.
        table: &'static str,
        /// Rows that the batch changes.
        wanted: usize,
        /// Rows that there are.
        found: u64,
    },
}

impl ProjectorError {
    /// Passes the number of changed rows on when it is the expected one.
    pub(crate) fn unless_all(table: &'static str, wanted: usize, found: u64) -> Result<u64, Self> {
        if u64::try_from(wanted) == Ok(found) {
            Ok(found)
        } else {
            Err(Self::MissingRows { table, wanted, found })
        }
    }
}

/// Keeps a set of projections.
#[derive(Debug)]
pub struct Projector {
    pool: PgPool,
    journal: Journal,
    options: ProjectorOptions,
    reached: watch::Sender<Position>,
    /// The stretch after that position, read while the stretch before it was written. The journal only grows, so
    /// that what was read stays true.
    ahead: Option<(Position, ReadBatch)>,
}

impl Projector {
    /// A projector over a migrated database. It does nothing until it is run, and then uses up to four connections
    /// of the pool: to write, to read ahead, to listen and to announce.
    #[must_use]
    pub fn new(pool: PgPool, options: ProjectorOptions) -> Self {
        let journal = Journal::new(pool.clone());
        Self { pool, journal, options, reached: watch::Sender::new(0), ahead: None }
    }

    /// How far it has come, for those who wait for their own writes.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress::of(self.reached.subscribe())
    }

    /// Takes in at most `limit` events, in one transaction. Waits for its turn where another projector is writing.
    ///
    /// # Errors
    /// [`ProjectorError`]; then nothing was written. An unreadable event is no error: everything before it is
    /// written, and the state says so.
    pub async fn run_once(&mut self, limit: i64) -> Result<Round, ProjectorError> {
        let mut transaction = self.pool.begin().await?;
        let checkpoints =
            Checkpoints::lock(&mut transaction, &self.options.schema, &self.options.projections).await?;
        let from = checkpoints.lowest();
        let ReadBatch { events, stopped } = match self.ahead.take() {
            Some((after, batch)) if after == from => batch,
            _ => self.journal.read_after(from, limit).await?,
        };
        let Some(last) = events.last() else {
            if let Some(unreadable) = &stopped {
                checkpoints.stop(&mut transaction, from, unreadable).await?;
                transaction.commit().await?;
            }
            raise(&self.reached, from);
            return Ok(Round { events: 0, rows: 0, position: from, more: false, stopped });
        };
        let position = last.position;
        let more = stopped.is_none() && i64::try_from(events.len()).is_ok_and(|length| length >= limit);

        let writing = async {
            let rows = checkpoints.take_in(&mut transaction, &events).await?;
            if let Some(unreadable) = &stopped {
                checkpoints.stop(&mut transaction, position, unreadable).await?;
            }
            transaction.commit().await?;
            Ok::<u64, ProjectorError>(rows)
        };
        let reading =
            async { if more { Some(self.journal.read_after(position, limit).await) } else { None } };
        let (rows, ahead) = tokio::join!(writing, reading);
        let rows = rows?;
        // A failed read ahead is no failure of this step: the next one reads for itself.
        self.ahead = ahead.and_then(Result::ok).map(|batch| (position, batch));
        raise(&self.reached, position);
        Ok(Round { events: events.len(), rows, position, more, stopped })
    }
}

impl Checkpoints {
    /// Folds the events for each projection that has not had them yet, writes the outcome and moves the checkpoints:
    /// all that a batch does, for whoever keeps the tables. Returns the number of rows written.
    pub(crate) async fn take_in(
        &self,
        connection: &mut PgConnection,
        events: &[RecordedEvent],
    ) -> Result<u64, ProjectorError> {
        let Some(last) = events.last() else { return Ok(0) };
        let mut rows = 0;
        for (projection, after) in self.positions() {
            let mut changes = Changes::none(projection);
            for event in events.iter().filter(|event| event.position > after) {
                changes.apply(event);
            }
            rows += changes.write(&mut *connection, self.schema()).await?;
        }
        self.advance(connection, last.position, last.recorded_at).await?;
        Ok(rows)
    }
}
