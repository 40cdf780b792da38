//! `fairway erase` and `fairway readmit`: removing a member's personal data from every table and file, for good
//! (docs/operations.md, erasure). The journal holds ids only and is not touched; whatever resolves an id afterwards
//! shows `verwijderd lid`.
//!
//! [`eraser`] removes, [`rounds`] takes the member out of what is still to be played, [`ledger`] remembers outside the
//! database, [`reapply`](eraser::Eraser::reapply) repeats what a restored backup brought back.

pub mod eraser;
pub mod ledger;
mod mail_files;
pub mod naming;
pub mod pseudonyms;
mod readmission;
mod reapply;
pub mod report;
pub mod rounds;

use anyhow::Context;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::config::Config;
use crate::database::{Database, Purpose};
use crate::impersonate::line;
use crate::nodes;
use crate::serve;
use crate::store::impersonations::Impersonation;

pub use eraser::{Eraser, Wish};

/// A transaction, what it looks up meanwhile, and the writer.
const CONNECTIONS: u32 = 5;

/// The command `fairway erase EMAIL`.
///
/// # Errors
/// As [`Eraser::erase`].
pub async fn run(config: Config, wish: Wish) -> anyhow::Result<()> {
    let by = Impersonation {
        operator: line("--operator", &wish.by.operator)?,
        reason: line("--reason", &wish.by.reason)?,
    };
    let wish = Wish { by, ..wish };
    let report = with_eraser(config, async |eraser| eraser.erase(&wish).await).await?;
    println!("{report}");
    Ok(())
}

/// The command `fairway erase --reapply`.
///
/// # Errors
/// As [`Eraser::reapply`].
pub async fn run_again(config: Config) -> anyhow::Result<()> {
    let reports = with_eraser(config, async |eraser| eraser.reapply().await).await?;
    if reports.is_empty() {
        println!("Nobody in the ledger of erasures is back.");
    }
    for report in reports {
        println!("{report}");
    }
    Ok(())
}

/// The command `fairway readmit EMAIL`.
///
/// # Errors
/// As [`Eraser::readmit`].
pub async fn run_readmission(
    config: Config,
    email: &str,
    operator: &str,
    reason: &str,
) -> anyhow::Result<()> {
    let by = Impersonation { operator: line("--operator", operator)?, reason: line("--reason", reason)? };
    with_eraser(config, async |eraser| eraser.readmit(email, &by).await).await?;
    println!(
        "The next import that names this address makes a new member of it. Nothing of the former one comes back."
    );
    Ok(())
}

/// Erases again whoever came back with a restored backup, on a pool that is open already; part of every start.
///
/// # Errors
/// As [`Eraser::reapply`].
pub async fn reapply(config: &Config, pool: &PgPool, clock: &Clock) -> anyhow::Result<()> {
    let (writer, writing) = serve::write(pool, clock);
    nodes::hold_back(pool, &writer).await?;
    let outcome = match Eraser::new(config, pool.clone(), clock.clone(), writer) {
        Ok(eraser) => eraser.reapply().await,
        Err(error) => Err(error),
    };
    writing.finished().await;
    let reports = outcome.context("erasures cannot be applied again")?;
    if !reports.is_empty() {
        tracing::warn!(members = reports.len(), "erased members had come back, with a backup: erased again");
    }
    Ok(())
}

async fn with_eraser<T>(
    config: Config,
    work: impl AsyncFnOnce(&Eraser) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let database = Database::open(&config, Purpose::Command).await?;
    let outcome = async {
        let clock = Clock::starting_at(config.clock);
        let pool = database.pool(CONNECTIONS).await?;
        let (writer, writing) = serve::write(&pool, &clock);
        nodes::hold_back(&pool, &writer).await?;
        let eraser = Eraser::new(&config, pool.clone(), clock, writer)?;
        let done = work(&eraser).await;
        // The last handle of the writer goes with it.
        drop(eraser);
        writing.finished().await;
        pool.close().await;
        done
    }
    .await;
    database.close().await.context("the own PostgreSQL did not stop")?;
    outcome
}
