//! Two nodes on one database, each a process with its own writer and cache, compared with one node with as many
//! callers.
//!
//! The cases alternate. While one case runs, the nodes of the other are idle and fall so far behind the journal that
//! they drop their cache and read the streams again. Nodes behind a load balancer are never idle for so long, and
//! reading again takes a sixth of a short round. So each round begins with warm-up bookings, which are reported
//! separately.

use anyhow::{Context, Result};
use fairway_events::Journal;

use crate::bench::Bench;
use crate::bench_writer::analyze_and_checkpoint;
use crate::database::Server;
use crate::load::Round;
use crate::report::Row;
use crate::worker::{RoundRequest, Worker};
use crate::workload::start_subscriptions;

const CALLERS: u64 = 64;
const BOOKINGS: u64 = 6_000;
/// Bookings at the beginning of each round, which are reported separately: ten per caller.
const WARM_UP: u64 = 640;
const DATABASE: &str = "bench_nodes";

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let count = options.count(BOOKINGS);
    // These rounds are short and vary, so a stable median needs more of them than in other benches.
    let rounds = options.rounds * 2;
    let journal = Journal::new(server.create_migrated(DATABASE).await?);
    start_subscriptions(&journal, (WARM_UP + count) * rounds as u64 * 4).await?;
    analyze_and_checkpoint(&journal).await?;
    let program = std::env::current_exe().context("cannot find this program itself")?;
    let url = server.url(DATABASE);
    let start_node = async || Worker::start(&program, &["node", &url]).await;
    let mut single = start_node().await?;
    let mut pair = [start_node().await?, start_node().await?];

    let (mut warm_up, mut measured): ([Vec<Round>; 4], [Vec<Round>; 4]) = Default::default();
    let mut request = RoundRequest { hot: false, callers: CALLERS, count, first: 0 };
    for _ in 0..rounds {
        for (row, hot) in [(0, false), (2, true)] {
            request.hot = hot;
            for (count, rounds) in [(WARM_UP, &mut warm_up), (count, &mut measured)] {
                request.count = count;
                rounds[row].push(server.observe(&[], single.run(request)).await?);
                request.first += count;
            }
            for (count, rounds) in [(WARM_UP, &mut warm_up), (count, &mut measured)] {
                request.count = count;
                rounds[row + 1].push(run_on_both(server, &mut pair, request).await?);
                request.first += count;
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
    let cases = names.iter().zip(&measured);
    let mut rows: Vec<Row> =
        cases.map(|((name, bound), rounds)| Row::of_rounds(*name, "bookings/s", rounds, bound)).collect();
    rows.extend(names.iter().zip(&warm_up).map(|((name, _), rounds)| {
        let bound = "reading anew what the node knew before others appended tens of thousands of events";
        Row::of_rounds(
            format!("{name}: the first {WARM_UP} after standing idle"),
            "bookings/s",
            rounds,
            bound,
        )
    }));
    journal.pool().close().await;
    bench.report("nodes", "Two processes on one database", rows);
    Ok(())
}

/// Runs a round on both nodes at once; each has half of the callers and of the bookings.
async fn run_on_both(server: &Server, nodes: &mut [Worker; 2], request: RoundRequest) -> Result<Round> {
    let half = RoundRequest { callers: request.callers / 2, count: request.count / 2, ..request };
    let [left, right] = nodes;
    server
        .observe(&[], async {
            left.start_round(half).await?;
            right.start_round(RoundRequest { first: request.first + half.count, ..half }).await?;
            let (left, right) = tokio::try_join!(left.finish_round(), right.finish_round())?;
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
