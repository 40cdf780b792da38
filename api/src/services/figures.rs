//! Publishes the figures for analysts, once on each day of the portal (docs/analytics.md). Any number of nodes may: the
//! database lets one of them publish, and a day that is published is nothing to do for the next.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fairway_audit::{projections, publication};
use sqlx::PgPool;

use crate::clock::Clock;

/// How often a node looks whether a day began.
const PAUSE: Duration = Duration::from_secs(60);
/// For how long it waits for projections before that is a failure.
const PATIENCE: Duration = Duration::from_secs(600);
/// How often it looks whether the projections are as far as the journal was.
const LOOK: Duration = Duration::from_secs(1);

/// Publishes until `stopped` completes, or until a publication fails: then it ends after a pause, so that the supervisor
/// counts the failure and starts it again.
pub async fn run(pool: PgPool, clock: Clock, stopped: impl Future<Output = ()>) {
    tokio::select! {
        () = stopped => {}
        () = until_failure(&pool, &clock) => {}
    }
}

async fn until_failure(pool: &PgPool, clock: &Clock) {
    loop {
        let done = once(pool, clock).await;
        if let Err(error) = &done {
            tracing::error!(
                error = format!("{error:#}"),
                "the figures were not published; it is tried again"
            );
        }
        tokio::time::sleep(PAUSE).await;
        if done.is_err() {
            return;
        }
    }
}

/// Publishes if a day began, as soon as the figures know what had happened by then.
///
/// # Errors
/// When the database does not answer, or refuses.
pub async fn once(pool: &PgPool, clock: &Clock) -> Result<()> {
    let today = clock.today();
    if !publication::is_due(pool, today).await? {
        return Ok(());
    }
    let mut lag = projections::lag(pool).await?;
    let head = lag.journal_position;
    let began = Instant::now();
    loop {
        let behind = publication::behind(&lag, head);
        if behind.is_empty() {
            break;
        }
        ensure!(began.elapsed() < PATIENCE, "waiting for {} (`replay-tool projections`)", behind.join(", "));
        tokio::time::sleep(LOOK).await;
        lag = projections::lag(pool).await?;
    }
    let published = publication::publish(pool, today, head).await?;
    // Another node or an import may be at it, and an empty portal has nothing to publish.
    if let Some(months) = published
        && !publication::is_due(pool, today).await?
    {
        tracing::info!(%today, months, "the figures for analysts are published");
    }
    Ok(())
}
