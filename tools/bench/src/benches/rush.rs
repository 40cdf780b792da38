//! The rush when a Saturday opens for booking: members arrive by a schedule, look at their rounds, choose among clubs and
//! days, and book, most of them the same day at the same twenty clubs. Latency is measured from the instant at which a
//! request was due, so it includes the time that a busy server lets it wait. With `--search` also the highest rate at which
//! answers stay short.

mod figures;
mod members;
mod search;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use sqlx::PgPool;
use tokio::time::{Instant, sleep_until};

use crate::accounts;
use crate::bench::Bench;
use crate::client::SharedConnections;
use crate::cpu;
use crate::database::Server;
use crate::history;
use crate::node::rebuild_all;
use crate::open_loop::{Due, Ended, send_when_due};
use crate::portal::Portal;
use crate::random_numbers::RandomNumbers;
use crate::schedule::Load;
use crate::workload::PLAYERS;
use figures::{Cores, Rush};
use members::{Kind, Rushing};

const DATABASE: &str = "bench_rush";
/// Requests per second on the plateau.
const LOOKS: f64 = 1_000.0;
const BOOKINGS: f64 = 100.0;
const RAMP: Duration = Duration::from_secs(5);
/// Seconds at the full rate.
const PLATEAU: u64 = 30;
/// Connections to the portal, as of a reverse proxy.
const CONNECTIONS: usize = 512;
/// A request without an answer after this has failed.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let load = Load { ramp: RAMP, plateau: Duration::from_secs(options.count(PLATEAU)) };
    let mut random = RandomNumbers::new(11);
    let schedules: Vec<_> = (0..options.rounds)
        .map(|_| (load.arrivals(LOOKS, &mut random), load.arrivals(BOOKINGS, &mut random)))
        .collect();
    // Each group of members books once, so that no rule but the club's capacity refuses.
    let groups = schedules.iter().map(|(_, bookings)| bookings.len() as u64).sum::<u64>();
    let per_round = groups / options.rounds as u64;
    let pool = server.create_migrated(DATABASE).await?;
    let history = history::load(&pool, history::events_of(groups * PLAYERS)).await?;
    accounts::insert(&pool, &history.size, history.size.members).await?;
    members::limit_hot_clubs(&pool, per_round).await?;
    rebuild_all(&pool).await?;

    let portal = Portal::on_database(&server.url(DATABASE)).await?;
    let mut rushes = Vec::new();
    let mut first_group = 0;
    for (round, (looks, bookings)) in schedules.into_iter().enumerate() {
        let mut rushing = Rushing::new(round, history.size.members, first_group);
        first_group += bookings.len() as u64;
        let requests = rushing.requests(looks, bookings, &mut random);
        rushes.push(rush(server, &portal, &pool, (load, PATIENCE), requests).await?);
    }
    portal.stop()?;
    pool.close().await;
    let title = format!(
        "A Saturday's opening: {LOOKS} looks and {BOOKINGS} bookings a second for {} s",
        load.plateau.as_secs()
    );
    bench.report("rush", &title, figures::rows(&rushes));
    if bench.options.search {
        search::run(bench).await?;
    }
    Ok(())
}

/// Runs one rush. Only the requests of the plateau are evaluated.
async fn rush(
    server: &Server,
    portal: &Portal,
    pool: &PgPool,
    (load, patience): (Load, Duration),
    requests: Vec<Due<Kind>>,
) -> Result<Rush> {
    portal.wait_until_idle(pool).await?;
    let connections = Arc::new(SharedConnections::new(portal.address, CONNECTIONS));
    let start = Instant::now();
    let cores = async {
        let used = || [cpu::own(), cpu::time(portal.pid()), server.cpu_time()];
        sleep_until(start + load.ramp).await;
        let before = used();
        sleep_until(start + load.length()).await;
        let after = used();
        let [clients, portal, postgres] = std::array::from_fn(|process| {
            after[process].saturating_sub(before[process]).as_secs_f64() / load.plateau.as_secs_f64()
        });
        Cores { clients, portal, postgres }
    };
    let (cores, ended) = tokio::join!(cores, send_when_due(connections, start, patience, requests));
    let mut ended: Vec<Ended<Kind>> = ended?;
    ended.retain(|request| request.at >= load.ramp);
    let failed = ended.iter().find_map(figures::failure);
    if let Some(failure) = failed {
        println!("a request of the rush failed: {failure}");
    }
    let last = ended.iter().map(|request| request.at + request.latency).max().context("no requests")?;
    Ok(Rush { cores, seconds: load.plateau.as_secs_f64(), over: last.saturating_sub(load.length()), ended })
}
