//! A real Postgres database per test.
//!
//! Migrating takes far longer than cloning, so the first test of a set of migrations makes a template and every
//! test clones it. Tests that start with the same data have a template of their own. The server comes from
//! `FAIRWAY_TEST_DATABASE_URL`; `cargo xtask test` starts one.

mod proxy;
mod template;

use std::str::FromStr;

use sqlx::postgres::{PgConnectOptions, PgListener};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

use crate::journal::CHANNEL;
use crate::{Journal, Position, RecordedEvent};
pub use proxy::Proxy;

/// The environment variable with the share of its cases that a search tries, percent: 100 in the second level of the
/// tests, any more for a longer search.
const SEARCH_PERCENT: &str = "FAIRWAY_SEARCH_PERCENT";

/// How many cases a search tries, of `all` in the second level: a tenth of them, unless `FAIRWAY_SEARCH_PERCENT` says
/// otherwise.
///
/// # Panics
/// When that is no number.
#[must_use]
pub fn searched(all: u32) -> u32 {
    let percent = std::env::var(SEARCH_PERCENT).map_or(10, |text| text.parse().expect("a number of percent"));
    u32::try_from(u64::from(all) * percent / 100).expect("a number of cases").max(1)
}

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
        let template = template::migrated(&mut admin, &server).await;
        Self::create(server, admin, &format!("TEMPLATE {template}")).await
    }

    /// A fresh, migrated database with the data that `fill` stores: the first test of this program calls it, the others
    /// clone what it made.
    ///
    /// # Panics
    /// When there is no server to make it on: the message says how to start one.
    pub async fn filled(fill: impl AsyncFnOnce(&PgPool)) -> Self {
        let (server, mut admin) = Self::server().await;
        let template = template::filled(&mut admin, &server, fill).await;
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
        let url = std::env::var("FAIRWAY_TEST_DATABASE_URL").expect(
            "FAIRWAY_TEST_DATABASE_URL is not set: `cargo xtask postgres` starts a server and prints it",
        );
        let server = PgConnectOptions::from_str(&url)
            .expect("FAIRWAY_TEST_DATABASE_URL is no Postgres address")
            .disable_statement_logging();
        let admin = PgConnection::connect_with(&server).await.expect("the test server does not answer");
        (server, admin)
    }

    async fn create(server: PgConnectOptions, mut admin: PgConnection, like: &str) -> Self {
        let name = template::unique_name();
        admin
            .execute(format!("CREATE DATABASE {name} {like}").as_str())
            .await
            .expect("cannot make the new database");
        let pool = template::connect(server.clone().database(&name)).await;
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
