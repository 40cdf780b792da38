//! The processes that use the database, and the events that each can read.

use fairway_events::{READABLE, from_row};
use sqlx::PgPool;
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
///
/// # Errors
/// When the database does not answer.
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
///
/// # Errors
/// When the database does not answer.
pub async fn kinds_of_others(pool: &PgPool) -> Result<KindsOfOthers, sqlx::Error> {
    let sql = "SELECT held_back, unreadable
               FROM kinds_of_others($1, $2, clock_timestamp() - interval '30 seconds')";
    sqlx::query_as(sql).bind(Uuid::nil()).bind(readable()).fetch_one(pool).await
}

/// Removes a process.
///
/// # Errors
/// When the database does not answer.
pub async fn leave(pool: &PgPool, node: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM nodes WHERE id = $1").bind(node).execute(pool).await.map(drop)
}
