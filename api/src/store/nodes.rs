//! The processes that work on the database, and which events each can read.

use fairway_events::READABLE;
use sqlx::PgPool;
use uuid::Uuid;

/// Kinds of events, as [`fairway_events::EventKind`] writes them, and what the others make of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct KindsOfOthers {
    /// What not every node can read: not to be written yet.
    pub held_back: Vec<String>,
    /// What another node may write and this program cannot read.
    pub unreadable: Vec<String>,
}

fn readable() -> Vec<String> {
    READABLE.iter().map(ToString::to_string).collect()
}

/// Says that a process is there. One that is new and cannot read what others write is not taken in.
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

/// The same for somebody who does not stay.
///
/// # Errors
/// When the database does not answer.
pub async fn kinds_of_others(pool: &PgPool) -> Result<KindsOfOthers, sqlx::Error> {
    let sql = "SELECT held_back, unreadable
               FROM kinds_of_others($1, $2, clock_timestamp() - interval '30 seconds')";
    sqlx::query_as(sql).bind(Uuid::nil()).bind(readable()).fetch_one(pool).await
}

/// Says that a process has ended.
///
/// # Errors
/// When the database does not answer.
pub async fn leave(pool: &PgPool, node: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM nodes WHERE id = $1").bind(node).execute(pool).await.map(drop)
}
