//! The asynchronous interface of the own PostgreSQL: what `fairway` itself uses.
//!
//! On a running server it creates the database and the application's role where they are missing. The migrations, which
//! run as the superuser, grant the role its rights.
//!
//! A server that dies is restarted, with pauses from 100 ms to 10 s between failed attempts, without a limit: its users
//! report it as unavailable meanwhile and continue afterwards. Each process that shares the server does so, and the
//! start lock lets one of them start it and the others join.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::archive_settings::archive_nothing_at_first;
use crate::cluster::Cluster;
use crate::disk::Disk;
use crate::initdb::SUPERUSER;
use crate::layout::Layout;
use crate::{Options, PostgresError, ServeLock};

/// The database that holds everything.
const DATABASE: &str = "fairway";

/// The role that the application works as: it can log in and nothing more until a migration grants it rights.
const APP_ROLE: &str = "fairway_app";

/// Serialises the preparations of processes that start at the same time; any number will do.
const PREPARATION_LOCK: i64 = 0x6661_6972;

/// How often the server is checked: how long its death may stay unnoticed.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The pause after the first failed start; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause: how long an operator waits at most after having removed the cause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// The state of the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Condition {
    /// How often it was restarted, or joined again after a restart, since this process began to use it.
    pub restarts: u64,
    /// Why it is not available, and the remedy where there is one; `None` while it runs.
    pub problem: Option<String>,
}

/// A share in the own server, which is restarted whenever it dies. Call [`OwnPostgres::stop`]; dropping it also releases
/// the share, but blocks the thread and can only log errors.
#[derive(Debug)]
pub struct OwnPostgres {
    cluster: Arc<Cluster>,
    condition: watch::Receiver<Condition>,
    restarting: JoinHandle<()>,
    serving: Option<ServeLock>,
}

impl OwnPostgres {
    /// For `fairway serve`: like [`OwnPostgres::join_or_start`], and the only one on its data folder.
    ///
    /// # Errors
    /// [`PostgresError::AlreadyServing`] when another `fairway serve` has the folder, else as `join_or_start`.
    pub async fn start(options: Options) -> Result<Self, PostgresError> {
        let serving = ServeLock::acquire(&options.data_dir)?;
        let mut own = Self::join_or_start(options).await?;
        own.serving = Some(serving);
        Ok(own)
    }

    /// For a command: joins the server of the data folder, or starts it when none runs.
    ///
    /// # Errors
    /// Any [`PostgresError`]; a failure leaves nothing running that was not running before.
    pub async fn join_or_start(options: Options) -> Result<Self, PostgresError> {
        let timeout = options.start_timeout;
        let cluster = Arc::new(blocking(move || Cluster::join_or_start(&options)).await?);
        let (sender, condition) = watch::channel(Condition::default());
        let restarting = tokio::spawn(keep_running(Arc::clone(&cluster), sender));
        let own = Self { cluster, condition, restarting, serving: None };
        if let Err(error) = own.prepare(timeout).await {
            own.stop().await?;
            return Err(error.into());
        }
        Ok(own)
    }

    /// The disk of the server's data.
    #[must_use]
    pub fn disk(&self) -> Disk {
        self.cluster.disk()
    }

    /// The state of the server, now and after every change.
    #[must_use]
    pub fn condition(&self) -> watch::Receiver<Condition> {
        self.condition.clone()
    }

    /// The superuser on the database `fairway`: for migrations and rebuilds.
    #[must_use]
    pub fn admin_options(&self) -> PgConnectOptions {
        self.options(SUPERUSER, DATABASE)
    }

    /// The application's role on the database `fairway`: no superuser, cannot change the event log.
    #[must_use]
    pub fn app_options(&self) -> PgConnectOptions {
        self.options(APP_ROLE, DATABASE)
    }

    /// Releases the share. The last process that does so stops the server cleanly.
    ///
    /// # Errors
    /// As `Cluster::leave`.
    pub async fn stop(mut self) -> Result<(), PostgresError> {
        self.restarting.abort();
        let (cluster, serving) = (Arc::clone(&self.cluster), self.serving.take());
        let result = blocking(move || cluster.leave()).await;
        // The serve lock is released last: until then a second `fairway serve` is refused instead of waiting.
        drop(serving);
        result
    }

    /// The server's folders and its user.
    pub(crate) fn layout(&self) -> &Layout {
        self.cluster.layout()
    }

    /// A session of the superuser, apart from the database `fairway`.
    pub(crate) async fn admin_connection(&self) -> Result<PgConnection, sqlx::Error> {
        self.options(SUPERUSER, "postgres").connect().await
    }

    fn options(&self, role: &str, database: &str) -> PgConnectOptions {
        // A password file or PG… variables are about other servers; the socket needs neither password nor TLS.
        PgConnectOptions::new_without_pgpass()
            .socket(self.cluster.socket_folder())
            .port(5432)
            .username(role)
            .database(database)
            .ssl_mode(PgSslMode::Disable)
    }

    /// Creates role and database, also when the server dies meanwhile: then it is restarted as at any other time.
    async fn prepare(&self, timeout: Duration) -> Result<(), sqlx::Error> {
        let started = tokio::time::Instant::now();
        loop {
            match self.prepare_once().await {
                Err(error) if is_unavailable(&error) && started.elapsed() < timeout => {
                    tracing::warn!(%error, "PostgreSQL ended while its database was prepared; trying again");
                    tokio::time::sleep(CHECK_INTERVAL).await;
                }
                done => return done,
            }
        }
    }

    async fn prepare_once(&self) -> Result<(), sqlx::Error> {
        let mut connection = self.admin_connection().await?;
        sqlx::query("SELECT pg_advisory_lock($1)").bind(PREPARATION_LOCK).execute(&mut connection).await?;
        create_role(&mut connection).await?;
        create_database(&mut connection).await?;
        archive_nothing_at_first(&mut connection).await?;
        // Closing the session releases the lock.
        connection.close().await
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        self.restarting.abort();
        if let Err(error) = self.cluster.leave() {
            tracing::error!(%error, "PostgreSQL was not stopped cleanly; the next start recovers");
        }
    }
}

/// Restarts the server whenever it dies, without a limit of attempts; ends only by being aborted.
async fn keep_running(cluster: Arc<Cluster>, sender: watch::Sender<Condition>) {
    loop {
        while cluster.is_running() {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
        tracing::error!("PostgreSQL ended unexpectedly; restarting it");
        sender.send_modify(|condition| {
            condition.problem = Some("PostgreSQL is being started again".to_owned())
        });
        let mut pause = FIRST_PAUSE;
        while let Err(error) = restart(&cluster).await {
            let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
            tracing::error!(%error, pause_ms, "PostgreSQL cannot be restarted; trying again until it starts");
            // Its first line: what follows is the end of the server's log, which must not appear on /readyz.
            let problem = error.to_string().lines().next().map(str::to_owned);
            sender.send_modify(|condition| condition.problem = problem);
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        sender.send_modify(|condition| {
            condition.problem = None;
            condition.restarts += 1;
        });
        tracing::info!("PostgreSQL runs again");
    }
}

async fn restart(cluster: &Arc<Cluster>) -> Result<(), PostgresError> {
    let cluster = Arc::clone(cluster);
    blocking(move || cluster.restart()).await
}

/// Whether the server is unavailable, starting or stopping, rather than rejecting the statement.
fn is_unavailable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| code.starts_with("57P")),
        _ => false,
    }
}

async fn create_role(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let exists: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)")
        .bind(APP_ROLE)
        .fetch_one(&mut *connection)
        .await?;
    // Also for an existing role: a restore from a dump of roles may have lost the attribute.
    let verb = if exists { "ALTER" } else { "CREATE" };
    let sql = format!("{verb} ROLE {APP_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION");
    sqlx::query(&sql).execute(connection).await.map(drop)
}

async fn create_database(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let exists: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
        .bind(DATABASE)
        .fetch_one(&mut *connection)
        .await?;
    if !exists {
        sqlx::query(&format!("CREATE DATABASE {DATABASE}")).execute(connection).await?;
    }
    Ok(())
}

/// Starting and stopping block on files and processes, so they do not run on the runtime's own threads.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PostgresError> + Send + 'static,
) -> Result<T, PostgresError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| PostgresError::Supervisor)?
}
