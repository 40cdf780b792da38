//! Applies a batch to all projections of a projector: each folds the events of the kinds that it reads, and all that
//! are not stopped move to the same position in one transaction.
//!
//! An unreadable event stops the projections that read its kind, at the position before it. The others do not need it.

use fairway_events::Position;
use fairway_events::journal::Entry;
use sqlx::PgConnection;

use super::Checkpoints;
use super::checkpoints::{CheckpointUpdate, member_facing_sum};
use crate::error::with_causes;
use crate::{Projection, ProjectorError};

/// A projection is stopped before an event that this version of the program cannot read, until one runs that can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Stopped {
    /// The projection.
    pub projection: Projection,
    /// The position of the event.
    pub position: Position,
    /// Why it cannot be read.
    pub reason: String,
}

/// The outcome of a batch in all projections.
#[derive(Debug, Default)]
pub(crate) struct BatchSummary {
    /// Rows written.
    pub(crate) rows: u64,
    /// The new position of each projection.
    pub(crate) positions: Vec<(Projection, Position)>,
    /// Projections that were stopped by an unreadable event.
    pub(crate) stopped: Vec<Stopped>,
}

/// Whether an event stops the projection, and why.
pub(crate) fn stops(projection: Projection, entry: &Entry) -> Option<Stopped> {
    let unreadable = entry.event.as_ref().err()?;
    let folds = entry.aggregate_type.is_some_and(|kind| projection.reads().contains(&kind));
    folds.then(|| Stopped { projection, position: unreadable.position, reason: with_causes(unreadable) })
}

impl Checkpoints {
    /// Folds the events for each projection whose position is before them, writes the rows and updates the checkpoints.
    pub(crate) async fn project(
        &self,
        connection: &mut PgConnection,
        entries: &[Entry],
    ) -> Result<BatchSummary, ProjectorError> {
        let mut summary = BatchSummary::default();
        let mut updates = Vec::new();
        for (projection, after) in self.positions() {
            let batch = projection.project(entries, after, &mut *connection, self.schema()).await?;
            summary.rows += batch.rows;
            let position = batch.last.map_or(after, |(position, _)| position);
            summary.positions.push((projection, position));
            if batch.last.is_some() || batch.unreadable.is_some() {
                let as_of = batch.last.map(|(_, recorded_at)| recorded_at);
                let error = batch.unreadable.as_ref().map(|(_, reason)| reason.clone());
                updates.push(CheckpointUpdate { projection, position, as_of, error });
            }
            let stopped = batch.unreadable;
            summary.stopped.extend(stopped.map(|(position, reason)| Stopped {
                projection,
                position,
                reason,
            }));
        }
        let stays =
            |update: &CheckpointUpdate| updates.iter().all(|moved| moved.projection != update.projection);
        let recovered: Vec<CheckpointUpdate> = self.recovered().filter(stays).collect();
        updates.extend(recovered);
        self.update(&updates, connection).await?;
        Ok(summary)
    }

    /// The sum of the member-facing positions once this batch is committed.
    pub(super) fn sum_after(&self, batch: &BatchSummary) -> i64 {
        let moved = |projection| batch.positions.iter().find(|(moved, _)| *moved == projection);
        let after = |(projection, position)| *moved(projection).unwrap_or(&(projection, position));
        member_facing_sum(self.positions().map(after))
    }
}
