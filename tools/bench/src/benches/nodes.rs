//! Two nodes on one database, each a process with its own writer and cache, against one node with as many callers.
//!
//! The cases take turns, so that each begins with nodes that stood idle while others appended more than a node makes up
//! for: they forget what they knew and read it anew. Nodes behind a balancer do not meet that, and it is a sixth of a
//! short round. So each round begins with bookings that are counted apart.

use anyhow::{Context, Result};
use fairway_bench_driver::line::{Order, Program};
use fairway_bench_driver::load::Round;
use fairway_events::Journal;

use super::booking::settle;
use crate::bench::Bench;
use crate::database::Server;
use crate::report::Row;
use crate::workload::start_passes;

const CALLERS: u64 = 64;
const BOOKINGS: u64 = 6_000;
/// With which the nodes of a round begin: ten of each caller.
const FIRST: u64 = 640;
const DATABASE: &str = "bench_nodes";

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let count = options.count(BOOKINGS);
    // Short rounds differ: more of them than of others, for a steady median.
    let rounds = options.rounds * 2;
    let journal = Journal::new(server.fresh(DATABASE).await?);
    start_passes(&journal, (FIRST + count) * rounds as u64 * 4).await?;
    settle(&journal).await?;
    let this = std::env::current_exe().context("where is this program?")?;
    let url = server.url(DATABASE);
    let mut one = Program::start(&this, &["node", &url]).await?;
    let mut two =
        [Program::start(&this, &["node", &url]).await?, Program::start(&this, &["node", &url]).await?];

    let (mut began, mut measured): ([Vec<Round>; 4], [Vec<Round>; 4]) = Default::default();
    let mut order = Order { hot: false, callers: CALLERS, count, first: 0 };
    for _ in 0..rounds {
        for (row, hot) in [(0, false), (2, true)] {
            order.hot = hot;
            for (count, rounds) in [(FIRST, &mut began), (count, &mut measured)] {
                order.count = count;
                rounds[row].push(server.observe(&[], one.run(order)).await?);
                order.first += count;
            }
            for (count, rounds) in [(FIRST, &mut began), (count, &mut measured)] {
                order.count = count;
                rounds[row + 1].push(together(server, &mut two, order).await?);
                order.first += count;
            }
        }
    }
    let names = [
        ("one node, spread, 64 callers", "PostgreSQL's work on six rows and three indexes"),
        (
            "two nodes, spread, 32 callers each",
            "the head of the journal: batches of two nodes take turns on its row",
        ),
        ("one node, one hot club day, 64 callers", "PostgreSQL's work on six rows and three indexes"),
        (
            "two nodes, one hot club day, 32 callers each",
            "the same, and what the other node did to the day, read under the head's lock",
        ),
    ];
    let steady = names.iter().zip(&measured);
    let mut rows: Vec<Row> =
        steady.map(|((name, bound), rounds)| Row::of_rounds(*name, "bookings/s", rounds, bound)).collect();
    rows.extend(names.iter().zip(&began).map(|((name, _), rounds)| {
        let bound = "reading anew what the node knew before others appended tens of thousands of events";
        Row::of_rounds(format!("{name}: the first {FIRST} after standing idle"), "bookings/s", rounds, bound)
    }));
    journal.pool().close().await;
    bench.report("nodes", "Two processes on one database", rows);
    Ok(())
}

/// Both nodes at once, half of the callers and of the bookings each.
async fn together(server: &Server, nodes: &mut [Program; 2], order: Order) -> Result<Round> {
    let half = Order { callers: order.callers / 2, count: order.count / 2, ..order };
    let [left, right] = nodes;
    server
        .observe(&[], async {
            left.send(half).await?;
            right.send(Order { first: order.first + half.count, ..half }).await?;
            let (left, right) = tokio::try_join!(left.round(), right.round())?;
            Ok(Round {
                operations: left.operations + right.operations,
                seconds: left.seconds.max(right.seconds),
                p50_ms: left.p50_ms.max(right.p50_ms),
                p99_ms: left.p99_ms.max(right.p99_ms),
                cpu_us: left.cpu_us + right.cpu_us,
            })
        })
        .await
}
