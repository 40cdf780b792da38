//! Pools with broken connections, and the limits of their sessions.

use std::time::Duration;

use fairway_events::connections::{self, Sessions, Work};
use fairway_events::testing::{Proxy, TestDatabase};
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

/// A wait that exceeds this limit is treated as endless.
const FOR_EVER: Duration = Duration::from_secs(60);

async fn one(pool: &PgPool) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar("SELECT 1").fetch_one(pool).await
}

/// Asks until the answer comes.
async fn answers(pool: &PgPool) {
    let asking = async {
        while one(pool).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(FOR_EVER, asking).await.expect("the pool answers again");
}

#[tokio::test]
async fn an_idle_connection_that_stopped_answering_is_not_used_again() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let pool = Sessions::with_options(proxy.options(&database.options())).pool(Work::Requests, 1);
    one(&pool).await.unwrap();
    while pool.num_idle() == 0 {
        tokio::task::yield_now().await;
    }
    proxy.silence();
    connections::invalidate_all();
    answers(&pool).await;
}

#[tokio::test]
async fn a_connection_that_stopped_answering_in_use_leaves_the_pool() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let sessions = Sessions::with_options(proxy.options(&database.options()));
    let pool = sessions.pool(Work::Requests, 1);
    let connection = pool.acquire().await.unwrap();
    proxy.silence();
    connections::invalidate_all();
    drop(connection);
    answers(&pool).await;
}

/// Under more load than a machine can carry every request takes too long. Were all connections opened again each time,
/// that load would never be worked off.
#[tokio::test]
async fn work_that_took_too_long_costs_no_connection_that_answers() {
    let database = TestDatabase::new().await;
    let pool = Sessions::with_options(database.options()).pool(Work::Requests, 1);
    let process = || async { sqlx::query_scalar::<_, i32>("SELECT pg_backend_pid()").fetch_one(&pool).await };
    let first = process().await.unwrap();
    let endless = connections::bounded(Duration::from_millis(1), std::future::pending::<()>()).await;
    assert_eq!((endless, process().await.unwrap()), (None, first), "one that is idle");
    let slow = sqlx::query("SELECT pg_sleep(0.2)").execute(&pool);
    assert!(connections::bounded(Duration::from_millis(20), slow).await.is_none());
    assert_eq!(process().await.unwrap(), first, "one whose statement was slow");
}

#[tokio::test]
async fn after_work_that_took_too_long_an_idle_connection_has_to_answer() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let pool = Sessions::with_options(proxy.options(&database.options())).pool(Work::Requests, 1);
    one(&pool).await.unwrap();
    while pool.num_idle() == 0 {
        tokio::task::yield_now().await;
    }
    proxy.silence();
    assert!(connections::bounded(Duration::from_millis(1), std::future::pending::<()>()).await.is_none());
    answers(&pool).await;
}

#[tokio::test]
async fn a_connection_on_which_work_took_too_long_leaves_the_pool_if_it_stays_silent() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let pool = Sessions::with_options(proxy.options(&database.options())).pool(Work::Requests, 1);
    let mut connection = pool.acquire().await.unwrap();
    proxy.silence();
    let asking = async move { sqlx::query("SELECT 1").execute(&mut *connection).await };
    assert!(connections::bounded(Duration::from_millis(20), asking).await.is_none());
    answers(&pool).await;
}

/// The control of the tests above: a pool as sqlx makes it pings the connection that does not answer, without a time
/// limit.
#[tokio::test]
async fn a_stock_pool_keeps_a_connection_that_stopped_answering() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(Duration::from_secs(1))
        .connect_with(proxy.options(&database.options()))
        .await
        .unwrap();
    let connection = pool.acquire().await.unwrap();
    proxy.silence();
    connections::invalidate_all();
    drop(connection);
    assert!(matches!(one(&pool).await, Err(sqlx::Error::PoolTimedOut)));
}

#[tokio::test]
async fn connections_opened_after_the_failure_are_used() {
    let database = TestDatabase::new().await;
    let pool = Sessions::with_options(database.options()).pool(Work::Requests, 1);
    let process = || async { sqlx::query_scalar::<_, i32>("SELECT pg_backend_pid()").fetch_one(&pool).await };
    let first = process().await.unwrap();
    assert_eq!(process().await.unwrap(), first, "nothing has failed yet");
    connections::invalidate_all();
    let second = process().await.unwrap();
    assert_ne!(first, second, "one that is older than the failure is not used");
    // A pool cannot tell to the millisecond which connection is younger, so the first few may be dropped.
    let is_reused = async {
        let mut last = second;
        loop {
            let next = process().await.unwrap();
            if next == last {
                return;
            }
            last = next;
        }
    };
    tokio::time::timeout(FOR_EVER, is_reused).await.expect("one that is younger is used");
}

/// A table that was counted while it was empty. A prepared statement keeps the plan that is made for it.
#[tokio::test]
async fn short_statements_use_indexes_even_where_a_table_is_still_empty() {
    let database = TestDatabase::new().await;
    for statement in ["CREATE TABLE counted (id integer PRIMARY KEY)", "VACUUM ANALYZE counted"] {
        sqlx::raw_sql(statement).execute(&database.pool()).await.unwrap();
    }
    let sessions = Sessions::with_options(database.options());
    let plan = async |work: Work| {
        let pool = sessions.pool(work, 1);
        let question = "SELECT id FROM counted WHERE EXISTS (SELECT FROM counted AS other WHERE other.id = counted.id + 1)";
        let lines: Vec<String> =
            sqlx::query_scalar(&format!("EXPLAIN {question}")).fetch_all(&pool).await.unwrap();
        lines.join("\n")
    };
    for work in [Work::Requests, Work::Appends, Work::Projections] {
        let plan = plan(work).await;
        assert!(plan.contains("Index") && !plan.contains("Seq Scan"), "{work:?}: {plan}");
    }
    let stock = plan(Work::Commands).await;
    assert!(stock.contains("Seq Scan"), "otherwise this test could not fail: {stock}");
}

#[tokio::test]
async fn each_kind_of_work_has_the_settings_of_its_own() {
    let database = TestDatabase::new().await;
    let sessions = Sessions::with_options(database.options());
    let setting = async |sessions: &Sessions, work: Work, name: &str| {
        let pool = sessions.pool(work, 1);
        let value: String =
            sqlx::query_scalar("SELECT current_setting($1)").bind(name).fetch_one(&pool).await.unwrap();
        value
    };
    let stock: String =
        sqlx::query_scalar("SELECT current_setting('jit')").fetch_one(&database.pool()).await.unwrap();
    // A limit that an operator set for the whole database would end appends too.
    let name = database.options().get_database().unwrap().to_owned();
    sqlx::query(&format!("ALTER DATABASE {name} SET statement_timeout = '7s'"))
        .execute(&database.pool())
        .await
        .unwrap();
    for (work, statement, idle, plans, compiles) in [
        (Work::Requests, "5s", "5s", "force_generic_plan", "off"),
        (Work::Appends, "0", "2s", "force_generic_plan", "off"),
        (Work::Projections, "0", "10s", "auto", "off"),
        (Work::Health, "2s", "2s", "auto", stock.as_str()),
        (Work::Commands, "0", "0", "auto", stock.as_str()),
    ] {
        assert_eq!(setting(&sessions, work, "statement_timeout").await, statement, "{work:?}");
        assert_eq!(setting(&sessions, work, "idle_in_transaction_session_timeout").await, idle, "{work:?}");
        assert_eq!(setting(&sessions, work, "plan_cache_mode").await, plans, "{work:?}");
        assert_eq!(setting(&sessions, work, "jit").await, compiles, "{work:?}");
    }
    let pooled = Sessions { pooled: true, ..sessions };
    assert_eq!(setting(&pooled, Work::Requests, "statement_timeout").await, "7s", "nothing is set");
}
