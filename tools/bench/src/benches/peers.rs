//! The peers' worker processes, each with a database of its own on the same server.

use std::path::PathBuf;

use anyhow::{Context, Result};
use fairway_bench_driver::load::Round;
use fairway_bench_driver::worker::{RoundRequest, Worker};

use crate::database::Server;
use crate::report::Row;

/// A peer that can book.
struct PeerDefinition {
    /// Its name on the command line of the peers' program.
    peer: &'static str,
    name: &'static str,
    bound: &'static str,
    /// The oldest major version of PostgreSQL that it supports.
    min_postgres: u32,
}

const PEERS: [PeerDefinition; 3] = [
    PeerDefinition {
        peer: "cqrs-es",
        name: "stock cqrs-es 0.5",
        bound: "two commits per booking (event, view) and a load before each, nothing shared",
        min_postgres: 9,
    },
    PeerDefinition {
        peer: "esrs",
        name: "esrs 0.18",
        bound: "one commit per booking with its view, nothing shared",
        min_postgres: 9,
    },
    PeerDefinition {
        peer: "disintegrate",
        name: "disintegrate 4",
        bound: "serialisable transactions of several round trips; no view is kept",
        // Its SQL functions contain hexadecimal literals.
        min_postgres: 16,
    },
];

/// A running peer, and its rounds since the last row.
#[derive(Debug)]
pub(crate) struct Peer {
    worker: Worker,
    pub(crate) name: &'static str,
    bound: &'static str,
    rounds: Vec<Round>,
    next_number: u64,
}

/// Starts every peer that supports this server's version.
pub(crate) async fn start_all(server: &Server) -> Result<Vec<Peer>> {
    let mut peers = Vec::new();
    for PeerDefinition { peer, name, bound, min_postgres } in PEERS {
        if server.major < min_postgres {
            println!("{name} is skipped: it needs PostgreSQL {min_postgres}");
            continue;
        }
        let database = format!("bench_{}", peer.replace('-', "_"));
        server.create_empty(&database).await?;
        let worker = start(peer, &server.url(&database)).await?;
        peers.push(Peer { worker, name, bound, rounds: Vec::new(), next_number: 0 });
    }
    Ok(peers)
}

/// Starts a peer's worker.
pub(crate) async fn start(peer: &str, url: &str) -> Result<Worker> {
    let path = std::env::var_os("FAIRWAY_BENCH_PEERS").map(PathBuf::from);
    let path = path.context("FAIRWAY_BENCH_PEERS is not set: run `cargo xtask bench`")?;
    Worker::start(&path, &[peer, url]).await
}

impl Peer {
    /// Runs a round of bookings.
    pub(crate) async fn run_round(
        &mut self,
        server: &Server,
        hot: bool,
        callers: u64,
        count: u64,
    ) -> Result<()> {
        let request = RoundRequest { hot, callers, count, first: self.next_number };
        self.next_number += count;
        let round = server.observe(&[], self.worker.run(request)).await;
        self.rounds.push(round.with_context(|| format!("{} failed", self.name))?);
        Ok(())
    }

    /// A row of the rounds since the last call.
    pub(crate) fn take_row(&mut self, name: String) -> Row {
        Row::of_rounds(name, "bookings/s", &std::mem::take(&mut self.rounds), self.bound)
    }
}
