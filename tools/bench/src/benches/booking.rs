//! Bookings for four through the writer, with every rule checked, by one to 256 callers. Compared with the bare append
//! of the same rows, and at 64 callers with the fastest way in which one backend can insert them.

use std::sync::Arc;

use anyhow::Result;
use fairway_command::{BookRound, WriterHandle, WriterOptions};
use fairway_events::Journal;

use crate::bare::{BareInsert, BareWriter, rows_of};
use crate::bench::Bench;
use crate::bench_writer::{BenchWriter, analyze_and_checkpoint};
use crate::database::Server;
use crate::load::{Round, drive};
use crate::report::Row;
use crate::workload::{Bookings, Spread, start_subscriptions, submit};

/// Number of callers, and bookings per round.
const LEVELS: [(u64, u64); 4] = [(1, 600), (8, 3_000), (64, 10_000), (256, 12_000)];
/// The cases, as name and bound. `first booking` is by members whose streams are not in memory; `booking for four` by
/// members who have booked before, as most members have.
const BARE: (&str, &str) =
    ("bare batched append", "the commit of a batch, and PostgreSQL's work on three indexes");
const CACHED: (&str, &str) =
    ("booking for four", "PostgreSQL's work on six rows and three indexes; the commit, at few callers");
const UNCACHED: (&str, &str) =
    ("first booking for four", "the same, and loading five streams of which nothing is in memory");
/// The bound of every append by one backend, and the number of callers beside whose rounds it is measured: its statements
/// are as large as the writer's batches for so many.
pub(crate) const ONE_BACKEND: &str = "bare INSERT by one backend, 32 a statement";
const ONE_BACKEND_BOUND: &str = "PostgreSQL's work on six rows and three indexes in one process";
const ONE_BACKEND_BESIDE: u64 = 64;
/// Bookings per group of members in the cached case: one on each day of the booking window.
const BOOKINGS_PER_GROUP: u64 = 21;

/// Runs a round of bookings through a writer.
pub(crate) async fn book(
    server: &Server,
    writer: &WriterHandle,
    bookings: Bookings,
    callers: u64,
    count: u64,
) -> Result<Round> {
    let (writer, bookings) = (writer.clone(), Arc::new(bookings));
    let round = drive(callers, count, move |_, number| {
        let (writer, command) = (writer.clone(), bookings.command(number));
        async move { submit(&writer, command).await }
    });
    server.observe(&[], round).await
}

/// Runs a round of the same bookings' rows through the bare writer.
async fn append(
    server: &Server,
    bare: &BareWriter,
    bookings: Bookings,
    callers: u64,
    count: u64,
) -> Result<Round> {
    let (bare, bookings) = (bare.clone(), Arc::new(bookings));
    let round = drive(callers, count, move |_, number| {
        let (bare, rows) = (bare.clone(), rows_of(&bookings.booking(number)));
        async move { bare.append(rows).await }
    });
    server.observe(&[], round).await
}

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let rounds = options.rounds as u64;
    let groups: u64 = LEVELS.iter().map(|(_, count)| options.count(*count) * rounds).sum();
    let bare_journal = Journal::new(server.create_migrated("bench_bare").await?);
    start_subscriptions(&bare_journal, groups).await?;
    analyze_and_checkpoint(&bare_journal).await?;
    let bare = BareWriter::start(bare_journal.clone(), WriterOptions::default().batch);
    let one_backend_journal = Journal::new(server.create_migrated("bench_insert").await?);
    start_subscriptions(&one_backend_journal, groups).await?;
    analyze_and_checkpoint(&one_backend_journal).await?;
    let mut one_backend = BareInsert::start(&one_backend_journal).await?;
    let uncached = BenchWriter::start(server, "bench_first", groups).await?;
    let cached = BenchWriter::start(server, "bench_known", groups).await?;

    let mut rows = Vec::new();
    let mut group = 0;
    for (callers, default_count) in LEVELS {
        let count = options.count(default_count);
        let mut measured: [Vec<Round>; 3] = Default::default();
        let mut inserted = Vec::new();
        for _ in 0..options.rounds {
            let spread = |per_group| Bookings::new(Spread::Everywhere, per_group, group);
            measured[0].push(append(server, &bare, spread(1), callers, count).await?);
            if callers == ONE_BACKEND_BESIDE {
                let bookings = spread(1);
                let bookings: Vec<BookRound> = (0..count).map(|number| bookings.booking(number)).collect();
                inserted.push(server.observe(&[], one_backend.insert(&bookings)).await?);
            }
            measured[1].push(book(server, &cached.handle, spread(BOOKINGS_PER_GROUP), callers, count).await?);
            measured[2].push(book(server, &uncached.handle, spread(1), callers, count).await?);
            group += count;
        }
        if !inserted.is_empty() {
            rows.push(Row::of_rounds(ONE_BACKEND, "bookings/s", &inserted, ONE_BACKEND_BOUND));
        }
        for ((name, bound), rounds) in [BARE, CACHED, UNCACHED].into_iter().zip(&measured) {
            rows.push(Row::of_rounds(
                format!("{name}, {}", callers_label(callers)),
                "bookings/s",
                rounds,
                bound,
            ));
        }
    }
    bare_journal.pool().close().await;
    drop(one_backend);
    one_backend_journal.pool().close().await;
    uncached.stop().await;
    cached.stop().await;
    bench.report("booking", "Booking for four, durable commits", rows);
    Ok(())
}

fn callers_label(callers: u64) -> String {
    format!("{callers} caller{}", if callers == 1 { "" } else { "s" })
}
