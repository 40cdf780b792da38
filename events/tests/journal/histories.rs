//! States of long streams: what is stored, and when it is returned.

use fairway_events::journal::{History, Snapshot};
use fairway_events::testing::TestDatabase;
use fairway_events::{Journal, Position, StreamId};
use sqlx::{Connection, Executor, PgConnection};

use crate::support::{append, batch, noon, released, voucher_stream};

const CODE: &str = "this code";

fn snapshot(version: i64, state: &str) -> Snapshot {
    Snapshot { stream: voucher_stream(1), version, state: state.to_owned() }
}

fn history(snapshot: Option<(i64, &str)>, number: u128, sequences: std::ops::RangeInclusive<i64>) -> History {
    History {
        snapshot: snapshot.map(|(version, state)| (version, state.to_owned())),
        events: sequences.map(|sequence| (sequence, released(number))).collect(),
    }
}

/// Three events of stream 1, at the positions 1 to 3, and two of stream 2.
async fn journal() -> (TestDatabase, Journal, PgConnection) {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(1, 0, 3), append(2, 0, 2)]), noon()).await.unwrap();
    let connection = PgConnection::connect_with(&database.options()).await.unwrap();
    (database, journal, connection)
}

async fn first(connection: &mut PgConnection, schema: &str, up_to: Position) -> History {
    let histories = Journal::histories(connection, &[voucher_stream(1)], schema, up_to).await.unwrap();
    histories.into_iter().next().unwrap().unwrap()
}

#[tokio::test]
async fn a_history_is_the_stored_snapshot_and_the_events_after_it() {
    let (_database, journal, mut connection) = journal().await;
    journal.store_snapshots(&[snapshot(2, "two")], CODE).await.unwrap();
    let streams: Vec<StreamId> = [9, 1, 2].into_iter().map(voucher_stream).collect();
    let histories = Journal::histories(&mut connection, &streams, CODE, 5).await.unwrap();
    let histories: Vec<_> = histories.into_iter().map(Result::unwrap).collect();
    let wanted = [History::default(), history(Some((2, "two")), 1, 3..=3), history(None, 2, 1..=2)];
    assert_eq!(histories, wanted);
    assert!(Journal::histories(&mut connection, &[], CODE, 5).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_snapshot_of_other_code_or_of_a_later_position_is_not_used() {
    let (_database, journal, mut connection) = journal().await;
    journal.store_snapshots(&[snapshot(2, "two")], CODE).await.unwrap();
    assert_eq!(first(&mut connection, "other code", 5).await, history(None, 1, 1..=3));
    assert_eq!(first(&mut connection, CODE, 1).await, history(None, 1, 1..=1));
    let whole = History { snapshot: Some((2, "two".to_owned())), events: Vec::new() };
    assert_eq!(first(&mut connection, CODE, 2).await, whole);
}

#[tokio::test]
async fn the_latest_snapshot_is_stored_and_one_of_new_code_replaces_it() {
    let (_database, journal, mut connection) = journal().await;
    for (version, state) in [(2, "two"), (1, "one")] {
        journal.store_snapshots(&[snapshot(version, state)], CODE).await.unwrap();
    }
    assert_eq!(first(&mut connection, CODE, 5).await.snapshot, Some((2, "two".to_owned())));
    journal.store_snapshots(&[snapshot(1, "new one")], "new code").await.unwrap();
    assert_eq!(first(&mut connection, "new code", 5).await.snapshot, Some((1, "new one".to_owned())));
    assert_eq!(first(&mut connection, CODE, 5).await.snapshot, None);
}

#[tokio::test]
async fn an_unreadable_stream_does_not_affect_the_others() {
    let (_database, _journal, mut connection) = journal().await;
    connection
        .execute(
            "ALTER TABLE events DISABLE TRIGGER events_append_only;
             UPDATE events SET payload = '{\"VoucherLost\": {}}' WHERE position = 2",
        )
        .await
        .unwrap();
    let streams = [voucher_stream(1), voucher_stream(2)];
    let histories = Journal::histories(&mut connection, &streams, CODE, 5).await.unwrap();
    assert_eq!(histories[0].as_ref().unwrap_err().position, 2);
    assert_eq!(histories[1].as_ref().unwrap(), &history(None, 2, 1..=2));
}
