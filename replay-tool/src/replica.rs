//! Streaming replicas: the commands that ask work on one as on the primary; those that make tables, or record what was
//! done, cannot, and say so instead of failing at their first write.

use anyhow::{Context, Result, ensure};
use sqlx::PgPool;

/// Whether the server only replays what another one writes.
///
/// # Errors
/// When the database does not answer.
pub async fn is_replica(pool: &PgPool) -> Result<bool> {
    sqlx::query_scalar("SELECT pg_is_in_recovery()")
        .fetch_one(pool)
        .await
        .context("asking for the server's role")
}

/// Refuses what a replica cannot do. `why` completes the sentence "this is a streaming replica, and …".
///
/// # Errors
/// When the server is a replica, or does not answer.
pub async fn refuse(pool: &PgPool, why: &str) -> Result<()> {
    ensure!(
        !is_replica(pool).await?,
        "this is a streaming replica, and {why}: run the command with DATABASE_URL naming the primary"
    );
    Ok(())
}
