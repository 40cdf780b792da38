//! The link by which a player shares a round with members who are not in it.

use chrono::TimeDelta;
use serde_json::json;

use crate::support::Portal;

const NOT_VALID: &str = "Deze link is niet geldig. Vraag je medespeler om een nieuwe.";

#[tokio::test]
async fn a_shared_link_says_where_and_when_without_names_and_that_the_round_was_cancelled() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let upcoming = jan.upcoming().await;
    let share_uri = upcoming[0]["share_uri"].as_str().expect("a link").to_owned();
    let path = share_uri.replace("/shared/", "/api/shared/");

    assert_eq!(portal.get(&path).await.status, 401, "only members");
    let shown = w1.get(&path).await;
    assert_eq!(shown.status, 200, "{}", shown.body);
    let club = &upcoming[0]["golfclub"];
    let data = &shown.body["data"];
    assert_eq!(
        (&data["golfclub"]["id"], &data["play_date"], &data["holes"], &data["state"]),
        (&club["id"], &json!("2026-11-28"), &upcoming[0]["holes"], &json!("booked"))
    );
    let text = shown.body.to_string();
    for player in upcoming[0]["players"].as_array().expect("players") {
        for field in ["first_name", "last_name", "email", "reservation_id"] {
            let value = player[field].as_str().expect("a text");
            assert!(!text.contains(&format!("\"{value}\"")), "{field} in {text}");
        }
    }

    // The player who shared it leaves, and the others play on.
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &json!(null)).await.status, 200);
    portal.caught_up().await;
    assert_eq!(w1.get(&path).await.body["data"]["state"], "booked");
    let eva = portal.login("eva").await;
    let hers = eva.upcoming().await[0]["reservation_id"].as_str().expect("a place").to_owned();
    assert_eq!(eva.post(&format!("/api/reservations/{hers}/cancel"), &json!(null)).await.status, 200);
    portal.caught_up().await;
    assert_eq!(w1.get(&path).await.body["data"]["state"], "cancelled");
}

#[tokio::test]
async fn a_shared_round_is_over_after_its_day_and_another_link_opens_nothing() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    let round = jan.upcoming().await[0].clone();
    let path = round["share_uri"].as_str().expect("a link").replace("/shared/", "/api/shared/");
    let calendar = round["calendar_uri"].as_str().expect("a link").replace("/api/calendar/", "/api/shared/");
    jan.get(calendar.trim_end_matches(".ics")).await.fails(404, NOT_VALID);
    jan.get("/api/shared/x").await.fails(404, NOT_VALID);
    portal.clock.advance(TimeDelta::days(10));
    let w1 = portal.login("w1").await;
    assert_eq!(w1.get(&path).await.body["data"]["state"], "over");
}
