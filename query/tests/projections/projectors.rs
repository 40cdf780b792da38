//! Several projectors at once, and the signals that wake them.

use std::time::Duration;

use fairway_events::Holes;
use fairway_query::{Progress, Projection, Projector, ProjectorOptions, Schema};
use sqlx::PgPool;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use crate::support::scenario::{Scenario, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, all, club, finish};

/// Far longer than any test, so that only another signal can end a wait.
const NEVER: Duration = Duration::from_secs(3_600);

struct Running {
    progress: Progress,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

fn start(pool: &PgPool, batch: i64, poll: Duration, writer: Option<watch::Receiver<i64>>) -> Running {
    let options = ProjectorOptions { batch, poll, ..all() };
    let projector = Projector::new(pool.clone(), options);
    let progress = projector.progress();
    let (stop, stopped) = oneshot::channel();
    let shutdown = async {
        let _ = stopped.await;
    };
    Running { progress, stop, task: tokio::spawn(projector.run(writer, shutdown)) }
}

fn book(scenario: &mut Scenario, round: u32) {
    let date = play_day(u64::from(round));
    let index = scenario.book(&club(round % 3), date, Holes::Nine, &[(1, None), (2, None), (3, None)]);
    scenario.cancel(index, 2, 1, crate::support::scenario::When::Before);
    scenario.add(index, 1, &[(4, None)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_projectors_at_once_write_each_event_once() {
    let bench = Bench::new().await;
    let poll = Duration::from_millis(1);
    let both = [start(&bench.pool, 7, poll, None), start(&bench.pool, 4, poll, None)];
    let mut scenario = Scenario::default();
    for round in 0..150 {
        book(&mut scenario, round);
        scenario.append(&bench.journal).await;
    }
    let head = bench.journal.head().await.unwrap();
    for running in &both {
        running.progress.wait_until(head, PATIENCE).await.unwrap();
    }
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "two projectors");
    for Running { stop, task, .. } in both {
        stop.send(()).unwrap();
        task.await.unwrap();
    }
}

/// Runs a step until it waits for the checkpoints' lock.
async fn waits_for_the_lock(pool: &PgPool, step: impl Future<Output: std::fmt::Debug>) {
    let blocked = "SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'";
    tokio::select! {
        biased;
        done = step => panic!("it did not wait: {done:?}"),
        () = crate::support::until("it waits for the lock", async || {
            sqlx::query_scalar(blocked).fetch_one(pool).await.unwrap()
        }) => {}
    }
}

#[tokio::test]
async fn the_second_projector_waits_for_the_lock_and_takes_over() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    book(&mut scenario, 0);
    scenario.append(&bench.journal).await;
    let mut first = bench.pool.begin().await.unwrap();
    sqlx::query("SELECT 1 FROM projections FOR UPDATE").execute(&mut *first).await.unwrap();

    let second = bench.projector.run_once(5_000);
    tokio::pin!(second);
    waits_for_the_lock(&bench.pool, second.as_mut()).await;
    first.rollback().await.unwrap();
    let step = tokio::time::timeout(PATIENCE, second).await.unwrap().unwrap();
    assert_eq!(step.position, bench.journal.head().await.unwrap());
}

#[tokio::test]
async fn a_projector_that_waited_for_the_lock_while_others_projected_is_not_ahead_of_the_journal() {
    let mut bench = Bench::new().await;
    let mut first = bench.pool.begin().await.unwrap();
    sqlx::query("SELECT 1 FROM projections FOR UPDATE").execute(&mut *first).await.unwrap();
    let second = bench.projector.run_once(5_000);
    tokio::pin!(second);
    waits_for_the_lock(&bench.pool, second.as_mut()).await;

    let mut scenario = Scenario::default();
    book(&mut scenario, 0);
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();
    let projected = "UPDATE projections SET position = $1,
        as_of = (SELECT recorded_at FROM events WHERE events.position = $1)";
    sqlx::query(projected).bind(head).execute(&mut *first).await.unwrap();
    first.commit().await.unwrap();
    let step = tokio::time::timeout(PATIENCE, second).await.unwrap().unwrap();
    assert_eq!((step.position, step.events), (head, 0));
}

#[tokio::test]
async fn events_read_ahead_are_not_applied_after_the_read_models_went_back() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    (0..5).for_each(|round| book(&mut scenario, round));
    scenario.append(&bench.journal).await;
    let first = bench.projector.run_once(2).await.unwrap();
    assert!(first.more && first.rows > 0, "it reads on meanwhile");
    let tables = Projection::ALL.iter().flat_map(|projection| projection.tables());
    for table in tables {
        sqlx::query(&format!("TRUNCATE {table} CASCADE")).execute(&bench.pool).await.unwrap();
    }
    sqlx::query("UPDATE projections SET position = 0, as_of = NULL").execute(&bench.pool).await.unwrap();
    finish(&mut bench.projector).await;
    assert_same(
        &dump(&bench.pool, &Schema::live()).await,
        &from_zero(&bench.pool).await,
        "after the read models went back",
    );
}

#[tokio::test]
async fn the_writer_of_the_same_process_wakes_it() {
    let bench = Bench::new().await;
    let (committed, writer) = watch::channel(0);
    let running = start(&bench.pool, 5_000, NEVER, Some(writer));
    let mut scenario = Scenario::default();
    for round in 0..20 {
        book(&mut scenario, round);
        scenario.append(&bench.journal).await;
        let head = bench.journal.head().await.unwrap();
        committed.send(head).unwrap();
        running.progress.wait_until(head, PATIENCE).await.unwrap();
    }
    // A writer that ended does not stop the projector.
    drop(committed);
    assert!(!running.task.is_finished());
}

#[tokio::test]
async fn a_backlog_of_many_batches_is_projected_without_a_signal() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    (0..5).for_each(|round| book(&mut scenario, round));
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();
    let running = start(&bench.pool, 2, NEVER, None);
    running.progress.wait_until(head, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn an_announcement_of_another_process_wakes_it() {
    let bench = Bench::new().await;
    let running = start(&bench.pool, 5_000, NEVER, None);
    let listening = "SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN %'";
    crate::support::until("it listens", async || {
        sqlx::query_scalar(listening).fetch_one(&bench.pool).await.unwrap()
    })
    .await;
    let mut scenario = Scenario::default();
    book(&mut scenario, 0);
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();
    bench.journal.announce(head).await.unwrap();
    running.progress.wait_until(head, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn the_slow_poll_finds_unannounced_events() {
    let bench = Bench::new().await;
    let running = start(&bench.pool, 5_000, Duration::from_millis(10), None);
    let mut scenario = Scenario::default();
    for round in 0..3 {
        book(&mut scenario, round);
        scenario.append(&bench.journal).await;
        let head = bench.journal.head().await.unwrap();
        running.progress.wait_until(head, PATIENCE).await.unwrap();
    }
}

#[tokio::test]
async fn a_step_reports_its_events_rows_and_position() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    scenario.append(&bench.journal).await;

    let step = bench.projector.run_once(3).await.unwrap();
    assert_eq!((step.events, step.position, step.more), (3, 3, true));
    let step = bench.projector.run_once(3).await.unwrap();
    assert_eq!((step.events, step.position, step.more), (1, 4, false));
    let step = bench.projector.run_once(3).await.unwrap();
    assert_eq!((step.events, step.rows, step.position), (0, 0, 4));
    let status = bench.reads.projections().await.unwrap().remove(0);
    assert_eq!((status.position, status.head, status.lag()), (4, 4, 0));
    assert!(status.as_of.is_some());
}
