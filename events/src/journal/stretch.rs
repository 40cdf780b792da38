//! Reading for those who follow the journal and need not understand all of it: an event that this version cannot read
//! is told as such, with what is known of it, and who has no use for its kind goes on.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, Row};
use uuid::Uuid;

use super::read::{COLUMNS, recorded};
use super::{Journal, JournalError, Position, RecordedEvent, Unreadable};
use crate::AggregateType;

/// A stored event, as far as this version understands it.
#[derive(Debug)]
pub struct Entry {
    /// Place in the global order.
    pub position: Position,
    /// The kind of its stream; `None` for one that this version does not know.
    pub aggregate_type: Option<AggregateType>,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// The event, or why this version cannot read it.
    pub event: Result<RecordedEvent, Unreadable>,
}

impl Journal {
    /// Up to `limit` events after `after`, in global order, readable or not. On a connection of the caller's, who can
    /// thereby bound how long it takes.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn stretch(
        connection: &mut PgConnection,
        after: Position,
        limit: i64,
    ) -> Result<Vec<Entry>, sqlx::Error> {
        let rows = sqlx::query(&format!(
            "SELECT {COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2"
        ))
        .bind(after)
        .bind(limit)
        .fetch_all(connection)
        .await?;
        rows.iter()
            .map(|row| {
                let event = match recorded(row) {
                    Ok(event) => Ok(event),
                    Err(JournalError::Unreadable(unreadable)) => Err(unreadable),
                    Err(JournalError::Database(error)) => return Err(error),
                };
                Ok(Entry {
                    position: row.try_get("position")?,
                    aggregate_type: AggregateType::named(row.try_get("aggregate_type")?),
                    recorded_at: row.try_get("recorded_at")?,
                    correlation_id: row.try_get("correlation_id")?,
                    event,
                })
            })
            .collect()
    }
}
