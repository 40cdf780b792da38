//! The peers' programs, each on a database of its own on the same server.

use std::path::PathBuf;

use anyhow::{Context, Result};
use fairway_bench_driver::line::{Order, Program};
use fairway_bench_driver::load::Round;

use crate::database::Server;
use crate::report::Row;

/// A peer that books.
struct Known {
    /// What its program calls it.
    peer: &'static str,
    name: &'static str,
    bound: &'static str,
    /// The oldest PostgreSQL that it runs on.
    needs: u32,
}

const BOOKING: [Known; 3] = [
    Known {
        peer: "cqrs-es",
        name: "stock cqrs-es 0.5",
        bound: "two commits per booking (event, view) and a load before each, nothing shared",
        needs: 9,
    },
    Known {
        peer: "esrs",
        name: "esrs 0.18",
        bound: "one commit per booking with its view, nothing shared",
        needs: 9,
    },
    Known {
        peer: "disintegrate",
        name: "disintegrate 4",
        bound: "serialisable transactions of several round trips; no view is kept",
        // Its functions have hexadecimal literals.
        needs: 16,
    },
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

/// Starts every peer that books and runs on this server.
pub(crate) async fn booking(server: &Server) -> Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for Known { peer, name, bound, needs } in BOOKING {
        if server.major < needs {
            println!("{name} is left out: it needs PostgreSQL {needs}");
            continue;
        }
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
