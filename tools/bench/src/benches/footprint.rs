//! What the program needs to stand there: the time until it is ready, and its memory.

use anyhow::Result;
use fairway_bench_driver::cpu;

use super::http::{Ask, Crowd, ask};
use crate::bench::Bench;
use crate::history;
use crate::node::rebuild_all;
use crate::people;
use crate::portal::{DataFolder, Portal};
use crate::report::Row;

const DATABASE: &str = "bench_footprint";
const EVENTS: u64 = 100_000;
const STARTS: usize = 5;
const CALLERS: u64 = 256;
/// Requests of each kind, by all callers.
const REQUESTS: u64 = 8_000;
/// A member's minute, in the order of its screens.
const MIX: [Ask; 4] = [Ask::Upcoming, Ask::Clubs, Ask::Availability, Ask::Book];

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.fresh(DATABASE).await?;
    let made = history::load(&pool, EVENTS).await?;
    people::move_in(&pool, &made).await?;
    rebuild_all(&pool).await?;
    let url = server.url(DATABASE);

    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let portal = Portal::on_database(&url).await?;
        starts.push(portal.ready_after.as_secs_f64() * 1e3);
        portal.stop()?;
    }
    let folder = DataFolder::new("own")?;
    Portal::import_demo_data(folder.path())?;
    let mut own_starts = Vec::new();
    for _ in 0..STARTS {
        let portal = Portal::on_folder(folder.path()).await?;
        own_starts.push(portal.ready_after.as_secs_f64() * 1e3);
        portal.stop()?;
    }

    let portal = Portal::on_database(&url).await?;
    portal.at_rest(&pool).await?;
    let rest = memory(portal.pid(), "VmRSS");
    let crowd = Crowd::of(made.size.members);
    for what in MIX {
        // Bookings are as many as the history's members can make.
        let count = options.count(if what == Ask::Book { REQUESTS / 4 } else { REQUESTS });
        ask(server, &portal, (crowd, what), CALLERS, (0, count)).await?;
    }
    let highest = memory(portal.pid(), "VmHWM");
    let after = memory(portal.pid(), "VmRSS");
    portal.stop()?;
    pool.close().await;
    let rows = vec![
        Row::of_values(
            "start to ready, existing database",
            "ms",
            starts,
            "connections, the migrations' check and the web app's files in memory",
        ),
        Row::of_values(
            "start to ready, own PostgreSQL",
            "ms",
            own_starts,
            "PostgreSQL's own start, and the same",
        ),
        Row::of_values(
            "memory at rest",
            "MiB",
            rest,
            "the program itself with the web app inside; password hashing's 19 MiB at its start",
        ),
        Row::of_values(
            "memory under 256 callers, highest",
            "MiB",
            highest,
            "connections' buffers, and the writer's cache of streams",
        ),
        Row::of_values("memory after that load", "MiB", after, "the writer's cache of streams"),
    ];
    bench.report("footprint", "Start and memory of `fairway serve`", rows);
    Ok(())
}

fn memory(process: u32, name: &str) -> Vec<f64> {
    #[expect(clippy::cast_precision_loss, reason = "for show")]
    cpu::memory(process, name).map(|kib| kib as f64 / 1024.0).into_iter().collect()
}
