//! Rebuilding beside the live tables: the same rows, resumable, and swapped in while members read.

mod killed;
mod load;

use std::time::Duration;

use fairway_events::Holes;
use fairway_query::rebuild::{Comparison, drop_old, old_schemas};
use fairway_query::{Projection, ProjectionStatus, Rebuild, RebuildError, RebuildOptions, Schema};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use sqlx::{Executor, PgPool};

use crate::support::scenario::{Scenario, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, finish, member, random};

pub(crate) fn options() -> RebuildOptions {
    RebuildOptions { batch: 40, pause: Duration::from_millis(1), ..RebuildOptions::default() }
}

pub(crate) async fn begin(pool: &PgPool) -> Rebuild {
    Rebuild::begin(pool.clone(), Projection::ALL, options()).await.unwrap()
}

/// A database with a long history that is fully projected.
async fn bench_with_long_history() -> Bench {
    let mut bench = Bench::new().await;
    let attempts = random::attempts(400).new_tree(&mut TestRunner::deterministic()).unwrap().current();
    let mut scenario = random::scenario(&attempts);
    scenario.buy_voucher(1_000, 1);
    scenario.register(2_000, 2);
    bench.catch_up(&mut scenario).await;
    bench
}

/// Compares every table that can be compared.
async fn compare(rebuild: &Rebuild) -> Vec<Comparison> {
    let mut aligned = rebuild.align().await.unwrap();
    let mut compared = Vec::new();
    for (projection, _) in aligned.positions().to_vec() {
        for table in projection.tables() {
            compared.push(rebuild.compare(&mut aligned, table, 2).await.unwrap());
        }
    }
    compared
}

/// Every index and constraint of the live tables by name, and their sizes in columns.
async fn names(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT conrelid::regclass || ' ' || conname FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace ORDER BY 1",
    )
    .fetch_all(pool)
    .await
    .unwrap()
}

#[tokio::test]
async fn a_wrong_row_is_found_and_replaced_and_the_old_table_is_retained() {
    let mut bench = bench_with_long_history().await;
    let right = dump(&bench.pool, &Schema::live()).await;
    let (before, head) = (names(&bench.pool).await, bench.journal.head().await.unwrap());
    bench.pool.execute("UPDATE vouchers SET title = 'vals' WHERE title = 'Voucher 0'").await.unwrap();
    bench.pool.execute("DELETE FROM orders_registrations").await.unwrap();
    bench.pool.execute("INSERT INTO club_days VALUES ('2000-01-01', 1, 'nergens')").await.unwrap();

    let rebuild = begin(&bench.pool).await;
    assert!(!rebuild.resumed());
    let mut batches = 0;
    let filled = rebuild.fill(|_| batches += 1).await.unwrap();
    assert_eq!((filled.position, filled.target), (head, head));
    assert_eq!(batches, (head + 39) / 40, "in batches of forty");
    rebuild.index().await.unwrap();

    let compared = compare(&rebuild).await;
    let wrong: Vec<_> = compared.iter().filter(|compared| compared.differences > 0).collect();
    assert_eq!(wrong.len(), 3, "{wrong:#?}");
    let [vouchers, club_days, registrations] = ["vouchers", "club_days", "orders_registrations"]
        .map(|table| wrong.iter().find(|compared| compared.table == table).unwrap());
    let changed = &vouchers.examples[0];
    assert!(changed.key.starts_with("voucher_id "), "{changed:?}");
    assert!(changed.live.as_ref().unwrap().contains("vals"), "{changed:?}");
    assert!(changed.twin.as_ref().unwrap().contains("Voucher 0"), "{changed:?}");
    let extra = &club_days.examples[0];
    assert_eq!((extra.key.as_str(), extra.twin.is_none()), ("play_date 2000-01-01, club_id nergens", true));
    assert_eq!(club_days.live_rows, club_days.twin_rows + 1);
    assert!(registrations.examples[0].live.is_none());

    let replaced = rebuild.replace_tables().await.unwrap();
    assert_eq!((replaced.before, replaced.position), (head, head));
    assert_same(&dump(&bench.pool, &Schema::live()).await, &right, "after the swap");
    assert_eq!(names(&bench.pool).await, before, "later migrations refer to indexes and constraints by name");
    let old_rows = format!("SELECT count(*) FROM {}.vouchers WHERE title = 'vals'", replaced.old.name());
    assert_eq!(sqlx::query_scalar::<_, i64>(&old_rows).fetch_one(&bench.pool).await.unwrap(), 1);

    let old = old_schemas(&bench.pool).await.unwrap();
    assert_eq!(old.iter().map(|old| old.name.as_str()).collect::<Vec<_>>(), [replaced.old.name()]);
    drop_old(&bench.pool, &old).await.unwrap();
    assert!(old_schemas(&bench.pool).await.unwrap().is_empty());
    // The live projector continues with the new tables.
    let mut scenario = Scenario::default();
    scenario.subscribe(4_000, 5, None);
    scenario.grant(3_000, 4_000, Holes::Nine, play_day(40));
    bench.catch_up(&mut scenario).await;
    assert_same(
        &dump(&bench.pool, &Schema::live()).await,
        &from_zero(&bench.pool).await,
        "after more events",
    );
}

#[tokio::test]
async fn one_projection_is_rebuilt_alone_and_nothing_else_is_touched() {
    let bench = bench_with_long_history().await;
    bench.pool.execute("INSERT INTO projections (name, position) VALUES ('mail', 3)").await.unwrap();
    bench.pool.execute("UPDATE projections SET state = 'failing', last_error = 'x'").await.unwrap();
    bench.pool.execute("UPDATE ledger SET club_id = 'elders'").await.unwrap();
    let ledger_oid =
        "SELECT oid FROM pg_class WHERE relname = 'ledger' AND relnamespace = 'public'::regnamespace";
    let ledger: sqlx::postgres::types::Oid =
        sqlx::query_scalar(ledger_oid).fetch_one(&bench.pool).await.unwrap();

    let rebuild =
        Rebuild::begin(bench.pool.clone(), &[fairway_query::vouchers::PROJECTION], options()).await.unwrap();
    rebuild.fill(|_| ()).await.unwrap();
    rebuild.index().await.unwrap();
    rebuild.replace_tables().await.unwrap();
    let states: Vec<(String, i64, String)> =
        sqlx::query_as("SELECT name, position, state FROM projections WHERE name IN ('mail', 'vouchers', 'ledger') ORDER BY 1")
            .fetch_all(&bench.pool)
            .await
            .unwrap();
    let head = bench.journal.head().await.unwrap();
    let expected = [("ledger", head, "failing"), ("mail", 3, "failing"), ("vouchers", head, "running")];
    assert_eq!(states, expected.map(|(name, position, state)| (name.to_owned(), position, state.to_owned())));
    let same: sqlx::postgres::types::Oid =
        sqlx::query_scalar(ledger_oid).fetch_one(&bench.pool).await.unwrap();
    assert_eq!(same, ledger);
    let left: Vec<String> =
        sqlx::query_scalar("SELECT nspname::text FROM pg_namespace WHERE nspname = 'rebuild'")
            .fetch_all(&bench.pool)
            .await
            .unwrap();
    assert!(left.is_empty(), "nothing is left of the twins' schema");
}

#[tokio::test]
async fn tables_whose_indexes_cannot_be_used_yet_are_not_swapped_in() {
    let bench = bench_with_long_history().await;
    // A transaction that is older than every index of the twins, and may need older versions of their rows.
    let mut older = bench.pool.begin().await.unwrap();
    older.execute("SELECT pg_current_xact_id()").await.unwrap();
    let impatient = RebuildOptions { older_wait: Duration::ZERO, ..options() };
    let rebuild = Rebuild::begin(bench.pool.clone(), Projection::ALL, impatient).await.unwrap();
    rebuild.fill(|_| ()).await.unwrap();
    rebuild.index().await.unwrap();
    let refused = rebuild.replace_tables().await;
    let Err(RebuildError::Busy { tries: 1, holders }) = refused else { panic!("{refused:?}") };
    assert!(
        holders.iter().all(|holder| holder.starts_with("process ")) && !holders.is_empty(),
        "{holders:?}"
    );

    older.rollback().await.unwrap();
    let rebuild = begin(&bench.pool).await;
    assert!(rebuild.resumed());
    rebuild.replace_tables().await.unwrap();
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "after the swap");
}

#[tokio::test]
async fn tables_that_were_never_filled_are_brought_to_the_head() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in 0..60 {
        scenario.subscribe(number, 40, None);
    }
    scenario.append(&bench.journal).await;
    let rebuild = begin(&bench.pool).await;
    assert_eq!(rebuild.fill(|_| ()).await.unwrap().position, 60);
    assert!(rebuild.align().await.unwrap().positions().is_empty(), "there is nothing to compare with");
    let replaced = rebuild.replace_tables().await.unwrap();
    assert_eq!((replaced.before, replaced.position), (0, 60));
    assert_eq!(finish(&mut bench.projector).await, 60, "the live projector projects no event twice");
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "at the head");
}

#[tokio::test]
async fn views_show_the_new_tables_with_the_same_options_and_grants() {
    let bench = bench_with_long_history().await;
    for statement in [
        "CREATE SCHEMA office",
        "CREATE VIEW office.titles WITH (security_barrier) AS SELECT title, count(*) AS n FROM vouchers GROUP BY 1",
        "CREATE VIEW office.twice AS SELECT n * 2 AS n FROM office.titles",
        "COMMENT ON VIEW office.titles IS 'how many'",
        "GRANT SELECT ON office.titles TO fairway_app",
    ] {
        bench.pool.execute(statement).await.unwrap();
    }
    let about = "SELECT (SELECT sum(n)::bigint FROM office.twice), array_to_string(reloptions, ','),
            obj_description(oid), relacl::text
        FROM pg_class WHERE relname = 'titles'";
    let before: (i64, String, String, String) = sqlx::query_as(about).fetch_one(&bench.pool).await.unwrap();
    begin(&bench.pool).await.replace_tables().await.unwrap();
    drop_old(&bench.pool, &old_schemas(&bench.pool).await.unwrap()).await.unwrap();
    let after: (i64, String, String, String) = sqlx::query_as(about).fetch_one(&bench.pool).await.unwrap();
    assert_eq!(after, before);
    bench.pool.execute("DELETE FROM vouchers").await.unwrap();
    let left: Option<i64> =
        sqlx::query_scalar("SELECT sum(n)::bigint FROM office.twice").fetch_one(&bench.pool).await.unwrap();
    assert_eq!(left, None, "they show the new table");
}

#[tokio::test]
async fn objects_that_cannot_be_moved_are_named_and_nothing_is_swapped() {
    let bench = bench_with_long_history().await;
    for statement in [
        "CREATE MATERIALIZED VIEW voucher_count AS SELECT count(*) FROM vouchers",
        "CREATE TRIGGER on_insert AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history()",
    ] {
        bench.pool.execute(statement).await.unwrap();
    }
    match begin(&bench.pool).await.replace_tables().await {
        Err(RebuildError::Immovable(found)) => {
            assert_eq!(found, ["materialized view voucher_count", "trigger on_insert on ledger"]);
        }
        other => panic!("{other:?}"),
    }
    bench.pool.execute("DROP MATERIALIZED VIEW voucher_count").await.unwrap();
    bench.pool.execute("DROP TRIGGER on_insert ON ledger").await.unwrap();
    let rebuild = begin(&bench.pool).await;
    assert!(rebuild.resumed(), "the twins were retained");
    rebuild.replace_tables().await.unwrap();
}

#[tokio::test]
async fn a_swap_that_cannot_lock_the_tables_fails_and_names_the_sessions_that_hold_them() {
    let bench = bench_with_long_history().await;
    let mut reader = bench.pool.begin().await.unwrap();
    reader.execute("SET application_name = 'a slow analyst'").await.unwrap();
    reader.execute("SELECT count(*) FROM ledger").await.unwrap();
    let impatient = RebuildOptions { tries: 2, lock_wait: Duration::from_millis(30), ..options() };
    let rebuild = Rebuild::begin(bench.pool.clone(), Projection::ALL, impatient).await.unwrap();
    match rebuild.replace_tables().await {
        Err(RebuildError::Busy { tries: 2, holders }) => {
            assert!(holders.iter().any(|holder| holder.contains("a slow analyst")), "{holders:?}");
        }
        other => panic!("{other:?}"),
    }
    let upcoming = bench.reads.upcoming(member(1), play_day(0)).await.unwrap();
    reader.rollback().await.unwrap();
    begin(&bench.pool).await.replace_tables().await.unwrap();
    assert_eq!(bench.reads.upcoming(member(1), play_day(0)).await.unwrap(), upcoming);
}

#[tokio::test]
async fn two_rebuilds_never_run_at_once_and_never_share_tables() {
    let bench = bench_with_long_history().await;
    let first = begin(&bench.pool).await;
    let second = Rebuild::begin(bench.pool.clone(), Projection::ALL, options()).await;
    assert!(matches!(second, Err(RebuildError::Running)), "{second:?}");
    drop(first);
    let other = [fairway_query::orders::PROJECTION];
    crate::support::until("the lock is released with its connection", async || {
        let found = Rebuild::begin(bench.pool.clone(), &other, options()).await;
        matches!(found, Err(RebuildError::Unfinished { found, .. }) if found.starts_with("reservations, play_rights"))
    })
    .await;
    crate::support::until("it can be discarded", async || {
        Rebuild::discard(&bench.pool, &Schema::rebuild()).await.is_ok()
    })
    .await;
    crate::support::until("another one can begin", async || {
        Rebuild::begin(bench.pool.clone(), &other, options()).await.is_ok()
    })
    .await;
}

#[tokio::test]
async fn an_unreadable_event_stops_the_rebuild_of_the_projections_of_its_kind() {
    let mut bench = bench_with_long_history().await;
    let readable = bench.journal.head().await.unwrap();
    let mut scenario = Scenario::default();
    scenario.subscribe(5_000, 1, None);
    scenario.subscribe(5_001, 1, None);
    scenario.append(&bench.journal).await;
    bench.pool.execute("ALTER TABLE events DISABLE TRIGGER events_append_only").await.unwrap();
    let make_unreadable =
        format!("UPDATE events SET payload = '{{\"Strange\": {{}}}}' WHERE position = {}", readable + 1);
    bench.pool.execute(make_unreadable.as_str()).await.unwrap();
    assert!(bench.projector.run_once(10).await.unwrap().stopped.is_some());

    let before = bench.reads.projections().await.unwrap();
    let (stopped, running): (Vec<_>, Vec<_>) = before.iter().partition(|status| status.position == readable);
    assert!(stopped.len() >= 3 && running.iter().all(|status| status.position == readable + 2), "{before:?}");

    let rebuild = begin(&bench.pool).await;
    let filled = rebuild.fill(|_| ()).await.unwrap();
    assert_eq!((filled.position, filled.stopped.unwrap().position), (readable + 2, readable + 1));
    rebuild.pause().await.unwrap();
    // A resumed rebuild stops at the same event.
    let rebuild = begin(&bench.pool).await;
    let filled = rebuild.fill(|_| ()).await.unwrap();
    assert_eq!((filled.position, filled.stopped.unwrap().position), (readable + 2, readable + 1));
    rebuild.replace_tables().await.unwrap();
    let after = bench.reads.projections().await.unwrap();
    let states = |statuses: &[ProjectionStatus]| {
        statuses
            .iter()
            .map(|status| (status.position, status.state, status.last_error.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(states(&after), states(&before), "at the same positions as the live tables");

    // Twins that are behind the live tables do not replace them.
    let advance = "UPDATE projections SET position = position + 1 WHERE state = 'stopped'";
    bench.pool.execute(advance).await.unwrap();
    match begin(&bench.pool).await.replace_tables().await {
        Err(RebuildError::Behind { position, live, .. }) => {
            assert_eq!((position, live), (readable, readable + 1));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_rebuild_begun_by_other_folds_is_not_continued() {
    let bench = bench_with_long_history().await;
    begin(&bench.pool).await.pause().await.unwrap();
    let mark: String = sqlx::query_scalar("SELECT obj_description('rebuild'::regnamespace, 'pg_namespace')")
        .fetch_one(&bench.pool)
        .await
        .unwrap();
    let (before, folds) = mark.split_once("by folds ").unwrap();
    let (digest, after) = folds.split_once(' ').unwrap();
    assert_eq!(digest.len(), 32, "{mark}");
    // The same version of the same projections, built from other sources.
    let other = format!("COMMENT ON SCHEMA rebuild IS '{before}by folds {} {after}'", "0".repeat(32));
    bench.pool.execute(other.as_str()).await.unwrap();
    let refused = Rebuild::begin(bench.pool.clone(), Projection::ALL, options()).await;
    assert!(matches!(refused, Err(RebuildError::Unfinished { .. })), "{refused:?}");
}
