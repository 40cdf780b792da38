//! The waits of analysts on a journal of a million events: each view read whole and the figures of the report, by a
//! log-in of `fairway analyst-login` with its limits; and the publication of months.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use chrono::Months;
use fairway_audit::{figures, publication};
use fairway_query::Projection;
use sqlx::PgPool;

use super::Bench;
use crate::accounts;
use crate::database::Server;
use crate::history;
use crate::node::{rebuild_all, rebuild_these};
use crate::portal::program;
use crate::report::Row;
use crate::workload::today;

const DATABASE: &str = "bench_analysts";
/// Readings of each view in a round, each by a new session: a first query is planned too.
const READINGS: usize = 3;
const REPORT: &str = "figures of the report";

pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let pool = server.create_migrated(DATABASE).await?;
    let history = history::load(&pool, options.rebuilt).await?;
    accounts::insert_members_and_clubs(&pool, &history).await?;
    rebuild_all(&pool).await?;
    rebuild_these(&pool, &[Projection::named("analytics").context("no projection for analysts")?]).await?;

    let start = Instant::now();
    // Nothing is imported meanwhile.
    let months = publication::publish(&pool, today(), i64::MAX).await?.unwrap_or_default();
    let first = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let next = publication::publish(&pool, today() + Months::new(1), i64::MAX).await?;
    let further = start.elapsed().as_secs_f64();
    ensure!(months > 1 && next == Some(1), "{months} months were published, then {next:?}");

    let address = log_in(server)?;
    let analyst = PgPool::connect(&address).await?;
    let views: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'
             AND has_table_privilege(oid, 'SELECT') ORDER BY 1",
    )
    .fetch_all(&analyst)
    .await?;
    analyst.close().await;
    let mut read: Vec<(String, Vec<f64>, usize)> =
        views.into_iter().chain([REPORT.to_owned()]).map(|name| (name, Vec::new(), 0)).collect();
    for _ in 0..options.rounds * READINGS {
        for (name, times, rows) in &mut read {
            let analyst = PgPool::connect(&address).await?;
            let start = Instant::now();
            *rows = if name == REPORT {
                figures::figures(&analyst, &figures::Request::default()).await?.rounds.len()
            } else {
                sqlx::query(&format!("SELECT * FROM analytics.{name}")).fetch_all(&analyst).await?.len()
            };
            times.push(start.elapsed().as_secs_f64() * 1e3);
            analyst.close().await;
        }
    }
    pool.close().await;
    server.drop(DATABASE).await?;

    let worst = read.iter().flat_map(|(_, times, _)| times).copied().fold(0.0, f64::max);
    let mut rows: Vec<Row> = read
        .into_iter()
        .map(|(name, times, rows)| Row::of_values(name, "ms", times, &format!("{rows} rows")))
        .collect();
    rows.push(Row::of_values(
        "slowest of these, at its worst",
        "ms",
        vec![worst],
        "the row with this maximum",
    ));
    let counting = "PostgreSQL's counting of members in each cell";
    rows.push(Row::of_values(format!("first publication, {months} months"), "s", vec![first], counting));
    rows.push(Row::of_values("publication of one further month", "s", vec![further], counting));
    bench.report("analysts", &format!("Everything analysts read, of {} events", history.events), rows);
    Ok(())
}

/// Makes an analyst's log-in as an operator does, and returns its address.
fn log_in(server: &Server) -> Result<String> {
    let made = Command::new(program("FAIRWAY_BENCH_PROGRAM")?)
        .args(["analyst-login", "bench_analyst"])
        .env("DATABASE_URL", server.url(DATABASE))
        .output()?;
    ensure!(made.status.success(), "no log-in: {}", String::from_utf8_lossy(&made.stderr));
    let printed = String::from_utf8(made.stdout)?;
    let address = printed.lines().find_map(|line| line.strip_prefix("DSN:"));
    Ok(address.context("no address was printed")?.trim().to_owned())
}
