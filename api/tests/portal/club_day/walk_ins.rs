//! Members who come without a booking.

use serde_json::{Value, json};

use super::{TODAY, book};
use crate::support::{Portal, email};

const NONCE: &str = "0d9b6bd4-6c1c-4d4f-9d3c-4b3f9c1b2a10";

fn walk_in(name: &str) -> Value {
    json!({"nonce": NONCE, "email": email(name), "holes": 9})
}

#[tokio::test]
async fn a_member_is_booked_and_arrives_in_one_commit_and_once() {
    let portal = Portal::start().await;
    let desk = portal.club_device("de-es", "Balie").await;
    let check = desk.post("/club/api/walk-ins/check", &walk_in("jan")).await;
    assert_eq!(check.status, 200, "{}", check.body);
    assert_eq!(
        check.body,
        json!({"name": "Jan de Vries", "can_play": true, "entitled_by": "pass", "reason": null})
    );
    let booked = desk.post("/club/api/walk-ins", &walk_in("jan")).await;
    assert_eq!((booked.status, &booked.body["outcome"]), (200, &json!("welcome")), "{}", booked.body);
    assert_eq!(booked.body["name"], "Jan de Vries");
    let events = portal.events().await;
    let again = desk.post("/club/api/walk-ins", &walk_in("jan")).await;
    assert_eq!((again.status, &again.body), (200, &booked.body));
    assert_eq!(portal.events().await, events);
    let day = desk.day(TODAY).await;
    let player = &day["flights"][0]["players"][0];
    assert_eq!((&player["status"], &player["walk_in"]), (&json!("arrived"), &json!(true)), "{day}");
    let looks: i64 = sqlx::query_scalar("SELECT count(*) FROM club_actions WHERE member_id = $1")
        .bind(portal.member_id("jan").await)
        .fetch_one(&portal.pool)
        .await
        .expect("looks");
    assert_eq!(looks, 1);
}

#[tokio::test]
async fn a_walk_in_that_a_rule_refuses_leaves_nothing() {
    let portal = Portal::start().await;
    let eva = portal.login("eva").await;
    book(&eva, "klein", TODAY, &["eva"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let events = portal.events().await;
    for (name, reason) in
        [("nop", "Nico heeft geen geldig abonnement"), ("eva", "Eva heeft op deze datum al")]
    {
        let check = desk.post("/club/api/walk-ins/check", &walk_in(name)).await;
        assert_eq!(check.body["can_play"], false, "{}", check.body);
        assert!(check.body["reason"].as_str().is_some_and(|text| text.starts_with(reason)), "{}", check.body);
        let refused = desk.post("/club/api/walk-ins", &walk_in(name)).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        assert!(refused.error().starts_with(reason), "{}", refused.body);
    }
    let unknown = desk.post("/club/api/walk-ins/check", &walk_in("niemand")).await;
    assert_eq!(unknown.status, 404, "{}", unknown.body);
    assert_eq!(portal.events().await, events);
    assert_eq!(desk.day(TODAY).await["expected"], 0);
}

#[tokio::test]
async fn look_ups_of_members_are_limited() {
    let portal = Portal::start().await;
    let desk = portal.club_device("de-es", "Balie").await;
    for _ in 0..60 {
        assert_eq!(desk.post("/club/api/walk-ins/check", &walk_in("niemand")).await.status, 404);
    }
    let throttled = desk.post("/club/api/walk-ins/check", &walk_in("jan")).await;
    assert_eq!(throttled.status, 429);
    assert!(throttled.headers.contains_key("retry-after"));
    let other = portal.club_device("de-es", "Starter").await;
    assert_eq!(other.post("/club/api/walk-ins/check", &walk_in("jan")).await.status, 200);
}
