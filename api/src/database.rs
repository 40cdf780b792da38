//! Reaching the database: the operator's, or the program's own. Migrations run as whoever may change the schema;
//! the application works as `fairway_app`, which can neither change nor delete events.

use std::str::FromStr;
use std::time::Duration;

use fairway_events::MIGRATOR;
use fairway_postgres::disk::Disk;
use fairway_postgres::{Condition, Options, OwnPostgres, PostgresError};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, PgExecutor, PgPool};
use tokio::sync::watch;

use crate::config::Config;

/// How long a request waits for a connection: longer, and the member has given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// The role that the application works under.
const APP_ROLE: &str = "fairway_app";

/// A database that can be reached, migrated.
#[derive(Debug)]
pub struct Database {
    app: PgConnectOptions,
    /// Set where the connection's own role can do more than the application should.
    take_role: bool,
    own: Option<OwnPostgres>,
}

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// `DATABASE_URL` is no address of a database.
    #[error("DATABASE_URL is not a PostgreSQL address")]
    Address(#[source] sqlx::Error),
    /// The own server does not run.
    #[error(transparent)]
    Own(#[from] PostgresError),
    /// It does not answer, or refuses.
    #[error("the database does not answer")]
    Unreachable(#[from] sqlx::Error),
    /// A migration failed, or the database was migrated by another version.
    #[error("the database cannot be migrated")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// What for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To serve: the only one on its data folder.
    Serve,
    /// A command beside it.
    Command,
}

impl Database {
    /// Starts or joins the server where it is our own, and runs what migrations are missing.
    ///
    /// # Errors
    /// [`DatabaseError`]; a server that was started for this is stopped again.
    pub async fn open(config: &Config, purpose: Purpose) -> Result<Self, DatabaseError> {
        if let Some(url) = &config.database_url {
            let options = PgConnectOptions::from_str(url).map_err(DatabaseError::Address)?;
            let mut connection = quiet(options.clone()).connect().await?;
            migrate(&mut connection).await?;
            let take_role = can_become_app(&mut connection).await?;
            connection.close().await?;
            return Ok(Self { app: quiet(options), take_role, own: None });
        }
        let options = Options { binaries: config.postgres_bin.clone(), ..Options::new(&config.data_dir) };
        let own = match purpose {
            Purpose::Serve => OwnPostgres::start(options).await?,
            Purpose::Command => OwnPostgres::join_or_start(options).await?,
        };
        match prepare_own(&own).await {
            Ok(()) => Ok(Self { app: quiet(own.app_options()), take_role: false, own: Some(own) }),
            Err(error) => {
                own.stop().await?;
                Err(error)
            }
        }
    }

    /// The application's pool.
    ///
    /// # Errors
    /// When no connection can be made.
    pub async fn pool(&self, connections: u32) -> Result<PgPool, sqlx::Error> {
        let take_role = self.take_role;
        PgPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            // A dead connection shows at its next use; asking each time costs a round trip per request.
            .test_before_acquire(false)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if take_role {
                        sqlx::query(&format!("SET ROLE {APP_ROLE}")).execute(connection).await?;
                    }
                    Ok(())
                })
            })
            .connect_with(self.app.clone())
            .await
    }

    /// Whether the server is the program's own.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// The disk that the own server's data lie on; none: it is the operator's.
    #[must_use]
    pub fn own_disk(&self) -> Option<Disk> {
        self.own.as_ref().map(OwnPostgres::disk)
    }

    /// How the own server fares, now and from now on; none: it is the operator's.
    #[must_use]
    pub fn own_condition(&self) -> Option<watch::Receiver<Condition>> {
        self.own.as_ref().map(OwnPostgres::condition)
    }

    /// Leaves the own server; the last one out stops it.
    ///
    /// # Errors
    /// When it does not stop.
    pub async fn close(self) -> Result<(), PostgresError> {
        match self.own {
            Some(own) => own.stop().await,
            None => Ok(()),
        }
    }
}

async fn prepare_own(own: &OwnPostgres) -> Result<(), DatabaseError> {
    let mut connection = quiet(own.admin_options()).connect().await?;
    migrate(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Whether every migration of this version of the program has run.
///
/// # Errors
/// When the database does not answer, or was never migrated.
pub async fn is_migrated(connection: impl PgExecutor<'_>) -> Result<bool, sqlx::Error> {
    let applied: Vec<i64> = sqlx::query_scalar("SELECT version FROM _sqlx_migrations WHERE success")
        .fetch_all(connection)
        .await?;
    Ok(MIGRATOR.iter().all(|migration| applied.contains(&migration.version)))
}

/// Runs what is missing. Where nothing is, a role that may not change the schema is good enough.
async fn migrate(connection: &mut PgConnection) -> Result<(), DatabaseError> {
    // Before the first migration there is no table to ask.
    if !is_migrated(&mut *connection).await.unwrap_or_default() {
        MIGRATOR.run(&mut *connection).await?;
        // The readiness check reads it as the application; the migrations themselves cannot grant it, because
        // sqlx makes the table before any default of theirs holds.
        let sql = format!("GRANT SELECT ON _sqlx_migrations TO {APP_ROLE}");
        sqlx::query(&sql).execute(&mut *connection).await?;
        tracing::info!(migrations = MIGRATOR.iter().count(), "the database is migrated");
    }
    Ok(())
}

/// Whether this role could rewrite history, and can step down to the one that cannot.
async fn can_become_app(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let (powerful, member): (bool, bool) = sqlx::query_as(
        "SELECT has_table_privilege('events', 'UPDATE, DELETE'), pg_has_role(current_user, $1, 'MEMBER')",
    )
    .bind(APP_ROLE)
    .fetch_one(connection)
    .await?;
    if powerful && !member {
        tracing::warn!(
            "the role of DATABASE_URL may change the journal and cannot become {APP_ROLE}; \
             only the journal's trigger protects history: GRANT {APP_ROLE} to it"
        );
    }
    Ok(powerful && member)
}

/// Statements are not logged: they hold personal data. Slow ones are, by sqlx, with their text but no values.
fn quiet(options: PgConnectOptions) -> PgConnectOptions {
    options.application_name("fairway")
}
