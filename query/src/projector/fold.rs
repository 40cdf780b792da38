//! What a batch does to all projections of a projector: each takes in the events of the kinds that it reads, and all that
//! are not stopped go to the same position in one transaction.
//!
//! An event that cannot be read stops those projections which read its kind, before it. The others have no use for it.

use fairway_events::Position;
use fairway_events::journal::Entry;
use sqlx::PgConnection;

use super::Checkpoints;
use super::checkpoints::Move;
use crate::error::with_causes;
use crate::{Projection, ProjectorError};

/// A projection is stopped before an event that this version cannot read, until a version comes that can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Stopped {
    /// The projection.
    pub projection: Projection,
    /// The position of the event.
    pub position: Position,
    /// What about it cannot be read.
    pub reason: String,
}

/// What a batch did.
#[derive(Debug, Default)]
pub(crate) struct TakenIn {
    /// Rows written.
    pub(crate) rows: u64,
    /// Where each projection is now.
    pub(crate) positions: Vec<(Projection, Position)>,
    /// Projections that met an event which cannot be read.
    pub(crate) stopped: Vec<Stopped>,
}

/// Whether an event keeps the projection from going on.
pub(crate) fn stops(projection: Projection, entry: &Entry) -> Option<Stopped> {
    let unreadable = entry.event.as_ref().err()?;
    let folds = entry.aggregate_type.is_some_and(|kind| projection.reads().contains(&kind));
    folds.then(|| Stopped { projection, position: unreadable.position, reason: with_causes(unreadable) })
}

impl Checkpoints {
    /// Folds the events for each projection that has not had them yet, writes the outcome and moves the checkpoints.
    pub(crate) async fn take_in(
        &self,
        connection: &mut PgConnection,
        entries: &[Entry],
    ) -> Result<TakenIn, ProjectorError> {
        let mut done = TakenIn::default();
        let mut moves = Vec::new();
        for (projection, after) in self.positions() {
            let batch = projection.take_in(entries, after, &mut *connection, self.schema()).await?;
            done.rows += batch.rows;
            let position = batch.last.map_or(after, |(position, _)| position);
            done.positions.push((projection, position));
            if batch.last.is_some() || batch.unreadable.is_some() {
                let as_of = batch.last.map(|(_, recorded_at)| recorded_at);
                let error = batch.unreadable.as_ref().map(|(_, reason)| reason.clone());
                moves.push(Move { projection, position, as_of, error });
            }
            let stopped = batch.unreadable;
            done.stopped.extend(stopped.map(|(position, reason)| Stopped { projection, position, reason }));
        }
        let stay = |to: &Move| moves.iter().all(|moved| moved.projection != to.projection);
        let recovered: Vec<Move> = self.recovered().filter(stay).collect();
        moves.extend(recovered);
        self.make(&moves, connection).await?;
        Ok(done)
    }
}
