//! Snapshots change how much is read, never what is decided. A stream that is presumed new is read when that matters.

use std::time::Duration;

use chrono::Days;
use fairway_command::{AnyAggregate, Loaded, Outcome, WriterOptions};
use fairway_events::journal::History;
use fairway_events::testing::TestDatabase;
use fairway_events::{Journal, StreamId};
use sqlx::PgPool;

use super::support::{
    accepted, booking, cancel, club, give_pass, member, play_date, submission, today, writer,
};

const MEMBER: u128 = 1;

fn stream() -> StreamId {
    StreamId::Membership(member(MEMBER))
}

/// A member with a long history and a round on the last day of the window, with a stored snapshot.
async fn member_with_long_history(pool: &PgPool) {
    let club = club(None);
    let (first, _task) = writer(pool.clone(), WriterOptions::default());
    give_pass(&first, MEMBER).await;
    for number in 1..=40 {
        assert!(accepted(&first.submit(submission(booking(number, &club, play_date(), &[MEMBER]))).await));
        assert!(accepted(&first.submit(submission(cancel(number, 1, MEMBER))).await));
    }
    // A writer that has not loaded the member reads the whole stream, and stores a snapshot of it.
    let (second, _task) = writer(pool.clone(), WriterOptions::default());
    let last = booking(100, &club, today() + Days::new(10), &[MEMBER]);
    assert!(accepted(&second.submit(submission(last)).await));
    let snapshot_is_stored = async {
        while stored_snapshot(pool).await.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), snapshot_is_stored).await.expect("a snapshot is stored");
}

async fn stored_snapshot(pool: &PgPool) -> Option<(i64, String)> {
    sqlx::query_as("SELECT version, schema FROM snapshots WHERE aggregate_id = $1")
        .bind(stream().aggregate_id())
        .fetch_optional(pool)
        .await
        .unwrap()
}

/// Whether a fresh writer knows that the member plays in ten days.
async fn knows_the_round(pool: &PgPool, id: u128) -> bool {
    let (fresh, _task) = writer(pool.clone(), WriterOptions::default());
    let again = booking(id, &club(None), today() + Days::new(10), &[MEMBER]);
    matches!(fresh.submit(submission(again)).await.unwrap(), Outcome::Rejected(_))
}

async fn history(journal: &Journal, schema: &str) -> History {
    let mut connection = journal.pool().acquire().await.unwrap();
    Journal::histories(&mut connection, &[stream()], schema, i64::MAX).await.unwrap().remove(0).unwrap()
}

#[tokio::test]
async fn a_snapshot_and_its_tail_are_the_whole_stream() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    member_with_long_history(&pool).await;
    let (version, schema) = stored_snapshot(&pool).await.unwrap();
    assert!(version >= 64, "a snapshot at {version}");

    let journal = Journal::new(pool.clone());
    let whole = history(&journal, "no such schema").await;
    assert_eq!(whole.snapshot, None);
    let mut from_the_start = Loaded::empty(&stream());
    whole.events.iter().for_each(|(sequence, event)| from_the_start.apply(*sequence, event.clone()));

    let short = history(&journal, &schema).await;
    let (at, state) = short.snapshot.unwrap();
    assert_eq!(at, version);
    assert_eq!(short.events.len(), 1, "only the claim after the snapshot is read");
    let mut restored = Loaded::restored(at, AnyAggregate::restore(&stream(), &state).unwrap());
    short.events.iter().for_each(|(sequence, event)| restored.apply(*sequence, event.clone()));

    assert_eq!(restored.version, from_the_start.version);
    assert_eq!(restored.state.to_snapshot(), from_the_start.state.to_snapshot());
    assert!(knows_the_round(&pool, 200).await);
}

#[tokio::test]
async fn a_snapshot_of_other_code_or_a_damaged_one_is_not_used() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    member_with_long_history(&pool).await;
    let empty_state = Loaded::empty(&stream()).state.to_snapshot().unwrap();
    let overwrite_snapshot = |state: String, schema: &'static str| {
        let pool = pool.clone();
        async move {
            sqlx::query("UPDATE snapshots SET state = $1, schema = schema || $2")
                .bind(state)
                .bind(schema)
                .execute(&pool)
                .await
                .unwrap();
        }
    };
    overwrite_snapshot("not a state".to_owned(), "").await;
    assert!(knows_the_round(&pool, 200).await, "a damaged snapshot is ignored");
    overwrite_snapshot(empty_state, " of other code").await;
    assert!(knows_the_round(&pool, 201).await, "a snapshot of other code is not used");
}

#[tokio::test]
async fn a_repeated_booking_is_recognised_by_a_writer_that_presumed_it_new() {
    let database = TestDatabase::new().await;
    let (first, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&first, MEMBER).await;
    let round = || submission(booking(7, &club(None), play_date(), &[MEMBER]));
    assert!(accepted(&first.submit(round()).await));
    let head = Journal::new(database.pool()).head().await.unwrap();

    let (second, _task) = writer(database.pool(), WriterOptions::default());
    let repeated = second.submit(round()).await;
    assert!(accepted(&repeated), "{repeated:?}");
    assert_eq!(Journal::new(database.pool()).head().await.unwrap(), head, "nothing was appended");
}

#[tokio::test]
async fn an_append_to_a_stream_wrongly_presumed_new_is_counted_and_decided_again() {
    let database = TestDatabase::new().await;
    let (first, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&first, MEMBER).await;
    let round = || submission(booking(7, &club(None), play_date(), &[MEMBER]));
    assert!(accepted(&first.submit(round()).await));
    assert!(accepted(&first.submit(submission(cancel(7, 1, MEMBER))).await));
    let head = Journal::new(database.pool()).head().await.unwrap();

    // The member is free on that date, so only the booking's own stream shows that it exists.
    let (second, _task) = writer(database.pool(), WriterOptions::default());
    let repeated = second.submit(round()).await;
    assert!(accepted(&repeated), "{repeated:?}");
    assert_eq!(Journal::new(database.pool()).head().await.unwrap(), head, "nothing was appended");
    assert_eq!((first.stats().conflicts(), second.stats().conflicts()), (0, 1));
}
