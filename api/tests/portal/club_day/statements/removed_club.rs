//! A club that was removed from the data set is still owed its last months.

use chrono::TimeDelta;
use fairway_store::club_accounts::ClubRole;
use fairway_store::operators::Role;
use serde_json::json;
use uuid::Uuid;

use super::{NOVEMBER, SATURDAY, bill, close, tariff};
use crate::support::Portal;

#[tokio::test]
async fn its_last_month_is_closed_and_its_dispute_decided() {
    let portal = Portal::start().await;
    let booked = portal.saturday().await;
    let treasurer = portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await;
    let dispute = json!({
        "dispute": Uuid::from_u128(1), "date": SATURDAY, "place": booked[0].1, "reason": "achttien holes gespeeld",
    });
    assert_eq!(treasurer.post(&format!("{NOVEMBER}/disputes"), &dispute).await.status, 204);
    portal.clock.advance(TimeDelta::days(4));
    for sql in ["DELETE FROM clubs WHERE id = 'de-es'", "UPDATE reference_version SET version = version + 1"]
    {
        sqlx::query(sql).execute(&portal.pool).await.expect("no such club any more");
    }

    let admin = portal.operator("anke", &[Role::Admin]).await;
    bill(&admin).await;
    let club = "/operator/api/clubs/de-es";
    let settlement = admin.get(&format!("{club}/settlement")).await;
    assert_eq!((settlement.status, &settlement.body["name"]), (200, &json!("de-es")), "{}", settlement.body);
    let (status, body) = close(&admin).await;
    assert_eq!(status, 200, "{body}");
    for file in ["statement.pdf", "statement.csv", "invoice.xml"] {
        assert_eq!(admin.get(&format!("{club}/statements/2026-11/{file}")).await.status, 200, "{file}");
    }
    let decision = json!({
        "outcome": "accepted", "adjustment_cents": 2_000, "answer": "akkoord", "reason": "score card seen",
    });
    let ended = admin.post(&format!("{club}/disputes/{}/end", Uuid::from_u128(1)), &decision).await;
    assert_eq!(ended.status, 200, "{}", ended.body);
    let december = admin.get(&format!("{club}/statements/2026-12")).await.body;
    assert_eq!(december["adjustments"][0]["net_cents"], 2_000, "{december}");

    let new = admin.post(&format!("{club}/tariffs"), &tariff("2027-01-01")).await;
    assert_eq!(new.status, 404, "{}", new.body);
    for unknown in ["nergens", "a%00b"] {
        let answer = admin.get(&format!("/operator/api/clubs/{unknown}/settlement")).await;
        assert_eq!(answer.status, 404, "{unknown}: {}", answer.body);
    }
}
