//! The rows that say how far each projection is. Locking them is what makes a projector the only one.

use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_events::Position;
use sqlx::{Connection, PgConnection, PgPool, Postgres, Row, Transaction};
use uuid::Uuid;

use crate::error::with_causes;
use crate::{Projection, ProjectionState, ProjectorError, Schema};

/// Which event of the journal is meant, beyond its position: one that took its place would differ.
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
    /// The event at its position is not the one that it took in.
    other: bool,
}

/// The locked checkpoints of one transaction.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoints {
    schema: Schema,
    checkpoints: Vec<Checkpoint>,
    head: Position,
    as_read: bool,
}

/// Where a projection goes, and the event that stops it there.
#[derive(Debug)]
pub(super) struct Move {
    pub(super) projection: Projection,
    pub(super) position: Position,
    /// When the event at the position was recorded; none where the position stays.
    pub(super) as_of: Option<DateTime<Utc>>,
    pub(super) error: Option<String>,
}

/// Begins a transaction that the server ends by itself when the client is gone: a projector that lost its machine or its
/// connection would otherwise hold the checkpoints until the kernel notices. The wait for locks is shorter than the time
/// after which the client gives the transaction up. One round trip.
///
/// # Errors
/// When the database does not answer.
pub async fn begin(
    connection: &mut PgConnection,
    timeout: Duration,
) -> Result<Transaction<'_, Postgres>, sqlx::Error> {
    let timeout = timeout.as_millis().max(4);
    let settings = format!(
        "BEGIN; SET LOCAL idle_in_transaction_session_timeout = {timeout};
         SET LOCAL statement_timeout = {timeout}; SET LOCAL lock_timeout = {}",
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

    /// The same by a projector that read ahead up to an event.
    pub(super) async fn lock_with_read_ahead(
        connection: &mut PgConnection,
        schema: &Schema,
        projections: &[Projection],
        read: Option<EventIdentity>,
    ) -> Result<Self, ProjectorError> {
        let sql = schema.sql(include_str!("lock.sql"));
        let rows = sqlx::query(&sql)
            .bind(names(projections))
            .bind(read.map(|read| read.position))
            .bind(read.map(|read| read.recorded_at))
            .bind(read.map(|read| read.correlation_id))
            .fetch_all(connection)
            .await?;
        let mut locked =
            Self { schema: schema.clone(), checkpoints: Vec::new(), head: 0, as_read: read.is_some() };
        for projection in projections {
            let row =
                rows.iter().find(|row| row.try_get("name").is_ok_and(|name: &str| name == projection.name()));
            let row = row.ok_or(ProjectorError::NoCheckpoint(projection.name()))?;
            locked.checkpoints.push(Checkpoint {
                projection: *projection,
                position: row.try_get("position")?,
                failing: row.try_get("failing")?,
                other: row.try_get::<Option<bool>, _>("other")?.unwrap_or(false),
            });
            locked.head = row.try_get("head")?;
            locked.as_read &= row.try_get::<bool, _>("as_read")?;
        }
        Ok(locked)
    }

    /// Makes sure that the journal holds what was taken in: where the tables come from another journal, or from a
    /// longer one, what follows must not be folded into them.
    pub(super) async fn refuse_another_journal(
        &mut self,
        connection: &mut PgConnection,
    ) -> Result<(), ProjectorError> {
        let Some(furthest) = self.checkpoints.iter().max_by_key(|at| at.position).copied() else {
            return Ok(());
        };
        if furthest.position > self.head {
            // Others may have appended and projected while the lock was waited for: read the head again, holding it.
            self.head = sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(connection).await?;
        }
        if furthest.position > self.head {
            let Checkpoint { projection, position, .. } = furthest;
            return Err(ProjectorError::AheadOfJournal {
                projection: projection.name(),
                position,
                head: self.head,
            });
        }
        match self.checkpoints.iter().find(|at| at.other) {
            Some(at) => Err(ProjectorError::AnotherJournal {
                projection: at.projection.name(),
                position: at.position,
            }),
            None => Ok(()),
        }
    }

    /// Whether the journal still holds what was read ahead.
    pub(super) const fn read_ahead_is_valid(&self) -> bool {
        self.as_read
    }

    /// The journal's last position.
    pub(super) const fn head(&self) -> Position {
        self.head
    }

    /// The position of the projection that is furthest behind: nothing before it needs to be read.
    pub(crate) fn lowest(&self) -> Position {
        self.checkpoints.iter().map(|at| at.position).min().unwrap_or(0)
    }

    /// Without a database, for tests of what is remembered beside it.
    #[cfg(test)]
    pub(super) fn at(positions: &[(Projection, Position)]) -> Self {
        let at = |&(projection, position)| Checkpoint { projection, position, failing: false, other: false };
        Self {
            schema: Schema::live(),
            checkpoints: positions.iter().map(at).collect(),
            head: 0,
            as_read: false,
        }
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = (Projection, Position)> {
        self.checkpoints.iter().map(|at| (at.projection, at.position))
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.checkpoints.is_empty()
    }

    /// Those of them for which this holds.
    pub(crate) fn only(&self, wanted: impl Fn(Projection, Position) -> bool) -> Self {
        let checkpoints = self.checkpoints.iter().filter(|at| wanted(at.projection, at.position)).copied();
        Self { checkpoints: checkpoints.collect(), ..self.clone() }
    }

    /// The moves of projections that were failing and stay where they are: a step that succeeds ends their failure.
    pub(super) fn recovered(&self) -> impl Iterator<Item = Move> {
        let failing = self.checkpoints.iter().filter(|at| at.failing);
        failing.map(|at| Move { projection: at.projection, position: at.position, as_of: None, error: None })
    }

    pub(crate) const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Moves projections, and records of each that it runs or what stops it.
    pub(super) async fn make(
        &self,
        moves: &[Move],
        connection: &mut PgConnection,
    ) -> Result<(), sqlx::Error> {
        if moves.is_empty() {
            return Ok(());
        }
        sqlx::query(&self.schema.sql(include_str!("move.sql")))
            .bind(moves.iter().map(|to| to.projection.name()).collect::<Vec<_>>())
            .bind(moves.iter().map(|to| to.position).collect::<Vec<_>>())
            .bind(moves.iter().map(|to| to.as_of).collect::<Vec<_>>())
            .bind(moves.iter().map(|to| to.error.as_deref()).collect::<Vec<_>>())
            .execute(connection)
            .await?;
        Ok(())
    }
}

/// Records that the next batch cannot be taken in.
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
