//! Operators' work in the browser, on a long journal: how long a search, a subject's page and a page of a timeline
//! take, of usual members and of one with thousands of events, and how much a verification or a rebuild that is started
//! there slows the bookings of members.

mod look_ups;
pub(super) mod session;
mod subjects;
mod tasks;

use std::time::Instant;

use anyhow::Result;

use crate::accounts;
use crate::bench::Bench;
use crate::chart::power;
use crate::history;
use crate::node::rebuild_all;
use crate::portal::Portal;
use session::Session;
use subjects::Subjects;

const DATABASE: &str = "bench_operators";
/// Events of the one member whose page is long.
const FREQUENT: u64 = 20_000;

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let events = options.largest.min(1_000_000);
    let pool = server.create_migrated(DATABASE).await?;
    let start = Instant::now();
    let history = history::load_with_frequent_member(&pool, events, options.count(FREQUENT)).await?;
    accounts::insert(&pool, &history.size, history.size.members).await?;
    session::insert_operator(&pool).await?;
    rebuild_all(&pool).await?;
    println!("{} events: ready in {:.1} s", history.events, start.elapsed().as_secs_f64());

    let portal = Portal::on_database(&server.url(DATABASE)).await?;
    portal.wait_until_idle(&pool).await?;
    let subjects = Subjects::read(&pool, &history).await?;
    let mut session = Session::log_in(portal.address).await?;
    let look_ups = look_ups::measure(&mut session, &subjects, options).await?;
    let size = power(events);
    let title = format!("Looking up in the browser, {size} events, one caller");
    bench.report("operators", &title, look_ups);
    let (server, options) = (&bench.server, &bench.options);
    let tasks = tasks::measure((server, &portal, &pool), &mut session, &history, options).await?;
    portal.stop()?;
    pool.close().await;
    let callers = tasks::CALLERS;
    let title = format!("Bookings over HTTP beside an operator's task, {callers} callers, {size} events");
    bench.report("operators", &title, tasks);
    Ok(())
}
