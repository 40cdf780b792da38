//! Filling the twins: a task reads and parses the journal ahead, while batches are folded and written.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fairway_events::journal::{BulkReader, Entry};
use fairway_events::{Journal, Position};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use sqlx::{PgConnection, PgPool};
use tokio::sync::mpsc;

use super::schedule::Schedule;
use super::{Rebuild, RebuildError, head};
use crate::projector::{Checkpoints, Stopped};
use crate::wake::Task;
use crate::{Projection, Schema};

/// Batches that may be read ahead, beside the one being read.
const AHEAD: usize = 1;

/// Batches that are being written: by some projections, while others have written them or have not begun.
const PENDING: usize = 3;

/// The events of a batch, which several projections write.
type Batch = Arc<Vec<Entry>>;

/// Projections that are written at the same time, each on a connection of its own. With the reader's and the replacement's,
/// these are as many connections as `replay-tool` has.
pub(super) const WRITERS: usize = 3;

/// How far a fill has come.
#[derive(Debug)]
pub struct Filled {
    /// The last position in the twins that are not stopped.
    pub position: Position,
    /// The position at which this fill ends.
    pub target: Position,
    /// The first event that stops a twin; the other twins continue.
    pub stopped: Option<Stopped>,
}

impl Rebuild {
    /// Brings the twins to where the live tables are, or to the journal's head where those are far behind it.
    /// `on_batch` is called after every batch.
    ///
    /// # Errors
    /// [`RebuildError`]; batches that were committed remain.
    pub async fn fill(&self, on_batch: impl FnMut(&Filled)) -> Result<Filled, RebuildError> {
        let target = self.target().await?;
        self.fill_to(target, on_batch).await
    }

    /// The position of the live projectors that keep up, not the head: then the replacement changes no position, and
    /// projections that are not rebuilt stay at the same position as those that are.
    async fn target(&self) -> Result<Position, RebuildError> {
        let mut connection = self.pool.acquire().await?;
        let head = head(&mut connection).await?;
        // Projections at position 0, beyond the journal's head, or stopped before an unreadable event do not keep up.
        let keeping_up: Option<Position> = sqlx::query_scalar(
            "SELECT min(position) FROM public.projections
             WHERE name = ANY($1) AND state <> 'stopped' AND position BETWEEN greatest(1, $2 - $3) AND $2",
        )
        .bind(self.projections.iter().map(|projection| projection.name()).collect::<Vec<_>>())
        .bind(head)
        .bind(self.options.batch)
        .fetch_one(&mut *connection)
        .await?;
        Ok(keeping_up.unwrap_or(head))
    }

    /// Projects, for each projection, the events that are missing up to its target position. For few events only: the
    /// live projectors wait meanwhile. A projection that cannot read an event stops before it.
    pub(super) async fn catch_up(
        &self,
        connection: &mut PgConnection,
        targets: &[(Projection, Position)],
    ) -> Result<(), RebuildError> {
        let steps: BTreeSet<Position> = targets.iter().map(|(_, target)| *target).collect();
        let mut stopped = Vec::new();
        for step in steps {
            loop {
                let running = targets.iter().filter(|(_, target)| *target >= step);
                let running: Vec<Projection> = running.map(|(projection, _)| *projection).collect();
                let checkpoints = Checkpoints::lock(connection, &self.options.schema, &running).await?;
                let running = checkpoints.filtered(|projection, _| !stopped.contains(&projection));
                let from = running.lowest();
                if running.is_empty() || from >= step {
                    break;
                }
                let entries =
                    Journal::entries_after(connection, from, self.options.batch.min(step - from)).await?;
                if entries.is_empty() {
                    return Ok(());
                }
                let summary = running.project(connection, &entries).await?;
                stopped.extend(summary.stopped.iter().map(|stopped| stopped.projection));
            }
        }
        Ok(())
    }

    /// Brings the twins to a position. It never lowers their position.
    pub(super) async fn fill_to(
        &self,
        target: Position,
        mut on_batch: impl FnMut(&Filled),
    ) -> Result<Filled, RebuildError> {
        let (running, stopped_before) = self.running().await?;
        let mut schedule = Schedule::new(running.into_iter().map(|(projection, _)| projection));
        let stopped =
            stopped_before.into_iter().map(|(stopped, _)| stopped).min_by_key(|stopped| stopped.position);
        let mut filled = Filled { position: self.position().await?, target, stopped };
        let (batches, mut read) = mpsc::channel(AHEAD);
        let mut read_to = filled.position;
        let reader = read_ahead(self.pool.clone(), read_to, target, self.options.batch, batches);
        let _reader = Task::spawn(reader);
        let mut paced = self.options.pace.watch(&self.pool);
        let writers = if self.options.pace.is_gentle() { 1 } else { WRITERS };
        // The batches that some projection has not written yet, the oldest first.
        let mut pending: VecDeque<Batch> = VecDeque::new();
        let (mut writing, mut failure) = (FuturesUnordered::new(), None);
        loop {
            // After a failure what was begun is finished: a `COPY` that is dropped leaves its connection unusable.
            let goes_on = failure.is_none() && !schedule.is_empty();
            while goes_on
                && writing.len() < writers
                && let Some((projection, number)) = schedule.begin()
            {
                let batch = Arc::clone(&pending[number - schedule.written_by_all()]);
                writing.push(write(&self.pool, &self.options.schema, projection, batch));
            }
            let reads = goes_on && read_to < target && pending.len() < PENDING;
            tokio::select! {
                Some((projection, took, written)) = writing.next(), if !writing.is_empty() => match written {
                    Ok(None) => schedule.finish(projection, took),
                    Ok(Some(stopped)) => {
                        schedule.stop(projection);
                        let both = filled.stopped.into_iter().chain([stopped]);
                        filled.stopped = both.min_by_key(|stopped| stopped.position);
                    }
                    Err(error) => failure = failure.or(Some(error)),
                },
                batch = read.recv(), if reads => match not_empty(batch) {
                    Ok((batch, last)) => {
                        read_to = last;
                        pending.push_back(Arc::new(batch));
                        schedule.add_batch();
                    }
                    Err(error) => failure = failure.or(Some(error)),
                },
                else => break,
            }
            while failure.is_none() && !schedule.is_empty() && pending.len() > schedule.pending() {
                let last = pending.pop_front().and_then(|batch| batch.last().map(|last| last.position));
                filled.position = last.unwrap_or(filled.position);
                on_batch(&filled);
                paced.rest().await;
            }
        }
        if let Some(error) = failure {
            return Err(error);
        }
        if schedule.is_empty() {
            filled.position = self.position().await?;
        }
        Ok(filled)
    }
}

/// The events that were read, and the last position.
fn not_empty(read: Option<Result<Vec<Entry>, sqlx::Error>>) -> Result<(Vec<Entry>, Position), RebuildError> {
    let entries = read.ok_or(RebuildError::ReaderEnded)??;
    let last = entries.last().ok_or(RebuildError::ReaderEnded)?.position;
    Ok((entries, last))
}

/// Writes one batch of one projection: how long that took, and whether it was stopped.
async fn write(
    pool: &PgPool,
    schema: &Schema,
    projection: Projection,
    batch: Batch,
) -> (Projection, Duration, Result<Option<Stopped>, RebuildError>) {
    let began = Instant::now();
    let written = write_in_transaction(pool, schema, projection, &batch).await;
    (projection, began.elapsed(), written)
}

/// The commit does not wait for the disk: a crash of the server loses rows and checkpoint together, and the replacement's
/// own commit comes after them in the log.
async fn write_in_transaction(
    pool: &PgPool,
    schema: &Schema,
    projection: Projection,
    entries: &[Entry],
) -> Result<Option<Stopped>, RebuildError> {
    let mut transaction = pool.begin_with("BEGIN; SET LOCAL synchronous_commit = off").await?;
    let checkpoints = Checkpoints::lock(&mut transaction, schema, &[projection]).await?;
    let summary = checkpoints.project(&mut transaction, entries).await?;
    transaction.commit().await?;
    Ok(summary.stopped.into_iter().next())
}

/// Reads up to the target in statements of one batch each: none holds its snapshot while the writing side is slower.
async fn read_ahead(
    pool: PgPool,
    position: Position,
    target: Position,
    batch: i64,
    batches: mpsc::Sender<Result<Vec<Entry>, sqlx::Error>>,
) {
    if position >= target {
        return;
    }
    match BulkReader::open(&pool).await {
        Ok(reader) => read_with(reader, position, target, batch, batches).await,
        // A writing side that has ended reports its own error.
        Err(error) => drop(batches.send(Err(error)).await),
    }
}

async fn read_with(
    mut reader: BulkReader,
    mut position: Position,
    target: Position,
    batch: i64,
    batches: mpsc::Sender<Result<Vec<Entry>, sqlx::Error>>,
) {
    while position < target {
        let read = reader.entries_after(position, batch.min(target - position)).await;
        let last = read.as_ref().ok().and_then(|read| read.last()).map(|last| last.position);
        if batches.send(read).await.is_err() {
            return; // the writing side failed and reports its own error
        }
        match last {
            Some(last) => position = last,
            // A failure, or a gap in the journal: the writing side receives which.
            None => return,
        }
    }
}
