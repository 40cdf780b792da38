//! Runs migrations while nodes of this release or the previous one serve.
//!
//! Statements queue behind a migration that waits for a lock. So no wait is longer than [`LOCK_TIMEOUT`]; a migration
//! that does not get the lock is cancelled, lets the others run, and is retried.

use std::time::Duration;

use fairway_events::MIGRATOR;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, PgExecutor};
use tokio::time::Instant;

use super::error::DatabaseError;
use super::roles::{self, APP_ROLE};
use crate::store::addresses;

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
///
/// # Errors
/// When the database does not answer.
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
            Err(DatabaseError::Migration(error)) if is_locked_out(&error) && Instant::now() < deadline => {
                tracing::warn!(
                    %error,
                    "a migration did not get its lock in time; it is retried until it does"
                );
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

async fn step(migrator: &Migrator, connection: &mut PgConnection) -> Result<(), DatabaseError> {
    let missing = missing_of(migrator, &mut *connection).await?;
    if missing > 0 {
        let limit = format!("SET lock_timeout = '{}ms'", LOCK_TIMEOUT.as_millis());
        sqlx::query(&limit).execute(&mut *connection).await?;
        // First, so that it is repeated where it failed.
        addresses::unify(&mut *connection).await?;
        migrator.run(&mut *connection).await?;
        tracing::info!(migrations = missing, "the database is migrated");
    }
    // The readiness check reads this table as the application. A migration cannot grant that, because sqlx creates the
    // table before the migrations' default privileges exist.
    let sql = "SELECT has_table_privilege($1, '_sqlx_migrations', 'SELECT')";
    let granted: bool = sqlx::query_scalar(sql).bind(APP_ROLE).fetch_one(&mut *connection).await?;
    if !granted {
        let sql = format!("GRANT SELECT ON _sqlx_migrations TO {APP_ROLE}");
        sqlx::query(&sql).execute(&mut *connection).await?;
    }
    roles::grant(connection).await?;
    Ok(())
}

fn is_locked_out(error: &MigrateError) -> bool {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => has_code(error, &NO_LOCK),
        _ => false,
    }
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| codes.contains(&code.as_ref()))
}

#[cfg(test)]
mod tests;
