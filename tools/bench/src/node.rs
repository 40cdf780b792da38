//! Workers that run parts of the product in processes of their own: a node with its own writer and cache on a database
//! that other nodes also write to, and a rebuild whose memory use can be measured alone.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use fairway_command::{WriterOptions, start_writer};
use fairway_events::Journal;
use fairway_query::{Projection, Rebuild, RebuildOptions, rebuild};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgPool};

use crate::cpu;
use crate::load::{Round, drive};
use crate::worker::serve;
use crate::workload::{Bookings, Spread, now, submit};

/// Runs rounds of bookings as a worker.
pub(crate) async fn run(url: &str) -> Result<()> {
    let pool = connect(url).await?;
    let (writer, _task) = start_writer(Journal::new(pool), Arc::new(now), WriterOptions::default());
    serve(async |request| {
        let spread = if request.hot { Spread::OneClubDay } else { Spread::Everywhere };
        let (writer, bookings) = (writer.clone(), Arc::new(Bookings::new(spread, 1, request.first)));
        drive(request.callers, request.count, move |_, number| {
            let (writer, command) = (writer.clone(), bookings.command(number));
            async move { submit(&writer, command).await }
        })
        .await
    })
    .await
}

/// Runs one rebuild per round as a worker.
pub(crate) async fn run_rebuilds(url: &str) -> Result<()> {
    let pool = connect(url).await?;
    serve(async |_| rebuild_all(&pool).await).await
}

/// Rebuilds all member-facing projections from the first event: creates new tables beside the live ones, fills them,
/// creates their indexes, and swaps them with the live tables.
pub(crate) async fn rebuild_all(pool: &PgPool) -> Result<Round> {
    rebuild_these(pool, &Projection::member_facing().collect::<Vec<_>>()).await
}

/// The same of other projections.
pub(crate) async fn rebuild_these(pool: &PgPool, projections: &[Projection]) -> Result<Round> {
    let (start, cpu_before) = (Instant::now(), cpu::own());
    let rebuild = Rebuild::begin(pool.clone(), projections, RebuildOptions::default()).await?;
    let filled = rebuild.fill(|_| ()).await?;
    if let Some(stopped) = filled.stopped {
        return Err(stopped.into());
    }
    rebuild.index().await?;
    rebuild.replace_tables().await?;
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(cpu_before));
    rebuild::drop_old(pool, &rebuild::old_schemas(pool).await?).await?;
    Ok(Round {
        operations: u64::try_from(filled.position).context("a negative position")?,
        seconds,
        p50_ms: 0.0,
        p99_ms: 0.0,
        cpu_us: cpu.as_secs_f64() * 1e6,
    })
}

async fn connect(url: &str) -> Result<PgPool> {
    let options = PgConnectOptions::from_str(url)?.disable_statement_logging();
    let pool = PgPoolOptions::new().max_connections(16).test_before_acquire(false);
    Ok(pool.connect_with(options).await?)
}
