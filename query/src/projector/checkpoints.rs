//! The rows that say how far each projection is. Locking them is what makes a projector the only one.

use std::error::Error;

use chrono::{DateTime, Utc};
use fairway_events::{Position, Unreadable};
use sqlx::{PgConnection, PgPool};

use super::ProjectorError;
use crate::{Projection, ProjectionState, Schema};

/// The locked checkpoints of one transaction.
pub(crate) struct Checkpoints {
    schema: Schema,
    positions: Vec<(Projection, Position)>,
}

impl Checkpoints {
    /// Locks the rows, in order of name so that two projectors cannot wait for each other, and reads them.
    pub(crate) async fn lock(
        connection: &mut PgConnection,
        schema: &Schema,
        projections: &[Projection],
    ) -> Result<Self, ProjectorError> {
        let sql = schema.sql(
            "SELECT name, position FROM {schema}.projections WHERE name = ANY($1) ORDER BY name FOR UPDATE",
        );
        let found: Vec<(String, Position)> =
            sqlx::query_as(&sql).bind(names(projections)).fetch_all(connection).await?;
        let positions = projections.iter().map(|projection| {
            let row = found.iter().find(|(name, _)| name == projection.name());
            row.map(|(_, position)| (*projection, *position))
                .ok_or(ProjectorError::NoCheckpoint(projection.name()))
        });
        Ok(Self { schema: schema.clone(), positions: positions.collect::<Result<_, _>>()? })
    }

    /// Where the projection that is furthest behind stands: nothing before it needs to be read.
    pub(crate) fn lowest(&self) -> Position {
        self.positions.iter().map(|(_, position)| *position).min().unwrap_or(0)
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = (Projection, Position)> {
        self.positions.iter().copied()
    }

    pub(super) const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Moves every projection that is behind `position` to it.
    pub(super) async fn advance(
        &self,
        connection: &mut PgConnection,
        position: Position,
        as_of: DateTime<Utc>,
    ) -> Result<(), sqlx::Error> {
        let sql = self.schema.sql(
            "UPDATE {schema}.projections SET position = $2, as_of = $3, state = 'running', last_error = NULL
             WHERE name = ANY($1) AND position < $2",
        );
        sqlx::query(&sql).bind(self.names()).bind(position).bind(as_of).execute(connection).await?;
        Ok(())
    }

    /// Says that the event after `position` cannot be read.
    pub(super) async fn stop(
        &self,
        connection: &mut PgConnection,
        position: Position,
        unreadable: &Unreadable,
    ) -> Result<(), sqlx::Error> {
        let sql = self.schema.sql(
            "UPDATE {schema}.projections SET state = $3, last_error = $4 WHERE name = ANY($1) AND position = $2",
        );
        sqlx::query(&sql)
            .bind(self.names())
            .bind(position)
            .bind(ProjectionState::Stopped.as_str())
            .bind(with_causes(unreadable))
            .execute(connection)
            .await?;
        Ok(())
    }

    fn names(&self) -> Vec<&'static str> {
        self.positions.iter().map(|(projection, _)| projection.name()).collect()
    }
}

/// Says that the database refuses the batch that comes next.
pub(super) async fn record_failure(
    pool: &PgPool,
    schema: &Schema,
    projections: &[Projection],
    error: &ProjectorError,
) -> Result<(), sqlx::Error> {
    let sql = schema.sql("UPDATE {schema}.projections SET state = $2, last_error = $3 WHERE name = ANY($1)");
    sqlx::query(&sql)
        .bind(names(projections))
        .bind(ProjectionState::Failing.as_str())
        .bind(with_causes(error))
        .execute(pool)
        .await?;
    Ok(())
}

fn names(projections: &[Projection]) -> Vec<&'static str> {
    projections.iter().map(|projection| projection.name()).collect()
}

/// An error and what caused it, on one line.
pub(super) fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
