//! Removes a member's personal data from every table and file, permanently (docs/operations/operators.md, "Erase"). The
//! journal holds ids only and is not changed; every look-up of the id then shows `verwijderd lid`.
//!
//! [`eraser`] removes the data, [`member_rounds`] cancels the member's upcoming rounds,
//! [`member_groups`] takes the groups in which they wait off their lists, [`ledger`] records erasures
//! outside the database and [`ledger_copy`] those of other nodes, [`reapply`](eraser::Eraser::reapply) repeats them after a restored backup.

pub mod eraser;
pub mod ledger;
pub mod ledger_copy;
mod mail_files;
pub mod member_groups;
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

/// Erases members again who came back with a restored backup, on a pool that is already open; part of every start.
///
/// # Errors
/// As [`Eraser::reapply`].
pub async fn reapply(config: &Config, pool: &PgPool, clock: &Clock) -> anyhow::Result<()> {
    let reports = with_writer(pool, clock, async |writer| {
        let eraser = Eraser::new(&config.erasing(), pool.clone(), clock.clone(), writer);
        eraser.reapply().await.context("erasures cannot be applied again")
    })
    .await?;
    if !reports.is_empty() {
        tracing::warn!(members = reports.len(), "a backup contained erased members: they were erased again");
    }
    Ok(())
}
