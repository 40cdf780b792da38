//! Selecting what concerns one subject: the right events, in global order, without walking the journal.

use chrono::TimeDelta;
use fairway_events::journal::Selection;
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, ActorKind, Journal, MemberId, PlaceId, Position, VoucherEvent, VoucherId};
use futures::TryStreamExt;
use sqlx::{Connection, Executor, PgConnection, Row};
use uuid::Uuid;

use crate::support::{append, batch, noon, voucher_stream};

async fn positions(journal: &Journal, selection: Selection) -> Vec<Position> {
    journal.select(selection).map_ok(|event| event.position).try_collect().await.unwrap()
}

#[tokio::test]
async fn selects_by_stream_request_time_and_number_in_global_order() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let mut later = append(2, 1, 2);
    later.correlation_id = Uuid::from_u128(77);
    journal.append(&batch(vec![append(2, 0, 1), append(1, 0, 2), append(3, 0, 1)]), noon()).await.unwrap();
    journal.append(&batch(vec![later]), noon() + TimeDelta::hours(1)).await.unwrap();

    let streams = vec![voucher_stream(2), voucher_stream(1), voucher_stream(9)];
    let all = Selection { streams, ..Selection::default() };
    assert_eq!(positions(&journal, all.clone()).await, [1, 2, 3, 5, 6], "not the third stream's");
    let of_request = Selection { requests: Some(vec![Uuid::from_u128(77)]), ..all.clone() };
    assert_eq!(positions(&journal, of_request).await, [5, 6]);
    let late = Selection { from: Some(noon() + TimeDelta::hours(1)), ..all.clone() };
    assert_eq!(positions(&journal, late).await, [5, 6]);
    let early = Selection { before: Some(noon() + TimeDelta::hours(1)), ..all.clone() };
    assert_eq!(positions(&journal, early).await, [1, 2, 3]);
    assert_eq!(positions(&journal, Selection { up_to: Some(2), ..all.clone() }).await, [1, 2]);
    let between = Selection { up_to: Some(5), after: Some(1), ..all.clone() };
    assert_eq!(positions(&journal, between).await, [2, 3, 5]);
    assert_eq!(positions(&journal, Selection { latest: Some(3), ..all }).await, [3, 5, 6]);
    assert_eq!(positions(&journal, Selection::default()).await, [0_i64; 0]);
}

/// One stream is read by a statement of its own, several by another one.
#[tokio::test]
async fn one_stream_alone_is_selected_as_among_others() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let mut later = append(1, 2, 2);
    later.correlation_id = Uuid::from_u128(77);
    later.actor = Actor::Member(MemberId(Uuid::from_u128(5)));
    journal.append(&batch(vec![append(1, 0, 2), append(2, 0, 2)]), noon()).await.unwrap();
    journal.append(&batch(vec![later]), noon() + TimeDelta::hours(1)).await.unwrap();
    let then = Some(noon() + TimeDelta::hours(1));
    let name = journal.at(&[1]).await.unwrap()[0].event.name().to_owned();
    for (selection, expected) in [
        (Selection::default(), vec![1, 2, 5, 6]),
        (Selection { requests: Some(vec![Uuid::from_u128(77)]), ..Selection::default() }, vec![5, 6]),
        (Selection { from: then, ..Selection::default() }, vec![5, 6]),
        (Selection { before: then, ..Selection::default() }, vec![1, 2]),
        (Selection { up_to: Some(5), ..Selection::default() }, vec![1, 2, 5]),
        (Selection { after: Some(1), ..Selection::default() }, vec![2, 5, 6]),
        (Selection { names: Some(vec!["Nothing".to_owned()]), ..Selection::default() }, vec![]),
        (Selection { names: Some(vec![name]), up_to: Some(1), ..Selection::default() }, vec![1]),
        (Selection { actor: Some(ActorKind::Member), ..Selection::default() }, vec![5, 6]),
        (Selection { latest: Some(2), ..Selection::default() }, vec![5, 6]),
    ] {
        let alone = Selection { streams: vec![voucher_stream(1)], ..selection.clone() };
        assert_eq!(positions(&journal, alone).await, expected, "{selection:?}");
        let among = Selection { streams: vec![voucher_stream(9), voucher_stream(1)], ..selection.clone() };
        assert_eq!(positions(&journal, among).await, expected, "{selection:?}");
    }
}

#[tokio::test]
async fn events_at_positions_are_in_order_without_those_that_do_not_exist() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(1, 0, 4)]), noon()).await.unwrap();
    let found = journal.at(&[4, 9, 2]).await.unwrap();
    assert_eq!(found.iter().map(|event| event.position).collect::<Vec<_>>(), [2, 4]);
    assert!(journal.at(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn reads_only_what_the_streams_hold_however_long_the_journal_is() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    for number in 0..40 {
        journal.append(&batch(vec![append(number, 0, 100)]), noon()).await.unwrap();
    }
    let mut connection = PgConnection::connect_with(&database.options()).await.unwrap();
    connection.execute("ANALYZE events").await.unwrap();
    let sql = include_str!("../../src/journal/select.sql").replace("{columns}", "events.payload");
    connection
        .execute(
            format!(
                "PREPARE picking (text[], text[], uuid[], timestamptz, timestamptz, bigint, bigint, text[], text,
                    bigint) AS {sql}"
            )
            .as_str(),
        )
        .await
        .unwrap();
    let stream = voucher_stream(7).aggregate_id();
    let plan = connection
        .fetch_all(
            format!(
                "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
                 EXECUTE picking (ARRAY['Voucher'], ARRAY['{stream}'], NULL, NULL, NULL, NULL, NULL, NULL, NULL, 5)"
            )
            .as_str(),
        )
        .await
        .unwrap();
    let plan: serde_json::Value = plan[0].get(0);
    let read = plan[0]["Plan"]["Shared Hit Blocks"].as_i64().unwrap()
        + plan[0]["Plan"]["Shared Read Blocks"].as_i64().unwrap();
    let whole: i32 =
        connection.fetch_one("SELECT relpages FROM pg_class WHERE relname = 'events'").await.unwrap().get(0);
    assert!(read < 40 && whole > 100, "{read} of {whole} blocks");
    assert!(!plan.to_string().contains("Seq Scan"), "{plan:#}");
}

/// A stream of 400 events among those of another one, with a hole where events were removed.
async fn a_long_stream(database: &TestDatabase) -> (Journal, Vec<Position>) {
    let journal = Journal::new(database.pool());
    for number in 0..200 {
        let mut granted = append(5, 2 * number + 1, 1);
        granted.actor = Actor::Member(MemberId(Uuid::from_u128(1)));
        granted.events = vec![
            VoucherEvent::VoucherUsed {
                voucher: VoucherId(Uuid::from_u128(5)),
                member: MemberId(Uuid::from_u128(1)),
                place: PlaceId(Uuid::from_u128(2)),
                play_date: noon().date_naive(),
            }
            .into(),
        ];
        let appends = vec![append(5, 2 * number, 1), append(6, number, 1), granted];
        journal.append(&batch(appends), noon()).await.unwrap();
    }
    let mut connection = PgConnection::connect_with(&database.options()).await.unwrap();
    for statement in [
        "ALTER TABLE events DISABLE TRIGGER USER",
        "DELETE FROM events WHERE position BETWEEN 200 AND 320",
        "ALTER TABLE events ENABLE TRIGGER USER",
    ] {
        connection.execute(statement).await.unwrap();
    }
    let stream = voucher_stream(5).aggregate_id();
    let all = sqlx::query_scalar("SELECT position FROM events WHERE aggregate_id = $1 ORDER BY position")
        .bind(stream)
        .fetch_all(journal.pool())
        .await
        .unwrap();
    (journal, all)
}

#[tokio::test]
async fn any_part_of_a_long_stream_is_found_also_with_a_hole_in_it() {
    let database = TestDatabase::new().await;
    let (journal, all) = a_long_stream(&database).await;
    assert!(all.len() > 300, "long enough to be bisected");
    let streams = vec![voucher_stream(5)];
    for (after, up_to) in
        [(0, 1), (0, 77), (1, 600), (130, 199), (150, 250), (205, 300), (300, 330), (590, 600), (599, 700)]
    {
        let part = Selection {
            streams: streams.clone(),
            after: Some(after),
            up_to: Some(up_to),
            ..Selection::default()
        };
        let expected: Vec<Position> =
            all.iter().copied().filter(|position| (after + 1..=up_to).contains(position)).collect();
        assert_eq!(positions(&journal, part.clone()).await, expected, "after {after}, up to {up_to}");
        let latest = expected[expected.len().saturating_sub(7)..].to_vec();
        assert_eq!(positions(&journal, Selection { latest: Some(7), ..part }).await, latest);
    }
}

#[tokio::test]
async fn selects_by_name_and_kind_of_actor_before_it_counts_the_latest() {
    let database = TestDatabase::new().await;
    let (journal, all) = a_long_stream(&database).await;
    let selection = Selection { streams: vec![voucher_stream(5)], latest: Some(3), ..Selection::default() };
    let used = Selection { names: Some(vec!["VoucherUsed".to_owned()]), ..selection.clone() };
    let by_members = Selection { actor: Some(ActorKind::Member), ..selection.clone() };
    for chosen in [used, by_members] {
        assert_eq!(positions(&journal, chosen).await, [594, 597, 600]);
    }
    let by_system = Selection { actor: Some(ActorKind::System), up_to: Some(300), ..selection.clone() };
    assert_eq!(positions(&journal, by_system).await, [193, 196, 199]);
    let by_operators = Selection { actor: Some(ActorKind::Operator), ..selection };
    assert_eq!(positions(&journal, by_operators).await, [0_i64; 0]);
    assert_eq!(all.first(), Some(&1));
}
