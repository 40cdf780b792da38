//! The same work on journals that are ten times longer each: what a member waits for must not depend on how much has
//! happened.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fairway_bench_driver::load::Round;
use fairway_command::{WriterOptions, start_writer};
use fairway_events::Journal;
use sqlx::PgPool;
use tokio::process::Command;

use super::booking::book;
use super::http::{Ask, Crowd, ask};
use crate::bench::Bench;
use crate::chart::{self, power};
use crate::history::{self, AHEAD, Made};
use crate::node::rebuild_all;
use crate::options::Options;
use crate::people;
use crate::portal::{Portal, program};
use crate::report::{Row, median};
use crate::workload::{Bookings, DAYS, PLAYERS, Spread, now};

const CALLERS: u64 = 64;
const HTTP_CALLERS: u64 = 8;
const REQUESTS: u64 = 4_000;
/// Bookings per round: the smallest journal has members for three rounds of so many.
const BOOKINGS: u64 = 560;
/// One on each day of the window on which the history's members have nothing planned.
const PER_GROUP: u64 = DAYS - AHEAD;
const TIMELINES: usize = 30;

/// One size's figures.
#[derive(Debug)]
struct Measured {
    events: u64,
    bookings: Vec<Round>,
    upcoming: Vec<Round>,
    availability: Vec<Round>,
    projected: Round,
    timelines: Vec<f64>,
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let mut all = Vec::new();
    for events in bench.options.sizes() {
        all.push(measure(bench, events).await?);
    }
    let rows = all.iter().flat_map(rows).collect();
    bench.report("growth", "The same work on longer journals", rows);
    chart::write(&bench.report).map(drop)
}

async fn measure(bench: &Bench, events: u64) -> Result<Measured> {
    let (server, options) = (&bench.server, &bench.options);
    let name = format!("bench_growth_{events}");
    let pool = server.fresh(&name).await?;
    let start = Instant::now();
    let made = history::load(&pool, events).await?;
    let loaded = start.elapsed().as_secs_f64();
    people::move_in(&pool, &made).await?;
    let projected = server.observe(&[], rebuild_all(&pool)).await?;
    println!(
        "{} events: loaded in {loaded:.1} s, rebuilt in {:.1} s, {} members",
        made.events, projected.seconds, made.size.members
    );

    let portal = Portal::on_database(&server.url(&name)).await?;
    portal.at_rest(&pool).await?;
    let crowd = Crowd::of(made.size.members);
    let (mut upcoming, mut availability) = (Vec::new(), Vec::new());
    let count = options.count(REQUESTS);
    // The first round fills caches that a portal at work has filled.
    for round in 0..=options.rounds as u64 {
        for (what, rounds) in [(Ask::Upcoming, &mut upcoming), (Ask::Availability, &mut availability)] {
            let measured = ask(server, &portal, (crowd, what), HTTP_CALLERS, (round * count, count)).await?;
            if round > 0 {
                rounds.push(measured);
            }
        }
    }
    portal.stop()?;
    let timelines = timelines(&server.url(&name), &made).await?;
    let bookings = bookings(bench, &pool, &made, options).await?;
    pool.close().await;
    server.drop(&name).await?;
    Ok(Measured { events, bookings, upcoming, availability, projected, timelines })
}

/// Bookings by members from all over the population, whose streams are read from the journal.
async fn bookings(bench: &Bench, pool: &PgPool, made: &Made, options: &Options) -> Result<Vec<Round>> {
    let (writer, _task) = start_writer(Journal::new(pool.clone()), Arc::new(now), WriterOptions::default());
    let mut rounds = Vec::new();
    let groups = made.size.members / PLAYERS;
    let needed = BOOKINGS.div_ceil(PER_GROUP) * options.rounds as u64;
    ensure!(needed <= groups, "{groups} groups are too few for {needed}");
    let stride = groups / needed;
    for round in 0..options.rounds as u64 {
        let first = round * BOOKINGS.div_ceil(PER_GROUP) * stride;
        let bookings = Bookings::new(Spread::Everywhere, PER_GROUP, first).among(stride, AHEAD, PER_GROUP);
        rounds.push(book(&bench.server, &writer, bookings, CALLERS, BOOKINGS).await?);
    }
    Ok(rounds)
}

/// What an operator waits for: the whole program, its start and its connection, for rounds of all ages. Milliseconds.
async fn timelines(url: &str, made: &Made) -> Result<Vec<f64>> {
    let tool: PathBuf = program("FAIRWAY_BENCH_REPLAY_TOOL")?;
    let mut milliseconds = Vec::new();
    let step = (made.samples.len() / TIMELINES).max(1);
    for booking in made.samples.iter().step_by(step).take(TIMELINES) {
        let start = Instant::now();
        let output = Command::new(&tool)
            .args(["timeline", &booking.to_string(), "--json"])
            .env("DATABASE_URL", url)
            .stdin(Stdio::null())
            .output()
            .await
            .context("cannot run the replay-tool")?;
        milliseconds.push(start.elapsed().as_secs_f64() * 1e3);
        ensure!(
            output.status.success() && output.stdout.starts_with(b"{"),
            "no timeline of {booking}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(milliseconds)
}

fn rows(measured: &Measured) -> Vec<Row> {
    let events = power(measured.events);
    let name = |what: &str| format!("{what}, {events} events");
    let timeline = Row {
        p50_ms: Some(median(measured.timelines.iter().copied())),
        ..Row::of_values(
            name("timeline"),
            "ms",
            measured.timelines.clone(),
            "the program's start and its connection; two indexed reads",
        )
    };
    vec![
        Row::of_rounds(
            name("booking for four, 64 callers"),
            "bookings/s",
            &measured.bookings,
            "loading members' streams, and PostgreSQL's work on six rows and three indexes",
        ),
        Row::of_rounds(
            name("upcoming list, HTTP"),
            "requests/s",
            &measured.upcoming,
            "the session, two statements, HTTP and its log",
        ),
        Row::of_rounds(
            name("availability of four, HTTP"),
            "requests/s",
            &measured.availability,
            "the session, three statements, HTTP and its log",
        ),
        timeline,
        Row::of_rounds(
            name("rebuilding"),
            "events/s",
            &[measured.projected],
            "parsing, folding and PostgreSQL's rows, side by side on two processors; indexes last",
        ),
    ]
}
