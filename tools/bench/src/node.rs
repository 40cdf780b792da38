//! Parts of the product in processes of their own, told what to do through standard input: a node with its own writer
//! and cache on a database that others write to, and a rebuild whose memory is its alone.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use fairway_bench_driver::cpu;
use fairway_bench_driver::line::obey;
use fairway_bench_driver::load::{Round, drive};
use fairway_command::{WriterOptions, start_writer};
use fairway_events::Journal;
use fairway_query::{Projection, Rebuild, RebuildOptions, rebuild};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, PgPool};

use crate::workload::{Bookings, Spread, now, submit};

/// Books as ordered through standard input, until that ends.
pub(crate) async fn run(url: &str) -> Result<()> {
    let pool = connect(url).await?;
    let (writer, _task) = start_writer(Journal::new(pool), Arc::new(now), WriterOptions::default());
    obey(async |order| {
        let spread = if order.hot { Spread::OneClubDay } else { Spread::Everywhere };
        let (writer, bookings) = (writer.clone(), Arc::new(Bookings::new(spread, 1, order.first)));
        drive(order.callers, order.count, move |_, number| {
            let (writer, command) = (writer.clone(), bookings.command(number));
            async move { submit(&writer, command).await }
        })
        .await
    })
    .await
}

/// Rebuilds as often as ordered through standard input.
pub(crate) async fn run_rebuilds(url: &str) -> Result<()> {
    let pool = connect(url).await?;
    obey(async |_| rebuild_all(&pool).await).await
}

/// All member-facing read models from the first event: new tables beside the live ones, filled, indexed, swapped.
pub(crate) async fn rebuild_all(pool: &PgPool) -> Result<Round> {
    let (start, used) = (Instant::now(), cpu::own());
    let begun = Rebuild::begin(
        pool.clone(),
        &Projection::member_facing().collect::<Vec<_>>(),
        RebuildOptions::default(),
    )
    .await?;
    let filled = begun.fill(|_| ()).await?;
    if let Some(stopped) = filled.stopped {
        return Err(stopped.into());
    }
    begun.index().await?;
    begun.swap().await?;
    let (seconds, cpu) = (start.elapsed().as_secs_f64(), cpu::own().saturating_sub(used));
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
