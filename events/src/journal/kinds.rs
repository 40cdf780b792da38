//! The contents of the journal, by name and version of the events.

use chrono::{DateTime, Utc};

use super::{Journal, Position};
use crate::from_row;

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

from_row!(Kind { event_type, event_version, events, first, last, first_at, last_at });

impl Journal {
    /// The kinds of events that the journal holds, sorted by name and version.
    /// Fails when the database does not answer.
    pub async fn kinds(&self) -> Result<Vec<Kind>, sqlx::Error> {
        sqlx::query_as(
            "SELECT event_type, event_version, count(*) AS events, min(position) AS first, max(position) AS last,
                 min(recorded_at) AS first_at, max(recorded_at) AS last_at
             FROM events GROUP BY event_type, event_version ORDER BY event_type, event_version",
        )
        .fetch_all(self.pool())
        .await
    }
}
