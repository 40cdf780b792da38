//! Warnings of a real server, reported to the caller that awaits the statement and to no other.

use fairway_events::connections::notices;
use fairway_events::testing::TestDatabase;
use sqlx::{Connection, PgConnection};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::{Layer, SubscriberExt};

async fn raise(connection: &mut PgConnection, level: &str) -> bool {
    let statement = format!("DO $$ BEGIN RAISE {level} 'not as it should be'; END $$");
    let (done, warned) = notices::watch(sqlx::query(&statement).execute(connection)).await;
    done.expect("a warning is no error");
    warned
}

#[tokio::test]
async fn a_warning_is_reported_with_the_statement_that_it_belongs_to() {
    // As the program has it: a log that keeps quiet about most things must not keep warnings from the counter.
    let log = tracing_subscriber::fmt::layer().with_test_writer().with_filter(EnvFilter::new("off"));
    let subscriber = tracing_subscriber::registry().with(log).with(notices::layer());
    let _counting = tracing::subscriber::set_default(subscriber);
    let database = TestDatabase::new().await;
    let mut one = PgConnection::connect_with(&database.options()).await.expect("a connection");
    let mut other = PgConnection::connect_with(&database.options()).await.expect("a connection");
    assert!(raise(&mut one, "WARNING").await);
    assert!(!raise(&mut one, "NOTICE").await);
    // Two at the same time on one thread: each gets its own.
    assert_eq!(tokio::join!(raise(&mut one, "WARNING"), raise(&mut other, "NOTICE")), (true, false));
}
