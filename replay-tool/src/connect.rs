//! Where the journal is: the same two settings as the server's, read the same way.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result};
use clap::Args;
use fairway_postgres::{Options, OwnPostgres};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

/// Which database to read.
#[derive(Debug, Args)]
pub struct Place {
    /// Postgres address of the system. Without it, the system's own Postgres in the data folder is joined, and
    /// started only when none runs.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// The system's data folder.
    #[arg(long, env = "FAIRWAY_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
}

/// A connection that cannot write, and a share in the own Postgres where that is what we read.
#[derive(Debug)]
pub struct Connection {
    pool: PgPool,
    own: Option<OwnPostgres>,
}

impl Connection {
    /// Connects; every session is read-only.
    ///
    /// # Errors
    /// When there is no system at the given place, or it does not answer.
    pub async fn open(place: &Place) -> Result<Self> {
        let (options, own) = match &place.database_url {
            Some(url) => {
                (PgConnectOptions::from_str(url).context("DATABASE_URL is no Postgres address")?, None)
            }
            None => {
                anyhow::ensure!(
                    place.data_dir.is_dir(),
                    "there is no data folder at {}; name it with --data-dir, or a database with --database-url",
                    place.data_dir.display()
                );
                let own = OwnPostgres::join_or_start(Options::new(&place.data_dir)).await?;
                (own.app_options(), Some(own))
            }
        };
        let pool = PgPoolOptions::new()
            .max_connections(4)
            .connect_with(options.options([("default_transaction_read_only", "on")]))
            .await
            .context("the database does not answer")?;
        Ok(Self { pool, own })
    }

    /// The connections.
    #[must_use]
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Gives up the connection, and the own Postgres where nobody else uses it.
    ///
    /// # Errors
    /// When the own Postgres does not stop.
    pub async fn close(self) -> Result<()> {
        self.pool.close().await;
        if let Some(own) = self.own {
            own.stop().await?;
        }
        Ok(())
    }
}
