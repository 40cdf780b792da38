//! The state of the projections, for `/readyz`, metrics and operators.

use chrono::{DateTime, Utc};
use fairway_events::Position;
use sqlx::Row;
use sqlx::postgres::{PgArguments, PgRow};

use crate::projection::Projection;
use crate::reads::{ReadError, Reads, arguments, queries};

queries! {
    PROJECTIONS => include_str!("status/projections.sql"),
    REACHED => include_str!("progress/reached.sql"),
}

/// How far the read models are, by their tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// The last position that every member-facing projection has passed, except those that are stopped before an event
    /// which cannot be read.
    pub position: Position,
    /// The journal's last position at the same moment.
    pub head: Position,
}

/// The state of a projection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectionState {
    /// Following the journal.
    Running,
    /// The next event cannot be read by this version; it is never skipped.
    Stopped,
    /// The database refuses the next batch.
    Failing,
}

impl ProjectionState {
    /// The name in the `projections` table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Failing => "failing",
        }
    }
}

/// One projection's row, with the journal's head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectionStatus {
    /// The projection's name.
    pub name: String,
    /// The last position in its tables.
    pub position: Position,
    /// When the event at that position was recorded; none before the first.
    pub as_of: Option<DateTime<Utc>>,
    /// Its state.
    pub state: ProjectionState,
    /// The error while it is not running.
    pub last_error: Option<String>,
    /// The journal's last position when this was read.
    pub head: Position,
    /// When the first event that is not projected was recorded; none when all are projected.
    pub waiting_since: Option<DateTime<Utc>>,
    /// When this was read, by the database's clock.
    pub looked_at: DateTime<Utc>,
}

impl ProjectionStatus {
    /// Events that the journal holds and the projection does not.
    #[must_use]
    pub const fn lag(&self) -> i64 {
        self.head - self.position
    }
}

impl Reads {
    /// Every projection, by name.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn projections(&self) -> Result<Vec<ProjectionStatus>, ReadError> {
        self.rows(PROJECTIONS, PgArguments::default()).await?.iter().map(status).collect()
    }

    /// How far the read models are. A server that crashed may be behind what [`Progress`](crate::Progress) knows: it
    /// loses the projector's last steps.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn reached(&self) -> Result<Reached, ReadError> {
        let names: Vec<&str> = Projection::member_facing().map(Projection::name).collect();
        let rows = self.rows(REACHED, arguments![names]).await?;
        let row = rows.first().ok_or(sqlx::Error::RowNotFound)?;
        Ok(Reached { position: row.try_get(0)?, head: row.try_get(1)? })
    }
}

fn status(row: &PgRow) -> Result<ProjectionStatus, ReadError> {
    let state = match row.try_get("state")? {
        "running" => ProjectionState::Running,
        "stopped" => ProjectionState::Stopped,
        _ => ProjectionState::Failing,
    };
    Ok(ProjectionStatus {
        name: row.try_get("name")?,
        position: row.try_get("position")?,
        as_of: row.try_get("as_of")?,
        state,
        last_error: row.try_get("last_error")?,
        head: row.try_get("head")?,
        waiting_since: row.try_get("waiting_since")?,
        looked_at: row.try_get("looked_at")?,
    })
}
