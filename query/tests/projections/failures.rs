//! A transaction that fails at any step leaves no changes, and the projector continues afterwards.

use std::time::Duration;

use fairway_events::Holes;
use fairway_query::{Projection, ProjectionState, Projector, ProjectorOptions, Schema};
use sqlx::{Executor, PgPool};

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, all, club, day, finish, until};

const REFUSE: &str = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'refused on %', TG_TABLE_NAME USING ERRCODE = 'check_violation'; END $$";

/// Instead of a table: the transaction is refused when it commits.
const COMMIT: &str = "commit";

async fn refuse(pool: &PgPool, table: &str) {
    let trigger = if table == COMMIT {
        "CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON projections DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION refuse()"
            .to_owned()
    } else {
        format!(
            "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON {table}
             FOR EACH STATEMENT EXECUTE FUNCTION refuse()"
        )
    };
    pool.execute(trigger.as_str()).await.unwrap();
}

async fn allow(pool: &PgPool, table: &str) {
    let table = if table == COMMIT { "projections" } else { table };
    pool.execute(format!("DROP TRIGGER refuse ON {table}").as_str()).await.unwrap();
}

async fn checkpoints(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("SELECT position FROM projections ORDER BY name").fetch_all(pool).await.unwrap()
}

/// Actions that together write to every table.
fn write_to_every_table(scenario: &mut Scenario, number: u32) {
    scenario.subscribe(number, 40, None);
    scenario.grant(number, number, Holes::Nine, day("2026-12-31"));
    let players = [(number, Some(number)), (number + 100, None)];
    let index = scenario.book(&club(1), play_day(u64::from(number)), Holes::Nine, &players);
    scenario.add(index, number, &[(number + 200, None)]);
    scenario.cancel(index, number, number, When::Before);
    scenario.buy_voucher(number, number);
    scenario.register(1_000 + number, number);
    scenario.wait(number, number);
    scenario.arrive(number);
    scenario.report_course(number);
    scenario.settle(number);
}

#[tokio::test]
async fn a_transaction_aborted_at_any_step_changes_nothing_and_is_repeated() {
    let mut bench = Bench::new().await;
    let pool = bench.pool.clone();
    pool.execute(REFUSE).await.unwrap();
    let mut scenario = Scenario::default();
    let tables = Projection::ALL.iter().flat_map(|projection| projection.tables());
    for (number, table) in (0..).zip(tables.chain(["projections", COMMIT])) {
        write_to_every_table(&mut scenario, number);
        scenario.append(&bench.journal).await;
        let (rows, positions) = (dump(&pool, &Schema::live()).await, checkpoints(&pool).await);
        refuse(&pool, table).await;
        let refused = bench.projector.run_once(5_000).await;
        assert!(refused.is_err(), "{table} was not written to");
        assert_eq!(checkpoints(&pool).await, positions, "{table}");
        assert_same(&dump(&pool, &Schema::live()).await, &rows, table);
        allow(&pool, table).await;
        finish(&mut bench.projector).await;
    }
    assert_same(&dump(&pool, &Schema::live()).await, &from_zero(&pool).await, "in the end");
}

/// A projector with a short poll and short pauses.
fn fast_polling(pool: &PgPool) -> Projector {
    let soon = Duration::from_millis(20);
    let options = ProjectorOptions { poll: soon, pauses: (soon, soon), ..all() };
    Projector::new(pool.clone(), options)
}

#[tokio::test]
async fn a_refusal_by_the_database_is_in_the_state_until_a_step_succeeds() {
    let bench = Bench::new().await;
    let pool = bench.pool.clone();
    pool.execute(REFUSE).await.unwrap();
    refuse(&pool, "club_days").await;
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    let running = tokio::spawn(fast_polling(&pool).run(None, std::future::pending()));

    until("the state contains the refusal", async || {
        bench.reads.projections().await.unwrap().iter().all(|projection| {
            projection.state == ProjectionState::Failing
                && projection.last_error.as_ref().is_some_and(|error| error.contains("refused on club_days"))
        })
    })
    .await;
    allow(&pool, "club_days").await;
    until("it runs again", async || {
        bench.reads.projections().await.unwrap().iter().all(|projection| {
            (projection.state, projection.lag(), &projection.last_error)
                == (ProjectionState::Running, 0, &None)
        })
    })
    .await;
    running.abort();
}

#[tokio::test]
async fn a_failing_state_ends_with_the_next_step_with_or_without_new_events() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for round in 0..2 {
        let failing = "UPDATE projections SET state = 'failing', last_error = 'the database went away'";
        bench.pool.execute(failing).await.unwrap();
        for projection in Projection::ALL {
            let alone = ProjectorOptions { projections: vec![*projection], ..all() };
            finish(&mut Projector::new(bench.pool.clone(), alone)).await;
        }
        for projection in bench.reads.projections().await.unwrap() {
            let name = projection.name.clone();
            assert_eq!(
                (projection.state, &projection.last_error),
                (ProjectionState::Running, &None),
                "{name:?}"
            );
            assert_eq!(projection.lag(), 0, "{name:?}");
        }
        scenario.book(&club(1), play_day(round), Holes::Nine, &[(1, None)]);
        scenario.append(&bench.journal).await;
    }
}

#[tokio::test]
async fn a_projector_waits_for_a_database_that_closed_its_connections() {
    let bench = Bench::new().await;
    let pool = bench.pool.clone();
    let projector = fast_polling(&pool);
    let progress = projector.progress();
    let running = tokio::spawn(projector.run(None, std::future::pending()));
    let mut scenario = Scenario::default();
    for round in 0..5 {
        scenario.book(&club(1), play_day(round), Holes::Nine, &[(1, None)]);
        scenario.append(&bench.journal).await;
        let head = bench.journal.head().await.unwrap();
        // Every connection of the database except this one.
        let _ = sqlx::query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        .execute(&pool)
        .await;
        progress.wait_until(head, PATIENCE).await.unwrap();
    }
    assert!(!running.is_finished());
    running.abort();
    assert_same(&dump(&pool, &Schema::live()).await, &from_zero(&pool).await, "after five outages");
}

#[tokio::test]
async fn a_change_of_a_missing_row_fails_the_batch() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.grant(1, 1, Holes::Nine, day("2026-12-31"));
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, Some(1)), (2, None)]);
    bench.catch_up(&mut scenario).await;
    scenario.cancel(index, 1, 1, When::OnTheDay);
    scenario.cancel(index, 2, 2, When::Before);
    scenario.append(&bench.journal).await;

    let changed = "reservations_bookings reservations_places play_rights_claims vouchers club_days";
    for table in changed.split(' ') {
        bench
            .pool
            .execute(format!("CREATE TABLE backup AS TABLE {table}; TRUNCATE {table}").as_str())
            .await
            .unwrap();
        let refused = bench.projector.run_once(5_000).await.unwrap_err();
        assert!(refused.to_string().contains(table), "{table}: {refused}");
        let restore = format!("INSERT INTO {table} TABLE backup; DROP TABLE backup");
        bench.pool.execute(restore.as_str()).await.unwrap();
    }
    finish(&mut bench.projector).await;
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "in the end");
}

#[tokio::test]
async fn a_fold_that_panics_is_reported_as_failing_and_tried_again() {
    let bench = Bench::new().await;
    let pool = bench.pool.clone();
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.add(index, 1, &[(2, None)]);
    scenario.append(&bench.journal).await;
    // The fold computes with the sequence, and overflows at the highest number.
    let change = |sequence: i64| {
        format!(
            "ALTER TABLE events DISABLE TRIGGER USER;
             UPDATE events SET sequence = {sequence} WHERE event_type = 'PlayerAdded'"
        )
    };
    pool.execute(change(i64::MAX).as_str()).await.unwrap();
    let projector = fast_polling(&pool);
    let progress = projector.progress();
    let running = tokio::spawn(projector.run(None, std::future::pending()));
    until("the panic is reported", async || {
        bench.reads.projections().await.unwrap().iter().all(|status| {
            status.state == ProjectionState::Failing
                && status.last_error.as_ref().is_some_and(|error| {
                    error.contains("the fold of reservations panicked at position")
                        && error.contains("overflow")
                })
        })
    })
    .await;
    assert!(!running.is_finished());
    pool.execute(change(2).as_str()).await.unwrap();
    progress.wait_until(bench.journal.head().await.unwrap(), PATIENCE).await.unwrap();
    assert_same(&dump(&pool, &Schema::live()).await, &from_zero(&pool).await, "in the end");
}
