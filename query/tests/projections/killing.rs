//! A projector process that is killed repeatedly, at any step, loses no event and projects none twice.

use std::process::{Child, Command};
use std::str::FromStr;

use fairway_query::{Projector, Schema};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, all, finish, random, until};

const DATABASE: &str = "FAIRWAY_TEST_KILLED_DATABASE";

/// Not a test but the process that the next one kills: it projects in small steps until then.
#[tokio::test]
#[ignore = "the victim of a_projector_killed_at_any_step_continues_at_its_checkpoint"]
async fn victim() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let options = PgConnectOptions::from_str(&url).unwrap();
    let pool = PgPoolOptions::new().connect_with(options).await.unwrap();
    let mut projector = Projector::new(pool, all());
    loop {
        projector.run_once(3).await.unwrap();
    }
}

fn start(bench: &Bench) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killing::victim", "--ignored"])
        .env(DATABASE, bench.database.url())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap()
}

async fn position(pool: &PgPool) -> i64 {
    sqlx::query_scalar("SELECT min(position) FROM projections").fetch_one(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_projector_killed_at_any_step_continues_at_its_checkpoint() {
    let mut bench = Bench::new().await;
    let attempts = random::attempts(1_500).new_tree(&mut TestRunner::deterministic()).unwrap().current();
    random::scenario(&attempts).append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();

    let mut kills = 0;
    while position(&bench.pool).await < head * 3 / 4 {
        let before = position(&bench.pool).await;
        let mut victim = start(&bench);
        // A different number of steps each time, so that the process is killed at a different step.
        let wanted = before + 6 + kills * 5 % 17;
        until("the victim works", async || position(&bench.pool).await >= wanted).await;
        victim.kill().unwrap();
        victim.wait().unwrap();
        kills += 1;
    }
    assert!(kills >= 10, "only {kills} kills");
    finish(&mut bench.projector).await;
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "after the kills");
}
