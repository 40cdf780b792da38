//! Publishes the figures for analysts, once on each day of the portal (docs/analytics.md). Any number of nodes may: the
//! database lets one of them publish, and a day that is published is nothing to do for the next.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use fairway_audit::{projections, publication};
use fairway_clock::clock::Clock;
use fairway_store::PgPool;

/// How often a node looks whether a day began.
const PAUSE: Duration = Duration::from_secs(60);
/// For how long it waits for projections before that is a failure.
const PATIENCE: Duration = Duration::from_secs(600);
/// After this time the database does not answer: waiting, and publishing the longest journal, take less.
const LONGEST: Duration = Duration::from_secs(3600);
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
        let done = tokio::time::timeout(LONGEST, once(pool, clock)).await;
        let done = done.context("the database does not answer").flatten();
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

#[cfg(test)]
mod tests {
    use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
    use tokio::net::TcpListener;
    use tokio::sync::watch;

    use super::*;
    use fairway_tasks::supervisor::{Supervisor, TaskRestarts};

    #[tokio::test(start_paused = true)]
    async fn a_database_that_fails_or_is_silent_is_counted_as_a_restart() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = silent.local_addr().unwrap().port();
        let options = PgConnectOptions::new().host("127.0.0.1").port(port).ssl_mode(PgSslMode::Disable);
        let pool = PgPoolOptions::new().acquire_timeout(LONGEST * 100).connect_lazy_with(options);
        assert!(restarted_after(&pool).await <= LONGEST + PAUSE * 2);
        pool.close().await;
        assert!(restarted_after(&pool).await <= PAUSE * 2, "each query fails");
    }

    async fn restarted_after(pool: &PgPool) -> Duration {
        let (_stop, stopped) = watch::channel(false);
        let restarts = TaskRestarts::default();
        let mut tasks = Supervisor::new(stopped, restarts.clone());
        let (pool, clock) = (pool.clone(), Clock::fixed_at(chrono::DateTime::UNIX_EPOCH));
        let began = tokio::time::Instant::now();
        tasks.start("figures", move |stopped| run(pool.clone(), clock.clone(), stopped));
        while restarts.counts() == [("figures", 0)] {
            tokio::time::sleep(PAUSE).await;
        }
        began.elapsed()
    }
}
