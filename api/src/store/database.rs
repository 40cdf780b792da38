//! Reaching the database: the operator's, or the program's own. Migrations run as whoever may change the schema; the
//! application works under a role that can neither change nor delete events: a log-in of that kind, or `fairway_app`.

mod error;
mod migration;
mod roles;

use std::str::FromStr;

use anyhow::Context;
use fairway_events::connections::{Sessions, Work};
use fairway_postgres::backup::Archiving;
use fairway_postgres::disk::Disk;
use fairway_postgres::{Condition, Options, OwnPostgres, PostgresError};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use tokio::sync::watch;

use crate::config::Config;
pub use error::{DatabaseError, WrongRole};
pub use migration::missing_migrations;
use roles::APP_ROLE;
pub use roles::Task;

/// Connections of the writer: a commit, what the next batch rests on, a snapshot, an announcement.
const WRITER: u32 = 4;
/// Connections beside requests: the projectors' four, the analysts' tables, the seal and the mails.
const PROJECTORS: u32 = 8;
/// Connections for load balancers and Prometheus.
const HEALTH: u32 = 2;
/// Requests get what is left, and never fewer.
const FEWEST: u32 = 4;

/// A database that can be reached, migrated.
#[derive(Debug)]
pub struct Database {
    /// As `DATABASE_URL` says.
    sessions: Sessions,
    /// Sessions of one's own where the others go through a pooler; the same otherwise.
    direct: Sessions,
    own: Option<OwnPostgres>,
}

/// The pools of a serving process: slow reads must not keep a booking from its commit, nor projecting from going on,
/// and whether the database answers is seen however many wait for it.
#[derive(Debug, Clone)]
pub struct Pools {
    /// For requests.
    pub requests: PgPool,
    /// For the writer.
    pub writer: PgPool,
    /// For projectors, followers, mails and the seal. They listen: not through a pooler.
    pub projectors: PgPool,
    /// For what load balancers and Prometheus ask.
    pub health: PgPool,
}

impl Pools {
    /// Pools over these sessions: `direct` are those that listen. Together they open at most `connections`, but no
    /// fewer than 18.
    #[must_use]
    pub fn over(sessions: &Sessions, direct: &Sessions, connections: u32) -> Self {
        let requests = connections.saturating_sub(WRITER + PROJECTORS + HEALTH).max(FEWEST);
        Self {
            requests: sessions.pool(Work::Requests, requests),
            writer: sessions.pool(Work::Appends, WRITER),
            projectors: direct.pool(Work::Projections, PROJECTORS),
            health: sessions.pool(Work::Health, HEALTH),
        }
    }

    /// Closes them all.
    pub async fn close(&self) {
        futures::join!(
            self.requests.close(),
            self.writer.close(),
            self.projectors.close(),
            self.health.close()
        );
    }
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
    /// Starts or joins the server where it is our own. Where the configuration says so, runs what migrations are missing.
    ///
    /// # Errors
    /// [`DatabaseError`]; a server that was started for this is stopped again.
    pub async fn open(config: &Config, purpose: Purpose) -> Result<Self, DatabaseError> {
        Self::open_with(config, purpose, config.migrate_at_start).await
    }

    /// The same, and runs what migrations are missing in any case.
    ///
    /// # Errors
    /// [`DatabaseError`]; a server that was started for this is stopped again.
    pub async fn open_to_migrate(config: &Config) -> Result<Self, DatabaseError> {
        Self::open_with(config, Purpose::Command, true).await
    }

    async fn open_with(config: &Config, purpose: Purpose, migrates: bool) -> Result<Self, DatabaseError> {
        if let Some(url) = &config.database_url {
            let mut sessions = Sessions::of(at("DATABASE_URL", url)?);
            let mut direct = match &config.direct_url {
                Some(url) => Sessions::of(at("FAIRWAY_DIRECT_URL", url)?),
                None => sessions.clone(),
            };
            sessions.pooled = config.direct_url.is_some();
            let mut connection = bring_up_to_date(&direct.options, migrates).await?;
            direct.role = lesser_role(&mut connection).await?;
            connection.close().await?;
            sessions.role = direct.role;
            if sessions.pooled {
                let mut connection = sessions.options.connect().await?;
                sessions.role = lesser_role(&mut connection).await?;
                warn_of_a_limit(&mut connection).await?;
                connection.close().await?;
            }
            return Ok(Self { sessions, direct, own: None });
        }
        let options = Options { binaries: config.postgres_bin.clone(), ..Options::new(&config.data_dir) };
        let own = match purpose {
            Purpose::Serve => OwnPostgres::start(options).await?,
            Purpose::Command => OwnPostgres::join_or_start(options).await?,
        };
        match bring_up_to_date(&quiet(own.admin_options()), migrates).await {
            Ok(connection) => {
                let _ = connection.close().await;
                let sessions = Sessions::of(quiet(own.app_options()));
                Ok(Self { direct: sessions.clone(), sessions, own: Some(own) })
            }
            Err(error) => {
                own.stop().await?;
                Err(error)
            }
        }
    }

    /// The pools of a process that serves or projects.
    ///
    /// # Errors
    /// When no connection can be made.
    pub async fn pools(&self, connections: u32) -> Result<Pools, sqlx::Error> {
        let pools = Pools::over(&self.sessions, &self.direct, connections);
        drop(pools.requests.acquire().await?);
        Ok(pools)
    }

    /// One pool for everything that an operator's command does.
    ///
    /// # Errors
    /// When no connection can be made.
    pub async fn pool(&self, connections: u32) -> Result<PgPool, sqlx::Error> {
        let pool = self.direct.pool(Work::Commands, connections);
        drop(pool.acquire().await?);
        Ok(pool)
    }

    /// Refuses a log-in that cannot do the task; in production also one that could change history, or make itself able
    /// to. The own server's are right by themselves.
    ///
    /// # Errors
    /// [`DatabaseError::Role`] with what to do, `Unreachable`.
    pub async fn require_role(&self, task: Task, in_production: bool) -> Result<(), DatabaseError> {
        if self.is_own() {
            return Ok(());
        }
        let mut asked = vec![&self.direct];
        asked.extend(self.sessions.pooled.then_some(&self.sessions));
        for sessions in asked {
            let mut connection = sessions.options.connect().await?;
            roles::require(&mut connection, task, in_production).await?;
            connection.close().await?;
        }
        Ok(())
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

    /// The condition of the own server, now and from now on; none: it is the operator's.
    #[must_use]
    pub fn own_condition(&self) -> Option<watch::Receiver<Condition>> {
        self.own.as_ref().map(OwnPostgres::condition)
    }

    /// How the own server's log is archived; none: it is the operator's.
    #[must_use]
    pub fn own_archiving(&self) -> Option<Archiving> {
        self.own.as_ref().map(Archiving::of)
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

/// Opens the database for a command of an operator's, with one pool, and leaves it when `work` is done.
///
/// # Errors
/// When the database cannot be opened or left, or as `work`.
pub async fn with_pool<T>(
    config: &Config,
    connections: u32,
    work: impl AsyncFnOnce(&PgPool) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let database = Database::open(config, Purpose::Command).await?;
    let outcome = async {
        let pool = database.pool(connections).await?;
        let done = work(&pool).await;
        pool.close().await;
        done
    }
    .await;
    database.close().await.context("the own PostgreSQL did not stop")?;
    outcome
}

/// A connection to a database on which every migration has been run, by this or before.
async fn bring_up_to_date(options: &PgConnectOptions, migrates: bool) -> Result<PgConnection, DatabaseError> {
    if migrates {
        migration::migrate(options).await?;
        return Ok(options.connect().await?);
    }
    let mut connection = options.connect().await?;
    migration::require(&mut connection).await?;
    Ok(connection)
}

/// The role to step down to, where this one could rewrite history and can step down.
async fn lesser_role(connection: &mut PgConnection) -> Result<Option<&'static str>, sqlx::Error> {
    let (powerful, member): (bool, bool) = sqlx::query_as(
        "SELECT has_table_privilege('events', 'UPDATE, DELETE'), pg_has_role(current_user, $1, 'MEMBER')",
    )
    .bind(APP_ROLE)
    .fetch_one(connection)
    .await?;
    if powerful && !member {
        tracing::warn!(
            "the connection's role may change the journal and cannot become {APP_ROLE}; \
             only the journal's trigger protects history: GRANT {APP_ROLE} to it"
        );
    }
    Ok((powerful && member).then_some(APP_ROLE))
}

/// Behind a pooler the program cannot lift a limit from the sessions that append.
async fn warn_of_a_limit(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let limit: String = sqlx::query_scalar("SHOW statement_timeout").fetch_one(connection).await?;
    if limit != "0" {
        tracing::warn!(
            limit,
            "statement_timeout is set for the role of DATABASE_URL: it ends appends too; set it to 0"
        );
    }
    Ok(())
}

fn at(key: &'static str, url: &str) -> Result<PgConnectOptions, DatabaseError> {
    PgConnectOptions::from_str(url).map(quiet).map_err(|error| DatabaseError::Address(key, error))
}

/// Statements are not logged: they hold personal data. Slow ones are, by sqlx, with their text but no values.
fn quiet(options: PgConnectOptions) -> PgConnectOptions {
    options.application_name("fairway")
}
