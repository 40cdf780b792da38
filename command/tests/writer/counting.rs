//! The counters of the writer equal what it did.

use fairway_command::{OutcomeKind, WriterHandle, WriterOptions};
use fairway_events::testing::TestDatabase;
use futures::future::join_all;

use crate::support::{accepted, booking, club, give_pass, play_date, submission, waiting, writer};

fn ended(writer: &WriterHandle, kind: &str, outcome: OutcomeKind) -> u64 {
    let counts = writer.stats().outcomes();
    counts
        .filter(|(command, result, _)| *command == kind && *result == outcome)
        .map(|(_, _, count)| count)
        .sum()
}

#[tokio::test]
async fn every_command_and_every_commit_is_counted_once() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    for number in 1..=12 {
        give_pass(&writer, number).await;
    }
    let club = club(Some(10));
    let submitted =
        (1..=12).map(|number| writer.submit(submission(booking(number, &club, play_date(), &[number]))));
    let done = join_all(submitted).await.iter().filter(|outcome| accepted(outcome)).count();
    assert_eq!(done, 10, "the day is full");

    assert_eq!(ended(&writer, "StartSubscription", OutcomeKind::Accepted), 12);
    assert_eq!(ended(&writer, "BookRound", OutcomeKind::Accepted), 10);
    assert_eq!(ended(&writer, "BookRound", OutcomeKind::Rejected), 2);
    assert_eq!(writer.stats().outcomes().map(|(_, _, count)| count).sum::<u64>(), 24);
    let stats = writer.stats();
    let events: i64 =
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&database.pool()).await.unwrap();
    assert_eq!(stats.events_per_commit().sum(), u64::try_from(events).unwrap());
    let commits =
        |ranges: &mut dyn Iterator<Item = (Option<u64>, u64)>| ranges.map(|(_, count)| count).sum::<u64>();
    let by_size = commits(&mut stats.commands_per_commit().ranges());
    assert_eq!(by_size, commits(&mut stats.commit_micros().ranges()));
    assert!((13..=22).contains(&by_size), "12 passes one by one, and bookings that share: {by_size}");
    // A refusal is answered with the batch in which it was decided, or needs no commit at all.
    assert!((22..=24).contains(&stats.commands_per_commit().sum()));
    assert_eq!((stats.conflicts(), stats.retries(), stats.failures()), (0, 0, 0));
}

#[tokio::test]
async fn the_second_writer_finds_the_head_moved_and_decides_again() {
    let database = TestDatabase::new().await;
    let (one, _one) = writer(database.pool(), WriterOptions::default());
    let (two, _two) = writer(database.pool(), WriterOptions::default());
    give_pass(&one, 1).await;
    give_pass(&one, 2).await;
    let club = club(Some(4));
    // While the journal's head is held both decide on the same state of the club's day, and both wait to append.
    let mut held = database.pool().begin().await.unwrap();
    sqlx::query("SELECT position FROM journal_head FOR UPDATE").execute(&mut *held).await.unwrap();
    let first = one.submit(submission(booking(1, &club, play_date(), &[1])));
    let second = two.submit(submission(booking(2, &club, play_date(), &[2])));
    let released = async {
        waiting(&database.pool(), 2).await;
        held.rollback().await.unwrap();
    };
    let (first, second, ()) = tokio::join!(first, second, released);
    assert!(accepted(&first) && accepted(&second), "{first:?} {second:?}");
    let both = [one.stats(), two.stats()];
    assert_eq!(both.iter().map(|stats| stats.moved()).sum::<u64>(), 1);
    assert_eq!(both.iter().map(|stats| stats.conflicts()).sum::<u64>(), 0);
    assert_eq!(both.iter().map(|stats| stats.retries()).sum::<u64>(), 1);
    assert_eq!(
        ended(&one, "BookRound", OutcomeKind::Accepted) + ended(&two, "BookRound", OutcomeKind::Accepted),
        2
    );
}
