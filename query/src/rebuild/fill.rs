//! Filling the twins: a task reads and parses the journal ahead, while batches are folded and written.

use std::collections::BTreeSet;

use fairway_events::journal::ReadBatch;
use fairway_events::{Journal, Position, Unreadable};
use sqlx::{PgConnection, PgPool};
use tokio::sync::mpsc;

use super::{Rebuild, RebuildError, positions};
use crate::projector::Checkpoints;
use crate::wake::Task;
use crate::{Projection, Schema};

/// Batches that may be read ahead, beside the one being read.
const AHEAD: usize = 2;

/// How far a fill has come.
#[derive(Debug)]
pub struct Filled {
    /// The last position in the twins.
    pub position: Position,
    /// Where this fill goes.
    pub target: Position,
    /// The event after `position` cannot be read: the twins cannot go further with this version.
    pub stopped: Option<Unreadable>,
}

impl Rebuild {
    /// Brings the twins to where the live tables are, or to the journal's head where those are far behind it.
    /// `observe` hears of every batch.
    ///
    /// # Errors
    /// [`RebuildError`]; whole batches stay.
    pub async fn fill(&self, observe: impl FnMut(&Filled)) -> Result<Filled, RebuildError> {
        let target = self.target().await?;
        self.fill_to(target, observe).await
    }

    /// Live projectors that keep up are followed rather than overtaken: then the swap changes no position, and what is
    /// not rebuilt stays of the same moment as what is.
    async fn target(&self) -> Result<Position, RebuildError> {
        let mut connection = self.pool.acquire().await?;
        let live = positions(&mut connection, &Schema::live(), &self.projections).await?;
        let head = self.journal.head().await?;
        // One that stands at the very beginning does not follow at all.
        let keeps_up = |live: &Position| *live > 0 && head - live <= self.options.batch;
        let keeping_up = live.iter().map(|(_, position)| *position).filter(keeps_up);
        Ok(keeping_up.min().unwrap_or(head))
    }

    /// Takes in, for each projection, what it lacks up to a position of its own. Meant for the few events of a moment
    /// in which the live projectors wait. Where an event cannot be read, it ends before that one.
    pub(super) async fn catch_up(
        &self,
        connection: &mut PgConnection,
        targets: &[(Projection, Position)],
    ) -> Result<(), RebuildError> {
        let steps: BTreeSet<Position> = targets.iter().map(|(_, target)| *target).collect();
        for step in steps {
            let going = targets.iter().filter(|(_, target)| *target >= step);
            let going: Vec<Projection> = going.map(|(projection, _)| *projection).collect();
            loop {
                let checkpoints = Checkpoints::lock(connection, &self.options.schema, &going).await?;
                let from = checkpoints.lowest();
                if from >= step {
                    break;
                }
                let batch = self.journal.read_after(from, self.options.batch.min(step - from)).await?;
                if batch.events.is_empty() {
                    return Ok(());
                }
                checkpoints.take_in(connection, &batch.events).await?;
            }
        }
        Ok(())
    }

    /// Brings the twins to a position. They never go back.
    pub(super) async fn fill_to(
        &self,
        target: Position,
        mut observe: impl FnMut(&Filled),
    ) -> Result<Filled, RebuildError> {
        let mut filled = Filled { position: self.position().await?, target, stopped: None };
        let (batches, mut read) = mpsc::channel(AHEAD);
        let reader = read_ahead(self.journal.clone(), filled.position, target, self.options.batch, batches);
        let _reader = Task::spawn(reader);
        while filled.position < target && filled.stopped.is_none() {
            let ReadBatch { events, stopped } = read.recv().await.ok_or(RebuildError::BrokenOff)??;
            if let Some(last) = events.last() {
                filled.position = last.position;
                write(&self.pool, &self.options.schema, &self.projections, &events).await?;
            }
            filled.stopped = stopped;
            observe(&filled);
        }
        Ok(filled)
    }
}

/// One batch, one commit. It need not be on disk yet when the next one begins: a crash of the server takes the rows
/// and the checkpoint back together, and the swap's own commit comes after them in the log.
async fn write(
    pool: &PgPool,
    schema: &Schema,
    projections: &[Projection],
    events: &[fairway_events::RecordedEvent],
) -> Result<(), RebuildError> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SET LOCAL synchronous_commit = off").execute(&mut *transaction).await?;
    let checkpoints = Checkpoints::lock(&mut transaction, schema, projections).await?;
    checkpoints.take_in(&mut transaction, events).await?;
    transaction.commit().await?;
    Ok(())
}

async fn read_ahead(
    journal: Journal,
    mut position: Position,
    target: Position,
    batch: i64,
    batches: mpsc::Sender<Result<ReadBatch, sqlx::Error>>,
) {
    while position < target {
        let read = journal.read_after(position, batch.min(target - position)).await;
        let last = read.as_ref().ok().and_then(|read| read.events.last()).map(|last| last.position);
        if batches.send(read).await.is_err() {
            return; // the writer failed and says so itself
        }
        match last {
            Some(last) => position = last,
            // A failure, an unreadable event, or a hole in the journal: the writer sees which.
            None => return,
        }
    }
}
