//! Reading events as they are stored, without understanding them: for what must hold for every event, whichever version
//! wrote it and whether or not this version can read it.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use sqlx::{FromRow, PgConnection, PgExecutor};
use uuid::Uuid;

use super::{Journal, Position, RecordedEvent, UnreadableReason};
use crate::{Event, StreamId};

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

impl RawEvent {
    /// The event, through the upcasters.
    ///
    /// # Errors
    /// What about it this version does not know.
    pub fn read(&self) -> Result<RecordedEvent, UnreadableReason> {
        let stream = StreamId::parse(&self.aggregate_type, &self.aggregate_id)?;
        Ok(RecordedEvent {
            position: self.position,
            event: Event::decode(&stream, &self.event_type, &self.event_version, &self.payload)?,
            stream,
            sequence: self.sequence,
            recorded_at: self.recorded_at,
            correlation_id: self.correlation_id,
            actor: self.actor.parse()?,
            metadata: serde_json::from_str(&self.metadata).map_err(UnreadableReason::Metadata)?,
        })
    }
}

/// The columns, with JSON as text.
const COLUMNS: &str = "position, aggregate_type, aggregate_id, sequence, event_type, event_version,
    payload::text AS payload, metadata::text AS metadata, recorded_at, correlation_id, actor";

impl Journal {
    /// Up to `limit` stored events after `after`, in order of position. Where a position is missing, it is left out.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn raw_after(&self, after: Position, limit: i64) -> Result<Vec<RawEvent>, sqlx::Error> {
        raw_after(self.pool(), after, limit).await
    }

    /// The same on a connection of the caller's, who can thereby bound how long it takes.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn raw_stretch(
        connection: &mut PgConnection,
        after: Position,
        limit: i64,
    ) -> Result<Vec<RawEvent>, sqlx::Error> {
        raw_after(connection, after, limit).await
    }

    /// Every stored event up to a position, stream by stream, each in order of sequence. The rows are streamed: what is
    /// held here does not grow with their number.
    #[must_use]
    pub fn raw_by_stream(&self, up_to: Position) -> BoxStream<'_, Result<RawEvent, sqlx::Error>> {
        sqlx::query_as(BY_STREAM.as_str()).bind(up_to).fetch(self.pool())
    }
}

async fn raw_after(
    executor: impl PgExecutor<'_>,
    after: Position,
    limit: i64,
) -> Result<Vec<RawEvent>, sqlx::Error> {
    sqlx::query_as(&format!("SELECT {COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2"))
        .bind(after)
        .bind(limit)
        .fetch_all(executor)
        .await
}

static BY_STREAM: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {COLUMNS} FROM events WHERE position <= $1 ORDER BY aggregate_type, aggregate_id, sequence, position"
    )
});
