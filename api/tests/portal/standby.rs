//! Standbys, on clusters of the test: commits that wait for a synchronous standby that never comes (what ends the wait,
//! what does not, and how the committing session learns of it), and sessions that reach a standby during a fail-over.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use fairway_command::{Command, Outcome, StartSubscription, Submission, WriterOptions, start_writer};
use fairway_events::connections::{Sessions, Work, notices};
use fairway_events::{Actor, Holes, Journal, MemberId, SubscriptionId};
use fairway_postgres::throwaway::{Durability, Throwaway};
use futures::future::join_all;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};
use tracing_subscriber::layer::SubscriberExt;

/// The time limit of a wait; only reached when something waits for ever.
const WAIT_LIMIT: Duration = Duration::from_secs(60);

fn binaries() -> Option<PathBuf> {
    std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

fn throwaway() -> Throwaway {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    Throwaway::start(parent, binaries().as_deref(), Durability::None).expect("a cluster")
}

/// A cluster that waits at each commit, for a standby that does not exist.
async fn cluster() -> (Throwaway, PgConnectOptions) {
    let cluster = throwaway();
    // A throw-away cluster does not wait for the disk by default.
    let options = PgConnectOptions::from_str(&cluster.url()).expect("an address");
    let options = options.options([("synchronous_commit", "on")]);
    let mut admin = PgConnection::connect_with(&options).await.expect("a connection");
    for statement in [
        "CREATE TABLE facts (what text)",
        "ALTER SYSTEM SET synchronous_standby_names = 'nobody'",
        "SELECT pg_reload_conf()",
    ] {
        admin.execute(statement).await.expect(statement);
    }
    admin.close().await.expect("closed");
    // New connections have the new settings; the server's own processes may be a moment behind.
    let is_set = async || {
        let mut asking = PgConnection::connect_with(&options).await.expect("a connection");
        let names: String =
            sqlx::query_scalar("SHOW synchronous_standby_names").fetch_one(&mut asking).await.expect("names");
        names == "nobody"
    };
    while !is_set().await {
        tokio::task::yield_now().await;
    }
    (cluster, options)
}

/// Waits until a commit has waited for its standby for so long, and returns the process of that commit.
async fn waiting_for(options: &PgConnectOptions, longer_than: &str) -> i32 {
    let mut asking = PgConnection::connect_with(options).await.expect("a connection");
    let waiting = format!(
        "SELECT pid FROM pg_stat_activity
         WHERE wait_event = 'SyncRep' AND clock_timestamp() - query_start > '{longer_than}'"
    );
    let polling = async {
        loop {
            let found: Option<i32> =
                sqlx::query_scalar(&waiting).fetch_optional(&mut asking).await.expect("the sessions");
            if let Some(process) = found {
                return process;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(WAIT_LIMIT, polling).await.expect("a commit waits")
}

async fn cancel(options: &PgConnectOptions, process: i32) {
    let mut asking = PgConnection::connect_with(options).await.expect("a connection");
    let cancelled: bool = sqlx::query_scalar("SELECT pg_cancel_backend($1)")
        .bind(process)
        .fetch_one(&mut asking)
        .await
        .expect("cancelled");
    assert!(cancelled);
}

#[tokio::test]
async fn a_commit_whose_wait_for_its_standby_is_cancelled_is_reported_as_done_with_a_warning() {
    let _counting = tracing::subscriber::set_default(tracing_subscriber::registry().with(notices::layer()));
    let (_cluster, options) = cluster().await;
    let pool = Sessions::with_options(options.clone()).pool(Work::Appends, 1);
    let appending = notices::watch(sqlx::query("INSERT INTO facts VALUES ('may be lost')").execute(&pool));
    let cancelling = async {
        let process = waiting_for(&options, "0 s").await;
        cancel(&options, process).await;
    };
    let ((done, warned), ()) = tokio::join!(appending, cancelling);
    assert!(done.is_ok(), "PostgreSQL calls it done: {done:?}");
    assert!(warned, "and the warning is what tells otherwise");
}

#[tokio::test]
async fn the_limit_on_requests_statements_does_not_end_a_commits_wait_for_its_standby() {
    let (_cluster, options) = cluster().await;
    let pool = Sessions::with_options(options.clone()).pool(Work::Requests, 1);
    let writing = async {
        let mut connection = pool.acquire().await.expect("a connection");
        // Shorter than the pool's 5 s, so that the test is faster.
        connection.execute("SET statement_timeout = '100ms'").await.expect("a limit");
        sqlx::query("INSERT INTO facts VALUES ('waits')").execute(&mut *connection).await
    };
    let watching = async {
        let process = waiting_for(&options, "1 s").await;
        cancel(&options, process).await;
    };
    let (done, ()) = tokio::join!(writing, watching);
    assert!(done.is_ok(), "{done:?}");
}

#[tokio::test]
async fn a_command_whose_wait_for_the_standby_is_cancelled_is_answered_only_when_a_standby_has_it() {
    let _counting = tracing::subscriber::set_default(tracing_subscriber::registry().with(notices::layer()));
    let (_cluster, options) = cluster().await;
    let mut admin = PgConnection::connect_with(&options).await.expect("a connection");
    admin.execute("SET synchronous_commit = local").await.expect("a setting");
    fairway_events::MIGRATOR.run_direct(&mut admin).await.expect("migrated");
    let pool = Sessions::with_options(options.clone()).pool(Work::Appends, 4);
    let now = chrono::DateTime::from_timestamp(1_780_000_000, 0).expect("a moment");
    let (writer, _task) =
        start_writer(Journal::new(pool), std::sync::Arc::new(move || now), WriterOptions::default());
    let submitted = tokio::spawn(async move { writer.submit(subscription(now.date_naive())).await });
    cancel(&options, waiting_for(&options, "0 s").await).await;
    // The writer has got "done", with a warning; it checks that, in a commit that waits as well.
    let looking_up =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
    while sqlx::query_scalar::<_, i64>(looking_up).fetch_one(&mut admin).await.expect("a count") == 0 {
        tokio::task::yield_now().await;
    }
    assert!(!submitted.is_finished(), "nobody was told yet");
    for statement in ["ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()"] {
        admin.execute(statement).await.expect(statement);
    }
    let answer = submitted.await.expect("an answer");
    assert!(matches!(answer, Ok(Outcome::Accepted { position: 1, .. })), "{answer:?}");
    let stored: i64 =
        sqlx::query_scalar("SELECT count(*) FROM events").fetch_one(&mut admin).await.expect("a count");
    assert_eq!(stored, 1);
}

fn subscription(today: chrono::NaiveDate) -> Submission {
    Submission {
        command: Command::StartSubscription(StartSubscription {
            member: MemberId(uuid::Uuid::from_u128(1)),
            subscription: SubscriptionId(uuid::Uuid::from_u128(2)),
            name: "Jaarabonnement".to_owned(),
            startdate: today,
            enddate: today + chrono::Days::new(300),
            paymentdate: None,
            amount_cents: 24_900,
            max: 40,
            per_month: None,
            max_holes: Holes::Eighteen,
        }),
        correlation_id: uuid::Uuid::from_u128(3),
        actor: Actor::import(),
        metadata: std::collections::BTreeMap::new(),
        receipt: None,
    }
}

/// A load balancer may reach a standby during a fail-over: the former primary, which still reads behind the new one, or
/// the new one before its promotion.
#[tokio::test]
async fn only_an_operators_session_begins_on_a_standby() {
    let mut cluster = throwaway();
    let sessions = Sessions::with_options(PgConnectOptions::from_str(&cluster.url()).expect("an address"));
    let one = async |work| {
        let pool = sessions.pool(work, 1);
        sqlx::query_scalar::<_, i32>("SELECT 1").fetch_one(&pool).await
    };
    let works = [Work::Requests, Work::Appends, Work::Projections, Work::Health];
    for work in works {
        one(work).await.expect("a primary serves");
    }
    cluster.become_standby(binaries().as_deref()).expect("a standby");
    for refused in join_all(works.map(one)).await {
        let error = refused.expect_err("a standby does not");
        assert!(matches!(error, sqlx::Error::PoolTimedOut), "{error}");
    }
    one(Work::Commands).await.expect("an operator may ask a replica");
}
