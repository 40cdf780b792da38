//! The resources of the program: the time until it is ready, its memory, and the disk, rows and index entries that a
//! booking takes.

mod disk;
mod purposes;
mod written;

use anyhow::Result;

use super::http::{RequestKind, RequestingMembers, run_requests};
use crate::accounts;
use crate::bench::Bench;
use crate::cpu;
use crate::history;
use crate::node::rebuild_all;
use crate::portal::{DataFolder, Portal};
use crate::report::Row;

const DATABASE: &str = "bench_footprint";
const EVENTS: u64 = 100_000;
const STARTS: usize = 5;
const CALLERS: u64 = 256;
/// Requests of each kind, by all callers.
const REQUESTS: u64 = 8_000;
/// The requests of a member who books a round, in the order of the screens.
const MIX: [RequestKind; 4] =
    [RequestKind::Upcoming, RequestKind::Clubs, RequestKind::Availability, RequestKind::Book];

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.create_migrated(DATABASE).await?;
    let history = history::load(&pool, EVENTS).await?;
    accounts::insert_members_and_clubs(&pool, &history).await?;
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
    portal.wait_until_idle(&pool).await?;
    let idle = memory(portal.pid(), "VmRSS");
    let members = RequestingMembers::for_members(history.size.members);
    for kind in MIX {
        // Fewer bookings: not more than the history's members have play rights and days for.
        let count = options.count(if kind == RequestKind::Book { REQUESTS / 4 } else { REQUESTS });
        run_requests(server, &portal, (members, kind), CALLERS, (0, count)).await?;
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
            idle,
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
    let disk = disk::measure(bench).await?;
    bench.report("footprint", "Start and memory of `fairway serve`", rows);
    bench.report("footprint", "Bytes on disk of a booking for four", disk.bytes);
    bench.report("footprint", "Rows and index entries that a booking for four writes", disk.written);
    Ok(())
}

fn memory(process: u32, name: &str) -> Vec<f64> {
    #[expect(clippy::cast_precision_loss, reason = "a figure with three digits")]
    cpu::memory(process, name).map(|kib| kib as f64 / 1024.0).into_iter().collect()
}
