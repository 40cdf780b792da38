//! A rebuild that is killed continues at its checkpoint, and gives the same rows.

use std::process::Command;
use std::str::FromStr;

use fairway_query::{Projection, Rebuild, RebuildOptions, Schema};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::until;

const DATABASE: &str = "FAIRWAY_TEST_REBUILDING_DATABASE";

/// Not a test but the process that the next one kills.
#[tokio::test]
#[ignore = "the victim of a_rebuild_killed_in_the_middle_continues_with_its_tables"]
async fn victim() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let options = PgConnectOptions::from_str(&url).unwrap();
    let pool = PgPoolOptions::new().connect_with(options).await.unwrap();
    let slow = RebuildOptions { batch: 3, ..super::options() };
    let mut rebuild = None;
    // The server may still hold the lock of the process that was killed before this one.
    until("the lock of the killed process is released", async || {
        rebuild = Rebuild::begin(pool.clone(), Projection::ALL, slow.clone()).await.ok();
        rebuild.is_some()
    })
    .await;
    let rebuild = rebuild.unwrap();
    rebuild.fill(|_| ()).await.unwrap();
    rebuild.replace_tables().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rebuild_killed_in_the_middle_continues_with_its_tables() {
    let bench = super::bench_with_long_history().await;
    let head = bench.journal.head().await.unwrap();
    let position = async || {
        let exists = "SELECT to_regclass('rebuild.projections') IS NOT NULL";
        if !sqlx::query_scalar::<_, bool>(exists).fetch_one(&bench.pool).await.unwrap() {
            return 0;
        }
        sqlx::query_scalar::<_, i64>("SELECT coalesce(min(position), 0) FROM rebuild.projections")
            .fetch_one(&bench.pool)
            .await
            .unwrap()
    };
    for fifths in 1..=3 {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "rebuild::killed::victim", "--ignored"])
            .env(DATABASE, bench.database.url())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        until("a fifth more is done", async || position().await >= head * fifths / 5).await;
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
    let mut rebuild = None;
    until("the lock of the killed process is released", async || {
        rebuild = Rebuild::begin(bench.pool.clone(), Projection::ALL, super::options()).await.ok();
        rebuild.is_some()
    })
    .await;
    let rebuild = rebuild.unwrap();
    assert!(rebuild.resumed());
    let position_before = rebuild.position().await.unwrap();
    assert!((head * 3 / 5..head).contains(&position_before), "{position_before} of {head}");
    rebuild.fill(|_| ()).await.unwrap();
    assert_same(
        &dump(&bench.pool, &Schema::rebuild()).await,
        &from_zero(&bench.pool).await,
        "after the kills",
    );
}
