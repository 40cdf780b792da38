//! Appending although others appended meanwhile: parts that read what they changed are left out, the rest
//! follows theirs.

use fairway_events::journal::{AppendError, Fence, Head, Part, PartialAppend, Receipt, ReceiptKey, Rows};
use fairway_events::testing::{TestDatabase, events_after};
use fairway_events::{Journal, MemberId, StreamId};
use serde_json::json;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::support::{append, batch, noon, voucher_stream};

const LIMIT: i64 = 100;

struct Bench {
    _database: TestDatabase,
    journal: Journal,
    connection: PgConnection,
}

/// Events of one stream, on the version that it has, and the key of the request that they answer.
struct Wanted {
    number: u128,
    version: i64,
    count: usize,
    key: Option<&'static str>,
}

fn wanted(number: u128, version: i64, count: usize) -> Wanted {
    Wanted { number, version, count, key: None }
}

fn receipt(key: &str) -> Receipt {
    let key = ReceiptKey { member: MemberId(Uuid::from_u128(1)), route: "/".to_owned(), key: key.to_owned() };
    Receipt { key, request_hash: vec![1], status: 200, answer: json!({}) }
}

impl Bench {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let connection = PgConnection::connect_with(&database.options()).await.unwrap();
        Self { journal: Journal::new(database.pool()), _database: database, connection }
    }

    async fn head(&mut self) -> Head {
        Journal::stamped_head(&mut self.connection).await.unwrap()
    }

    /// Appends as another node does.
    async fn others(&self, number: u128, version: i64, count: usize) {
        self.journal.append(&batch(vec![append(number, version, count)]), noon()).await.unwrap();
    }

    /// One part per stream.
    async fn append(&mut self, base: Head, wanted: &[Wanted]) -> Result<PartialAppend, AppendError> {
        let fence = Fence { base, stamp: Uuid::from_u128(77) };
        let rows =
            wanted.iter().map(|it| Rows::from_batch(&batch(vec![append(it.number, it.version, it.count)])));
        let rows: Vec<Rows> = rows.collect::<Result<_, _>>().unwrap();
        let streams: Vec<StreamId> = wanted.iter().map(|it| voucher_stream(it.number)).collect();
        let receipts: Vec<Option<Receipt>> = wanted.iter().map(|it| it.key.map(receipt)).collect();
        let parts: Vec<Part<'_>> = (0..wanted.len())
            .map(|number| Part {
                seen: vec![&streams[number]],
                rows: vec![&rows[number]],
                receipts: receipts[number].iter().collect(),
            })
            .collect();
        Journal::append_unchanged_parts(&mut self.connection, fence, &parts, noon(), LIMIT).await
    }

    async fn order(&self) -> Vec<(StreamId, i64)> {
        let events = events_after(&self.journal, 0, LIMIT).await;
        events.into_iter().map(|event| (event.stream, event.sequence)).collect()
    }
}

#[tokio::test]
async fn parts_whose_streams_are_unchanged_are_appended_and_the_others_are_left_out() {
    let mut bench = Bench::new().await;
    bench.others(1, 0, 1).await;
    let base = bench.head().await;
    bench.others(2, 0, 2).await;
    bench.others(1, 1, 1).await;

    let wanted = [
        Wanted { key: Some("left out"), ..wanted(1, 1, 1) },
        Wanted { key: Some("done"), ..wanted(3, 0, 2) },
    ];
    let partial = bench.append(base, &wanted).await.unwrap();
    assert_eq!((partial.appended, partial.left_out), (Some(2), vec![0]));
    assert_eq!((partial.tail.head.position, partial.tail.events.len()), (4, 3));
    let streams = [(1, 1), (2, 1), (2, 2), (1, 2), (3, 1), (3, 2)];
    let streams = streams.map(|(number, sequence)| (voucher_stream(number), sequence));
    assert_eq!(bench.order().await, streams);
    let keys = [receipt("left out").key, receipt("done").key];
    let stored = Journal::receipts_on(&mut bench.connection, &keys).await.unwrap();
    let stored: Vec<String> = stored.into_iter().map(|receipt| receipt.key.key).collect();
    assert_eq!(stored, ["done"]);

    let head = bench.head().await;
    assert_eq!(
        (head.position, head.stamp, head.turn, head.marked),
        (6, Uuid::from_u128(77), base.turn, true)
    );
    let fence = Fence { base, stamp: Uuid::from_u128(77) };
    let found = Journal::find_append(&mut bench.connection, fence).await.unwrap().unwrap();
    assert_eq!((found.position, found.events), (6, streams[4..].to_vec()));
}

#[tokio::test]
async fn without_other_writers_all_parts_are_appended_and_with_all_streams_changed_none_is() {
    let mut bench = Bench::new().await;
    let base = bench.head().await;
    let all = bench.append(base, &[wanted(1, 0, 1), wanted(2, 0, 1)]).await.unwrap();
    assert_eq!((all.appended, all.left_out, all.tail.head), (Some(2), vec![], base));

    let base = bench.head().await;
    bench.others(1, 1, 1).await;
    let before = bench.head().await;
    let none = bench.append(base, &[wanted(1, 1, 1)]).await.unwrap();
    assert_eq!((none.appended, none.left_out), (Some(0), vec![0]));
    assert_eq!(bench.head().await, before);
}

#[tokio::test]
async fn nothing_is_appended_after_a_look_up_nor_on_a_gap_nor_far_behind() {
    let mut bench = Bench::new().await;
    bench.others(1, 0, 1).await;
    let base = bench.head().await;
    let gap = bench.append(base, &[wanted(2, 5, 1)]).await;
    assert!(matches!(gap, Err(AppendError::Gap)), "{gap:?}");

    let fence = Fence { base, stamp: Uuid::from_u128(77) };
    assert!(Journal::find_append(&mut bench.connection, fence).await.unwrap().is_none());
    let late = bench.append(base, &[wanted(3, 0, 1)]).await.unwrap();
    assert_eq!(
        (late.appended, late.tail.head.turn),
        (None, base.turn + 1),
        "what was not there does not come late"
    );

    let base = bench.head().await;
    bench.others(4, 0, 101).await;
    let behind = bench.append(base, &[wanted(3, 0, 1)]).await.unwrap();
    assert!(behind.appended.is_none() && behind.tail.truncated);
    let another = Head { stamp: Uuid::from_u128(1), ..base };
    let another = bench.append(another, &[wanted(3, 0, 1)]).await.unwrap();
    assert!(another.appended.is_none() && !another.tail.continues);
    assert_eq!(bench.head().await.position, 102);
}
