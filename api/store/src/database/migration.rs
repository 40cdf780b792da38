//! Runs migrations while nodes of this release or the previous one serve.
//!
//! Statements queue behind a migration that waits for a lock. So no wait is longer than [`LOCK_TIMEOUT`]; a migration
//! that does not get the lock is cancelled, lets the others run, and is retried. So are the rights of the log-ins, which
//! every start looks at.

use std::time::Duration;

use fairway_events::MIGRATOR;
use fairway_text::error_chain::Chain;
use sqlx::migrate::{Migrate, MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, PgExecutor};
use tokio::time::Instant;

use super::error::DatabaseError;
use super::roles;
use crate::addresses;

/// How long a migration waits for a lock, and members for the migration: less than any time-out of members' requests.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
/// The pause after a lock time-out.
const PAUSE: Duration = Duration::from_secs(1);
/// How long migrating is retried in total.
const TIME_LIMIT: Duration = Duration::from_secs(5 * 60);

/// PostgreSQL's codes for a lock that was not granted: `lock_timeout` and a deadlock.
const NO_LOCK: [&str; 2] = ["55P03", "40P01"];
/// PostgreSQL's code for a table that does not exist.
const NO_TABLE: &str = "42P01";

/// How many migrations of this program have not been run.
/// Fails when the database does not answer.
pub async fn missing_migrations(connection: impl PgExecutor<'_>) -> Result<usize, sqlx::Error> {
    missing_of(&MIGRATOR, connection).await
}

async fn missing_of(migrator: &Migrator, connection: impl PgExecutor<'_>) -> Result<usize, sqlx::Error> {
    let asked = sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success");
    let run: Vec<i64> = match asked.fetch_all(connection).await {
        Ok(run) => run,
        // Before the first migration this table does not exist.
        Err(error) if has_code(&error, &[NO_TABLE]) => Vec::new(),
        Err(error) => return Err(error),
    };
    Ok(migrator.iter().filter(|migration| !run.contains(&migration.version)).count())
}

/// Fails if a migration has not been run.
pub(super) async fn require(connection: &mut PgConnection) -> Result<(), DatabaseError> {
    match missing_migrations(&mut *connection).await? {
        0 => Ok(()),
        missing => Err(DatabaseError::Older { missing }),
    }
}

/// Runs missing migrations. If none is missing, a role that may not change the schema is sufficient.
pub(super) async fn migrate(options: &PgConnectOptions) -> Result<(), DatabaseError> {
    migrate_with(&MIGRATOR, options).await
}

async fn migrate_with(migrator: &Migrator, options: &PgConnectOptions) -> Result<(), DatabaseError> {
    let deadline = Instant::now() + TIME_LIMIT;
    loop {
        // A new connection for each try: one whose migration failed retains sqlx's lock on migrating.
        let mut connection = options.connect().await?;
        let outcome = step(migrator, &mut connection).await;
        connection.close().await?;
        match outcome {
            Err(error) if is_locked_out(&error) && Instant::now() < deadline => {
                tracing::warn!(
                    error = %Chain(&error),
                    "a migration did not get its lock in time; it is retried until it does"
                );
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

/// Everything that a start changes is changed under one lock, so that of several processes that start at once one does it.
async fn step(migrator: &Migrator, connection: &mut PgConnection) -> Result<(), DatabaseError> {
    let missing = missing_of(migrator, &mut *connection).await?;
    if missing == 0 && !roles::lack_rights(connection).await? && !addresses::are_left(connection).await? {
        return Ok(());
    }
    let limit = format!("SET lock_timeout = '{}ms'", LOCK_TIMEOUT.as_millis());
    sqlx::query(&limit).execute(&mut *connection).await?;
    // sqlx's own, which it takes again; it is released with the connection.
    connection.lock().await?;
    if missing > 0 {
        migrator.run(&mut *connection).await?;
        tracing::info!(migrations = missing, "the database is migrated");
    }
    if roles::lack_rights(connection).await? {
        roles::grant(connection).await?;
    }
    // After the migrations: where one is refused, the release before this one serves on, which knows no other form.
    addresses::unify(&mut *connection).await?;
    Ok(())
}

/// Whether another process was in the way: the next attempt can succeed.
fn is_locked_out(error: &DatabaseError) -> bool {
    match error {
        DatabaseError::Unreachable(error)
        | DatabaseError::Migration(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
            has_code(error, &NO_LOCK) || roles::is_lost_race(error)
        }
        _ => false,
    }
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| codes.contains(&code.as_ref()))
}

#[cfg(test)]
mod tests;
