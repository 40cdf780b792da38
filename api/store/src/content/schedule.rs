//! Drafts, and the times at which items appear and vanish. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::from_row;
use serde_json::Value;
use sqlx::{PgConnection, PgExecutor};

use super::kind::Kind;
use super::state::ItemState;

struct Waiting {
    key: String,
    draft: Option<Value>,
    appears_at: Option<DateTime<Utc>>,
    vanishes_at: Option<DateTime<Utc>>,
    has_vanished: bool,
}

from_row!(Waiting { key, draft, appears_at, vanishes_at, has_vanished });

/// The waiting parts of the items of a kind, or of one item: states without the published row.
pub async fn waiting(
    executor: impl PgExecutor<'_>,
    kind: Kind,
    key: Option<&str>,
) -> Result<Vec<(String, ItemState)>, sqlx::Error> {
    let rows: Vec<Waiting> = sqlx::query_as(
        "SELECT key, draft, appears_at, vanishes_at, has_vanished FROM content_schedule
         WHERE kind = $1 AND ($2::text IS NULL OR key = $2) ORDER BY appears_at, key",
    )
    .bind(kind.as_str())
    .bind(key)
    .fetch_all(executor)
    .await?;
    let state = |Waiting { key, draft, appears_at, vanishes_at, has_vanished }| {
        (key, ItemState { published: None, draft, appears_at, vanishes_at, has_vanished })
    };
    Ok(rows.into_iter().map(state).collect())
}

/// Stores what waits of an item, or that nothing does.
pub async fn set(
    connection: &mut PgConnection,
    kind: Kind,
    key: &str,
    state: &ItemState,
) -> Result<(), sqlx::Error> {
    if state.draft.is_none() && state.vanishes_at.is_none() {
        return sqlx::query("DELETE FROM content_schedule WHERE kind = $1 AND key = $2")
            .bind(kind.as_str())
            .bind(key)
            .execute(connection)
            .await
            .map(|_| ());
    }
    sqlx::query(
        "INSERT INTO content_schedule (kind, key, draft, appears_at, vanishes_at, has_vanished)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, key) DO UPDATE SET draft = excluded.draft, appears_at = excluded.appears_at,
             vanishes_at = excluded.vanishes_at, has_vanished = excluded.has_vanished",
    )
    .bind(kind.as_str())
    .bind(key)
    .bind(&state.draft)
    .bind(state.appears_at)
    .bind(state.vanishes_at)
    .bind(state.has_vanished)
    .execute(connection)
    .await
    .map(|_| ())
}

/// The items whose time has come.
///
/// # Errors
/// When the database does not answer, or has an unknown kind.
pub async fn due(
    executor: impl PgExecutor<'_>,
    now: DateTime<Utc>,
) -> Result<Vec<(Kind, String)>, sqlx::Error> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT kind, key FROM content_schedule WHERE appears_at <= $1 OR vanishes_at <= $1
         ORDER BY least(appears_at, vanishes_at), kind, key",
    )
    .bind(now)
    .fetch_all(executor)
    .await?;
    rows.into_iter()
        .map(|(kind, key)| {
            let kind = Kind::from_name(&kind).ok_or_else(|| sqlx::Error::Decode("an unknown kind".into()))?;
            Ok((kind, key))
        })
        .collect()
}

/// The next time at which something appears or vanishes.
pub async fn next(executor: impl PgExecutor<'_>) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar("SELECT min(least(appears_at, vanishes_at)) FROM content_schedule")
        .fetch_one(executor)
        .await
}
