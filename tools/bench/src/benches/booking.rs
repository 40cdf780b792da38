//! Booking for four through the writer, every rule checked, from one caller to many; beside the bare append of the
//! same rows, and beside the peers' one event for a booking.

use std::sync::Arc;

use anyhow::Result;
use fairway_bench_driver::load::{Round, drive};
use fairway_command::{WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::Journal;

use super::{Bench, peers};
use crate::bare::{Bare, rows_of};
use crate::database::Server;
use crate::report::Row;
use crate::workload::{Bookings, Spread, now, start_passes, submit};

/// Callers, bookings per round, and bookings per round of the slower peers.
const LEVELS: [(u64, u64, u64); 4] =
    [(1, 600, 200), (8, 3_000, 1_000), (64, 10_000, 2_000), (256, 12_000, 2_000)];
/// `first booking` is of members of whom nothing is in memory; `booking for four` of members who booked before, as
/// nearly all do.
const BARE: (&str, &str) =
    ("bare batched append", "the commit of a batch, and PostgreSQL's work on three indexes");
const KNOWN: (&str, &str) =
    ("booking for four", "PostgreSQL's work on six rows and three indexes; the commit, at few callers");
const FIRST: (&str, &str) =
    ("first booking for four", "the same, and loading five streams of which nothing is in memory");
/// Bookings per group of members: one on each day of the window.
const PER_KNOWN_GROUP: u64 = 21;

/// A writer over a database of its own, in which so many groups have their passes.
pub(crate) async fn writer_over(
    server: &Server,
    name: &str,
    groups: u64,
) -> Result<(Journal, WriterHandle, WriterTask)> {
    let journal = Journal::new(server.fresh(name).await?);
    start_passes(&journal, groups).await?;
    settle(&journal).await?;
    let (writer, task) = start_writer(journal.clone(), Arc::new(now), WriterOptions::default());
    Ok((journal, writer, task))
}

/// Statistics are fresh and nothing waits to be written back: rounds begin alike.
pub(crate) async fn settle(journal: &Journal) -> Result<()> {
    sqlx::query("ANALYZE events").execute(journal.pool()).await?;
    sqlx::query("CHECKPOINT").execute(journal.pool()).await?;
    Ok(())
}

/// A round of bookings through a writer.
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

async fn append(server: &Server, bare: &Bare, bookings: Bookings, callers: u64, count: u64) -> Result<Round> {
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
    let groups: u64 = LEVELS.iter().map(|(_, count, _)| options.count(*count) * rounds).sum();
    let bare_journal = Journal::new(server.fresh("bench_bare").await?);
    start_passes(&bare_journal, groups).await?;
    settle(&bare_journal).await?;
    let bare = Bare::start(bare_journal.clone(), WriterOptions::default().batch);
    let (first_journal, first, _first_task) = writer_over(server, "bench_first", groups).await?;
    let (known_journal, known, _known_task) = writer_over(server, "bench_known", groups).await?;
    let mut peers = peers::booking(server).await?;

    let mut rows = Vec::new();
    let mut group = 0;
    for (callers, usual, usual_of_peers) in LEVELS {
        let (count, count_of_peers) = (options.count(usual), options.count(usual_of_peers));
        let mut measured: [Vec<Round>; 3] = Default::default();
        for _ in 0..options.rounds {
            let spread = |per_group| Bookings::new(Spread::Everywhere, per_group, group);
            measured[0].push(append(server, &bare, spread(1), callers, count).await?);
            measured[1].push(book(server, &known, spread(PER_KNOWN_GROUP), callers, count).await?);
            measured[2].push(book(server, &first, spread(1), callers, count).await?);
            for peer in &mut peers {
                peer.round(server, false, callers, count_of_peers).await?;
            }
            group += count;
        }
        for ((name, bound), rounds) in [BARE, KNOWN, FIRST].into_iter().zip(&measured) {
            rows.push(Row::of_rounds(format!("{name}, {}", crowd(callers)), "bookings/s", rounds, bound));
        }
        rows.extend(peers.iter_mut().map(|peer| peer.row(format!("{}, {}", peer.name, crowd(callers)))));
    }
    for journal in [bare_journal, first_journal, known_journal] {
        journal.pool().close().await;
    }
    bench.report("booking", "Booking for four, durable commits", rows);
    Ok(())
}

fn crowd(callers: u64) -> String {
    format!("{callers} caller{}", if callers == 1 { "" } else { "s" })
}
