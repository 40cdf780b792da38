//! Removing a member's personal data from every table and file, for good (docs/operations.md, erasure). The journal
//! holds ids only and is not touched; whatever resolves an id afterwards shows `verwijderd lid`.
//!
//! [`eraser`] removes, [`member_rounds`] takes the member out of what is still to be played, [`ledger`] remembers
//! outside the database, [`reapply`](eraser::Eraser::reapply) repeats what a restored backup brought back.

pub mod eraser;
pub mod ledger;
mod mail_files;
pub mod member_rounds;
pub mod naming;
pub mod pseudonyms;
mod readmission;
mod reapply;
pub mod report;

use anyhow::Context;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::config::Config;
use crate::services::writer::with_writer;

pub use eraser::{EraseRequest, Eraser};

/// Erases again whoever came back with a restored backup, on a pool that is open already; part of every start.
///
/// # Errors
/// As [`Eraser::reapply`].
pub async fn reapply(config: &Config, pool: &PgPool, clock: &Clock) -> anyhow::Result<()> {
    let reports = with_writer(pool, clock, async |writer| {
        let eraser = Eraser::new(config, pool.clone(), clock.clone(), writer)?;
        eraser.reapply().await.context("erasures cannot be applied again")
    })
    .await?;
    if !reports.is_empty() {
        tracing::warn!(members = reports.len(), "erased members had come back, with a backup: erased again");
    }
    Ok(())
}
