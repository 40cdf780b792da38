//! Does the projector keep up? 64 callers book for half a minute while the member-facing projections follow; the lag
//! is sampled each second and must not grow.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use fairway_command::{WriterOptions, start_writer};
use fairway_events::{Journal, Position};
use fairway_query::{Projector, ProjectorOptions};
use tokio::sync::watch;

use crate::booking::submit;
use crate::database::Server;
use crate::load::drive;
use crate::workload::{Bookings, Spread, now, start_passes};

const CALLERS: u64 = 64;
const SECONDS: usize = 30;
/// More bookings than fit in the time on any machine that we know; the clock ends the run.
const GROUPS: u64 = 30_000;
const PER_GROUP: u64 = 21;

/// Lag at one moment: events that are committed and not projected.
struct Sample {
    committed: Position,
    lag: Position,
}

pub(crate) async fn run(server: &Server) -> Result<()> {
    let pool = server.fresh("bench_lag").await?;
    let journal = Journal::new(pool.clone());
    start_passes(&journal, GROUPS).await?;
    let (writer, _task) = start_writer(journal.clone(), Arc::new(now), WriterOptions::default());
    let projector = Projector::new(pool, ProjectorOptions::default());
    let progress = projector.progress();
    let following = tokio::spawn(projector.run(Some(writer.positions()), std::future::pending()));
    progress.wait_until(journal.head().await?, Duration::from_secs(120)).await?;

    let (done, over) = watch::channel(false);
    let bookings = Arc::new(Bookings::new(Spread::Everywhere, PER_GROUP, 0));
    let load = tokio::spawn({
        let (writer, over) = (writer.clone(), over);
        drive(CALLERS, GROUPS * PER_GROUP, move |number| {
            let (writer, command, over) = (writer.clone(), bookings.command(number), over.clone());
            async move { if *over.borrow() { Ok(()) } else { submit(&writer, command).await } }
        })
    });
    let start = Instant::now();
    let mut samples = Vec::with_capacity(SECONDS);
    let mut every_second = tokio::time::interval(Duration::from_secs(1));
    every_second.tick().await;
    let positions = writer.positions();
    let first = *positions.borrow();
    while samples.len() < SECONDS {
        every_second.tick().await;
        let committed = *positions.borrow();
        samples.push(Sample { committed, lag: (committed - progress.reached()).max(0) });
    }
    let elapsed = start.elapsed().as_secs_f64();
    done.send_replace(true);
    load.await??;
    following.abort();
    report(&samples, first, elapsed);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "rates and means")]
fn report(samples: &[Sample], first: Position, elapsed: f64) {
    let events = samples.last().map_or(0, |sample| sample.committed - first);
    let rate = events as f64 / elapsed;
    println!("\nProjector beside the writer at {CALLERS} callers, {SECONDS} s: {rate:.0} events/s committed");
    let mean =
        |part: &[Sample]| part.iter().map(|sample| sample.lag as f64).sum::<f64>() / part.len().max(1) as f64;
    for (number, part) in samples.chunks(SECONDS / 3).enumerate() {
        let worst = part.iter().map(|sample| sample.lag).max().unwrap_or(0);
        println!(
            "  seconds {:>2} to {:>2}: mean lag {:>7.0} events ({:.0} ms), worst {worst}",
            number * SECONDS / 3 + 1,
            (number + 1) * SECONDS / 3,
            mean(part),
            1e3 * mean(part) / rate
        );
    }
}
