//! Looking at events one by one, also at those that this version cannot read. Readers stop at such an event; whoever
//! examines the journal goes on and counts them.

use chrono::{DateTime, Utc};
use sqlx::Row;

use super::read::{COLUMNS, recorded};
use super::{Journal, JournalError, Position, RecordedEvent, UnreadableReason};

/// A stored event, and what this version makes of it.
#[derive(Debug)]
pub struct Examined {
    /// Place in the global order.
    pub position: Position,
    /// The stored name.
    pub event_type: String,
    /// The stored version.
    pub event_version: String,
    /// The payload as the database writes it.
    pub payload: String,
    /// The event, or why this version cannot read it.
    pub outcome: Result<RecordedEvent, UnreadableReason>,
}

/// How often the journal holds a name and version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// The stored name.
    pub event_type: String,
    /// The stored version.
    pub event_version: String,
    /// Events.
    pub events: i64,
    /// Position of the first.
    pub first: Position,
    /// Position of the last.
    pub last: Position,
    /// When the first was recorded.
    pub first_at: DateTime<Utc>,
    /// When the last was recorded.
    pub last_at: DateTime<Utc>,
}

impl Journal {
    /// Up to `limit` events after `after`, in global order, readable or not.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn examine(&self, after: Position, limit: i64) -> Result<Vec<Examined>, sqlx::Error> {
        let rows = sqlx::query(&format!(
            "SELECT {COLUMNS} FROM events WHERE position > $1 ORDER BY position LIMIT $2"
        ))
        .bind(after)
        .bind(limit)
        .fetch_all(self.pool())
        .await?;
        rows.iter()
            .map(|row| {
                let outcome = match recorded(row) {
                    Ok(event) => Ok(event),
                    Err(JournalError::Unreadable(unreadable)) => Err(unreadable.source),
                    Err(JournalError::Database(error)) => return Err(error),
                };
                Ok(Examined {
                    position: row.try_get("position")?,
                    event_type: row.try_get("event_type")?,
                    event_version: row.try_get("event_version")?,
                    payload: row.try_get("payload")?,
                    outcome,
                })
            })
            .collect()
    }

    /// What the journal holds, by name and version.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn kinds(&self) -> Result<Vec<Kind>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT event_type, event_version, count(*) AS events, min(position) AS first, max(position) AS last,
                 min(recorded_at) AS first_at, max(recorded_at) AS last_at
             FROM events GROUP BY event_type, event_version ORDER BY event_type, event_version",
        )
        .fetch_all(self.pool())
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Kind {
                    event_type: row.try_get("event_type")?,
                    event_version: row.try_get("event_version")?,
                    events: row.try_get("events")?,
                    first: row.try_get("first")?,
                    last: row.try_get("last")?,
                    first_at: row.try_get("first_at")?,
                    last_at: row.try_get("last_at")?,
                })
            })
            .collect()
    }
}
