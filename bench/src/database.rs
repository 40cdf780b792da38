//! The bench's databases: fresh ones on a durable Postgres of its own (fsync on), which `cargo xtask bench` starts.

use std::str::FromStr;

use anyhow::{Context, Result};
use fairway_events::MIGRATOR;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

/// The Postgres server that the bench runs on.
#[derive(Debug)]
pub(crate) struct Server {
    options: PgConnectOptions,
}

impl Server {
    pub(crate) fn from_environment() -> Result<Self> {
        let url = std::env::var("FAIRWAY_BENCH_DATABASE_URL")
            .context("FAIRWAY_BENCH_DATABASE_URL is not set: run `cargo xtask bench`")?;
        Ok(Self { options: PgConnectOptions::from_str(&url)?.disable_statement_logging() })
    }

    /// The machine and the settings that a figure depends on.
    pub(crate) async fn describe(&self) -> Result<String> {
        let mut connection = PgConnection::connect_with(&self.options).await?;
        let (version, fsync, commit, buffers): (String, String, String, String) = sqlx::query_as(
            "SELECT current_setting('server_version'), current_setting('fsync'),
                    current_setting('synchronous_commit'), current_setting('shared_buffers')",
        )
        .fetch_one(&mut connection)
        .await?;
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        Ok(format!(
            "{cores} cores, PostgreSQL {version}, fsync {fsync}, synchronous_commit {commit}, shared_buffers {buffers}"
        ))
    }

    /// A fresh, migrated database under the given name.
    pub(crate) async fn fresh(&self, name: &str) -> Result<PgPool> {
        let mut admin = PgConnection::connect_with(&self.options).await?;
        admin.execute(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)").as_str()).await?;
        admin.execute(format!("CREATE DATABASE {name}").as_str()).await?;
        let pool = PgPoolOptions::new()
            .max_connections(16)
            .test_before_acquire(false)
            .connect_with(self.options.clone().database(name))
            .await?;
        MIGRATOR.run(&pool).await?;
        Ok(pool)
    }
}
