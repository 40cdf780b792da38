//! `fairway import DIR`: loads a data set (docs/domain.md §7), idempotent by natural key, all or nothing.
//!
//! The order: read every file and collect all problems; resolve references between rows; let the domain decide the
//! events; write tables and events in one transaction. Nothing is written before everything is checked.

mod apply;
mod checks;
pub mod club_accounts;
mod commands;
mod decide;
mod demonstration;
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
pub mod settlements;
mod whose;

use std::path::Path;

use fairway_events::journal::AppendError;
use fairway_events::{Event, Journal};
use sqlx::PgPool;
use tokio::task::spawn_blocking;

use fairway_clock::clock::Clock;
use fairway_members::password::Passwords;
use fairway_store::{nodes, photos as stored_photos};

pub use crate::apply::Summary;
pub use crate::error::ImportError;
pub use crate::installation::Installation;
pub use fairway_content::problems::Problem;

/// How often an import is decided again when members book at the same time.
const ATTEMPTS: u32 = 5;

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
        match apply::apply(&journal, &plan, &decided, clock, &installation.portal).await {
            Err(ImportError::Append(AppendError::StreamConflict)) if attempt < ATTEMPTS => {
                tracing::info!(attempt, "members booked during the import; repeating the decision");
                attempt += 1;
            }
            outcome => return outcome,
        }
    }
}
