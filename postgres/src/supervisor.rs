//! The asynchronous face of the own PostgreSQL: what `fairway` itself uses.
//!
//! On top of a running server it makes sure that the database and the application's role exist. What the role
//! may do is granted by the migrations, which run as the superuser.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions, Connection, PgConnection};

use crate::cluster::Cluster;
use crate::initdb::SUPERUSER;
use crate::{Options, PostgresError, ServeLock};

/// The database that holds everything.
const DATABASE: &str = "fairway";

/// The role that the application works as: it can log in and nothing more until a migration grants it rights.
const APP_ROLE: &str = "fairway_app";

/// Serialises the preparations of processes that start at the same time; any number will do.
const PREPARATION_LOCK: i64 = 0x6661_6972;

/// How often [`OwnPostgres::exited`] looks.
const WATCH: Duration = Duration::from_secs(1);

/// A share in the own server. Call [`OwnPostgres::stop`]; a drop without it leaves too, but blocks the thread and
/// can only log what goes wrong.
#[derive(Debug)]
pub struct OwnPostgres {
    cluster: Cluster,
    _serving: Option<ServeLock>,
}

impl OwnPostgres {
    /// For `fairway serve`: like [`OwnPostgres::join_or_start`], and the only one on its data folder.
    ///
    /// # Errors
    /// [`PostgresError::AlreadyServing`] when another `fairway serve` has the folder, else as `join_or_start`.
    pub async fn start(options: Options) -> Result<Self, PostgresError> {
        let serving = ServeLock::acquire(&options.data_dir)?;
        Ok(Self { _serving: Some(serving), ..Self::join_or_start(options).await? })
    }

    /// For a command: joins the server of the data folder, or starts it when none runs.
    ///
    /// # Errors
    /// Any [`PostgresError`]; a failure leaves nothing running that was not running before.
    pub async fn join_or_start(options: Options) -> Result<Self, PostgresError> {
        let cluster = blocking(move || Cluster::join_or_start(&options)).await?;
        let own = Self { cluster, _serving: None };
        if let Err(error) = own.prepare().await {
            own.stop().await?;
            return Err(error.into());
        }
        Ok(own)
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

    /// Resolves when the server has ended without our asking: nothing can be stored any more.
    pub async fn exited(&self) {
        while self.cluster.is_running() {
            tokio::time::sleep(WATCH).await;
        }
    }

    /// Gives up the share. The last process that does so stops the server, cleanly.
    ///
    /// # Errors
    /// As `Cluster::leave`.
    pub async fn stop(self) -> Result<(), PostgresError> {
        // The serve lock goes last: until then a second `fairway serve` is refused rather than left waiting.
        let Self { cluster, _serving } = self;
        blocking(move || cluster.leave()).await
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

    async fn prepare(&self) -> Result<(), sqlx::Error> {
        let mut connection = self.options(SUPERUSER, "postgres").connect().await?;
        sqlx::query("SELECT pg_advisory_lock($1)").bind(PREPARATION_LOCK).execute(&mut connection).await?;
        create_role(&mut connection).await?;
        create_database(&mut connection).await?;
        // Closing the session releases the lock.
        connection.close().await
    }
}

async fn create_role(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let exists: bool = sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)")
        .bind(APP_ROLE)
        .fetch_one(&mut *connection)
        .await?;
    // Also on an existing role: a restore from a dump of roles may have lost the attribute.
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

/// Starting and stopping wait on files and processes: not on the runtime's own threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PostgresError> + Send + 'static,
) -> Result<T, PostgresError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| PostgresError::Supervisor)?
}
