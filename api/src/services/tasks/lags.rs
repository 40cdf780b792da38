//! Samples how far the projections are behind, so that operators see the last hour as a line. Any number of processes
//! may: those of the same moment write the same row.

use std::time::Duration;

use fairway_audit::projections;
use fairway_store::PgPool;
use fairway_store::projection_lags;

/// Samples until `shutdown` completes.
pub(super) async fn run(pool: PgPool, shutdown: impl Future<Output = ()>) {
    tokio::select! {
        () = shutdown => {}
        () = sample(pool) => {}
    }
}

async fn sample(pool: PgPool) {
    let mut ticks = tokio::time::interval(Duration::from_secs(projection_lags::EVERY.into()));
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = once(&pool).await {
            tracing::debug!(%error, "the projections' lag was not sampled");
        }
    }
}

async fn once(pool: &PgPool) -> anyhow::Result<()> {
    let lag = projections::lag(pool).await?;
    Ok(projection_lags::add(pool, &lag).await?)
}
