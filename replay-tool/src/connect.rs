//! The database connection: the same settings as the server's, read in the same way.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result};
use clap::Args;
use fairway_audit::server;
use fairway_postgres::{Options, OwnPostgres};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgPool};

/// The database to read.
#[derive(Debug, Args)]
pub struct ConnectionOptions {
    /// Postgres address of the system. Without it, the system's own Postgres in the data folder is joined, and
    /// started only when none runs.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// File that holds that address.
    #[arg(
        long,
        env = "DATABASE_URL_FILE",
        global = true,
        value_name = "FILE",
        conflicts_with = "database_url"
    )]
    pub database_url_file: Option<PathBuf>,
    /// File that holds the password, for an address without one.
    #[arg(long, env = "PGPASSWORD_FILE", global = true, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// The system's data folder.
    #[arg(long, env = "FAIRWAY_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
}

impl ConnectionOptions {
    /// The configured server; none: the system's own.
    fn address(&self) -> Result<Option<PgConnectOptions>> {
        let url = match (&self.database_url, &self.database_url_file) {
            (Some(url), _) => url.clone(),
            (None, Some(file)) => secret(file)?,
            (None, None) => return Ok(None),
        };
        let options = PgConnectOptions::from_str(&url).context("DATABASE_URL is no Postgres address")?;
        Ok(Some(match &self.password_file {
            Some(file) if options.to_url_lossy().password().is_none() => options.password(&secret(file)?),
            _ => options,
        }))
    }
}

/// A secret from its file, without the newline at its end.
fn secret(file: &Path) -> Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let value = text.trim_end_matches(['\r', '\n']);
    anyhow::ensure!(!value.is_empty(), "{} is empty", file.display());
    Ok(value.to_owned())
}

/// A command's access to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It reads: every transaction is read-only, and the read-only role is used if it exists.
    Read,
    /// It changes read models or their checkpoints. The journal refuses changes by every role.
    Write,
    /// It creates and moves tables, as the owner of the own Postgres. With an address, its role must own the tables.
    Own,
}

/// Connections with the requested access, and the own Postgres if it is used.
#[derive(Debug)]
pub struct Connection {
    pool: PgPool,
    own: Option<OwnPostgres>,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// When there is no system in the data folder, or the database does not answer.
    pub async fn open(server: &ConnectionOptions, access: Access) -> Result<Self> {
        let (options, own) = match server.address()? {
            Some(options) => (options, None),
            None => {
                anyhow::ensure!(
                    server.data_dir.is_dir(),
                    "there is no data folder at {}; name it with --data-dir, or a database with --database-url",
                    server.data_dir.display()
                );
                let own = OwnPostgres::join_or_start(Options::new(&server.data_dir)).await?;
                let role = if access == Access::Own { own.admin_options() } else { own.app_options() };
                (role, Some(own))
            }
        };
        let pool = pool(options, access).await.context("the database does not answer")?;
        Ok(Self { pool, own })
    }

    /// The connections.
    #[must_use]
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Closes the connections, and stops the own Postgres if no other process uses it.
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

/// A few connections: a command runs one query after the other.
async fn pool(options: PgConnectOptions, access: Access) -> Result<PgPool, sqlx::Error> {
    let pool = PgPoolOptions::new().max_connections(4);
    match access {
        // More, because a rebuild reads, writes, compares and holds its lock at the same time.
        Access::Own => pool.max_connections(8).connect_with(options).await,
        Access::Write => pool.connect_with(options).await,
        Access::Read => server::read_only(pool, options).await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str, password: &str) -> (tempfile::TempDir, ConnectionOptions) {
        let folder = tempfile::tempdir().unwrap();
        let (url_file, password_file) = (folder.path().join("url"), folder.path().join("password"));
        std::fs::write(&url_file, url).unwrap();
        std::fs::write(&password_file, password).unwrap();
        let server = ConnectionOptions {
            database_url: None,
            database_url_file: Some(url_file),
            password_file: Some(password_file),
            data_dir: "nowhere".into(),
        };
        (folder, server)
    }

    #[test]
    fn address_and_password_come_from_files() {
        let (_folder, server) = server("postgres://fairway_reader@db:5433/fairway\n", "s3:cret\n");
        let url = server.address().unwrap().unwrap().to_url_lossy();
        assert_eq!((url.username(), url.port()), ("fairway_reader", Some(5433)));
        assert_eq!(url.password(), Some("s3%3Acret"));
    }

    #[test]
    fn a_password_in_the_address_has_priority_and_an_empty_file_is_an_error() {
        let (_folder, mut server) = server("postgres://fairway:own@db/fairway", "other");
        assert_eq!(server.address().unwrap().unwrap().to_url_lossy().password(), Some("own"));
        std::fs::write(server.database_url_file.as_ref().unwrap(), "\n").unwrap();
        assert!(server.address().unwrap_err().to_string().contains("is empty"));
        server.database_url_file = None;
        assert!(server.address().unwrap().is_none());
    }
}
