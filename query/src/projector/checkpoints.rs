//! The checkpoints: the rows that store each projection's position. A projector locks them, so that only one projector
//! writes at a time.

use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_events::Position;
use sqlx::{Connection, PgConnection, PgPool, Postgres, Row, Transaction};
use uuid::Uuid;

use crate::error::with_causes;
use crate::{Projection, ProjectionState, ProjectorError, ReadModelsVersion, Schema};

/// Identifies an event of the journal. The position alone does not: after the journal went back, another event may have
/// the same position.
#[derive(Debug, Clone, Copy)]
pub(super) struct EventIdentity {
    pub(super) position: Position,
    pub(super) recorded_at: DateTime<Utc>,
    pub(super) correlation_id: Uuid,
}

/// One projection's locked row.
#[derive(Debug, Clone, Copy)]
struct Checkpoint {
    projection: Projection,
    position: Position,
    /// The database refused its next batch.
    failing: bool,
    /// The journal's event at its position is not the one that it projected.
    differs: bool,
}

/// The locked checkpoints of one transaction.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoints {
    schema: Schema,
    checkpoints: Vec<Checkpoint>,
    head: Position,
    /// See [`ReadModelsVersion::tables`].
    tables: i64,
    read_ahead_is_valid: bool,
}

/// A projection's new position, and the error that stops it there.
#[derive(Debug)]
pub(super) struct CheckpointUpdate {
    pub(super) projection: Projection,
    pub(super) position: Position,
    /// When the event at the position was recorded; none where the position stays.
    pub(super) as_of: Option<DateTime<Utc>>,
    pub(super) error: Option<String>,
}

/// Begins a transaction that the server ends when the client no longer answers: otherwise a projector whose machine or
/// connection failed would hold the checkpoints until the kernel notices. The limit for locks is shorter than the limit
/// after which the client drops the connection. One round trip.
///
/// Its statements are planned once: planned for their arguments, the few rows of a live batch would cost as much again.
/// Its commit does not wait for the disk, nor for a standby: rows and checkpoint are lost together and follow from the
/// journal, whose own commit was waited for.
/// Fails when the database does not answer.
pub async fn begin(
    connection: &mut PgConnection,
    timeout: Duration,
) -> Result<Transaction<'_, Postgres>, sqlx::Error> {
    let timeout = timeout.as_millis().max(4);
    let settings = format!(
        "BEGIN; SET LOCAL idle_in_transaction_session_timeout = {timeout};
         SET LOCAL statement_timeout = {timeout}; SET LOCAL plan_cache_mode = force_generic_plan;
         SET LOCAL synchronous_commit = off; SET LOCAL lock_timeout = {}",
        timeout / 4
    );
    connection.begin_with(settings).await
}

impl Checkpoints {
    /// Locks the rows and reads them.
    pub(crate) async fn lock(
        connection: &mut PgConnection,
        schema: &Schema,
        projections: &[Projection],
    ) -> Result<Self, ProjectorError> {
        Self::lock_with_read_ahead(connection, schema, projections, None).await
    }

    /// As [`Self::lock`], and also checks whether the journal still holds the last event that was read ahead.
    pub(super) async fn lock_with_read_ahead(
        connection: &mut PgConnection,
        schema: &Schema,
        projections: &[Projection],
        last_read: Option<EventIdentity>,
    ) -> Result<Self, ProjectorError> {
        let sql = schema.sql(include_str!("lock.sql"));
        let rows = sqlx::query(&sql)
            .bind(names(projections))
            .bind(last_read.map(|event| event.position))
            .bind(last_read.map(|event| event.recorded_at))
            .bind(last_read.map(|event| event.correlation_id))
            .fetch_all(connection)
            .await?;
        let mut locked = Self {
            schema: schema.clone(),
            checkpoints: Vec::new(),
            head: 0,
            tables: 0,
            read_ahead_is_valid: last_read.is_some(),
        };
        for projection in projections {
            let row =
                rows.iter().find(|row| row.try_get("name").is_ok_and(|name: &str| name == projection.name()));
            let row = row.ok_or(ProjectorError::NoCheckpoint(projection.name()))?;
            locked.checkpoints.push(Checkpoint {
                projection: *projection,
                position: row.try_get("position")?,
                failing: row.try_get("failing")?,
                differs: row.try_get::<Option<bool>, _>("differs")?.unwrap_or(false),
            });
            locked.head = row.try_get("head")?;
            locked.tables = row.try_get("tables")?;
            locked.read_ahead_is_valid &= row.try_get::<bool, _>("as_read")?;
        }
        Ok(locked)
    }

    /// Checks that the journal holds the events that were projected. Where the tables come from another journal, or
    /// from a longer one, no further events may be folded into them.
    pub(super) async fn refuse_another_journal(
        &mut self,
        connection: &mut PgConnection,
    ) -> Result<(), ProjectorError> {
        let furthest = |locked: &Self| locked.checkpoints.iter().max_by_key(|one| one.position).copied();
        if furthest(self).is_some_and(|furthest| furthest.position > self.head) {
            // While this one waited for the lock, other processes may have appended and projected, or another journal may
            // have grown beyond the checkpoints: head and events are looked at again, as of one moment.
            let projections: Vec<_> = self.checkpoints.iter().map(|one| one.projection).collect();
            *self = Self::lock(connection, &self.schema.clone(), &projections).await?;
        }
        let Some(furthest) = furthest(self) else { return Ok(()) };
        if furthest.position > self.head {
            let Checkpoint { projection, position, .. } = furthest;
            return Err(ProjectorError::AheadOfJournal {
                projection: projection.name(),
                position,
                head: self.head,
            });
        }
        match self.checkpoints.iter().find(|checkpoint| checkpoint.differs) {
            Some(checkpoint) => Err(ProjectorError::AnotherJournal {
                projection: checkpoint.projection.name(),
                position: checkpoint.position,
            }),
            None => Ok(()),
        }
    }

    /// Whether the journal still holds the events that were read ahead.
    pub(super) const fn read_ahead_is_valid(&self) -> bool {
        self.read_ahead_is_valid
    }

    /// The journal's last position.
    pub(super) const fn head(&self) -> Position {
        self.head
    }

    /// The lowest position of a projection: events up to it need not be read.
    pub(crate) fn lowest(&self) -> Position {
        self.checkpoints.iter().map(|checkpoint| checkpoint.position).min().unwrap_or(0)
    }

    /// The version of the members' read models.
    pub(super) fn version(&self) -> ReadModelsVersion {
        ReadModelsVersion { positions: member_facing_sum(self.positions()), tables: self.tables }
    }

    /// Without a database, for tests.
    #[cfg(test)]
    pub(super) fn at(positions: &[(Projection, Position)]) -> Self {
        let checkpoint =
            |&(projection, position)| Checkpoint { projection, position, failing: false, differs: false };
        Self {
            schema: Schema::live(),
            checkpoints: positions.iter().map(checkpoint).collect(),
            head: 0,
            tables: 0,
            read_ahead_is_valid: false,
        }
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = (Projection, Position)> {
        self.checkpoints.iter().map(|checkpoint| (checkpoint.projection, checkpoint.position))
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.checkpoints.is_empty()
    }

    /// The checkpoints that match.
    pub(crate) fn filtered(&self, keep: impl Fn(Projection, Position) -> bool) -> Self {
        let checkpoints = self
            .checkpoints
            .iter()
            .filter(|checkpoint| keep(checkpoint.projection, checkpoint.position))
            .copied();
        Self { checkpoints: checkpoints.collect(), ..self.clone() }
    }

    /// The updates of projections that were failing and keep their position: a step that succeeds ends their failure.
    pub(super) fn recovered(&self) -> impl Iterator<Item = CheckpointUpdate> {
        let failing = self.checkpoints.iter().filter(|checkpoint| checkpoint.failing);
        failing.map(|checkpoint| CheckpointUpdate {
            projection: checkpoint.projection,
            position: checkpoint.position,
            as_of: None,
            error: None,
        })
    }

    pub(crate) const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Writes the new positions, and for each projection that it is running or the error that stops it.
    pub(super) async fn update(
        &self,
        updates: &[CheckpointUpdate],
        connection: &mut PgConnection,
    ) -> Result<(), sqlx::Error> {
        if updates.is_empty() {
            return Ok(());
        }
        sqlx::query(&self.schema.sql(include_str!("move.sql")))
            .bind(updates.iter().map(|update| update.projection.name()).collect::<Vec<_>>())
            .bind(updates.iter().map(|update| update.position).collect::<Vec<_>>())
            .bind(updates.iter().map(|update| update.as_of).collect::<Vec<_>>())
            .bind(updates.iter().map(|update| update.error.as_deref()).collect::<Vec<_>>())
            .execute(connection)
            .await?;
        Ok(())
    }
}

/// See [`ReadModelsVersion::positions`].
pub(super) fn member_facing_sum(positions: impl Iterator<Item = (Projection, Position)>) -> i64 {
    positions.filter(|(projection, _)| projection.is_member_facing()).map(|(_, position)| position).sum()
}

/// Records that the next batch cannot be projected.
pub(super) async fn record_failure(
    pool: &PgPool,
    schema: &Schema,
    projections: &[Projection],
    error: &ProjectorError,
    timeout: Duration,
) -> Result<(), sqlx::Error> {
    let sql = schema.sql("UPDATE {schema}.projections SET state = $2, last_error = $3 WHERE name = ANY($1)");
    let error = with_causes(error);
    fairway_events::connections::within(pool, timeout, async |connection| {
        let mut transaction = begin(connection, timeout).await?;
        sqlx::query(&sql)
            .bind(names(projections))
            .bind(ProjectionState::Failing.as_str())
            .bind(error)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    })
    .await
}

fn names(projections: &[Projection]) -> Vec<&'static str> {
    projections.iter().map(|projection| projection.name()).collect()
}
