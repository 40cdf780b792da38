//! Answers that are stored by themselves, of requests that changed nothing.

use chrono::Duration;
use fairway_events::journal::{Receipt, ReceiptKey};
use fairway_events::testing::TestDatabase;
use fairway_events::{Journal, MemberId};
use serde_json::json;
use uuid::Uuid;

use crate::support::noon;

fn receipt(key: &str, answer: &str) -> Receipt {
    Receipt {
        key: ReceiptKey {
            member: MemberId(Uuid::from_u128(1)),
            route: "POST /api/reservations".to_owned(),
            key: key.to_owned(),
        },
        request_hash: vec![1, 2, 3],
        status: 409,
        answer: json!({ "error": answer }),
    }
}

#[tokio::test]
async fn the_first_answer_to_a_key_is_stored_and_does_not_move_the_head() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    let stored = journal.store_receipt(receipt("a", "vol"), noon()).await.unwrap();
    assert_eq!(stored, receipt("a", "vol"));
    let second = journal.store_receipt(receipt("a", "te laat"), noon()).await.unwrap();
    assert_eq!(second, receipt("a", "vol"));
    journal.store_receipt(receipt("b", "dicht"), noon() - Duration::hours(25)).await.unwrap();
    assert_eq!(journal.head().await.unwrap(), 0);

    let keys = ["a", "b", "c"].map(|key| receipt(key, "").key);
    assert_eq!(journal.receipts(&keys).await.unwrap().len(), 2);
    assert_eq!(journal.receipts(&[]).await.unwrap(), []);
    let mut connection = database.pool().acquire().await.unwrap();
    let one = Journal::receipts_on(&mut connection, &keys[1..2]).await.unwrap();
    assert_eq!(one, [receipt("b", "dicht")]);

    assert_eq!(journal.delete_receipts(noon() - Duration::hours(24)).await.unwrap(), 1);
    assert_eq!(journal.receipts(&keys).await.unwrap(), [receipt("a", "vol")]);
}
