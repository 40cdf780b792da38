//! A handle's report of its writer: how many commands wait and for how long, and whether it runs at all.

use std::time::Duration;

use chrono::Days;
use fairway_command::{SubmitError, WriterHandle, WriterOptions};
use fairway_events::Journal;
use fairway_events::testing::{TestDatabase, announcements};
use futures::future::join_all;
use sqlx::{Executor, PgPool};

use crate::support::{accepted, booking, club, give_pass, submission, today, waiting, writer};

/// Waits until a condition is true, with a time limit.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    let reported = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(30), reported).await.is_ok(), "never: {what}");
}

fn waits(writer: &WriterHandle) -> Duration {
    writer.oldest_waiting().unwrap_or_default()
}

#[tokio::test]
async fn the_handle_reports_the_queue_depth_and_the_longest_wait() {
    let database = TestDatabase::new().await;
    let options = WriterOptions { queue: 8, batch: 1, ..WriterOptions::default() };
    let (writer, _task) = writer(database.pool(), options);
    give_pass(&writer, 1).await;
    assert_eq!((writer.queue_depth(), writer.oldest_waiting()), (0, None));

    let mut held = database.pool().begin().await.unwrap();
    held.execute("SELECT position FROM journal_head FOR UPDATE").await.unwrap();
    let club = club(None);
    let submitted = (1..=6).map(|number| {
        writer.submit(submission(booking(number, &club, today() + Days::new(number as u64), &[1])))
    });
    let watched = async {
        waiting(&database.pool(), 1).await;
        // Of the six commands, the writer has taken one to append and one to decide.
        until("some wait in the queue", || (2..6).contains(&writer.queue_depth())).await;
        until("the first has waited for a while", || waits(&writer) > Duration::from_millis(20)).await;
        assert!(waits(&writer) < Duration::from_secs(30));
        held.rollback().await.unwrap();
    };
    let (outcomes, ()) = tokio::join!(join_all(submitted), watched);
    assert!(outcomes.iter().all(accepted), "{outcomes:?}");
    assert_eq!(writer.queue_depth(), 0);
    until("no command waits", || writer.oldest_waiting().is_none()).await;
}

#[tokio::test]
async fn the_writer_runs_until_its_runtime_ends() {
    let database = TestDatabase::new().await;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let pool = database.pool();
    let (writer, _task) = runtime.spawn(async move { writer(pool, WriterOptions::default()) }).await.unwrap();
    assert!(writer.is_running());
    assert_eq!((writer.stats().panics(), writer.stats().rewinds()), (0, 0));
    runtime.shutdown_background();
    until("it does not run", || !writer.is_running()).await;
}

#[tokio::test]
async fn commands_in_progress_when_the_writer_ended_may_be_committed_and_later_ones_are_not() {
    let database = TestDatabase::new().await;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let options = database.options();
    let start = async move { writer(PgPool::connect_with(options).await.unwrap(), WriterOptions::default()) };
    let (writer, _task) = runtime.spawn(start).await.unwrap();
    give_pass(&writer, 1).await;
    let mut held = database.pool().begin().await.unwrap();
    held.execute("SELECT position FROM journal_head FOR UPDATE").await.unwrap();
    let club = club(None);
    let ended = async {
        waiting(&database.pool(), 1).await;
        runtime.shutdown_background();
    };
    let submitted = writer.submit(submission(booking(1, &club, today() + Days::new(1), &[1])));
    let (sent, ()) = tokio::join!(submitted, ended);
    assert!(matches!(sent, Err(SubmitError::Unknown)), "{sent:?}");
    let late = writer.submit(submission(booking(2, &club, today() + Days::new(2), &[1]))).await;
    assert!(matches!(late, Err(SubmitError::Stopped)), "{late:?}");
}

#[tokio::test]
async fn other_processes_are_notified_of_a_commit() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    let mut listener = announcements(&Journal::new(database.pool())).await;
    let mut received = std::pin::pin!(listener.recv());
    assert!(futures::poll!(&mut received).is_pending());
    give_pass(&writer, 1).await;
    tokio::time::timeout(Duration::from_secs(30), received).await.expect("it was received").unwrap();
}
