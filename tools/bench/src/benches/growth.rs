//! The same operations on journals of increasing length, each ten times longer than the one before: the time that a
//! member waits must not depend on the journal's length.

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use fairway_command::{WriterOptions, start_writer};
use fairway_events::Journal;
use sqlx::PgPool;
use tokio::process::Command;

use super::booking::book;
use super::http::{RequestKind, RequestingMembers, run_requests};
use crate::accounts;
use crate::bench::Bench;
use crate::chart::{self, power};
use crate::history::{self, DAYS_AHEAD, History};
use crate::load::Round;
use crate::node::rebuild_all;
use crate::options::Options;
use crate::portal::{Portal, program};
use crate::report::{Row, median};
use crate::workload::{Bookings, DAYS, PLAYERS, Spread, now};

const CALLERS: u64 = 64;
const HTTP_CALLERS: u64 = 8;
const REQUESTS: u64 = 4_000;
/// Bookings per round. The smallest journal has enough members for three such rounds.
const BOOKINGS: u64 = 560;
/// Bookings per group of members: one on each day of the booking window on which the history has no rounds.
const PER_GROUP: u64 = DAYS - DAYS_AHEAD;
const TIMELINES: usize = 30;

/// The figures for one journal length.
#[derive(Debug)]
struct Measured {
    events: u64,
    bookings: Vec<Round>,
    upcoming: Vec<Round>,
    availability: Vec<Round>,
    rebuild: Round,
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
    let pool = server.create_migrated(&name).await?;
    let start = Instant::now();
    let history = history::load(&pool, events).await?;
    let load_seconds = start.elapsed().as_secs_f64();
    accounts::insert_members_and_clubs(&pool, &history).await?;
    let rebuild = server.observe(&[], rebuild_all(&pool)).await?;
    println!(
        "{} events: loaded in {load_seconds:.1} s, rebuilt in {:.1} s, {} members",
        history.events, rebuild.seconds, history.size.members
    );

    let portal = Portal::on_database(&server.url(&name)).await?;
    portal.wait_until_idle(&pool).await?;
    let members = RequestingMembers::for_members(history.size.members);
    let (mut upcoming, mut availability) = (Vec::new(), Vec::new());
    let count = options.count(REQUESTS);
    // Round 0 is a warm-up: it fills the caches, which are full in production.
    for round in 0..=options.rounds as u64 {
        for (kind, rounds) in
            [(RequestKind::Upcoming, &mut upcoming), (RequestKind::Availability, &mut availability)]
        {
            let requests = (round * count, count);
            let measured = run_requests(server, &portal, (members, kind), HTTP_CALLERS, requests).await?;
            if round > 0 {
                rounds.push(measured);
            }
        }
    }
    portal.stop()?;
    let timelines = timelines(&server.url(&name), &history).await?;
    let bookings = bookings(bench, &pool, &history, options).await?;
    pool.close().await;
    server.drop(&name).await?;
    Ok(Measured { events, bookings, upcoming, availability, rebuild, timelines })
}

/// Rounds of bookings by members distributed over the whole population, whose streams are loaded from the journal.
async fn bookings(bench: &Bench, pool: &PgPool, history: &History, options: &Options) -> Result<Vec<Round>> {
    let (writer, _task) = start_writer(Journal::new(pool.clone()), Arc::new(now), WriterOptions::default());
    let mut rounds = Vec::new();
    let groups = history.size.members / PLAYERS;
    let needed = BOOKINGS.div_ceil(PER_GROUP) * options.rounds as u64;
    ensure!(needed <= groups, "{needed} groups are needed, but only {groups} exist");
    let stride = groups / needed;
    for round in 0..options.rounds as u64 {
        let first = round * BOOKINGS.div_ceil(PER_GROUP) * stride;
        let bookings = Bookings::new(Spread::Everywhere, PER_GROUP, first);
        let bookings = bookings.restricted_to(stride, DAYS_AHEAD, PER_GROUP);
        rounds.push(book(&bench.server, &writer, bookings, CALLERS, BOOKINGS).await?);
    }
    Ok(rounds)
}

/// The run times of `replay-tool timeline`, with program start and connection, for rounds of the whole year.
/// Milliseconds.
async fn timelines(url: &str, history: &History) -> Result<Vec<f64>> {
    let tool: PathBuf = program("FAIRWAY_BENCH_REPLAY_TOOL")?;
    let mut milliseconds = Vec::new();
    let step = (history.samples.len() / TIMELINES).max(1);
    for booking in history.samples.iter().step_by(step).take(TIMELINES) {
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
    let name = |operation: &str| format!("{operation}, {events} events");
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
            &[measured.rebuild],
            "parsing, folding and PostgreSQL's rows, side by side on two processors; indexes last",
        ),
    ]
}
