//! A restored database that is older than a node remembers: members continue to book, and operators are warned.

use crate::support::Portal;

#[tokio::test]
async fn a_journal_that_went_back_is_reported_and_closes_no_node() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    let last_position = portal.events().await;
    jan.book("2026-11-29", &["jan"]).await;
    let before = portal.get("/readyz").await;
    assert_eq!(before.body["warnings"], serde_json::json!([]));

    // As after a fail-over to a standby without the last booking, including its read models.
    for statement in [
        "ALTER TABLE events DISABLE TRIGGER USER".to_owned(),
        format!("DELETE FROM events WHERE position > {last_position}"),
        "ALTER TABLE events ENABLE TRIGGER USER".to_owned(),
        format!(
            "UPDATE journal_head SET position = {last_position},
             stamp = (SELECT append_stamp FROM events WHERE position = {last_position})"
        ),
    ] {
        sqlx::query(&statement).execute(&portal.pool).await.expect("set back");
    }

    jan.book("2026-11-29", &["jan"]).await;
    let after = portal.get("/readyz").await;
    let warning = after.body["warnings"][0].as_str().expect("a sentence");
    assert!(warning.contains("gone back"), "{warning}");
    assert_eq!(after.status, 200, "{}", after.body);
    let page = portal.get("/metrics").await.body;
    let page = page.as_str().expect("a page");
    assert!(page.contains("fairway_journal_rewinds_total 1\n"), "{page}");
}
