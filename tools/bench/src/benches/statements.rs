//! What a club is owed for a month of 10,000 rounds: the statement as an operator's browser and the club's own ask for it,
//! its files and its closing. At the end `replay-tool verify` computes all closed months a second time.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::Bench;
use super::operators::session::{Session, insert_operator};
use crate::accounts;
use crate::database::Server;
use crate::history;
use crate::node::rebuild_all;
use crate::portal::{Portal, program};
use crate::report::Row;

const DATABASE: &str = "bench_statements";
/// Players who are expected in the month.
const PLAYERS: u64 = 10_000;
/// Requests of a case in a round.
const REQUESTS: u64 = 100;
/// A month that is not closed after so long is an error.
const PATIENCE: Duration = Duration::from_secs(30);

/// The requests, in the order in which a round sends them.
const CASES: [(&str, &str); 4] = [
    ("operator's statement", "what happened to the places of the month, in one statement, and its fold"),
    ("club's statement", "the same"),
    ("operator's day", "what happened to the places of the day, and the players' initials"),
    ("club's day", "the same"),
];

/// The measurements of all rounds.
#[derive(Debug, Default)]
struct Measured {
    latencies: [Vec<Vec<Duration>>; CASES.len()],
    pdf: Vec<f64>,
    csv: Vec<f64>,
    acknowledged: Vec<f64>,
    closed: Vec<f64>,
}

/// Each round is of another club, because a month is closed once.
pub(crate) async fn run(bench: &mut Bench) -> Result<()> {
    let (server, options) = (&bench.server, &bench.options);
    let (clubs, players) = (options.rounds as u64, options.count(PLAYERS));
    let pool = server.create_migrated(DATABASE).await?;
    let (size, month) = history::load_months(&pool, clubs, players).await?;
    accounts::insert(&pool, &size, 0).await?;
    insert_operator(&pool).await?;
    insert_treasurers(&pool, clubs).await?;
    rebuild_all(&pool).await?;

    let portal = Portal::on_database(&server.url(DATABASE)).await?;
    portal.wait_until_idle(&pool).await?;
    let mut measured = Measured::default();
    for club in 0..clubs {
        let (month, requests) = (month.to_string(), options.count(REQUESTS));
        measured.round(&portal, (club, &month), players, requests).await?;
    }
    portal.wait_until_caught_up(&pool).await?;
    portal.stop()?;
    pool.close().await;
    // Of each club the month and the one before it.
    verify(server, clubs * 2)?;
    server.drop(DATABASE).await?;
    let title = format!("A club's month of {players} rounds, {clubs} clubs, one caller");
    bench.report("statements", &title, measured.rows());
    Ok(())
}

impl Measured {
    async fn round(
        &mut self,
        portal: &Portal,
        (club, month): (u64, &str),
        players: u64,
        requests: u64,
    ) -> Result<()> {
        let mut operator = Session::log_in(portal.address).await?;
        let mut treasurer = Session::log_in_as(portal.address, "/club/api/login", &email(club)).await?;
        let path = format!("/operator/api/clubs/club-{club}/statements/{month}");
        let own = format!("/club/api/statements/{month}");
        // The first requests are a warm-up, too.
        let seen = operator.get(&path).await?;
        treasurer.get(&own).await?;
        let date = check(&seen, players)?;
        let (day, own_day) = (format!("{path}/days/{date}"), format!("{own}/days/{date}"));
        let found = [
            latencies(&mut operator, &path, requests).await?,
            latencies(&mut treasurer, &own, requests).await?,
            latencies(&mut operator, &day, requests).await?,
            latencies(&mut treasurer, &own_day, requests).await?,
        ];
        self.latencies.iter_mut().zip(found).for_each(|(rounds, found)| rounds.push(found));

        for (file, times) in [("statement.pdf", &mut self.pdf), ("statement.csv", &mut self.csv)] {
            let start = Instant::now();
            operator.get_bytes(&format!("{path}/{file}")).await?;
            times.push(ms(start));
        }

        let mut details = serde_json::to_value(history::details())?;
        details["reason"] = json!("bench");
        for whose in ["billing".to_owned(), format!("clubs/club-{club}/billing")] {
            operator.post(&format!("/operator/api/{whose}"), &details).await?;
        }
        let total = &seen["amounts"]["total_cents"];
        let close = json!({"hash": seen["hash"], "total_cents": total, "reason": "the month is over"});
        let start = Instant::now();
        operator.post(&format!("{path}/close"), &close).await?;
        self.acknowledged.push(ms(start));
        while operator.get(&path).await?["state"] != "closed" {
            ensure!(start.elapsed() < PATIENCE, "the month was not closed after {PATIENCE:?}");
        }
        self.closed.push(ms(start));
        Ok(())
    }

    fn rows(self) -> Vec<Row> {
        let cases = CASES.iter().zip(&self.latencies);
        let mut rows: Vec<Row> =
            cases.map(|((name, bound), rounds)| Row::of_latencies(name, rounds, bound)).collect();
        for (name, values, bound) in [
            ("statement as PDF", self.pdf, "typesetting a row for each line"),
            ("statement for a spreadsheet", self.csv, "the statement, and all players' initials"),
            ("closing, until it is acknowledged", self.acknowledged, "the statement, and the commit"),
            ("closing, until the statement says so", self.closed, "the same, and the statement once more"),
        ] {
            rows.push(Row::of_values(name, "ms", values, bound));
        }
        rows
    }
}

/// The sorted latencies of a request that is sent again and again.
async fn latencies(session: &mut Session, path: &str, requests: u64) -> Result<Vec<Duration>> {
    let mut latencies = Vec::new();
    for _ in 0..requests {
        let sent = Instant::now();
        session.get_bytes(path).await?;
        latencies.push(sent.elapsed());
    }
    latencies.sort_unstable();
    Ok(latencies)
}

/// A statement with fewer lines would be a figure of something else. Returns a day in its middle.
fn check(seen: &Value, players: u64) -> Result<String> {
    let days = seen["days"].as_array().context("a statement without days")?;
    let lines: u64 = days.iter().filter_map(|day| day["lines"].as_u64()).sum();
    let corrections = seen["corrections"].as_array().map_or(0, Vec::len);
    ensure!(
        seen["state"] == "next" && lines * 10 > players * 9 && corrections > 0,
        "{lines} lines and {corrections} corrections of {players} players, {}",
        seen["state"]
    );
    let date = days.get(days.len() / 2).and_then(|day| day["date"].as_str());
    Ok(date.context("a day without a date")?.to_owned())
}

/// Checks the whole journal and the read models; so both computations of the closed months agree.
fn verify(server: &Server, closed: u64) -> Result<()> {
    let verified = Command::new(program("FAIRWAY_BENCH_REPLAY_TOOL")?)
        .arg("verify")
        .env("DATABASE_URL", server.url(DATABASE))
        .env_remove("FAIRWAY_DATA_DIR")
        .output()
        .context("replay-tool cannot be started")?;
    let said = String::from_utf8_lossy(&verified.stdout);
    let is_computed = said.contains(&format!("{closed} closed statements, computed again"));
    let errors = String::from_utf8_lossy(&verified.stderr);
    ensure!(verified.status.success() && is_computed, "the verification says: {said}{errors}");
    Ok(())
}

/// Somebody at each club who may see its statements, with the operator's password.
async fn insert_treasurers(pool: &PgPool, clubs: u64) -> Result<()> {
    sqlx::query(
        "INSERT INTO club_accounts (id, club_id, email, name, role, password_hash, created_at)
         SELECT gen_random_uuid(), 'club-' || n, 'treasurer-' || n || '@bench.example', 'Bench', 'treasurer',
             password_hash, '2026-01-01'
         FROM operators, generate_series(0, $1 - 1) AS n",
    )
    .bind(i64::try_from(clubs)?)
    .execute(pool)
    .await?;
    Ok(())
}

fn email(club: u64) -> String {
    format!("treasurer-{club}@bench.example")
}

fn ms(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
