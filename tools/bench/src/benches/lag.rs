//! Does the projector keep up? 64 callers book while the member-facing projections follow in the same process; the
//! lag is sampled all the time and must not grow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use fairway_bench_driver::load::drive;
use fairway_events::Position;
use fairway_query::{Projector, ProjectorOptions};

use super::booking::writer_over;
use crate::bench::Bench;
use crate::report::Row;
use crate::workload::{Bookings, Spread, submit};

const CALLERS: u64 = 64;
const BOOKINGS: u64 = 100_000;
const PER_GROUP: u64 = 21;
const LOOK: Duration = Duration::from_millis(100);

/// Lag at one moment: events that are committed and not projected.
struct Sample {
    committed: Position,
    lag: Position,
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let count = bench.options.count(BOOKINGS);
    let (journal, writer, _task) = writer_over(&bench.server, "bench_lag", count / PER_GROUP + 1).await?;
    let projector = Projector::new(journal.pool().clone(), ProjectorOptions::default());
    let progress = projector.progress();
    let following = tokio::spawn(projector.run(Some(writer.positions()), std::future::pending()));
    progress.wait_until(journal.head().await?, Duration::from_secs(120)).await?;

    let bookings = Arc::new(Bookings::new(Spread::Everywhere, PER_GROUP, 0));
    let booking = writer.clone();
    let mut load = tokio::spawn(drive(CALLERS, count, move |_, number| {
        let (writer, command) = (booking.clone(), bookings.command(number));
        async move { submit(&writer, command).await }
    }));
    let (start, positions) = (Instant::now(), writer.positions());
    let mut samples: Vec<Sample> = Vec::new();
    let mut often = tokio::time::interval(LOOK);
    let round = loop {
        tokio::select! {
            done = &mut load => break done??,
            _ = often.tick() => {
                let committed = *positions.borrow();
                samples.push(Sample { committed, lag: (committed - progress.reached()).max(0) });
            }
        }
    };
    let ended = Instant::now();
    progress.wait_until(journal.head().await?, Duration::from_secs(120)).await?;
    let behind = ended.elapsed();
    following.abort();
    journal.pool().close().await;
    let rows = rows(&samples, start, ended, behind, round.rate());
    bench.report("lag", "The projector beside the writer, 64 callers", rows);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "rates and means")]
fn rows(samples: &[Sample], start: Instant, ended: Instant, behind: Duration, bookings: f64) -> Vec<Row> {
    let first = samples.iter().find(|sample| sample.committed > 0).map_or(0, |sample| sample.committed);
    let last = samples.last().map_or(0, |sample| sample.committed);
    let rate = (last - first) as f64 / (ended - start).as_secs_f64();
    let shared = "two processors for callers, writer, projector and PostgreSQL together";
    let mut rows = vec![
        Row::of_values("bookings committed", "bookings/s", vec![bookings], shared),
        Row::of_values("events committed", "events/s", vec![rate], shared),
    ];
    let third = samples.len().div_ceil(3).max(1);
    for (name, part) in ["first", "second", "last"].into_iter().zip(samples.chunks(third)) {
        let milliseconds: Vec<f64> =
            part.iter().map(|sample| 1e3 * sample.lag as f64 / rate.max(1.0)).collect();
        rows.push(Row::of_values(
            format!("lag, {name} third"),
            "ms",
            milliseconds,
            "a batch's fold and commit",
        ));
    }
    rows.push(Row::of_values(
        "everything projected after the last booking",
        "ms",
        vec![behind.as_secs_f64() * 1e3],
        "a batch's fold and commit",
    ));
    rows
}
