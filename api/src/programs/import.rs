//! `fairway import DIR`: loads a data set (docs/domain.md §7), idempotent by natural key, all or nothing.
//!
//! In this order: read every file and note every problem; look up what the rows refer to; let the domain decide what
//! becomes events; write tables and events in one transaction. Nothing is written before everything is known to fit.

mod apply;
pub mod dates;
mod decide;
pub mod examine;
mod kept_out;
mod known;
mod natural_keys;
mod plan;
mod problems;
mod read;
mod rows;

use std::path::Path;

use anyhow::Context;
use fairway_events::journal::AppendError;
use fairway_events::{EventKind, Journal, JournalError};
use sqlx::PgPool;

use crate::clock::Clock;
use crate::config::Config;
use crate::services::erasure;
use crate::services::erasure::pseudonyms::Pseudonyms;
use crate::services::nodes;
use crate::services::password::{PasswordError, Passwords};
use crate::store::database::{Database, Purpose};
use crate::store::members;

pub use apply::Summary;
pub(crate) use apply::exclude_others;
pub use problems::Problem;

/// Connections of the import: it works on one, and on a second one when it announces; erasing again needs more.
const CONNECTIONS: u32 = 5;
/// How often an import is decided anew when members book meanwhile.
const ATTEMPTS: u32 = 5;

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Everything that is wrong with the data set.
    #[error("the data set has {} problem(s), nothing was imported:\n{}", .0.len(), list(.0))]
    Problems(Vec<Problem>),
    /// The folder cannot be read.
    #[error("cannot read {path}")]
    Folder {
        /// The folder.
        path: String,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// The database does not answer, or refuses.
    #[error("the database failed, nothing was imported")]
    Database(#[from] sqlx::Error),
    /// The journal cannot be read.
    #[error("the journal cannot be read, nothing was imported")]
    Journal(#[from] JournalError),
    /// The events cannot be written.
    #[error("the events cannot be written, nothing was imported")]
    Append(#[from] AppendError),
    /// There are people who must not come back, and no way to tell who they are.
    #[error(
        "{0} erased member(s) cannot be recognised, because FAIRWAY_SECRET is another one than then: name the former \
         one in FAIRWAY_FORMER_SECRETS; nothing was imported"
    )]
    Unrecognisable(usize),
    /// Not every node can read what would be recorded.
    #[error(
        "not every node can read {0} yet, nothing was imported: replace the nodes of the former release first"
    )]
    HeldBack(EventKind),
    /// A password cannot be hashed.
    #[error("a password cannot be hashed, nothing was imported")]
    Password(#[from] PasswordError),
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("  {problem}")).collect::<Vec<_>>().join("\n")
}

/// The command. With `if_empty` it does nothing where there are members.
///
/// # Errors
/// With every problem of the data set, or with what else went wrong.
pub async fn run(config: Config, dir: &Path, if_empty: bool) -> anyhow::Result<()> {
    let database = Database::open(&config, Purpose::Command).await?;
    let outcome = async {
        let pool = database.pool(CONNECTIONS).await?;
        let clock = Clock::starting_at(config.clock);
        // A database that was made anew does not know yet who must not come back; the ledger does.
        erasure::reapply(&config, &pool, &clock).await?;
        if if_empty && members::any(&pool).await? {
            println!("there are members already: nothing was imported");
            pool.close().await;
            return Ok(());
        }
        let summary = import(&pool, &clock, &Pseudonyms::new(&config), dir).await?;
        pool.close().await;
        println!("{summary}");
        anyhow::Ok(())
    }
    .await;
    database.close().await.context("the own PostgreSQL did not stop")?;
    outcome
}

/// Imports a folder into a migrated database. By `pseudonyms` erased members are recognised and left out.
///
/// # Errors
/// [`ImportError`]; then nothing was written.
pub async fn import(
    pool: &PgPool,
    clock: &Clock,
    pseudonyms: &Pseudonyms,
    dir: &Path,
) -> Result<Summary, ImportError> {
    let data = read::folder(dir, clock.today())?;
    let plan = plan::make(pool, clock, &Passwords::new()?, pseudonyms, data).await?;
    let journal = Journal::new(pool.clone());
    let mut attempt = 1;
    loop {
        let decided = decide::decide(&journal, &plan, clock).await?;
        let held_back = nodes::held_back(pool).await?;
        let mut kinds = decided.batch.appends.iter().flat_map(|append| &append.events).map(EventKind::of);
        if let Some(kind) = kinds.find(|kind| held_back.contains(kind)) {
            return Err(ImportError::HeldBack(kind));
        }
        match apply::apply(&journal, &plan, &decided, clock).await {
            Err(ImportError::Append(AppendError::StreamConflict)) if attempt < ATTEMPTS => {
                tracing::info!(attempt, "members were booking meanwhile; deciding anew");
                attempt += 1;
            }
            outcome => return outcome,
        }
    }
}
