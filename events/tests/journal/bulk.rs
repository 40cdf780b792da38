//! Reading in bulk: the same entries as one by one, in any number of steps.

use fairway_events::journal::{BulkReader, Entry};
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, Journal};
use sqlx::{Connection, Executor, PgConnection};

use crate::support::{append, batch, noon};

/// What is read of each event, or why it cannot be.
fn shown(entries: &[Entry]) -> Vec<String> {
    entries.iter().map(|entry| format!("{entry:?}")).collect()
}

/// Seven events, each of whose columns has something to read wrongly. The fifth is unreadable.
async fn journal(database: &TestDatabase) -> Journal {
    let journal = Journal::new(database.pool());
    let mut with_metadata = append(3, 0, 1);
    with_metadata.metadata.insert("reason".to_owned(), "één \"ü\" \\ \n".to_owned());
    with_metadata.actor = Actor::Operator("Eva: balie".to_owned());
    let appends = vec![append(2, 0, 2), append(1, 0, 1), with_metadata, append(2, 2, 3)];
    journal.append(&batch(appends), noon()).await.unwrap();
    let mut owner = PgConnection::connect_with(&database.options()).await.unwrap();
    owner
        .execute(
            "ALTER TABLE events DISABLE TRIGGER events_append_only;
             UPDATE events SET payload = '{\"VoucherLost\": {\"price\": 12.50}}' WHERE position = 5;
             UPDATE events SET recorded_at = '1999-12-31 23:59:59.999999Z' WHERE position = 6",
        )
        .await
        .unwrap();
    journal
}

#[tokio::test]
async fn entries_are_those_that_are_read_one_by_one() {
    let database = TestDatabase::new().await;
    let journal = journal(&database).await;
    let mut connection = journal.pool().acquire().await.unwrap();
    let expected = shown(&Journal::entries_after(&mut connection, 0, 100).await.unwrap());
    assert_eq!(expected.iter().filter(|entry| entry.contains("Err(")).count(), 1, "{expected:#?}");

    let mut reader = BulkReader::open(journal.pool()).await.unwrap();
    assert_eq!(shown(&reader.entries_after(0, 100).await.unwrap()), expected);
    // In steps, each after what was read before.
    let (mut read, mut after) = (Vec::new(), 0);
    loop {
        let step = reader.entries_after(after, 2).await.unwrap();
        assert!(step.len() <= 2);
        let Some(last) = step.last() else { break };
        after = last.position;
        read.extend(shown(&step));
    }
    assert_eq!(read, expected);
}

#[tokio::test]
async fn an_empty_journal_and_its_end_have_no_entries() {
    let database = TestDatabase::new().await;
    let mut reader = BulkReader::open(&database.pool()).await.unwrap();
    assert!(reader.entries_after(0, 10).await.unwrap().is_empty());
    let journal = journal(&database).await;
    assert!(reader.entries_after(7, 10).await.unwrap().is_empty());
    assert!(reader.entries_after(0, 0).await.unwrap().is_empty());
    // What is appended later is found by the same reader.
    journal.append(&batch(vec![append(4, 0, 1)]), noon()).await.unwrap();
    assert_eq!(reader.entries_after(7, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_refusal_of_the_database_is_an_error() {
    let database = TestDatabase::new().await;
    let mut reader = BulkReader::open(&database.pool()).await.unwrap();
    database.pool().execute("ALTER TABLE events RENAME TO elsewhere").await.unwrap();
    let refused = reader.entries_after(0, 10).await;
    let Err(sqlx::Error::Database(refusal)) = refused else { panic!("{refused:?}") };
    assert_eq!(refusal.code().as_deref(), Some("42P01"));
}

#[tokio::test]
async fn a_reader_that_is_dropped_in_the_middle_leaves_its_pool_usable() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    for round in 0..20 {
        journal.append(&batch(vec![append(round, 0, 1_000)]), noon()).await.unwrap();
    }
    let pool = sqlx::postgres::PgPoolOptions::new()
        .max_connections(1)
        .test_before_acquire(false)
        .connect_with(database.options())
        .await
        .unwrap();
    let mut reader = BulkReader::open(&pool).await.unwrap();
    // The first poll sends the statement. The rows are more than two polls read.
    let mut reading = Box::pin(reader.entries_after(0, 20_000));
    for _ in 0..2 {
        assert!(futures::poll!(&mut reading).is_pending());
        tokio::task::yield_now().await;
    }
    drop(reading);
    drop(reader);
    let one: i32 = sqlx::query_scalar("SELECT 1").fetch_one(&pool).await.unwrap();
    assert_eq!(one, 1);
}
