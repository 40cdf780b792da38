//! The journal against a real Postgres: atomic, gapless, in commit order, append-only.

#![expect(clippy::unwrap_used, reason = "a failed precondition fails the test")]

mod bulk;
mod entries;
mod head;
mod histories;
mod partial_append;
mod partitions;
mod receipts;
mod recent;
mod select;
mod support;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fairway_events::journal::{AppendError, Batch, Receipt, ReceiptKey, StreamAppend};
use fairway_events::testing::{TestDatabase, announcements, events_after};
use fairway_events::{Actor, Journal, MemberId};
use serde_json::json;
use sqlx::{Connection, Executor, PgConnection, Row};
use support::{append, batch, noon, released, voucher_stream};
use uuid::Uuid;

#[tokio::test]
async fn appends_to_many_streams_at_once_and_reads_them_back_in_order() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let appends = vec![append(1, 0, 2), append(2, 0, 1), append(1, 2, 1)];
    let batch = batch(appends);
    assert_eq!(batch.event_count(), 4);
    assert_eq!(journal.append(&batch, noon()).await.unwrap(), 4);

    let read = events_after(&journal, 0, 100).await;
    let order: Vec<_> =
        read.iter().map(|event| (event.position, event.stream.clone(), event.sequence)).collect();
    let (one, two) = (voucher_stream(1), voucher_stream(2));
    assert_eq!(order, [(1, one.clone(), 1), (2, one.clone(), 2), (3, two, 1), (4, one.clone(), 3)]);
    let streams = journal.load_streams(&[one.clone(), voucher_stream(9)]).await.unwrap();
    assert_eq!(streams[&one].len(), 3);
    assert!(!streams.contains_key(&voucher_stream(9)));
    assert_eq!(read[0].recorded_at, noon());
}

#[tokio::test]
async fn a_conflict_on_the_last_stream_leaves_nothing_of_the_others() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(3, 0, 1)]), noon()).await.unwrap();

    let conflicting = batch(vec![append(1, 0, 2), append(2, 0, 2), append(3, 0, 1)]);
    let refused = journal.append(&conflicting, noon()).await;
    assert!(matches!(refused, Err(AppendError::StreamConflict)), "{refused:?}");

    assert_eq!(journal.head().await.unwrap(), 1);
    assert_eq!(events_after(&journal, 0, 100).await.len(), 1);
    assert_eq!(
        journal.append(&batch(vec![append(1, 0, 1)]), noon()).await.unwrap(),
        2,
        "no position is lost"
    );
}

#[tokio::test]
async fn a_receipt_commits_with_its_events_or_not_at_all() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let key = ReceiptKey {
        member: MemberId(Uuid::from_u128(1)),
        route: "POST /api/reservations".to_owned(),
        key: "abc".to_owned(),
    };
    let receipt = |answer: &str| Receipt {
        key: key.clone(),
        request_hash: vec![1, 2, 3],
        status: 200,
        answer: json!({ "answer": answer }),
    };
    let first = Batch { appends: vec![append(1, 0, 1)], receipts: vec![receipt("first")] };
    journal.append(&first, noon()).await.unwrap();

    let second = Batch { appends: vec![append(2, 0, 1)], receipts: vec![receipt("second")] };
    let refused = journal.append(&second, noon()).await;
    assert!(matches!(refused, Err(AppendError::ReceiptConflict)), "{refused:?}");
    assert_eq!(journal.head().await.unwrap(), 1);

    let stream_conflict = Batch {
        appends: vec![append(1, 0, 1)],
        receipts: vec![Receipt {
            key: ReceiptKey { key: "new".to_owned(), ..key.clone() },
            ..receipt("third")
        }],
    };
    assert!(journal.append(&stream_conflict, noon()).await.is_err());
    let wanted = [key.clone(), ReceiptKey { key: "new".to_owned(), ..key.clone() }];
    assert_eq!(journal.receipts(&wanted).await.unwrap(), [receipt("first")]);
    assert_eq!(journal.delete_receipts(noon()).await.unwrap(), 0);
    assert_eq!(journal.delete_receipts(noon() + chrono::Duration::seconds(1)).await.unwrap(), 1);
}

#[tokio::test]
async fn the_database_refuses_to_change_history() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(1, 0, 1)]), noon()).await.unwrap();

    let mut owner = PgConnection::connect_with(&database.options()).await.unwrap();
    let mut application = PgConnection::connect_with(&database.options()).await.unwrap();
    application.execute("SET ROLE fairway_app").await.unwrap();
    for change in ["UPDATE events SET actor = 'x'", "DELETE FROM events", "TRUNCATE events"] {
        let by_owner = owner.execute(change).await.unwrap_err().to_string();
        assert!(by_owner.contains("append-only"), "{change}: {by_owner}");
        let by_application = application.execute(change).await.unwrap_err().to_string();
        assert!(by_application.contains("permission denied"), "{change}: {by_application}");
    }
    assert_eq!(events_after(&journal, 0, 10).await.len(), 1);
}

#[tokio::test]
async fn an_unreadable_event_is_reported_in_its_place_and_the_others_are_read() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(1, 0, 3)]), noon()).await.unwrap();
    let mut owner = PgConnection::connect_with(&database.options()).await.unwrap();
    owner
        .execute(
            "ALTER TABLE events DISABLE TRIGGER events_append_only;
             UPDATE events SET payload = '{\"VoucherLostAtSea\": {}}' WHERE position = 2",
        )
        .await
        .unwrap();

    let read = Journal::entries_after(&mut owner, 0, 100).await.unwrap();
    let unreadable: Vec<_> = read.iter().filter_map(|entry| entry.event.as_ref().err()).collect();
    assert_eq!(read.iter().map(|entry| entry.position).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(unreadable.iter().map(|unreadable| unreadable.position).collect::<Vec<_>>(), [2]);
    assert!(journal.load_streams(&[voucher_stream(1)]).await.is_err());
}

/// Every projection relies on this: a follower sees each position once, in order, whatever writers do.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_subscriber_beside_16_writers_with_delays_and_rollbacks_sees_every_position_once_and_in_order() {
    const WRITERS: u128 = 16;
    const ROUNDS: i64 = 25;
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let writing = Arc::new(AtomicBool::new(true));

    let follower = tokio::spawn(follow(journal.clone(), Arc::clone(&writing)));
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        writers.push(tokio::spawn(write_with_faults(database.options(), writer, ROUNDS)));
    }
    let mut committed = 0;
    for writer in writers {
        committed += writer.await.unwrap();
    }
    writing.store(false, Ordering::SeqCst);

    let seen = follower.await.unwrap();
    assert_eq!(seen, (1..=committed).collect::<Vec<_>>());
    assert!(committed < i64::try_from(WRITERS).unwrap() * ROUNDS * 3, "some batches were rolled back");
    assert_eq!(journal.head().await.unwrap(), committed);
}

/// Reads what is new until the writers are done and nothing is left; gives every position in the order of seeing it.
async fn follow(journal: Journal, writing: Arc<AtomicBool>) -> Vec<i64> {
    let mut listener = announcements(&journal).await;
    let (mut seen, mut checkpoint) = (Vec::new(), 0);
    loop {
        let more_may_come = writing.load(Ordering::SeqCst);
        let read = events_after(&journal, checkpoint, 7).await;
        if let Some(last) = read.last() {
            checkpoint = last.position;
            seen.extend(read.iter().map(|event| event.position));
        } else if !more_may_come {
            return seen;
        } else {
            // At most so long: the announcement may have come before this waits.
            let _ = tokio::time::timeout(Duration::from_millis(5), listener.recv()).await;
        }
    }
}

/// Appends in transactions that wait before they commit, and rolls some of them back. The statement is the
/// production one, inside a transaction so that the fault can be put between insert and commit.
async fn write_with_faults(options: sqlx::postgres::PgConnectOptions, writer: u128, rounds: i64) -> i64 {
    let mut connection = PgConnection::connect_with(&options).await.unwrap();
    let (mut version, mut committed) = (0, 0);
    for round in 0..rounds {
        let events = 1 + (round + i64::try_from(writer).unwrap()) % 3;
        let mut transaction = connection.begin().await.unwrap();
        let batch = batch(vec![append(writer, version, usize::try_from(events).unwrap())]);
        Journal::append_in(&mut transaction, &batch, noon()).await.unwrap();
        let delay = (round * 7 + i64::try_from(writer).unwrap() * 3) % 5;
        sqlx::query("SELECT pg_sleep($1)")
            .bind(f64::from(i32::try_from(delay).unwrap()) / 1000.0)
            .execute(&mut *transaction)
            .await
            .unwrap();
        if (round + i64::try_from(writer).unwrap()) % 4 == 0 {
            transaction.rollback().await.unwrap();
        } else {
            transaction.commit().await.unwrap();
            version += events;
            committed += events;
        }
    }
    committed
}

#[tokio::test]
async fn metadata_actor_and_correlation_survive_the_round_trip() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let actor = Actor::Impersonator { operator: "Eva".to_owned(), member: MemberId(Uuid::from_u128(5)) };
    let stored = StreamAppend {
        correlation_id: Uuid::from_u128(77),
        actor: actor.clone(),
        metadata: BTreeMap::from([("reason".to_owned(), "belde: \"kan niet inloggen\"".to_owned())]),
        ..append(1, 0, 1)
    };
    journal.append(&batch(vec![stored.clone()]), noon()).await.unwrap();
    let read = events_after(&journal, 0, 10).await;
    assert_eq!((&read[0].actor, &read[0].metadata), (&actor, &stored.metadata));
    assert_eq!(read[0].event, released(1));
}

#[tokio::test]
async fn announcements_reach_a_listener_of_another_connection() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let mut listener = announcements(&journal).await;
    let mut received = std::pin::pin!(listener.recv());
    assert!(futures::poll!(&mut received).is_pending(), "nothing was announced yet");
    journal.announce(12).await.unwrap();
    tokio::time::timeout(Duration::from_secs(30), received).await.expect("was received").unwrap();
}

#[tokio::test]
async fn loading_a_stream_and_following_the_order_use_an_index() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    for number in 0..20 {
        journal.append(&batch(vec![append(number, 0, 100)]), noon()).await.unwrap();
    }
    let mut connection = PgConnection::connect_with(&database.options()).await.unwrap();
    connection.execute("ANALYZE events").await.unwrap();
    for query in [
        "SELECT * FROM events WHERE position > 1990 ORDER BY position LIMIT 100",
        "SELECT * FROM UNNEST(ARRAY['Voucher'], ARRAY['00000000-0000-0000-0000-000000000001'])
         AS wanted (aggregate_type, aggregate_id) JOIN events USING (aggregate_type, aggregate_id)",
        "SELECT * FROM events WHERE correlation_id = '00000000-0000-0000-0000-0000000000ff'",
    ] {
        let plan: Vec<String> = connection
            .fetch_all(format!("EXPLAIN {query}").as_str())
            .await
            .unwrap()
            .iter()
            .map(|row| row.get(0))
            .collect();
        assert!(!plan.iter().any(|line| line.contains("Seq Scan on events")), "{plan:#?}");
    }
}
