//! A backup from before an erasure is restored: the ledger in the data folder has the erasure.

use std::os::unix::fs::PermissionsExt;

use fairway_api::services::writer;
use fairway_members::erasure::ledger::ErasureLedger;
use fairway_members::erasure::{Eraser, ledger_copy};
use sqlx::PgPool;

use super::{ErasureTest, TRACES, tables_with_traces};
use crate::races::checker;

/// Tables whose rows a restore brings back, parents first.
const TABLES: &[&str] = &["members", "access_tokens", "offers", "federation_registrations", "mail_outbox"];

async fn run(pool: &PgPool, sql: &str) {
    sqlx::raw_sql(sql).execute(pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

pub(super) async fn back_up(pool: &PgPool) {
    run(pool, "CREATE SCHEMA backup").await;
    for table in TABLES {
        run(pool, &format!("CREATE TABLE backup.{table} AS TABLE public.{table}")).await;
    }
}

/// Restores the missing rows; with `whole`, as in a whole database of that time, the record of the erasure is
/// removed too.
pub(super) async fn restore(pool: &PgPool, whole: bool) {
    for table in TABLES {
        let columns: String = sqlx::query_scalar(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'",
        )
        .bind(table)
        .fetch_one(pool)
        .await
        .expect("columns");
        let sql = format!(
            "INSERT INTO public.{table} ({columns}) SELECT {columns} FROM backup.{table} ON CONFLICT DO NOTHING"
        );
        run(pool, &sql).await;
    }
    if whole {
        run(pool, "DELETE FROM erased_members").await;
    }
}

/// Erased in the browser of one node; after a restore only the other one starts.
#[tokio::test]
async fn a_node_that_starts_alone_after_a_restore_knows_what_another_node_erased() {
    let erasure_test = ErasureTest::open().await;
    let (pool, clock) = (&erasure_test.portal.pool, &erasure_test.portal.clock);
    let other = tempfile::tempdir().expect("the other node's folder");
    let ledger = ErasureLedger::in_data_dir(other.path());
    back_up(pool).await;
    erasure_test.erase().await;
    assert_eq!(ledger.read().expect("a ledger").len(), 0, "another node's folder");
    // As its background task does every minute.
    for _ in 0..2 {
        ledger_copy::once(pool, &ledger, clock).await.expect("copied");
        let text = std::fs::read_to_string(other.path().join("erasures.jsonl")).expect("the file");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    restore(pool, true).await;
    assert!(erasure_test.id_of("zed").await.is_some());
    let (writer, _task) = writer::start(pool, clock);
    let eraser = Eraser::new(&super::config(other.path()).erasing(), pool.clone(), clock.clone(), writer);
    let again = eraser.reapply().await.expect("applied again");
    assert_eq!(again.len(), 1);
    assert_eq!(erasure_test.id_of("zed").await, None);
}

#[tokio::test]
async fn a_member_who_returns_with_a_backup_is_erased_again_completely() {
    let erasure_test = ErasureTest::open().await;
    let (pool, portal) = (&erasure_test.portal.pool, &erasure_test.portal);
    let (zed, jan) = (portal.login("zed").await, portal.login("jan").await);
    jan.book("2026-11-28", &["jan", "zed"]).await;
    erasure_test.queue_mails().await;
    back_up(pool).await;
    erasure_test.erase().await;

    for whole in [true, false] {
        restore(pool, whole).await;
        assert!(erasure_test.id_of("zed").await.is_some() && zed.get("/api/users/me").await.status == 200);
        let again = erasure_test.eraser.reapply().await.expect("applied again");
        assert_eq!(again.len(), 1);
        assert_eq!((again[0].removed_from("members"), again[0].removed_from("access_tokens")), (1, 1));
        assert!(erasure_test.id_of("zed").await.is_none() && zed.get("/api/users/me").await.status == 401);
        let tables = tables_with_traces(pool).await;
        assert!(tables.iter().all(|table| table.starts_with("backup.")), "{tables:?}");
        assert_eq!(erasure_test.eraser.reapply().await.expect("nothing to do"), []);
    }
    let excluded: i64 =
        sqlx::query_scalar("SELECT count(*) FROM erased_members").fetch_one(pool).await.expect("a count");
    assert_eq!(excluded, 1, "and imports keep them out again");
    checker::check(portal, &[]).await;
}

#[tokio::test]
async fn erased_data_stays_erased_after_a_readmission() {
    let erasure_test = ErasureTest::open().await;
    let pool = &erasure_test.portal.pool;
    let former = erasure_test.id_of("zed").await;
    back_up(pool).await;
    erasure_test.erase().await;
    erasure_test.eraser.readmit("zed@test.example", &super::by()).await.expect("readmitted");
    restore(pool, true).await;
    assert_eq!(erasure_test.id_of("zed").await, former, "the former data are back");
    assert_eq!(erasure_test.eraser.reapply().await.expect("applied again").len(), 1);
    assert_eq!(erasure_test.id_of("zed").await, None);
    assert_eq!(erasure_test.eraser.reapply().await.expect("nothing to do"), []);
    let set = super::set(|_, _| ());
    let key = crate::support::installation();
    let summary =
        fairway_import::import(pool, &erasure_test.portal.clock, &key, set.path()).await.expect("an import");
    assert_eq!(summary.new_members, 1, "and they may come back as somebody new");
}

#[tokio::test]
async fn rounds_that_a_backup_restored_are_cancelled_again() {
    let erasure_test = ErasureTest::open().await;
    let (pool, portal) = (&erasure_test.portal.pool, &erasure_test.portal);
    back_up(pool).await;
    erasure_test.erase().await;
    restore(pool, true).await;
    // As if the round had been booked before the backup and cancelled after it.
    let zed = portal.login("zed").await;
    zed.book("2026-11-28", &["zed", "jan"]).await;
    let again = erasure_test.eraser.reapply().await.expect("applied again");
    assert_eq!(again[0].cancelled.len(), 1);
    portal.caught_up().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.upcoming().await[0]["is_group_master"], true);
}

#[tokio::test]
async fn a_new_database_excludes_the_members_of_the_ledger() {
    let erasure_test = ErasureTest::open().await;
    erasure_test.erase().await;
    // Everything is lost but the data folder, and the data set is imported before the erasures are repeated.
    let pool = &erasure_test.portal.pool;
    run(pool, "DELETE FROM erased_members").await;
    let set = super::set(|_, history| history.clear());
    fairway_import::import(pool, &erasure_test.portal.clock, &crate::support::installation(), set.path())
        .await
        .expect("an import");
    assert!(erasure_test.id_of("zed").await.is_some(), "a new member with the address of the erased one");
    let again = erasure_test.eraser.reapply().await.expect("applied again");
    assert_eq!(again.len(), 2, "the id of then, and that of now");
    assert!(erasure_test.id_of("zed").await.is_none());
    assert_eq!(tables_with_traces(pool).await, Default::default());
    assert_eq!(erasure_test.eraser.reapply().await.expect("nothing to do"), []);
}

#[tokio::test]
async fn the_ledger_has_no_personal_data_and_completes_itself() {
    let erasure_test = ErasureTest::open().await;
    erasure_test.erase().await;
    let path = erasure_test.data.path().join("erasures.jsonl");
    let text = std::fs::read_to_string(&path).expect("the ledger");
    assert_eq!(text.lines().count(), 1);
    assert!(TRACES.iter().all(|trace| !text.contains(trace)) && text.contains("verzoek 2026-17"), "{text}");
    assert_eq!(std::fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
    // Another node erased the member, or the file was lost: the erasures of the database are added here too.
    std::fs::remove_file(&path).expect("removed");
    assert_eq!(erasure_test.eraser.reapply().await.expect("completed"), []);
    let restored: serde_json::Value =
        serde_json::from_str(std::fs::read_to_string(&path).expect("the ledger").trim()).expect("a line");
    assert_eq!(restored, serde_json::from_str::<serde_json::Value>(text.trim()).expect("a line"));

    std::fs::write(
        &path,
        "nonsense
",
    )
    .expect("written");
    let refused = erasure_test.eraser.reapply().await.expect_err("a ledger that cannot be read").to_string();
    assert!(refused.contains("line 1 of the ledger"), "{refused}");
}
