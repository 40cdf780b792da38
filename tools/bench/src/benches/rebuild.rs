//! Projecting the whole journal: a full rebuild, and the live projector's catch-up. Compared with the bare stream (the
//! same rows read and parsed, nothing written).

use std::time::Instant;

use anyhow::{Context, Result};
use fairway_events::{Event, StreamId};
use fairway_query::{Projection, Projector, ProjectorOptions, Schema};
use futures::TryStreamExt;
use sqlx::{PgPool, Row as _};

use crate::bench::Bench;
use crate::cpu;
use crate::history;
use crate::load::Round;
use crate::report::Row;
use crate::worker::{RoundRequest, Worker};

const DATABASE: &str = "bench_rebuild";
const SCHEMA: &str = "bench_twin";

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.create_migrated(DATABASE).await?;
    let start = Instant::now();
    let history = history::load(&pool, options.rebuilt).await?;
    println!("a history of {} events in {:.1} s", history.events, start.elapsed().as_secs_f64());
    let url = server.url(DATABASE);
    let program = std::env::current_exe().context("cannot find this program itself")?;
    let mut rebuilds = Worker::start(&program, &["rebuilds", &url]).await?;

    let mut measured: [Vec<Round>; 3] = Default::default();
    for _ in 0..options.rounds {
        measured[0].push(server.observe(&[], parse(&pool)).await?);
        let request = RoundRequest { hot: false, callers: 1, count: 1, first: 0 };
        measured[1].push(server.observe(&[], rebuilds.run(request)).await?);
        measured[2].push(server.observe(&[], catch_up(&pool)).await?);
    }
    let memory = rebuilds.process_id().and_then(|process| cpu::memory(process, "VmHWM"));
    let names = [
        ("bare parsed stream", "reading rows over the socket and parsing JSON, on one thread"),
        (
            "full rebuild",
            "parsing, folding and PostgreSQL's rows, side by side on two processors; indexes last",
        ),
        ("live projector's catch-up", "PostgreSQL's inserts and updates, with every index kept meanwhile"),
    ];
    let mut rows: Vec<Row> = names
        .into_iter()
        .zip(&measured)
        .map(|((name, bound), rounds)| Row::of_rounds(name, "events/s", rounds, bound))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
    let memory = memory.map(|kib| kib as f64 / 1024.0);
    rows.push(Row::of_values(
        "memory of a rebuild, highest",
        "MiB",
        memory.into_iter().collect(),
        "five batches of 10 000 events, whatever the journal's length",
    ));
    drop(rebuilds);
    pool.close().await;
    server.drop(DATABASE).await?;
    bench.report("rebuild", &format!("Read models from {} events", history.events), rows);
    Ok(())
}

/// Reads and parses every row as the journal does, and does nothing else.
async fn parse(pool: &PgPool) -> Result<Round> {
    timed(async {
        let mut rows = sqlx::query(
            "SELECT aggregate_type, aggregate_id, sequence, event_type, event_version, payload::text AS payload,
                 metadata::text AS metadata, position, recorded_at, correlation_id, actor
             FROM events ORDER BY position",
        )
        .fetch(pool);
        let mut count = 0;
        while let Some(row) = rows.try_next().await? {
            let stream = StreamId::parse(row.try_get("aggregate_type")?, row.try_get("aggregate_id")?)?;
            let event = Event::decode(
                &stream,
                row.try_get("event_type")?,
                row.try_get("event_version")?,
                row.try_get("payload")?,
            )?;
            std::hint::black_box(event);
            count += 1;
        }
        Ok(count)
    })
    .await
}

/// Runs the projector on empty tables with all their indexes, from the first event to the last.
async fn catch_up(pool: &PgPool) -> Result<Round> {
    sqlx::raw_sql(&format!("DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")).execute(pool).await?;
    let schema = Schema::named(SCHEMA)?;
    schema.create(pool, &Projection::member_facing().collect::<Vec<_>>()).await?;
    let round = timed(project_all(pool, schema)).await?;
    sqlx::raw_sql(&format!("DROP SCHEMA {SCHEMA} CASCADE")).execute(pool).await?;
    Ok(round)
}

async fn project_all(pool: &PgPool, schema: Schema) -> Result<u64> {
    let options = ProjectorOptions { schema, ..ProjectorOptions::default() };
    let batch = options.batch;
    let mut projector = Projector::new(pool.clone(), options);
    loop {
        let round = projector.run_once(batch).await?;
        if let Some(stopped) = round.stopped {
            return Err(stopped.into());
        }
        if !round.more {
            return u64::try_from(round.position).context("a negative position");
        }
    }
}

/// A round of sequential operations without latencies: there are too many operations to time each one.
async fn timed(work: impl Future<Output = Result<u64>>) -> Result<Round> {
    let (start, cpu_before) = (Instant::now(), cpu::own());
    let operations = work.await?;
    Ok(Round {
        operations,
        seconds: start.elapsed().as_secs_f64(),
        p50_ms: 0.0,
        p99_ms: 0.0,
        cpu_us: cpu::own().saturating_sub(cpu_before).as_secs_f64() * 1e6,
    })
}
