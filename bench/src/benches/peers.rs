//! The peers' programs, each on a database of its own on the same server.

use std::path::PathBuf;

use anyhow::{Context, Result};
use fairway_bench_driver::line::{Order, Program};
use fairway_bench_driver::load::Round;

use crate::database::Server;
use crate::report::Row;

/// Peers that book, with what bounds them.
const BOOKING: [(&str, &str, &str); 3] = [
    (
        "cqrs-es",
        "stock cqrs-es 0.5",
        "two commits per booking (event, view) and a load before each, nothing shared",
    ),
    ("esrs", "esrs 0.18", "one commit per booking with its view, nothing shared"),
    ("disintegrate", "disintegrate 4", "serialisable transactions of several round trips; no view is kept"),
];

/// A peer that runs, and its rounds so far.
#[derive(Debug)]
pub(crate) struct Peer {
    program: Program,
    pub(crate) name: &'static str,
    bound: &'static str,
    rounds: Vec<Round>,
    next: u64,
}

/// Starts every peer that books.
pub(crate) async fn booking(server: &Server) -> Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for (peer, name, bound) in BOOKING {
        let database = format!("bench_{}", peer.replace('-', "_"));
        server.empty(&database).await?;
        let program = start(peer, &server.url(&database)).await?;
        peers.push(Peer { program, name, bound, rounds: Vec::new(), next: 0 });
    }
    Ok(peers)
}

/// Starts a peer's program.
pub(crate) async fn start(peer: &str, url: &str) -> Result<Program> {
    let path = std::env::var_os("FAIRWAY_BENCH_PEERS").map(PathBuf::from);
    let path = path.context("FAIRWAY_BENCH_PEERS is not set: run `cargo xtask bench`")?;
    Program::start(&path, &[peer, url]).await
}

impl Peer {
    /// Runs a round of bookings.
    pub(crate) async fn round(&mut self, server: &Server, hot: bool, callers: u64, count: u64) -> Result<()> {
        let order = Order { hot, callers, count, first: self.next };
        self.next += count;
        let round = server.observe(&[], self.program.run(order)).await;
        self.rounds.push(round.with_context(|| format!("{} failed", self.name))?);
        Ok(())
    }

    /// Its rounds since the last row.
    pub(crate) fn row(&mut self, name: String) -> Row {
        Row::of_rounds(name, "bookings/s", &std::mem::take(&mut self.rounds), self.bound)
    }
}
