//! A network that drops connections without notice, and a database that goes away: nothing waits for ever, nobody else
//! is held up, and everything goes on by itself.

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

/// Far longer than any test: who waits for it waits for something else.
const NEVER: Duration = Duration::from_secs(3_600);

/// A pool whose connections lead through a proxy, and are believed in as those of the program are.
async fn through_a_proxy(bench: &Bench) -> (Proxy, PgPool) {
    let server = bench.database.options();
    let proxy = Proxy::before(&server).await;
    let pool = PgPoolOptions::new()
        .max_connections(5)
        .acquire_timeout(Duration::from_secs(2))
        .test_before_acquire(false)
        .before_acquire(|_, about| Box::pin(async move { Ok(connections::is_trusted(about.age)) }))
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

/// Whether a session of this database other than the one that asks is as the condition says.
async fn is_somebody(bench: &Bench, condition: &str) -> bool {
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
async fn a_silent_connection_in_the_middle_of_a_batch_holds_nobody_up_and_its_projector_recovers() {
    let bench = Bench::new().await;
    let (proxy, through) = through_a_proxy(&bench).await;
    let mut scenario = Scenario::default();
    let mut holder = bench.pool.begin().await.unwrap();
    holder.execute("LOCK TABLE club_days IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let head = book(&bench, &mut scenario, 0).await;
    // A quarter of it is the longest wait for the table: time enough to fall silent in.
    let patience = Duration::from_secs(8);
    let (first, _first) = start(&through, ProjectorOptions { timeout: patience, ..all() });
    until("it writes a batch", async || is_somebody(&bench, "wait_event_type = 'Lock'").await).await;
    proxy.silence();
    holder.rollback().await.unwrap();
    until("the server waits for the projector", async || {
        is_somebody(&bench, "state = 'idle in transaction'").await
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
    let (proxy, through) = through_a_proxy(&bench).await;
    // Only a notification can wake it.
    let (progress, _running) = start(&through, ProjectorOptions { poll: NEVER, ..all() });
    let listens = async || is_somebody(&bench, "query LIKE 'LISTEN %'").await;
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
async fn a_process_without_projectors_sees_through_new_connections_what_the_silent_ones_do_not_say() {
    let bench = Bench::new().await;
    let (proxy, through) = through_a_proxy(&bench).await;
    let (progress, follower) = follow(&through);
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
async fn a_standby_that_waits_for_its_turn_looks_again_and_reports_no_failure() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let head = book(&bench, &mut scenario, 0).await;
    let mut working = bench.pool.begin().await.unwrap();
    working.execute("SELECT FROM projections FOR UPDATE").await.unwrap();
    let (progress, _standby) =
        start(&bench.pool, ProjectorOptions { timeout: Duration::from_millis(400), ..all() });
    let mut turns = BTreeSet::new();
    until("it has waited for several turns", async || {
        let waiting = "SELECT xact_start::text FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        turns.extend(sqlx::query_scalar::<_, String>(waiting).fetch_all(&bench.pool).await.unwrap());
        turns.len() >= 4
    })
    .await;
    assert_all_run(&bench).await;
    working.rollback().await.unwrap();
    progress.wait_until(head, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn after_an_outage_the_listeners_new_connection_ends_the_pause() {
    let bench = Bench::new().await;
    let (proxy, through) = through_a_proxy(&bench).await;
    let options = ProjectorOptions { poll: NEVER, pauses: (NEVER, NEVER), ..all() };
    let (progress, _running) = start(&through, options);
    let mut scenario = Scenario::default();
    for day in 0..3 {
        proxy.go_away();
        let head = book(&bench, &mut scenario, day).await;
        until("its connections are gone", async || !is_somebody(&bench, "query LIKE 'LISTEN %'").await).await;
        proxy.come_back();
        progress.wait_until(head, PATIENCE).await.unwrap();
    }
    assert_all_run(&bench).await;
}

#[tokio::test]
async fn a_proxy_without_a_server_behind_it_is_asked_again_before_the_long_pause() {
    let bench = Bench::new().await;
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nowhere = PgConnectOptions::new_without_pgpass()
        .host("127.0.0.1")
        .port(port.local_addr().unwrap().port())
        .ssl_mode(PgSslMode::Prefer);
    let pool = PgPoolOptions::new().connect_lazy_with(nowhere);
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
