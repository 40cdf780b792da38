//! The program itself: exit statuses, and that a check removes its scratch schema.

use std::process::{Command, Output};

use fairway_audit::seal::Sealer;
use sqlx::Executor;

use crate::support::System;

fn run(system: &System, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_replay-tool"))
        .args(arguments)
        .env("DATABASE_URL", system.database.url())
        .env_remove("FAIRWAY_DATA_DIR")
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stored_head_detects_a_changed_event() {
    let system = System::with_history().await;
    assert_eq!(run(&system, &["seal"]).status.code(), Some(0), "nothing is sealed yet");
    while Sealer::new(system.pool.clone()).run_once(10).await.unwrap().more {}
    let head = stdout(&run(&system, &["seal"]));
    let undamaged = run(&system, &["seal", "verify", "--head", head.trim()]);
    assert_eq!(undamaged.status.code(), Some(0), "{undamaged:?}");

    system.pool.execute("UPDATE events SET actor = 'system:nobody' WHERE position = 12").await.unwrap();
    let found = run(&system, &["seal", "verify", "--json"]);
    assert_eq!(found.status.code(), Some(4), "{found:?}");
    let report: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(
        (&report["findings"][0]["code"], &report["findings"][0]["position"]),
        (&"event_changed".into(), &12.into())
    );
    let all = run(&system, &["verify", "--head", head.trim()]);
    assert_eq!(all.status.code(), Some(4));
    assert!(stdout(&all).contains("position 12"), "{}", stdout(&all));
    assert_eq!(run(&system, &["seal", "verify", "--head", "12"]).status.code(), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_lists_its_parts_and_removes_its_scratch_schema() {
    let system = System::with_history().await;
    let undamaged = run(&system, &["verify", "--json"]);
    assert_eq!(undamaged.status.code(), Some(0), "{undamaged:?}");
    let report: serde_json::Value = serde_json::from_slice(&undamaged.stdout).unwrap();
    assert_eq!(report["counted"], 0);
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_namespace WHERE nspname = 'verify_scratch'")
        .fetch_one(&system.pool)
        .await
        .unwrap();
    assert_eq!(left, 0);
    assert_eq!(run(&system, &["verify", "--accept", "nothing"]).status.code(), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rebuild_needs_a_confirmation_before_it_swaps_differing_rows() {
    let system = System::with_history().await;
    system.pool.execute("UPDATE vouchers SET title = 'vals'").await.unwrap();
    let wrong = "SELECT count(*) FROM vouchers WHERE title = 'vals'";
    let wrong = async || sqlx::query_scalar::<_, i64>(wrong).fetch_one(&system.pool).await.unwrap();

    let tried = run(&system, &["rebuild", "--dry-run"]);
    assert_eq!(tried.status.code(), Some(4), "{tried:?}");
    assert!(stdout(&tried).contains("title is \"vals\" and should be"), "{}", stdout(&tried));
    let other = run(&system, &["rebuild", "ledger"]);
    assert_eq!(other.status.code(), Some(1), "a rebuild of something else is unfinished");
    let refused = run(&system, &["rebuild"]);
    assert_eq!(refused.status.code(), Some(4), "{refused:?}");
    assert!(wrong().await > 0);

    let done = run(&system, &["rebuild", "--accept-differences"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("going on with an unfinished rebuild"));
    assert_eq!(wrong().await, 0);
    assert!(stdout(&run(&system, &["rebuild", "--drop-old"])).starts_with("dropped old_"));
    assert_eq!(run(&system, &["rebuild", "ledgers"]).status.code(), Some(2), "no such projection");
    assert_eq!(run(&system, &["verify"]).status.code(), Some(0));
}
