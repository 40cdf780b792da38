//! A database that comes back older than a node remembers: members book on, and operators are told.

use crate::support::Portal;

#[tokio::test]
async fn a_journal_that_went_back_is_told_to_operators_and_closes_no_node() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    let kept = portal.events().await;
    jan.book("2026-11-29", &["jan"]).await;
    let before = portal.get("/readyz").await;
    assert_eq!(before.body["warnings"], serde_json::json!([]));

    // As after a fail-over to a standby that had not heard of the last booking, read models and all.
    for statement in [
        "ALTER TABLE events DISABLE TRIGGER USER".to_owned(),
        format!("DELETE FROM events WHERE position > {kept}"),
        "ALTER TABLE events ENABLE TRIGGER USER".to_owned(),
        format!(
            "UPDATE journal_head SET position = {kept},
             stamp = (SELECT append_stamp FROM events WHERE position = {kept})"
        ),
    ] {
        sqlx::query(&statement).execute(&portal.pool).await.expect("set back");
    }

    jan.book("2026-11-29", &["jan"]).await;
    let after = portal.get("/readyz").await;
    let told = after.body["warnings"][0].as_str().expect("a sentence");
    assert!(told.contains("gone back"), "{told}");
    assert_eq!(after.status, 200, "{}", after.body);
    let page = portal.get("/metrics").await.body;
    let page = page.as_str().expect("a page");
    assert!(page.contains("fairway_journal_rewinds_total 1\n"), "{page}");
}
