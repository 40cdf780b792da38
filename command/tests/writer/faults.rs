//! The callers' answers and the journal when something fails: the connection, the database, the journal itself, a row,
//! a stream, the code.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use chrono::Days;
use fairway_command::{Outcome, Submission, SubmitError, WriterHandle, WriterOptions, start_writer};
use fairway_events::Journal;
use fairway_events::connections::{Sessions, Work};
use fairway_events::testing::{Proxy, TestDatabase};
use futures::future::join_all;
use sqlx::postgres::PgPoolOptions;
use sqlx::{Connection, Executor, PgConnection, PgPool};

use crate::support::{
    JournalTotals, accepted, booking, cancel, club, give_pass, now, play_date, submission, today, waiting,
    writer,
};

/// Time limits that are short enough for a test.
fn short_limits() -> WriterOptions {
    WriterOptions {
        commit: Duration::from_millis(400),
        read: Duration::from_millis(400),
        ..WriterOptions::default()
    }
}

/// A pool like that of the program, through a proxy: a connection that stopped answering is not used again.
async fn proxied_pool(proxy: &Proxy, database: &TestDatabase) -> PgPool {
    PgPoolOptions::new()
        .max_connections(4)
        .before_acquire(|_, meta| {
            Box::pin(async move { Ok(fairway_events::connections::is_valid(meta.age)) })
        })
        .connect_with(proxy.options(&database.options()))
        .await
        .unwrap()
}

#[tokio::test]
async fn a_connection_that_stops_answering_is_replaced_and_the_command_is_carried_out() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let (writer, _task) = writer(proxied_pool(&proxy, &database).await, short_limits());
    give_pass(&writer, 1).await;
    proxy.silence();
    let outcome = writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await;
    assert!(accepted(&outcome), "{outcome:?}");
    assert_eq!(JournalTotals::read(&Journal::new(database.pool())).await.places_of_day, 1);
}

#[tokio::test]
async fn a_commit_whose_answer_was_lost_is_found_and_answered() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let (writer, _task) = writer(proxied_pool(&proxy, &database).await, short_limits());
    give_pass(&writer, 1).await;
    let club = club(None);
    // Now every stream that the booking reads is in memory.
    assert!(accepted(&writer.submit(submission(booking(1, &club, play_date(), &[1]))).await));
    assert!(accepted(&writer.submit(submission(cancel(1, 1, 1))).await));

    let pool = database.pool();
    let mut held = pool.begin().await.unwrap();
    held.execute("SELECT position FROM journal_head FOR UPDATE").await.unwrap();
    let submitted = writer.submit(submission(booking(2, &club, play_date(), &[1])));
    let lose_answer = async {
        waiting(&pool, 1).await;
        proxy.silence();
        held.rollback().await.unwrap();
    };
    let (outcome, ()) = tokio::join!(submitted, lose_answer);
    assert!(accepted(&outcome), "{outcome:?}");
    let ledger = JournalTotals::read(&Journal::new(pool)).await;
    assert_eq!(ledger.bookings.len(), 2, "it was committed once, by the connection that was lost");
    assert!(writer.stats().failures() >= 1, "the answer was lost");
}

#[tokio::test]
async fn a_short_outage_of_the_database_only_delays_commands() {
    let database = TestDatabase::new().await;
    let proxy = Proxy::before(&database.options()).await;
    let (writer, _task) = writer(proxied_pool(&proxy, &database).await, short_limits());
    give_pass(&writer, 1).await;
    proxy.go_away();
    let submitted = tokio::spawn({
        let writer = writer.clone();
        async move { writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await }
    });
    while writer.oldest_waiting().is_none() {
        tokio::task::yield_now().await;
    }
    proxy.come_back();
    assert!(accepted(&submitted.await.unwrap()));
}

#[tokio::test]
async fn a_database_that_refuses_all_writes_is_reported_as_unavailable() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), short_limits());
    give_pass(&writer, 1).await;
    for statement in [
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$",
        "CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()",
    ] {
        database.pool().execute(statement).await.unwrap();
    }
    let refused = writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await;
    assert!(matches!(refused, Err(SubmitError::Unavailable(_))), "{refused:?}");
    assert!(writer.stats().failures() > 3);
    database.pool().execute("DROP TRIGGER full_disk ON events").await.unwrap();
    assert!(accepted(&writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await));
}

#[tokio::test]
async fn a_frozen_writer_that_holds_the_head_does_not_block_other_writers() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&writer, 1).await;
    // The connection of a writer on another node that stopped in the middle of its transaction.
    let frozen = Sessions::with_options(database.options()).pool(Work::Appends, 1);
    let mut holding = frozen.acquire().await.unwrap();
    holding.execute("BEGIN; UPDATE journal_head SET turn = turn + 1").await.unwrap();
    assert!(accepted(&writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await));
    // The server has ended its transaction.
    assert!(holding.execute("COMMIT").await.is_err());
}

/// Removes the events after a position, as a failover to a standby that lagged does.
async fn roll_back(pool: &PgPool, position: i64) {
    let mut owner = pool.acquire().await.unwrap();
    owner.execute("ALTER TABLE events DISABLE TRIGGER USER").await.unwrap();
    sqlx::query("DELETE FROM events WHERE position > $1").bind(position).execute(&mut *owner).await.unwrap();
    owner.execute("ALTER TABLE events ENABLE TRIGGER USER").await.unwrap();
    sqlx::query(
        "UPDATE journal_head SET position = $1,
             stamp = coalesce((SELECT append_stamp FROM events WHERE position = $1), gen_random_uuid())",
    )
    .bind(position)
    .execute(&mut *owner)
    .await
    .unwrap();
}

#[tokio::test]
async fn after_the_journal_went_back_no_gap_and_no_lost_state_remains() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    let (writer, _task) = writer(pool.clone(), WriterOptions::default());
    for number in 1..=4 {
        give_pass(&writer, number).await;
    }
    let club = club(Some(4));
    let journal = Journal::new(pool.clone());
    assert!(accepted(&writer.submit(submission(booking(1, &club, play_date(), &[1]))).await));
    let common_head = journal.head().await.unwrap();
    for number in 2..=4 {
        assert!(accepted(&writer.submit(submission(booking(number, &club, play_date(), &[number]))).await));
    }
    roll_back(&pool, common_head).await;

    let full = writer.submit(submission(booking(20, &club, play_date(), &[2, 3, 4]))).await;
    assert!(accepted(&full), "the lost bookings take no places: {full:?}");
    let refused = writer.submit(submission(booking(21, &club, play_date() + Days::new(1), &[2]))).await;
    assert!(accepted(&refused), "{refused:?}");
    assert_eq!(writer.stats().rewinds(), 1);
    let gaps: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM (SELECT 1 FROM events GROUP BY aggregate_type, aggregate_id
             HAVING max(sequence) <> count(*)) AS gaps",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!(gaps, 0);
    assert_eq!(JournalTotals::read(&journal).await.places_of_day, 5);
}

#[tokio::test]
async fn a_stream_with_a_gap_continues_after_its_last_event() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    let (first, task) = writer(pool.clone(), WriterOptions::default());
    give_pass(&first, 1).await;
    let club = club(None);
    for day in 0..3 {
        let date = today() + Days::new(day + 2);
        assert!(accepted(&first.submit(submission(booking(u128::from(day) + 1, &club, date, &[1]))).await));
    }
    drop(first);
    task.finished().await;
    // A gap, as a node without a fence could leave in an earlier version.
    let mut owner = pool.acquire().await.unwrap();
    owner.execute("ALTER TABLE events DISABLE TRIGGER USER").await.unwrap();
    owner
        .execute("UPDATE events SET sequence = 9 WHERE aggregate_type = 'Membership' AND sequence = 4")
        .await
        .unwrap();
    let (second, _task) = writer(pool.clone(), WriterOptions::default());
    let outcome = second.submit(submission(booking(9, &club, today() + Days::new(8), &[1]))).await;
    assert!(accepted(&outcome), "{outcome:?}");
    let last: i64 =
        sqlx::query_scalar("SELECT max(sequence) FROM events WHERE aggregate_type = 'Membership'")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(last, 10);
}

/// Submits a booking of member 1 and bookings of members 2 to 8, all at once while the head is held, so that they
/// share a batch. Returns the outcome of the first, and of the others.
async fn submit_as_one_batch(
    database: &TestDatabase,
    writer: &WriterHandle,
    first: Submission,
) -> (Result<Outcome, SubmitError>, Vec<Result<Outcome, SubmitError>>) {
    let club = club(None);
    let mut blocker = PgConnection::connect_with(&database.options()).await.unwrap();
    let mut held = blocker.begin().await.unwrap();
    held.execute("SELECT position FROM journal_head FOR UPDATE").await.unwrap();
    let others =
        (2..=8).map(|number| writer.submit(submission(booking(number, &club, play_date(), &[number]))));
    let release = async {
        waiting(&database.pool(), 1).await;
        held.rollback().await.unwrap();
    };
    let (first, others, ()) = tokio::join!(writer.submit(first), join_all(others), release);
    (first, others)
}

#[tokio::test]
async fn a_row_that_the_database_refuses_fails_its_own_command_and_no_other() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    for number in 1..=8 {
        give_pass(&writer, number).await;
    }
    // jsonb takes no zero character.
    let refused = Submission {
        metadata: BTreeMap::from([("reason".to_owned(), "\0".to_owned())]),
        ..submission(booking(1, &club(None), play_date(), &[1]))
    };
    let (first, others) = submit_as_one_batch(&database, &writer, refused).await;
    assert!(matches!(first, Err(SubmitError::Faulty(_))), "{first:?}");
    assert!(others.iter().all(accepted), "{others:?}");
    assert!(accepted(&writer.submit(submission(booking(30, &club(None), play_date(), &[1]))).await));
}

#[tokio::test]
async fn a_stream_that_cannot_be_read_fails_the_commands_that_need_it_and_no_others() {
    let database = TestDatabase::new().await;
    {
        let (writer, _task) = writer(database.pool(), WriterOptions::default());
        for number in 1..=8 {
            give_pass(&writer, number).await;
        }
    }
    let mut owner = PgConnection::connect_with(&database.options()).await.unwrap();
    owner.execute("ALTER TABLE events DISABLE TRIGGER USER").await.unwrap();
    owner
        .execute(
            "UPDATE events SET event_type = 'FromTheFuture', payload = '{\"FromTheFuture\": {}}' WHERE position = 1",
        )
        .await
        .unwrap();
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    let needs = submission(booking(1, &club(None), play_date(), &[1]));
    let (first, others) = submit_as_one_batch(&database, &writer, needs).await;
    assert!(matches!(first, Err(SubmitError::Faulty(_))), "{first:?}");
    assert!(others.iter().all(accepted), "{others:?}");
}

#[tokio::test]
async fn a_writer_that_panics_starts_again_and_answers_correctly() {
    let database = TestDatabase::new().await;
    let panics = Arc::new(AtomicBool::new(false));
    let panic_once = Arc::clone(&panics);
    let clock = Arc::new(move || {
        assert!(!panic_once.swap(false, Ordering::Relaxed), "the panic that the test requested");
        now()
    });
    let (writer, _task) = start_writer(Journal::new(database.pool()), clock, WriterOptions::default());
    give_pass(&writer, 1).await;
    panics.store(true, Ordering::Relaxed);
    let club = club(None);
    let outcome = writer.submit(submission(booking(1, &club, play_date(), &[1]))).await;
    assert!(matches!(outcome, Err(SubmitError::Unknown | SubmitError::Stopped)), "{outcome:?}");
    assert!(writer.is_running());
    assert_eq!(writer.stats().panics(), 1);
    assert!(accepted(&writer.submit(submission(booking(1, &club, play_date(), &[1]))).await));
    assert_eq!(JournalTotals::read(&Journal::new(database.pool())).await.places_of_day, 1);
}
