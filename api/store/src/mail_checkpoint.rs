//! The position up to which the journal has been processed for mails: a row in the table of the read models'
//! checkpoints, so that operators see it there. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::Position;
use sqlx::{PgConnection, PgPool, Postgres, Transaction};

/// Begins a transaction that queues mails. Its statements are planned once: planned for their arguments, those of a few
/// mails would cost twice as much.
pub async fn begin(pool: &PgPool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    pool.begin_with("BEGIN; SET LOCAL plan_cache_mode = force_generic_plan").await
}

/// Locks the checkpoint, so that only this process queues mails, and reads it.
pub async fn lock(connection: &mut PgConnection) -> Result<Position, sqlx::Error> {
    sqlx::query_scalar("SELECT position FROM projections WHERE name = 'mail' FOR UPDATE")
        .fetch_one(connection)
        .await
}

/// Waits until no process queues mails, and prevents it until the transaction ends. Every log-in that may erase members
/// may do this too, also one that may not write the checkpoint.
///
/// # Errors
/// When the database does not answer, or refuses.
pub async fn exclude(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT lock_mail_checkpoint()").execute(connection).await.map(|_| ())
}

/// Moves it.
pub async fn advance(
    connection: &mut PgConnection,
    position: Position,
    as_of: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE projections SET position = $1, as_of = $2, state = 'running', last_error = NULL
         WHERE name = 'mail'",
    )
    .bind(position)
    .bind(as_of)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Records that the next event cannot be read.
pub async fn stop(connection: &mut PgConnection, error: &str) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE projections SET state = 'stopped', last_error = $1 WHERE name = 'mail'")
        .bind(error)
        .execute(connection)
        .await
        .map(|_| ())
}
