//! The remembered latest appends are used exactly as long as they are the end of the journal.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use fairway_events::journal::{Acknowledged, Entry, Fence, Head, RecentAppends, Rows, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, Journal, MemberId};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::support::{append, batch, noon, roll_back};

const LIMIT: i64 = 10_000;

/// A writer that remembers its appends, and its connection.
struct Writer {
    recent: RecentAppends,
    connection: PgConnection,
    head: Head,
    stamps: u128,
    _database: TestDatabase,
}

impl Writer {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let mut connection = PgConnection::connect_with(&database.options()).await.unwrap();
        let head = Journal::stamped_head(&mut connection).await.unwrap();
        Self { recent: RecentAppends::default(), connection, head, stamps: 0, _database: database }
    }

    /// Appends an event to each of the numbered streams, and remembers events of the streams with 100 added to their
    /// numbers, which shows where an event was read.
    async fn append(&mut self, numbers: &[u128]) {
        let rows = |added| {
            let appends = numbers.iter().map(|number| append(number + added, 0, 1)).collect();
            Rows::from_batch(&batch(appends)).unwrap()
        };
        self.append_and_remember(&rows(0), &rows(100)).await;
    }

    async fn append_and_remember(&mut self, rows: &Rows, remembered: &Rows) {
        let at = noon() + TimeDelta::nanoseconds(1_999);
        self.stamps += 1;
        let fence = Fence { base: self.head, stamp: Uuid::from_u128(self.stamps) };
        let last = Journal::append_at(&mut self.connection, fence, &[rows], &[], at).await.unwrap();
        let (stamp, base) = (fence.stamp, Some(fence.base));
        self.recent.remember(&Acknowledged { stamp, at, base, last, rows: vec![remembered] });
        self.head = Journal::stamped_head(&mut self.connection).await.unwrap();
    }

    async fn entries_after(&mut self, after: i64, limit: i64) -> Vec<Entry> {
        self.recent.entries_after(&mut self.connection, after, limit).await.unwrap()
    }

    /// The positions of the events after one, and the numbers of their streams.
    async fn after(&mut self, after: i64) -> Vec<(i64, u128)> {
        let entries = self.entries_after(after, LIMIT).await;
        let number = |entry: &Entry| {
            let id = entry.event.as_ref().unwrap().stream.aggregate_id();
            Uuid::parse_str(&id).unwrap().as_u128()
        };
        entries.iter().map(|entry| (entry.position, number(entry))).collect()
    }

    /// Another process appends an event to the numbered stream.
    async fn append_elsewhere(&mut self, number: u128) {
        let others = batch(vec![append(number, 0, 1)]);
        Journal::append_in(&mut self.connection, &others, noon()).await.unwrap();
        self.head = Journal::stamped_head(&mut self.connection).await.unwrap();
    }
}

#[tokio::test]
async fn what_is_remembered_is_not_read_and_equals_what_would_be() {
    let mut writer = Writer::new().await;
    let act = StreamAppend {
        actor: Actor::Impersonator {
            operator: "Eva \"de\" Bos".to_owned(),
            member: MemberId(Uuid::from_u128(1)),
        },
        metadata: BTreeMap::from([("reason".to_owned(), "belde \\ de balie".to_owned())]),
        ..append(2, 0, 2)
    };
    let rows = Rows::from_batch(&batch(vec![append(1, 0, 1), act])).unwrap();
    writer.append_and_remember(&rows, &rows).await;
    let remembered = writer.entries_after(0, LIMIT).await;
    let read = Journal::entries_after(&mut writer.connection, 0, LIMIT).await.unwrap();
    assert_eq!(format!("{remembered:?}"), format!("{read:?}"));

    writer.append(&[3, 4]).await;
    writer.append(&[5]).await;
    assert_eq!(writer.after(3).await, [(4, 103), (5, 104), (6, 105)]);
    assert_eq!(writer.after(4).await, [(5, 104), (6, 105)], "from the middle of an append");
    assert_eq!(writer.after(6).await, []);
    let limited = writer.entries_after(3, 2).await;
    assert_eq!(limited.iter().map(|entry| entry.position).collect::<Vec<_>>(), [4, 5]);
}

#[tokio::test]
async fn nothing_of_another_process_is_missing() {
    let mut writer = Writer::new().await;
    writer.append(&[1]).await;
    writer.append_elsewhere(2).await;
    assert_eq!(writer.after(0).await, [(1, 1), (2, 2)], "the head is not remembered");
    writer.append(&[3]).await;
    assert_eq!(writer.after(0).await, [(1, 1), (2, 2), (3, 3)], "an event between is not remembered");
    assert_eq!(writer.after(2).await, [(3, 103)]);
}

#[tokio::test]
async fn what_the_journal_lost_is_not_used_even_if_other_events_have_its_positions() {
    let mut writer = Writer::new().await;
    writer.append(&[1]).await;
    let kept = writer.head;
    writer.append(&[2]).await;
    roll_back(&mut writer.connection, kept).await;
    assert_eq!(writer.after(0).await, [(1, 101)]);
    writer.append_elsewhere(3).await;
    assert_eq!(writer.after(0).await, [(1, 1), (2, 3)]);
    writer.append(&[4]).await;
    assert_eq!(writer.after(0).await, [(1, 1), (2, 3), (3, 4)], "the lost event is no part of this journal");
    assert_eq!(writer.after(1).await, [(2, 3), (3, 4)]);
    assert_eq!(writer.after(2).await, [(3, 104)]);
}

#[tokio::test]
async fn old_appends_are_forgotten_and_read() {
    let mut writer = Writer::new().await;
    for first in (0..2_500).step_by(500) {
        writer.append(&(1_000 * (first + 1)..).step_by(1_000).take(500).collect::<Vec<_>>()).await;
    }
    let remembered = writer.after(500).await;
    assert!(remembered.iter().all(|(_, number)| number % 1_000 == 100), "2,000 events are remembered");
    let read = writer.after(499).await;
    assert_eq!(read.len(), 2_001);
    assert!(read.iter().all(|(_, number)| number % 1_000 == 0), "2,500 are not");
}

#[tokio::test]
async fn an_append_whose_place_is_not_known_is_not_remembered() {
    let mut writer = Writer::new().await;
    writer.append(&[1]).await;
    let rows = Rows::from_batch(&batch(vec![append(2, 0, 1)])).unwrap();
    let fence = Fence { base: writer.head, stamp: Uuid::from_u128(77) };
    let last = Journal::append_at(&mut writer.connection, fence, &[&rows], &[], noon()).await.unwrap();
    let found = Acknowledged { stamp: fence.stamp, at: noon(), base: None, last, rows: vec![&rows] };
    writer.recent.remember(&found);
    assert_eq!(writer.after(0).await, [(1, 1), (2, 2)]);
}
