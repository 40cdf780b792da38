//! `fairway erase EMAIL` and `fairway erase --reapply`: removing a member's personal data, at an operator's command.

use anyhow::Context;
use fairway_clock::clock::Clock;
use fairway_console::say;
use fairway_members::erasure::{EraseRequest, Eraser};
use fairway_store::PgPool;
use fairway_store::database::with_pool;
use fairway_store::operator_actions::WrittenAct;

use crate::config::Config;
use crate::services::writer::with_writer;

/// One for a transaction, one for its look-ups, and the writer's.
const CONNECTIONS: u32 = 5;

/// The command `fairway erase EMAIL`.
///
/// # Errors
/// As [`Eraser::erase`].
pub async fn run(
    config: Config,
    email: String,
    by: WrittenAct,
    cancel_upcoming: bool,
    rehearse: bool,
) -> anyhow::Result<()> {
    let report = with_eraser(config, async move |eraser, pool| {
        let by = by.checked(pool).await?;
        eraser.erase(&EraseRequest { email, by, cancel_upcoming, rehearse }).await
    })
    .await?;
    say!("{report}")?;
    Ok(())
}

/// The command `fairway erase --reapply`.
///
/// # Errors
/// As [`Eraser::reapply`].
pub async fn run_again(config: Config) -> anyhow::Result<()> {
    let reports = with_eraser(config, async |eraser, _| eraser.reapply().await).await?;
    if reports.is_empty() {
        say!("No member of the ledger of erasures is in the database again.")?;
    }
    for report in reports {
        say!("{report}")?;
    }
    Ok(())
}

pub(super) async fn with_eraser<T>(
    config: Config,
    work: impl AsyncFnOnce(&Eraser, &PgPool) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let clock = Clock::starting_at(config.clock);
    with_pool(&config.database(), CONNECTIONS, async |pool| {
        with_writer(pool, &clock, async |writer| {
            work(&Eraser::new(&config.erasing(), pool.clone(), clock.clone(), writer), pool).await
        })
        .await
    })
    .await
}

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
