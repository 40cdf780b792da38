//! The database server: whether it is a streaming replica, and connections that cannot write.
//! Its functions fail when the database does not answer.

use anyhow::{Context, Result, ensure};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{PgConnection, PgPool};

/// The read-only role (created by a migration). With it even a defect in a reading command cannot write.
const READER: &str = "fairway_reader";

/// Whether the server is a streaming replica.
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
pub async fn read_only(pool: PgPoolOptions, server: PgConnectOptions) -> Result<PgPool, sqlx::Error> {
    pool.after_connect(|session, _| Box::pin(forbid_writing(session))).connect_with(server).await
}

/// Makes a session read-only, in one round trip. If the role belongs to another database of the cluster and has no
/// rights here, it is not used. Set in the session rather than at its start, because a pooler may refuse start-up
/// options.
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
