//! The projector's lag: 64 callers book while the projector updates the member-facing projections in the same process.
//! The lag is sampled during the whole round and must not grow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use fairway_events::Position;
use fairway_query::{Projector, ProjectorOptions};

use crate::bench::Bench;
use crate::bench_writer::BenchWriter;
use crate::load::drive;
use crate::report::Row;
use crate::workload::{Bookings, Spread, submit};

const CALLERS: u64 = 64;
const BOOKINGS: u64 = 100_000;
const PER_GROUP: u64 = 21;
const SAMPLE_INTERVAL: Duration = Duration::from_millis(100);

/// The lag at one moment: the number of events that are committed and not yet projected.
struct Sample {
    committed: Position,
    lag: Position,
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let count = bench.options.count(BOOKINGS);
    let groups = count / PER_GROUP + 1;
    let writer = BenchWriter::start(&bench.server, "bench_lag", groups).await?;
    let projector = Projector::new(writer.journal.pool().clone(), ProjectorOptions::default());
    let progress = projector.progress();
    let projecting = tokio::spawn(projector.run(Some(writer.handle.positions()), std::future::pending()));
    progress.wait_until(writer.journal.head().await?, Duration::from_secs(120)).await?;

    let bookings = Arc::new(Bookings::new(Spread::Everywhere, PER_GROUP, 0));
    let booking_writer = writer.handle.clone();
    let mut load = tokio::spawn(drive(CALLERS, count, move |_, number| {
        let (writer, command) = (booking_writer.clone(), bookings.command(number));
        async move { submit(&writer, command).await }
    }));
    let (start, positions) = (Instant::now(), writer.handle.positions());
    let mut samples: Vec<Sample> = Vec::new();
    let mut sample_timer = tokio::time::interval(SAMPLE_INTERVAL);
    let round = loop {
        tokio::select! {
            done = &mut load => break done??,
            _ = sample_timer.tick() => {
                let committed = *positions.borrow();
                samples.push(Sample { committed, lag: (committed - progress.reached()).max(0) });
            }
        }
    };
    let ended = Instant::now();
    progress.wait_until(writer.journal.head().await?, Duration::from_secs(120)).await?;
    let catch_up_time = ended.elapsed();
    projecting.abort();
    // It has ended, so that it holds no connection.
    let _ = projecting.await;
    writer.stop().await;
    let rows = rows(&samples, start, ended, catch_up_time, round.rate());
    bench.report("lag", "The projector beside the writer, 64 callers", rows);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "rates and means")]
fn rows(
    samples: &[Sample],
    start: Instant,
    ended: Instant,
    catch_up_time: Duration,
    booking_rate: f64,
) -> Vec<Row> {
    let first = samples.iter().find(|sample| sample.committed > 0).map_or(0, |sample| sample.committed);
    let last = samples.last().map_or(0, |sample| sample.committed);
    let event_rate = (last - first) as f64 / (ended - start).as_secs_f64();
    let bound = "two processors for callers, writer, projector and PostgreSQL together";
    let mut rows = vec![
        Row::of_values("bookings committed", "bookings/s", vec![booking_rate], bound),
        Row::of_values("events committed", "events/s", vec![event_rate], bound),
    ];
    let third_length = samples.len().div_ceil(3).max(1);
    for (name, third) in ["first", "second", "last"].into_iter().zip(samples.chunks(third_length)) {
        let milliseconds: Vec<f64> =
            third.iter().map(|sample| 1e3 * sample.lag as f64 / event_rate.max(1.0)).collect();
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
        vec![catch_up_time.as_secs_f64() * 1e3],
        "a batch's fold and commit",
    ));
    rows
}
