//! Selecting what concerns one subject: the right events, in global order, without walking the journal.

use chrono::TimeDelta;
use fairway_events::journal::Selection;
use fairway_events::testing::TestDatabase;
use fairway_events::{Journal, Position};
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
    assert_eq!(positions(&journal, Selection { latest: Some(3), ..all }).await, [3, 5, 6]);
    assert_eq!(positions(&journal, Selection::default()).await, [0_i64; 0]);
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
                "PREPARE picking (text[], text[], uuid[], timestamptz, timestamptz, bigint, bigint) AS {sql}"
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
                 EXECUTE picking (ARRAY['Voucher'], ARRAY['{stream}'], NULL, NULL, NULL, NULL, 5)"
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
