//! Reading events as they are stored, without understanding them: for what must hold for every event, whichever version
//! wrote it and whether or not this version can read it.

use chrono::{DateTime, Utc};
use sqlx::FromRow;
use uuid::Uuid;

use super::{Journal, Position};

/// A row of the journal.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct RawEvent {
    /// Place in the global order.
    pub position: Position,
    /// Kind of stream.
    pub aggregate_type: String,
    /// Which stream of that kind.
    pub aggregate_id: String,
    /// Place in the stream.
    pub sequence: i64,
    /// The stored name.
    pub event_type: String,
    /// The stored version.
    pub event_version: String,
    /// The payload as the database writes it.
    pub payload: String,
    /// The metadata as the database writes them.
    pub metadata: String,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// Who caused it.
    pub actor: String,
}

impl Journal {
    /// Up to `limit` stored events after `after`, in order of position. Where a position is missing, it is left out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn raw_after(&self, after: Position, limit: i64) -> Result<Vec<RawEvent>, sqlx::Error> {
        sqlx::query_as(
            "SELECT position, aggregate_type, aggregate_id, sequence, event_type, event_version,
                 payload::text AS payload, metadata::text AS metadata, recorded_at, correlation_id, actor
             FROM events WHERE position > $1 ORDER BY position LIMIT $2",
        )
        .bind(after)
        .bind(limit)
        .fetch_all(self.pool())
        .await
    }
}
