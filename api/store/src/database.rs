//! Connects to the database: the operator's, or the program's own. Migrations run under a role that may change the
//! schema; the application uses a role that can neither change nor delete events: such a log-in, or `fairway_app`.

mod error;
mod migration;
mod roles;

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use fairway_events::connections::{Sessions, Work};
use fairway_postgres::backup::Archiving;
use fairway_postgres::disk::Disk;
use fairway_postgres::{Condition, Options, OwnPostgres, PostgresError};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection, PgPool};
use tokio::sync::watch;

pub use error::{DatabaseError, WrongRole};
pub use migration::missing_migrations;
use roles::APP_ROLE;
pub use roles::Task;

/// Connections of the writer: a commit, the reads of the next batch, a snapshot, an announcement.
const WRITER: u32 = 4;
/// Connections of background work: four for the projectors, and those of analytics, the seal and the mails.
const PROJECTORS: u32 = 8;
/// Connections for load balancers and Prometheus.
const HEALTH: u32 = 2;
/// Requests get the remaining connections, at least this many.
const MIN_REQUEST_CONNECTIONS: u32 = 4;

/// Where the database is, and whether to migrate it.
#[derive(Debug, Clone)]
pub struct DatabaseSettings {
    /// The operator's database; none: the program runs its own.
    pub url: Option<String>,
    /// The same database without the pooler of `url`; none: there is no pooler.
    pub direct_url: Option<String>,
    /// The log-in of the tables' owner, for rebuilds and verifications that operators start at a screen; none: with the
    /// process's own log-in, as far as its rights go.
    pub owner_url: Option<String>,
    /// The folder of the own PostgreSQL.
    pub data_dir: PathBuf,
    /// The folder of PostgreSQL's programs, when they are not found automatically.
    pub binaries: Option<PathBuf>,
    /// Whether opening migrates the database; otherwise only [`Database::open_to_migrate`] does.
    pub migrate_at_start: bool,
}

/// A migrated database to which connections can be made.
#[derive(Debug)]
pub struct Database {
    /// The sessions of `DATABASE_URL`.
    sessions: Sessions,
    /// Sessions without the pooler, if there is one; otherwise the same.
    direct: Sessions,
    /// Sessions of the tables' owner, or of the process's own log-in where nothing else is configured.
    owner: Sessions,
    /// Whether the owner's log-in was configured.
    has_owner_url: bool,
    own: Option<OwnPostgres>,
}

/// The pools of a serving process: slow reads must not delay commits or projectors, and health checks need a connection
/// however many requests wait for one.
#[derive(Debug, Clone)]
pub struct Pools {
    /// For requests.
    pub requests: PgPool,
    /// For the writer.
    pub writer: PgPool,
    /// For projectors, followers, mails and the seal. They use LISTEN, which does not work through a pooler.
    pub projectors: PgPool,
    /// For health checks and metrics.
    pub health: PgPool,
}

impl Pools {
    /// Pools over these sessions; `direct` are those that use LISTEN. Together they open at most `connections`, but no
    /// fewer than 18.
    #[must_use]
    pub fn over(sessions: &Sessions, direct: &Sessions, connections: u32) -> Self {
        let requests = connections.saturating_sub(WRITER + PROJECTORS + HEALTH).max(MIN_REQUEST_CONNECTIONS);
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

/// Why the database is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To serve: the only such process on its data folder.
    Serve,
    /// A command beside a serving process.
    Command,
}

impl Database {
    /// Starts or joins our own server, if configured. Runs missing migrations if the configuration says so.
    ///
    /// # Errors
    /// [`DatabaseError`]; a server that was started for this call is stopped again.
    pub async fn open(settings: &DatabaseSettings, purpose: Purpose) -> Result<Self, DatabaseError> {
        Self::open_with(settings, purpose, settings.migrate_at_start).await
    }

    /// The same, and runs missing migrations in any case.
    ///
    /// # Errors
    /// [`DatabaseError`]; a server that was started for this call is stopped again.
    pub async fn open_to_migrate(settings: &DatabaseSettings) -> Result<Self, DatabaseError> {
        Self::open_with(settings, Purpose::Command, true).await
    }

    async fn open_with(
        settings: &DatabaseSettings,
        purpose: Purpose,
        migrates: bool,
    ) -> Result<Self, DatabaseError> {
        if let Some(url) = &settings.url {
            let mut sessions = Sessions::with_options(at("DATABASE_URL", url)?);
            let mut direct = match &settings.direct_url {
                Some(url) => Sessions::with_options(at("FAIRWAY_DIRECT_URL", url)?),
                None => sessions.clone(),
            };
            sessions.pooled = settings.direct_url.is_some();
            let mut connection = migrate_or_check(&direct.options, migrates).await?;
            direct.role = role_to_switch_to(&mut connection).await?;
            connection.close().await?;
            sessions.role = direct.role;
            if sessions.pooled {
                let mut connection = sessions.options.connect().await?;
                sessions.role = role_to_switch_to(&mut connection).await?;
                warn_of_statement_timeout(&mut connection).await?;
                connection.close().await?;
            }
            // As the log-in itself: in development that may be the owner, who changes to another role for all else.
            let owner = match &settings.owner_url {
                Some(url) => at("FAIRWAY_OWNER_URL", url)?,
                None => direct.options.clone(),
            };
            let has_owner_url = settings.owner_url.is_some();
            return Ok(Self {
                sessions,
                direct,
                owner: Sessions::with_options(owner),
                has_owner_url,
                own: None,
            });
        }
        let options = Options { binaries: settings.binaries.clone(), ..Options::new(&settings.data_dir) };
        let own = match purpose {
            Purpose::Serve => OwnPostgres::start(options).await?,
            Purpose::Command => OwnPostgres::join_or_start(options).await?,
        };
        match migrate_or_check(&quiet(own.admin_options()), migrates).await {
            Ok(connection) => {
                let _ = connection.close().await;
                let sessions = Sessions::with_options(quiet(own.app_options()));
                let owner = Sessions::with_options(quiet(own.admin_options()));
                Ok(Self { direct: sessions.clone(), sessions, owner, has_owner_url: false, own: Some(own) })
            }
            Err(error) => {
                own.stop().await?;
                Err(error)
            }
        }
    }

    /// Sessions of the tables' owner, as far as this process has its log-in, for rebuilds and verifications that operators
    /// start at a screen.
    #[must_use]
    pub fn owner(&self) -> Sessions {
        self.owner.clone()
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

    /// One pool for all work of an operator's command.
    ///
    /// # Errors
    /// When no connection can be made.
    pub async fn pool(&self, connections: u32) -> Result<PgPool, sqlx::Error> {
        let pool = self.direct.pool(Work::Commands, connections);
        drop(pool.acquire().await?);
        Ok(pool)
    }

    /// Refuses a log-in that lacks the rights for the task; in production also one that could change history, or get
    /// the right to do so, and the owner's log-in in a process that answers members. The log-ins of the own server are
    /// always right.
    ///
    /// # Errors
    /// [`DatabaseError::Role`] with the remedy, `Unreachable`.
    pub async fn require_role(&self, task: Task, in_production: bool) -> Result<(), DatabaseError> {
        if self.is_own() {
            return Ok(());
        }
        let mut checked_sessions = vec![&self.direct];
        checked_sessions.extend(self.sessions.pooled.then_some(&self.sessions));
        for sessions in checked_sessions {
            let mut connection = sessions.options.connect().await?;
            roles::require(&mut connection, task, in_production).await?;
            connection.close().await?;
        }
        if !self.has_owner_url {
            return Ok(());
        }
        if in_production && matches!(task, Task::Serve { .. }) {
            return Err(WrongRole::OwnerBesideMembers.into());
        }
        self.warn_of_a_useless_owner().await;
        Ok(())
    }

    /// Rebuilds and verifications in the browser need it, and nothing else does: the projectors run without it.
    async fn warn_of_a_useless_owner(&self) {
        let owns = async {
            let mut connection = self.owner.options.connect().await?;
            let owns = roles::owns(&mut connection).await;
            connection.close().await?;
            owns
        };
        match owns.await {
            Ok(true) => {}
            Ok(false) => tracing::warn!(
                "the log-in of FAIRWAY_OWNER_URL does not own the tables: rebuilds that operators start in the browser fail"
            ),
            Err(error) => tracing::warn!(
                %error,
                "FAIRWAY_OWNER_URL does not log in: rebuilds and verifications that operators start in the browser fail"
            ),
        }
    }

    /// Whether the server is the program's own.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// The disk with the own server's data; none: the server is the operator's.
    #[must_use]
    pub fn own_disk(&self) -> Option<Disk> {
        self.own.as_ref().map(OwnPostgres::disk)
    }

    /// The condition of the own server, with updates; none: the server is the operator's.
    #[must_use]
    pub fn own_condition(&self) -> Option<watch::Receiver<Condition>> {
        self.own.as_ref().map(OwnPostgres::condition)
    }

    /// The archiving of the own server's log; none: the server is the operator's.
    #[must_use]
    pub fn own_archiving(&self) -> Option<Archiving> {
        self.own.as_ref().map(Archiving::from)
    }

    /// Releases the own server; the last process stops it.
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

/// Opens the database for an operator's command, with one pool, and closes it after `work`.
///
/// # Errors
/// When the database cannot be opened or closed, or as `work`.
pub async fn with_pool<T>(
    settings: &DatabaseSettings,
    connections: u32,
    work: impl AsyncFnOnce(&PgPool) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let database = Database::open(settings, Purpose::Command).await?;
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

/// A connection to a database with all migrations.
async fn migrate_or_check(options: &PgConnectOptions, migrates: bool) -> Result<PgConnection, DatabaseError> {
    if migrates {
        migration::migrate(options).await?;
        return Ok(options.connect().await?);
    }
    let mut connection = options.connect().await?;
    migration::require(&mut connection).await?;
    Ok(connection)
}

/// The role to switch to, if the present one could rewrite history and may switch.
async fn role_to_switch_to(connection: &mut PgConnection) -> Result<Option<&'static str>, sqlx::Error> {
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

/// With a pooler the program cannot remove a limit from the sessions that append.
async fn warn_of_statement_timeout(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let limit: String = sqlx::query_scalar("SHOW statement_timeout").fetch_one(connection).await?;
    if limit != "0" {
        tracing::warn!(
            limit,
            "statement_timeout is set for the role of DATABASE_URL: it also cancels appends; set it to 0"
        );
    }
    Ok(())
}

fn at(key: &'static str, url: &str) -> Result<PgConnectOptions, DatabaseError> {
    PgConnectOptions::from_str(url).map(quiet).map_err(|error| DatabaseError::Address(key, error))
}

/// Statements are not logged: they contain personal data. sqlx logs slow ones, with their text but without values.
fn quiet(options: PgConnectOptions) -> PgConnectOptions {
    options.application_name("fairway")
}
