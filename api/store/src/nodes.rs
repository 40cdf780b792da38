//! The processes that use the database, and the events that each can read.
//! Its functions fail when the database does not answer.

pub mod status;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use fairway_events::{EventKind, READABLE, from_row};
use serde_json::Value;
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// Kinds of events, as [`fairway_events::EventKind`] writes them, in relation to the other nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KindsOfOthers {
    /// Kinds that not every node can read: they must not be written yet.
    pub held_back: Vec<String>,
    /// Kinds that another node may write and this program cannot read.
    pub unreadable: Vec<String>,
}

from_row!(KindsOfOthers { held_back, unreadable });

fn readable() -> Vec<String> {
    READABLE.iter().map(ToString::to_string).collect()
}

/// Announces a process. A new one that cannot read what others write is not registered.
pub async fn announce(
    pool: &PgPool,
    node: Uuid,
    role: &str,
    version: &str,
) -> Result<KindsOfOthers, sqlx::Error> {
    let sql = "SELECT held_back, unreadable FROM announce_node($1, $2, $3, $4)";
    sqlx::query_as(sql).bind(node).bind(role).bind(version).bind(readable()).fetch_one(pool).await
}

/// The same for a process that is not announced.
pub async fn kinds_of_others(pool: &PgPool) -> Result<KindsOfOthers, sqlx::Error> {
    let sql = "SELECT held_back, unreadable
               FROM kinds_of_others($1, $2, clock_timestamp() - interval '30 seconds')";
    sqlx::query_as(sql).bind(Uuid::nil()).bind(readable()).fetch_one(pool).await
}

/// The kinds of events that must not be written now.
pub async fn held_back(pool: &PgPool) -> Result<BTreeSet<EventKind>, sqlx::Error> {
    Ok(kinds(&kinds_of_others(pool).await?.held_back))
}

/// The kinds of those names that this version knows.
#[must_use]
pub fn kinds(names: &[String]) -> BTreeSet<EventKind> {
    READABLE.iter().copied().filter(|kind| names.contains(&kind.to_string())).collect()
}

/// Stores what a process says about itself.
pub async fn store_status(pool: &PgPool, node: Uuid, status: &Value) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE nodes SET status = $2 WHERE id = $1")
        .bind(node)
        .bind(status)
        .execute(pool)
        .await
        .map(drop)
}

/// A process, as operators see it.
#[derive(Debug, Clone)]
pub struct ListedNode {
    /// Made anew with each start.
    pub id: Uuid,
    /// `serve` or `project`.
    pub role: String,
    /// The release.
    pub version: String,
    /// The last announcement, by the database's clock.
    pub seen_at: DateTime<Utc>,
    /// It has not announced itself for some announcements: it was killed, or cannot reach the database.
    pub is_silent: bool,
    /// Its last status; none: its release stores none.
    pub status: Option<Value>,
}

/// The processes of the last day that did not leave; those that announce themselves first. At most 200.
pub async fn list(pool: &PgPool) -> Result<Vec<ListedNode>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, role, version, seen_at, seen_at < clock_timestamp() - interval '15 seconds' AS is_silent, status
         FROM nodes ORDER BY is_silent, role DESC, seen_since, id LIMIT 200",
    )
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(ListedNode {
                id: row.try_get("id")?,
                role: row.try_get("role")?,
                version: row.try_get("version")?,
                seen_at: row.try_get("seen_at")?,
                is_silent: row.try_get("is_silent")?,
                status: row.try_get("status")?,
            })
        })
        .collect()
}

/// Removes a process.
pub async fn leave(pool: &PgPool, node: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM nodes WHERE id = $1").bind(node).execute(pool).await.map(drop)
}
