//! `fairway import DIR`: loads a data set (docs/domain.md §7), idempotent by natural key, all or nothing.
//!
//! The order: read every file and collect all problems; resolve references between rows; let the domain decide the
//! events; write tables and events in one transaction. Nothing is written before everything is checked.

mod apply;
mod checks;
mod commands;
mod decide;
mod error;
pub mod examine;
mod excluded;
mod identities;
mod installation;
mod known;
mod natural_keys;
pub mod operators;
mod photos;
mod plan;
mod read;
mod rows;
mod whose;

use std::path::Path;

use fairway_events::journal::AppendError;
use fairway_events::{Event, Journal};
use sqlx::PgPool;
use tokio::task::spawn_blocking;

use super::erase;
use crate::clock::Clock;
use crate::config::Config;
use crate::services::nodes;
use crate::services::password::Passwords;
use crate::store::database::with_pool;
use crate::store::{members, photos as stored_photos};

pub use crate::content::dates;
pub use crate::content::problems::Problem;
pub use apply::Summary;
pub use error::ImportError;
pub use installation::Installation;

/// The import uses one connection, and a second one to announce; repeating erasures needs more.
const CONNECTIONS: u32 = 5;
/// How often an import is decided again when members book at the same time.
const ATTEMPTS: u32 = 5;

/// The command. With `if_empty` it does nothing if there are members.
///
/// # Errors
/// With every problem of the data set, or with the failure.
pub async fn run(config: Config, dir: &Path, if_empty: bool) -> anyhow::Result<()> {
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), CONNECTIONS, async |pool| {
        // A new database does not know the erased members yet; the ledger does.
        erase::reapply(&config, pool, &clock).await?;
        if if_empty && members::any(pool).await? {
            println!("there are members already: nothing was imported");
            return Ok(());
        }
        let operators = operators::DemoOperators::read(&config, dir).await?;
        println!("{}", import(pool, &clock, &Installation::new(&config)?, dir).await?);
        operators.add(pool, &clock).await?;
        Ok(())
    })
    .await
}

/// Imports a folder into a migrated database.
///
/// # Errors
/// [`ImportError`]; then nothing was written.
pub async fn import(
    pool: &PgPool,
    clock: &Clock,
    installation: &Installation,
    dir: &Path,
) -> Result<Summary, ImportError> {
    let stored = stored_photos::hashes(pool).await?;
    let (folder, today) = (dir.to_owned(), clock.today());
    // Decoding photos takes seconds of CPU time: not on the async threads.
    let data = spawn_blocking(move || read::folder(&folder, today, &stored)).await??;
    let plan = plan::make(pool, clock, &Passwords::new()?, &installation.pseudonyms, data).await?;
    let journal = Journal::new(pool.clone());
    let mut attempt = 1;
    loop {
        let decided = decide::decide(&journal, &plan, clock).await?;
        let held_back = nodes::held_back(pool).await?;
        let mut kinds = decided.batch.appends.iter().flat_map(|append| &append.events).map(Event::kind);
        if let Some(kind) = kinds.find(|kind| held_back.contains(kind)) {
            return Err(ImportError::HeldBack(kind));
        }
        match apply::apply(&journal, &plan, &decided, (clock, &installation.portal)).await {
            Err(ImportError::Append(AppendError::StreamConflict)) if attempt < ATTEMPTS => {
                tracing::info!(attempt, "members booked during the import; repeating the decision");
                attempt += 1;
            }
            outcome => return outcome,
        }
    }
}
