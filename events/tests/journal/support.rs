//! Small events and batches for the journal's tests: their content does not matter, only their place.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeZone, Utc};
use fairway_events::journal::{Batch, Head, StreamAppend};
use fairway_events::{Actor, Event, MemberId, PlaceId, StreamId, VoucherEvent, VoucherId};
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

pub(crate) fn noon() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 25, 11, 0, 0).unwrap()
}

pub(crate) fn voucher_stream(number: u128) -> StreamId {
    StreamId::Voucher(VoucherId(Uuid::from_u128(number)))
}

pub(crate) fn released(number: u128) -> Event {
    VoucherEvent::VoucherReleased {
        voucher: VoucherId(Uuid::from_u128(number)),
        member: MemberId(Uuid::from_u128(1)),
        place: PlaceId(Uuid::from_u128(2)),
    }
    .into()
}

/// `count` events for the numbered voucher stream on top of `version`.
pub(crate) fn append(number: u128, version: i64, count: usize) -> StreamAppend {
    StreamAppend {
        stream: voucher_stream(number),
        version,
        events: vec![released(number); count],
        correlation_id: Uuid::from_u128(9),
        actor: Actor::import(),
        metadata: BTreeMap::new(),
    }
}

pub(crate) fn batch(appends: Vec<StreamAppend>) -> Batch {
    Batch { appends, receipts: Vec::new() }
}

/// Removes the events after a head, like a failover that lost the last commits.
pub(crate) async fn roll_back(connection: &mut PgConnection, head: Head) {
    connection.execute("ALTER TABLE events DISABLE TRIGGER USER").await.unwrap();
    connection
        .execute(format!("DELETE FROM events WHERE position > {}", head.position).as_str())
        .await
        .unwrap();
    connection.execute("ALTER TABLE events ENABLE TRIGGER USER").await.unwrap();
    sqlx::query("UPDATE journal_head SET position = $1, stamp = $2, turn = $3")
        .bind(head.position)
        .bind(head.stamp)
        .bind(head.turn)
        .execute(connection)
        .await
        .unwrap();
}
