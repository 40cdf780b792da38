//! `fairway migrate`: migrates the database to this release, before its nodes are started and while nodes of the
//! previous release still serve.

use fairway_console::say;
use fairway_store::database::Database;

use crate::config::Config;

/// The command.
///
/// # Errors
/// When the database does not answer, or a migration failed; each one is atomic and can be repeated.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let database = Database::open_to_migrate(&config.database()).await?;
    database.close().await?;
    say!("The database is up to date: nodes of this release can be started.")?;
    Ok(())
}
