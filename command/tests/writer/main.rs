//! The writer against a real Postgres: shared commits, conflicts between processes, idempotency, faults.

#![expect(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod counting;
mod faults;
mod handle;
mod held_back;
mod postgres_es;
mod race;
mod record;
mod snapshots;
mod support;
mod swap;
mod waiting_list;
mod withdrawing;

use std::time::Duration;

use chrono::Days;
use fairway_command::{Outcome, Rejection, Submission, SubmitError, WriterOptions};
use fairway_events::Journal;
use fairway_events::testing::TestDatabase;
use futures::future::join_all;
use serde_json::json;
use sqlx::{Connection, Executor, PgConnection};
use support::{
    JournalTotals, accepted, booking, cancel, club, give_pass, keyed, member, play_date, submission, today,
    writer,
};
use uuid::Uuid;

#[tokio::test]
async fn a_booking_is_committed_before_its_caller_is_answered() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&writer, 1).await;
    let outcome = writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await.unwrap();

    let journal = Journal::new(database.pool());
    let head = journal.head().await.unwrap();
    assert_eq!(outcome, Outcome::Accepted { position: head, changed: true });
    assert_eq!(*writer.positions().borrow(), head);
    assert_eq!(JournalTotals::read(&journal).await.places_of_day, 1);
}

#[tokio::test]
async fn commands_that_arrive_together_are_decided_one_on_top_of_the_other() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    for number in 1..=20 {
        give_pass(&writer, number).await;
    }
    let club = club(Some(7));
    let outcomes = join_all(
        (1..=20).map(|number| writer.submit(submission(booking(number, &club, play_date(), &[number])))),
    )
    .await;
    assert_eq!(outcomes.iter().filter(|outcome| accepted(outcome)).count(), 7);
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Ok(Outcome::Accepted { .. } | Outcome::Rejected(_))))
    );
    assert_eq!(JournalTotals::read(&Journal::new(database.pool())).await.places_of_day, 7);
}

#[tokio::test]
async fn each_caller_of_a_commit_is_told_its_own_position() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    let (one, _one) = writer(database.pool(), WriterOptions::default());
    let (two, _two) = writer(database.pool(), WriterOptions::default());
    let last_event = async |id: u128| {
        let last = "SELECT max(position) FROM events WHERE correlation_id::text = $1";
        let last = sqlx::query_scalar::<_, Option<i64>>(last).bind(Uuid::from_u128(id).to_string());
        last.fetch_one(&pool).await.unwrap()
    };
    let club = club(Some(3));
    // In the second round the writer knows that others write: it appends in the order of the parts.
    for (round, day, passes_by) in [(100, 1, &one), (200, 3, &two)] {
        let (first, second) = (play_date() + Days::new(day), play_date() + Days::new(day + 1));
        for number in 1..=7 {
            give_pass(passes_by, round + number).await;
        }
        // From here on it has read both days.
        for (id, date) in [(round + 6, first), (round + 7, second)] {
            assert!(accepted(&one.submit(submission(booking(id, &club, date, &[id]))).await));
        }
        let submitted = (round + 1..).zip([first, second, first, first, second]).map(|(id, date)| {
            let correlation_id = Uuid::from_u128(id);
            one.submit_at(Submission { correlation_id, ..submission(booking(id, &club, date, &[id])) })
        });
        for (number, outcome) in (1..).zip(join_all(submitted).await) {
            let (outcome, position) = outcome.unwrap();
            if number == 4 {
                assert!(matches!(outcome, Outcome::Rejected(_)), "the day is full: {outcome:?}");
                assert!(Some(position) >= last_event(round + 3).await, "because of the third");
            } else {
                assert!(matches!(outcome, Outcome::Accepted { .. }), "{number}: {outcome:?}");
                assert_eq!(Some(position), last_event(round + number).await, "{number}");
            }
        }
    }
}

#[tokio::test]
async fn a_member_gets_one_place_per_date_from_concurrent_bookings() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    for number in 1..=9 {
        give_pass(&writer, number).await;
    }
    let club = club(None);
    let outcomes = join_all(
        (2..=9).map(|master| writer.submit(submission(booking(master, &club, play_date(), &[master, 1])))),
    )
    .await;
    assert_eq!(outcomes.iter().filter(|outcome| accepted(outcome)).count(), 1);
    let ledger = JournalTotals::read(&Journal::new(database.pool())).await;
    assert_eq!(ledger.active[&(member(1), play_date())], 1);
    assert_eq!(ledger.places_of_day, 2, "nobody of a refused group has a place");
}

#[tokio::test]
async fn a_key_is_carried_out_once_and_returns_the_first_answer_afterwards() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&writer, 1).await;
    let club = club(None);
    let outcomes = join_all(
        (1..=64).map(|number| writer.submit(keyed(booking(number, &club, play_date(), &[1]), "k", 1))),
    )
    .await;
    assert_eq!(outcomes.iter().filter(|outcome| accepted(outcome)).count(), 1);
    let replays = outcomes.iter().filter(|outcome| {
        matches!(outcome, Ok(Outcome::Replayed { status: 200, answer, .. }) if *answer == json!({ "success": true }))
    });
    assert_eq!(replays.count(), 63);

    let later = writer.submit(keyed(booking(99, &club, play_date(), &[1]), "k", 1)).await;
    assert!(matches!(later, Ok(Outcome::Replayed { status: 200, .. })), "{later:?}");
    let other_request = writer.submit(keyed(booking(98, &club, play_date(), &[1]), "k", 2)).await;
    assert_eq!(other_request.unwrap(), Outcome::KeyReused);
    assert_eq!(JournalTotals::read(&Journal::new(database.pool())).await.places_of_day, 1);
}

#[tokio::test]
async fn a_success_that_changes_nothing_says_so_and_stores_nothing_under_its_key() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&writer, 1).await;
    let book = booking(1, &club(None), play_date(), &[1]);
    assert!(accepted(&writer.submit(submission(book.clone())).await));
    let journal = Journal::new(database.pool());
    let position = journal.head().await.unwrap();
    let again = keyed(book, "k", 1);
    let key = again.receipt.as_ref().unwrap().key.clone();
    assert_eq!(writer.submit(again).await.unwrap(), Outcome::Accepted { position, changed: false });
    assert_eq!(journal.receipts(&[key]).await.unwrap(), [], "its caller stores it");
}

#[tokio::test]
async fn two_writers_with_one_key_do_the_work_once() {
    let database = TestDatabase::new().await;
    let (one, _one) = writer(database.pool(), WriterOptions::default());
    let (two, _two) = writer(database.pool(), WriterOptions::default());
    give_pass(&one, 1).await;
    let club = club(None);
    for (round, day) in (0..10_u128).zip(1..) {
        let (key, date) = (format!("k{round}"), today() + Days::new(day));
        let (left, right) = tokio::join!(
            one.submit(keyed(booking(1_000 + round, &club, date, &[1]), &key, 1)),
            two.submit(keyed(booking(2_000 + round, &club, date, &[1]), &key, 1)),
        );
        let outcomes = [left.unwrap(), right.unwrap()];
        let done = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Accepted { .. })).count();
        let replayed = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Replayed { .. })).count();
        assert_eq!((done, replayed), (1, 1), "{outcomes:?}");
    }
    assert_eq!(JournalTotals::read(&Journal::new(database.pool())).await.places_of_day, 10);
}

#[tokio::test]
async fn a_refusal_is_never_based_on_state_that_another_writer_has_changed() {
    let database = TestDatabase::new().await;
    let (one, _one) = writer(database.pool(), WriterOptions::default());
    let (two, _two) = writer(database.pool(), WriterOptions::default());
    let club = club(Some(1));
    for number in 1..=2 {
        give_pass(&one, number).await;
    }
    assert!(accepted(&one.submit(submission(booking(1, &club, play_date(), &[1]))).await));
    // The first writer holds the full day in its memory; the second frees it.
    let (full, at) = one.submit_at(submission(booking(2, &club, play_date(), &[2]))).await.unwrap();
    assert!(matches!(full, Outcome::Rejected(Rejection::Unbookable(_))), "{full:?}");
    let head = Journal::new(database.pool()).head().await.unwrap();
    assert_eq!(at, head, "the journal on which it was decided");
    assert!(accepted(&two.submit(submission(cancel(1, 1, 1))).await));
    assert!(accepted(&one.submit(submission(booking(3, &club, play_date(), &[2]))).await));
}

#[tokio::test]
async fn a_small_cache_and_small_batches_change_nothing_but_speed() {
    let database = TestDatabase::new().await;
    let options = WriterOptions { cached_streams: 4, batch: 3, queue: 2, ..WriterOptions::default() };
    let (writer, _task) = writer(database.pool(), options);
    for number in 1..=30 {
        give_pass(&writer, number).await;
    }
    let club = club(Some(50));
    let outcomes = join_all((1..=30).map(|number| {
        let other = number % 30 + 1;
        writer.submit(submission(booking(number, &club, play_date(), &[number, other])))
    }))
    .await;
    let ledger = JournalTotals::read(&Journal::new(database.pool())).await;
    let bookings = outcomes.iter().filter(|outcome| accepted(outcome)).count();
    assert!(bookings >= 10, "{bookings} bookings");
    assert_eq!(ledger.bookings.len(), bookings);
    assert!(ledger.active.values().all(|places| *places == 1));
}

#[tokio::test]
async fn a_database_failure_fails_the_current_commands_and_no_later_ones() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    give_pass(&writer, 1).await;
    let mut admin = PgConnection::connect_with(&database.options()).await.unwrap();
    admin.execute("ALTER TABLE events RENAME TO events_away").await.unwrap();
    let club = club(None);
    let failed = writer.submit(submission(booking(1, &club, play_date(), &[1]))).await;
    assert!(matches!(failed, Err(SubmitError::Unavailable(_))), "{failed:?}");
    admin.execute("ALTER TABLE events_away RENAME TO events").await.unwrap();
    assert!(accepted(&writer.submit(submission(booking(1, &club, play_date(), &[1]))).await));
}

#[tokio::test]
async fn a_full_queue_is_refused_and_a_wait_for_an_answer_has_a_time_limit() {
    let database = TestDatabase::new().await;
    let options = WriterOptions {
        queue: 1,
        batch: 1,
        queue_timeout: Duration::from_millis(20),
        deadline: Duration::from_millis(400),
        ..WriterOptions::default()
    };
    let (writer, _task) = writer(database.pool(), options);
    give_pass(&writer, 1).await;
    let mut blocker = PgConnection::connect_with(&database.options()).await.unwrap();
    let mut holding = blocker.begin().await.unwrap();
    holding.execute("UPDATE journal_head SET position = position").await.unwrap();
    let club = club(None);
    let outcomes = join_all((1..=10).map(|number| {
        writer.submit(submission(booking(number, &club, today() + Days::new(number as u64), &[1])))
    }))
    .await;
    assert!(outcomes.iter().any(|outcome| matches!(outcome, Err(SubmitError::Overloaded))), "{outcomes:?}");
    assert!(outcomes.iter().any(|outcome| matches!(outcome, Err(SubmitError::Unknown))), "{outcomes:?}");
    holding.rollback().await.unwrap();
    let mut positions = writer.positions();
    let after =
        tokio::time::timeout(Duration::from_secs(30), positions.wait_for(|position| *position > 1)).await;
    assert!(after.is_ok(), "commands in the queue are committed when the head is released");
}

#[tokio::test]
async fn the_writer_answers_everything_before_it_stops() {
    let database = TestDatabase::new().await;
    let (writer, task) = writer(database.pool(), WriterOptions::default());
    give_pass(&writer, 1).await;
    let submitted = {
        let writer = writer.clone();
        tokio::spawn(
            async move { writer.submit(submission(booking(1, &club(None), play_date(), &[1]))).await },
        )
    };
    let (before, positions) = (*writer.positions().borrow(), writer.positions());
    drop(writer);
    task.finished().await;
    assert!(*positions.borrow() > before, "it was committed by then");
    assert!(accepted(&submitted.await.unwrap()));
}
