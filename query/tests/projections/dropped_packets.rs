//! A network that drops connections without notice, and a database outage: no wait is unlimited, other processes are
//! not blocked, and the projector recovers without help.

use std::collections::BTreeSet;
use std::time::Duration;

use fairway_events::testing::Proxy;
use fairway_events::{Holes, connections};
use fairway_query::{Progress, ProjectionState, Projector, ProjectorOptions, Schema};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sqlx::{Executor, PgPool};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::support::scenario::{Scenario, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, all, club, follow, until};

/// Far longer than any test, so that only another signal can end a wait.
const NEVER: Duration = Duration::from_secs(3_600);

/// A pool whose connections go through a proxy, and are checked before use like those of the program.
async fn through_a_proxy(bench: &Bench) -> (Proxy, PgPool) {
    let server = bench.database.options();
    let proxy = Proxy::before(&server).await;
    let pool = PgPoolOptions::new()
        .max_connections(5)
        .acquire_timeout(Duration::from_secs(2))
        .test_before_acquire(false)
        .before_acquire(|_, about| Box::pin(async move { Ok(connections::is_valid(about.age)) }))
        .connect_lazy_with(proxy.options(&server));
    (proxy, pool)
}

fn start(pool: &PgPool, options: ProjectorOptions) -> (Progress, JoinHandle<()>) {
    let projector = Projector::new(pool.clone(), options);
    (projector.progress(), tokio::spawn(projector.run(None, std::future::pending())))
}

async fn book(bench: &Bench, scenario: &mut Scenario, day: u64) -> i64 {
    scenario.book(&club(1), play_day(day), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    bench.journal.head().await.unwrap()
}

/// Whether another session of this database matches the condition.
async fn another_session_matches(bench: &Bench, condition: &str) -> bool {
    let sql = format!(
        "SELECT count(*) > 0 FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND {condition}"
    );
    sqlx::query_scalar(&sql).fetch_one(&bench.pool).await.unwrap()
}

async fn assert_all_run(bench: &Bench) {
    for status in bench.reads.projections().await.unwrap() {
        assert_eq!((status.state, status.last_error), (ProjectionState::Running, None), "{}", status.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_stops_answering_during_a_batch_blocks_no_other_projector_and_is_replaced() {
    let bench = Bench::new().await;
    let (proxy, proxied_pool) = through_a_proxy(&bench).await;
    let mut scenario = Scenario::default();
    let mut holder = bench.pool.begin().await.unwrap();
    holder.execute("LOCK TABLE club_days IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let head = book(&bench, &mut scenario, 0).await;
    // The wait for the table's lock is limited to a quarter of this: enough time to silence the proxy.
    let patience = Duration::from_secs(8);
    let (first, _first) = start(&proxied_pool, ProjectorOptions { timeout: patience, ..all() });
    until("it writes a batch", async || another_session_matches(&bench, "wait_event_type = 'Lock'").await)
        .await;
    proxy.silence();
    holder.rollback().await.unwrap();
    until("the server waits for the projector", async || {
        another_session_matches(&bench, "state = 'idle in transaction'").await
    })
    .await;

    let (second, _second) = start(&bench.pool, all());
    second.wait_until(head, PATIENCE).await.unwrap();
    first.wait_until(head, PATIENCE).await.unwrap();
    let head = book(&bench, &mut scenario, 1).await;
    first.wait_until(head, PATIENCE).await.unwrap();
    assert_all_run(&bench).await;
    assert_same(
        &dump(&bench.pool, &Schema::live()).await,
        &from_zero(&bench.pool).await,
        "after the silence",
    );
}

#[tokio::test]
async fn a_listener_that_receives_nothing_opens_a_new_connection() {
    let bench = Bench::new().await;
    let (proxy, proxied_pool) = through_a_proxy(&bench).await;
    // Only a notification can wake it.
    let (progress, _running) = start(&proxied_pool, ProjectorOptions { poll: NEVER, ..all() });
    let listens = async || another_session_matches(&bench, "query LIKE 'LISTEN %'").await;
    until("it listens", listens).await;
    let mut scenario = Scenario::default();
    for day in 0..2 {
        proxy.silence();
        let head = book(&bench, &mut scenario, day).await;
        bench.journal.announce(head).await.unwrap();
        progress.wait_until(head, PATIENCE).await.unwrap();
    }
}

#[tokio::test]
async fn a_process_without_projectors_replaces_connections_that_stop_answering() {
    let bench = Bench::new().await;
    let (proxy, proxied_pool) = through_a_proxy(&bench).await;
    let (progress, follower) = follow(&proxied_pool);
    let _following = tokio::spawn(follower.run(std::future::pending()));
    let (_, _running) = start(&bench.pool, all());
    let mut scenario = Scenario::default();
    for day in 0..3 {
        let head = book(&bench, &mut scenario, day).await;
        bench.journal.announce(head).await.unwrap();
        progress.wait_until(head, PATIENCE).await.unwrap();
        proxy.silence();
    }
}

#[tokio::test]
async fn a_standby_that_waits_for_the_lock_retries_and_reports_no_failure() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let head = book(&bench, &mut scenario, 0).await;
    let mut working = bench.pool.begin().await.unwrap();
    working.execute("SELECT FROM projections FOR UPDATE").await.unwrap();
    let (progress, _standby) =
        start(&bench.pool, ProjectorOptions { timeout: Duration::from_millis(400), ..all() });
    let mut tries = BTreeSet::new();
    until("it has tried several times", async || {
        let waiting = "SELECT xact_start::text FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        tries.extend(sqlx::query_scalar::<_, String>(waiting).fetch_all(&bench.pool).await.unwrap());
        tries.len() >= 4
    })
    .await;
    assert_all_run(&bench).await;
    working.rollback().await.unwrap();
    progress.wait_until(head, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn after_an_outage_the_listeners_new_connection_ends_the_pause() {
    let bench = Bench::new().await;
    let (proxy, proxied_pool) = through_a_proxy(&bench).await;
    let options = ProjectorOptions { poll: NEVER, pauses: (NEVER, NEVER), ..all() };
    let (progress, _running) = start(&proxied_pool, options);
    let mut scenario = Scenario::default();
    for day in 0..3 {
        proxy.go_away();
        let head = book(&bench, &mut scenario, day).await;
        until("its connections are gone", async || {
            !another_session_matches(&bench, "query LIKE 'LISTEN %'").await
        })
        .await;
        proxy.come_back();
        progress.wait_until(head, PATIENCE).await.unwrap();
    }
    assert_all_run(&bench).await;
}

#[tokio::test]
async fn a_proxy_without_a_server_is_tried_again_before_the_long_pause() {
    let bench = Bench::new().await;
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let options_of_port = PgConnectOptions::new_without_pgpass()
        .host("127.0.0.1")
        .port(port.local_addr().unwrap().port())
        .ssl_mode(PgSslMode::Prefer);
    let pool = PgPoolOptions::new().connect_lazy_with(options_of_port);
    let options = ProjectorOptions { pauses: (NEVER, NEVER), ..all() };
    // Without a listener, whose own tries would be counted too.
    let _running = tokio::spawn(Projector::new(pool, options).run_polling(std::future::pending()));
    for _ in 0..3 {
        let asked = tokio::time::timeout(PATIENCE, port.accept()).await;
        let (mut asked, _) = asked.expect("it asks again").unwrap();
        asked.write_all(b"?").await.unwrap();
    }
    assert_all_run(&bench).await;
}

#[tokio::test]
async fn a_database_that_is_too_slow_for_whole_batches_is_given_smaller_ones() {
    let bench = Bench::new().await;
    let slow = "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END $$;
        CREATE TRIGGER slow BEFORE INSERT ON reservations_bookings FOR EACH ROW EXECUTE FUNCTION slow()";
    bench.pool.execute(slow).await.unwrap();
    let mut scenario = Scenario::default();
    for day in 0..150 {
        scenario.book(&club(1), play_day(day), Holes::Nine, &[(1, None)]);
    }
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();
    let patience = Duration::from_secs(1);
    let (progress, _running) =
        start(&bench.pool, ProjectorOptions { timeout: patience, batch: 500, ..all() });
    progress.wait_until(head, PATIENCE).await.unwrap();
}
