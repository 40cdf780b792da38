//! Bookings while a verification or a rebuild runs that an operator started in the browser, and without one: in turns
//! within one run, on one journal.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::session::Session;
use crate::benches::http::booking_call;
use crate::client::Client;
use crate::database::Server;
use crate::history::{DAYS_AHEAD, History};
use crate::load::{Round, drive};
use crate::options::Options;
use crate::portal::Portal;
use crate::report::Row;
use crate::workload::{Bookings, DAYS, PLAYERS, Spread};

pub(super) const CALLERS: u64 = 32;
/// Bookings of a slice, which takes a few seconds.
const SLICE: u64 = 1_000;
/// Slices without a task, before each task.
const QUIET: usize = 3;
/// A task is cancelled after so long, and after so many slices.
const LONGEST: Duration = Duration::from_secs(60);
const MOST: usize = 12;
/// How long a process may take to begin with a task, or to cancel it.
const PATIENCE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(200);

/// The tasks, with the addresses that start and cancel them.
const TASKS: [(&str, &str, &str); 2] = [
    ("verification", "/operator/api/integrity/verify", "/operator/api/integrity/cancel"),
    ("rebuild", "/operator/api/projections/rebuild", "/operator/api/projections/cancel"),
];

/// The slices of bookings, by what ran beside them.
#[derive(Debug, Default)]
struct Slices {
    alone: Vec<Round>,
    by_task: BTreeMap<&'static str, Vec<Round>>,
    by_step: BTreeMap<String, Vec<Round>>,
}

/// Members who book, each group once on each free day of the booking window.
struct Booking<'a> {
    portal: &'a Portal,
    server: &'a Server,
    bookings: Arc<Bookings>,
    sent: u64,
    available: u64,
    slice: u64,
}

impl Booking<'_> {
    async fn slice(&mut self) -> Result<Round> {
        let first = self.sent;
        self.sent += self.slice;
        ensure!(self.sent <= self.available, "the members of this history can book no more");
        let client = Client::connect(self.portal.address, CALLERS).await?;
        let bookings = Arc::clone(&self.bookings);
        let round = drive(CALLERS, self.slice, move |caller, number| {
            let (client, call) = (client.clone(), booking_call(&bookings, first + number));
            async move { client.call(caller, call).await.map(drop) }
        });
        self.server.observe(&[self.portal.pid()], round).await
    }
}

pub(super) async fn measure(
    (server, portal, pool): (&Server, &Portal, &PgPool),
    session: &mut Session,
    history: &History,
    options: &Options,
) -> Result<Vec<Row>> {
    let free_days = DAYS - DAYS_AHEAD;
    let groups = history.size.members / PLAYERS;
    let bookings = Bookings::new(Spread::Everywhere, free_days, 0).restricted_to(1, DAYS_AHEAD, free_days);
    let mut booking = Booking {
        portal,
        server,
        bookings: Arc::new(bookings),
        sent: 0,
        available: groups * free_days,
        slice: options.count(SLICE),
    };
    let mut slices = Slices::default();
    booking.slice().await?;
    for _ in 0..options.rounds {
        for (kind, start, cancel) in TASKS {
            portal.wait_until_idle(pool).await?;
            for _ in 0..QUIET {
                slices.alone.push(booking.slice().await?);
            }
            let began = Instant::now();
            let id = begin(session, start).await?;
            let mut beside = 0;
            while began.elapsed() < LONGEST && beside < MOST {
                beside += 1;
                let round = booking.slice().await?;
                let task = task(session, &id).await?;
                if task["state"] != "running" {
                    break;
                }
                let step = task["step"].as_str().unwrap_or_default();
                slices.by_task.entry(kind).or_default().push(round);
                slices.by_step.entry(format!("{kind}, {step}")).or_default().push(round);
            }
            end(session, cancel, &id).await?;
        }
    }
    rows(&slices)
}

/// Starts a task and waits until a process has taken it.
async fn begin(session: &mut Session, path: &str) -> Result<String> {
    let asked = session.post(path, &json!({ "reason": "bench", "dry_run": true, "heads": [] })).await?;
    let id = asked["id"].as_str().context("the task has no id")?.to_owned();
    wait(session, &id, &["running"]).await?;
    Ok(id)
}

/// Cancels a task that has not ended.
async fn end(session: &mut Session, path: &str, id: &str) -> Result<()> {
    let task = task(session, id).await?;
    match task["state"].as_str() {
        Some("done") => Ok(()),
        Some("failed") => bail!("the task failed: {}", task["error"]),
        _ => {
            session.post(path, &json!({ "id": id, "reason": "bench" })).await?;
            wait(session, id, &["cancelled", "done"]).await
        }
    }
}

async fn task(session: &mut Session, id: &str) -> Result<Value> {
    session.get(&format!("/operator/api/tasks/task?id={id}")).await
}

async fn wait(session: &mut Session, id: &str, states: &[&str]) -> Result<()> {
    let began = Instant::now();
    loop {
        let task = task(session, id).await?;
        if task["state"].as_str().is_some_and(|state| states.contains(&state)) {
            return Ok(());
        }
        ensure!(began.elapsed() < PATIENCE, "the task is not {states:?} after {PATIENCE:?}: {task}");
        tokio::time::sleep(POLL).await;
    }
}

fn rows(slices: &Slices) -> Result<Vec<Row>> {
    let bound = "two processors for callers, portal, PostgreSQL and the task together";
    let mut rows = vec![Row::of_rounds("bookings alone", "bookings/s", &slices.alone, bound)];
    for (task, _, _) in TASKS {
        let rounds = slices.by_task.get(task).context("no bookings were made beside a task")?;
        rows.push(Row::of_rounds(format!("bookings beside a {task}"), "bookings/s", rounds, bound));
    }
    for (step, rounds) in &slices.by_step {
        rows.push(Row::of_rounds(format!("beside a {step}"), "bookings/s", rounds, bound));
    }
    Ok(rows)
}
