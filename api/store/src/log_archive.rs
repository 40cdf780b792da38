//! The state of log archiving, if it is on: PostgreSQL counts failures itself, and a failing archive is visible nowhere
//! else until the disk is full or a restore lacks segments.

use chrono::{DateTime, Utc};
use fairway_events::from_row;
use sqlx::PgPool;

/// PostgreSQL's own counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogArchive {
    /// The last attempt failed; PostgreSQL tries again by itself.
    pub is_failing: bool,
    /// When a segment was last archived; none: never since the counters were reset.
    pub archived_at: Option<DateTime<Utc>>,
}

from_row!(LogArchive { is_failing, archived_at });

/// None: the log is not archived, or not by `archive_mode`.
/// Fails when the database does not answer.
pub async fn state(pool: &PgPool) -> Result<Option<LogArchive>, sqlx::Error> {
    sqlx::query_as(
        "SELECT last_failed_time IS NOT NULL
                AND last_failed_time > coalesce(last_archived_time, '-infinity') AS is_failing,
            last_archived_time AS archived_at
        FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'",
    )
    .fetch_optional(pool)
    .await
}
