//! The server that is asked: whether it is a streaming replica, and connections that cannot write.

use anyhow::{Context, Result, ensure};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, PgPool};

/// The role of those who only read (made by a migration). Taking it on means that even a fault in a reading command could
/// not write.
const READER: &str = "fairway_reader";

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
pub async fn refuse_replica(pool: &PgPool, why: &str) -> Result<()> {
    ensure!(
        !is_replica(pool).await?,
        "this is a streaming replica, and {why}: run the command with DATABASE_URL naming the primary"
    );
    Ok(())
}

/// Connections that can only read.
///
/// # Errors
/// When the database does not answer.
pub async fn read_only(pool: PgPoolOptions, server: PgConnectOptions) -> Result<PgPool, sqlx::Error> {
    pool.after_connect(|session, _| Box::pin(forbid_writing(session))).connect_with(server).await
}

/// Makes a session unable to write, in one round trip. A role that another database of the cluster made, without rights
/// here, is left alone. Set in the session rather than at its start: a pooler between us and the server may refuse
/// start-up options.
async fn forbid_writing(session: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "SELECT set_config('default_transaction_read_only', 'on', false), set_config('role', coalesce((
             SELECT rolname FROM pg_roles WHERE rolname = $1
                 AND pg_has_role(current_user, oid, 'MEMBER')
                 AND has_table_privilege(oid, to_regclass('events')::oid, 'SELECT')
         ), current_setting('role')), false)",
    )
    .bind(READER)
    .execute(session)
    .await?;
    Ok(())
}
