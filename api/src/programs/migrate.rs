//! `fairway migrate`: brings the database up to this release, before its nodes are started and while those of the
//! release before serve on.

use crate::config::Config;
use crate::store::database::Database;

/// The command.
///
/// # Errors
/// When the database does not answer, or a migration failed; each is whole or not at all, and can be tried again.
pub async fn run(config: Config) -> anyhow::Result<()> {
    let database = Database::open_to_migrate(&config).await?;
    database.close().await?;
    println!("The database is up to date: nodes of this release can be started.");
    Ok(())
}
