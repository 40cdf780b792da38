//! The commands on a real streaming replica: queries give the same answers as on the primary, the others are refused.

use std::process::{Command, Output};
use std::str::FromStr;

use fairway_audit::seal::Sealer;
use fairway_events::MIGRATOR;
use fairway_postgres::throwaway::Throwaway;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

use crate::cluster::{self, portal};
use crate::support::{id, place, write_history};

/// A primary with a history, and a replica that has all of it.
struct Pair {
    primary: Throwaway,
    pool: PgPool,
    replica: Throwaway,
}

impl Pair {
    async fn new() -> Self {
        let primary = cluster::start();
        cluster::create_portal(&primary).await;
        let copied = cluster::base_backup(&primary).await;
        let follow =
            format!("primary_conninfo = 'host=''{}'' user=postgres'\n", primary.socket_folder().display());
        for (name, text) in [("standby.signal", ""), ("postgresql.auto.conf", &*follow)] {
            std::fs::write(copied.cluster().join(name), text).unwrap();
        }
        let replica = copied.start().unwrap();

        // After the backup, so that it can only have come by streaming.
        let pool = PgPoolOptions::new().connect_with(portal(&primary)).await.unwrap();
        MIGRATOR.run(&pool).await.unwrap();
        write_history(&pool).await;
        while Sealer::new(pool.clone()).run_once(1_000).await.unwrap().more {}
        let pair = Self { primary, pool, replica };
        pair.caught_up().await;
        pair
    }

    /// Waits until the replica has replayed everything, including what the primary has not flushed yet.
    async fn caught_up(&self) {
        let written: String = sqlx::query_scalar("SELECT pg_current_wal_insert_lsn()::text")
            .fetch_one(&self.pool)
            .await
            .unwrap();
        let mut replica =
            PgConnection::connect_with(&PgConnectOptions::from_str(&self.replica.url()).unwrap())
                .await
                .unwrap();
        let replayed = "SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false)";
        while !sqlx::query_scalar::<_, bool>(replayed).bind(&written).fetch_one(&mut replica).await.unwrap() {
            tokio::task::yield_now().await;
        }
    }

    fn run(on: &Throwaway, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_replay-tool"))
            .args(arguments)
            .env("DATABASE_URL", portal(on).to_url_lossy().to_string())
            .env_remove("FAIRWAY_DATA_DIR")
            .env_remove("FAIRWAY_CLOCK")
            .output()
            .unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_give_the_same_answers_on_a_replica_and_its_primary() {
    let pair = Pair::new().await;
    let member = id(1).to_string();
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html").to_string_lossy().into_owned();
    let head = Pair::run(&pair.primary, &["seal"]);
    let head = String::from_utf8(head.stdout).unwrap();
    for arguments in [
        &["timeline", &place(1, 1).0.to_string()][..],
        &["as-of", "20", &place(1, 1).0.to_string(), "--diff", "30", "--json"],
        &["explain", &member, "2026-12-08", "de-es", "--at", "30"],
        &["projections", "--json"],
        &["projections", "resume", "vouchers"],
        &["record"],
        &["record", "--upcast-check", "--json"],
        &["seal"],
        &["seal", "verify", "--head", head.trim(), "--json"],
        &["export", "--format", "csv", "--what", "rounds_by_day"],
    ] {
        let (asked, expected) = (Pair::run(&pair.replica, arguments), Pair::run(&pair.primary, arguments));
        assert_eq!(asked.status.code(), expected.status.code(), "{arguments:?}: {asked:?}");
        assert_eq!(String::from_utf8(asked.stdout), String::from_utf8(expected.stdout), "{arguments:?}");
    }
    // The output of these differs per call: by the time or the file.
    for arguments in [
        &["lag", "--json", "--max-events", "1000"][..],
        &["export", "--format", "parquet", "--what", "rounds_by_month", "--out", &page],
        &["report", "--html", &page, "--from", "2026-01", "--to", "2026-12"],
    ] {
        let asked = Pair::run(&pair.replica, arguments);
        assert_eq!(asked.status.code(), Some(0), "{arguments:?}: {asked:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_a_replica_cannot_run_are_refused_and_name_the_primary() {
    let pair = Pair::new().await;
    let pseudonymous =
        ["export", "--format", "csv", "--what", "ledger", "--operator", "Eva", "--reason", "2026-17"];
    let personal = [&pseudonymous[..], &["--with-personal-data"]].concat();
    let why_recorded = "who takes out what is about persons is recorded in the database";
    for (arguments, why) in [
        (&["rebuild"][..], "a rebuild makes tables"),
        (&["rebuild", "--drop-old"], "a rebuild makes tables"),
        (&pseudonymous, why_recorded),
        (&personal, why_recorded),
    ] {
        let refused = Pair::run(&pair.replica, arguments);
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}: {refused:?}");
        let stderr = String::from_utf8(refused.stderr).unwrap();
        let sentence = format!(
            "this is a streaming replica, and {why}: run the command with DATABASE_URL naming the primary"
        );
        assert!(stderr.contains(&sentence), "{stderr}");
        assert!(refused.stdout.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_replica_verify_runs_the_reading_checks_and_names_the_others() {
    let pair = Pair::new().await;
    let undamaged = Pair::run(&pair.replica, &["verify", "--json"]);
    assert_eq!(undamaged.status.code(), Some(0), "{undamaged:?}");
    let report: serde_json::Value = serde_json::from_slice(&undamaged.stdout).unwrap();
    assert_eq!(report["checked"].as_array().unwrap().len(), 3, "journal, rules, seal: {report}");
    let left = report["not_checked"][0].as_str().unwrap();
    assert!(left.contains("read models") && left.contains("this is a streaming replica"), "{left}");

    // A broken rule and a changed event are found on the replica too.
    for statement in [
        "UPDATE clubs SET max_plays_per_year = 1",
        "ALTER TABLE events DISABLE TRIGGER USER",
        "UPDATE events SET actor = 'system:nobody' WHERE position = 12",
    ] {
        pair.pool.execute(statement).await.unwrap();
    }
    pair.caught_up().await;
    let found = Pair::run(&pair.replica, &["verify"]);
    assert_eq!(found.status.code(), Some(4), "{found:?}");
    let stdout = String::from_utf8(found.stdout).unwrap();
    assert!(stdout.contains("not checked  what two streams must say alike"), "{stdout}");
    assert!(stdout.contains("position 12") && stdout.contains("club_maximum"), "{stdout}");
}
