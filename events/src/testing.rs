//! A real Postgres database per test.
//!
//! Migrating takes far longer than cloning, so the first test of a set of migrations makes a template and every
//! test clones it. The server comes from `FAIRWAY_TEST_DATABASE_URL`; `cargo xtask test` starts one.

mod proxy;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};
use uuid::Uuid;

use crate::journal::CHANNEL;
use crate::{Journal, MIGRATOR, Position, RecordedEvent};
pub use proxy::Proxy;

/// Up to `limit` events after `after`, in global order.
///
/// # Panics
/// When one of them cannot be read, or the database does not answer.
pub async fn events_after(journal: &Journal, after: Position, limit: i64) -> Vec<RecordedEvent> {
    let mut connection = journal.pool().acquire().await.expect("a connection");
    let entries = Journal::entries_after(&mut connection, after, limit).await.expect("events of the journal");
    entries.into_iter().map(|entry| entry.event.expect("an event that can be read")).collect()
}

/// The announcements of what is appended to a journal, on a connection of their own.
///
/// # Panics
/// When the database does not answer.
pub async fn announcements(journal: &Journal) -> PgListener {
    let mut listener = PgListener::connect_with(journal.pool()).await.expect("a connection");
    listener.listen(CHANNEL).await.expect("the channel");
    listener
}

/// A database that lasts as long as this value.
#[derive(Debug)]
pub struct TestDatabase {
    server: PgConnectOptions,
    name: String,
    pool: PgPool,
}

impl TestDatabase {
    /// A fresh, migrated, empty database.
    ///
    /// # Panics
    /// When there is no server to make it on: the message says how to start one.
    pub async fn new() -> Self {
        let (server, mut admin) = Self::server().await;
        let template = ensure_template(&mut admin, &server).await;
        Self::create(server, admin, &format!("TEMPLATE {template}")).await
    }

    /// A database without tables, for a test that migrates by itself.
    ///
    /// # Panics
    /// When there is no server to make it on: the message says how to start one.
    pub async fn without_tables() -> Self {
        let (server, admin) = Self::server().await;
        Self::create(server, admin, "").await
    }

    async fn server() -> (PgConnectOptions, PgConnection) {
        let url = std::env::var("FAIRWAY_TEST_DATABASE_URL")
            .expect("FAIRWAY_TEST_DATABASE_URL is not set: run the tests with `cargo xtask test`");
        let server = PgConnectOptions::from_str(&url)
            .expect("FAIRWAY_TEST_DATABASE_URL is no Postgres address")
            .disable_statement_logging();
        let admin = PgConnection::connect_with(&server).await.expect("the test server does not answer");
        (server, admin)
    }

    async fn create(server: PgConnectOptions, mut admin: PgConnection, like: &str) -> Self {
        let name = format!("fairway_test_{}", unique_id().simple());
        admin
            .execute(format!("CREATE DATABASE {name} {like}").as_str())
            .await
            .expect("cannot make the new database");
        let pool = PgPoolOptions::new()
            .max_connections(20)
            .connect_with(server.clone().database(&name))
            .await
            .expect("cannot connect to the new database");
        Self { server, name, pool }
    }

    /// A pool of 20 connections, as the owner of the database.
    #[must_use]
    pub fn pool(&self) -> PgPool {
        self.pool.clone()
    }

    /// How to reach the database, for another process or another role.
    #[must_use]
    pub fn options(&self) -> PgConnectOptions {
        self.server.clone().database(&self.name)
    }

    /// The database's address, for a child process.
    #[must_use]
    pub fn url(&self) -> String {
        self.options().to_url_lossy().to_string()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // The runtime of a failed test is shutting down, so this uses a thread with a runtime of its own.
        let (server, name) = (self.server.clone(), self.name.clone());
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut admin = PgConnection::connect_with(&server).await?;
                admin.execute(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)").as_str()).await
            })?;
            Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
        });
        let _ = dropping.join();
    }
}

/// The template of exactly these migrations; made once, under a lock that all test processes share.
async fn ensure_template(admin: &mut PgConnection, server: &PgConnectOptions) -> String {
    let mut hasher = DefaultHasher::new();
    for migration in MIGRATOR.iter() {
        (migration.version, migration.checksum.as_ref()).hash(&mut hasher);
    }
    let template = format!("fairway_template_{:016x}", hasher.finish());
    let exists = "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate)";
    let is_made = |done: bool| done;
    let done = sqlx::query_scalar(exists).bind(&template).fetch_one(&mut *admin).await;
    if is_made(done.expect("cannot read pg_database")) {
        return template;
    }
    admin.execute("SELECT pg_advisory_lock(724577)").await.expect("cannot lock the template");
    let done = sqlx::query_scalar(exists).bind(&template).fetch_one(&mut *admin).await;
    if !is_made(done.expect("cannot read pg_database")) {
        // A half-made template of a killed run has no template flag.
        admin
            .execute(format!("DROP DATABASE IF EXISTS {template} WITH (FORCE)").as_str())
            .await
            .expect("cannot drop a half-made template");
        admin
            .execute(format!("CREATE DATABASE {template}").as_str())
            .await
            .expect("cannot create the template");
        let mut fresh =
            PgConnection::connect_with(&server.clone().database(&template)).await.expect("no connection");
        MIGRATOR.run_direct(&mut fresh).await.expect("the migrations fail");
        fresh.close().await.expect("cannot close the template's connection");
        admin
            .execute(
                format!("ALTER DATABASE {template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false").as_str(),
            )
            .await
            .expect("cannot mark the template");
    }
    admin.execute("SELECT pg_advisory_unlock(724577)").await.expect("cannot unlock the template");
    template
}

#[expect(clippy::disallowed_methods, reason = "the name of a throw-away database, not a fact of the domain")]
fn unique_id() -> Uuid {
    Uuid::new_v4()
}
