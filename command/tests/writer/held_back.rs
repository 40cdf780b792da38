//! Events that not every node can read yet are not written; other commands are accepted.

use std::collections::BTreeSet;

use fairway_command::{SubmitError, WriterOptions};
use fairway_events::testing::TestDatabase;
use fairway_events::{EventKind, Journal, READABLE};

use crate::support::{accepted, booking, club, give_pass, play_date, submission, writer};

fn kind(name: &str) -> EventKind {
    *READABLE.iter().find(|kind| kind.name() == name).expect("a kind that is read")
}

#[tokio::test]
async fn a_command_that_would_write_a_held_back_event_is_refused_until_the_event_is_released() {
    let database = TestDatabase::new().await;
    let (writer, _task) = writer(database.pool(), WriterOptions::default());
    let round_booked = kind("RoundBooked");
    assert!(writer.held_back().is_empty());
    writer.hold_back(BTreeSet::from([round_booked]));
    assert_eq!(*writer.held_back(), BTreeSet::from([round_booked]));
    give_pass(&writer, 1).await;
    let journal = Journal::new(database.pool());
    let before = journal.head().await.unwrap();

    let book = || writer.submit(submission(booking(1, &club(None), play_date(), &[1])));
    let refused = book().await;
    assert!(matches!(refused, Err(SubmitError::HeldBack(kind)) if kind == round_booked), "{refused:?}");
    assert_eq!(journal.head().await.unwrap(), before);

    writer.hold_back(BTreeSet::from([kind("PlaceCancelled")]));
    assert!(accepted(&book().await));
}
