//! Corrections: by whom, until when, and with which reasons.

use chrono::TimeDelta;
use fairway_store::club_accounts::ClubRole;
use serde_json::{Value, json};

use super::{TODAY, book};
use crate::support::Portal;

#[tokio::test]
async fn the_desk_corrects_today_and_a_manager_a_week_longer() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    desk.scan(&booked[0].0).await;
    let with = |reason: &str| json!({"date": TODAY, "place": booked[0].1, "holes": 18, "reason": reason});
    for named in ["", "verkeerde scan van Jan", "bel 06 12345678", &"x".repeat(101)] {
        let refused = desk.post("/club/api/arrivals/annul", &with(named)).await;
        assert_eq!((refused.status, refused.body["errors"]["reason"].is_string()), (422, true), "{named}");
    }
    assert_eq!(desk.post("/club/api/arrivals/holes", &with("toch verder gespeeld")).await.status, 204);
    let player = |day: &Value| day["flights"][0]["players"][0].clone();
    let day = desk.day(TODAY).await;
    assert_eq!((&player(&day)["played_holes"], &day["can_correct"]), (&json!(18), &json!(true)), "{day}");
    assert_eq!(desk.post("/club/api/arrivals/annul", &with("verkeerde scan")).await.status, 204);
    assert_eq!(player(&desk.day(TODAY).await)["status"], "annulled");
    assert_eq!(desk.scan(&booked[0].0).await["outcome"], "welcome", "the player may arrive again");
    let acts: Vec<(String, String)> =
        sqlx::query_as("SELECT action, reason FROM club_actions WHERE reason <> '' ORDER BY at, action")
            .fetch_all(&portal.pool)
            .await
            .expect("acts");
    assert_eq!(acts.len(), 2, "{acts:?}");

    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    portal.clock.advance(TimeDelta::days(1));
    assert_eq!(desk.post("/club/api/arrivals/annul", &with("verkeerde scan")).await.status, 403);
    assert_eq!(desk.day(TODAY).await["can_correct"], false);
    assert_eq!(manager.day(TODAY).await["can_correct"], true);
    assert_eq!(manager.post("/club/api/arrivals/annul", &with("verkeerde scan")).await.status, 204);
    let unknown = json!({"date": TODAY, "place": uuid::Uuid::nil(), "reason": "verkeerde scan"});
    assert_eq!(manager.post("/club/api/arrivals/annul", &unknown).await.status, 404);
}

#[tokio::test]
async fn a_manager_decides_whether_an_irregular_scan_counts() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let elsewhere = book(&eva, "klein", TODAY, &["eva"]).await;
    book(&jan, "de-es", TODAY, &["jan"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    desk.scan(&elsewhere[0].0).await;
    desk.scan("niets").await;
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    let day = manager.day(TODAY).await;
    let decide = |scan: &Value, counts: bool| json!({"date": TODAY, "scan": scan["scan"], "counts": counts, "reason": "baan gesloten"});
    let (of_guest, of_nobody) = (&day["irregular"][0], &day["irregular"][1]);
    assert_eq!((&of_guest["name"], &of_guest["holes"]), (&Value::Null, &json!(9)), "{day}");
    assert_eq!(desk.post("/club/api/arrivals/decide", &decide(of_guest, true)).await.status, 403);
    assert_eq!(manager.post("/club/api/arrivals/decide", &decide(of_guest, true)).await.status, 204);
    let nobody = manager.post("/club/api/arrivals/decide", &decide(of_nobody, true)).await;
    assert_eq!(nobody.status, 409, "{}", nobody.body);
    let day = manager.day(TODAY).await;
    assert_eq!(day["irregular"][0]["why"], "unknown", "open ones come first: {day}");
    let decided = &day["irregular"][1];
    assert_eq!(
        (&decided["counts"], &decided["reason"], &decided["name"]),
        (&json!(true), &json!("baan gesloten"), &json!("Eva Smit")),
        "{day}"
    );
    assert_eq!(
        (&day["expected"], &day["arrived"]),
        (&json!(1), &json!(0)),
        "a guest is none of the club's: {day}"
    );
}

#[tokio::test]
async fn a_player_who_cancelled_and_came_is_expected_once_the_scan_counts() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan", "eva"]).await;
    let left = jan.post(&format!("/api/reservations/{}/cancel", booked[0].1), &Value::Null).await;
    assert_eq!(left.status, 200, "{}", left.body);
    let desk = portal.club_device("de-es", "Balie").await;
    assert_eq!(desk.scan(&booked[0].0).await["outcome"], "cancelled");
    assert_eq!(desk.scan(&booked[1].0).await["outcome"], "welcome");
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    let day = manager.day(TODAY).await;
    assert_eq!((&day["expected"], &day["arrived"]), (&json!(1), &json!(1)), "{day}");
    let decided =
        json!({"date": TODAY, "scan": day["irregular"][0]["scan"], "counts": true, "reason": "kwam toch"});
    assert_eq!(manager.post("/club/api/arrivals/decide", &decided).await.status, 204);
    let day = manager.day(TODAY).await;
    assert_eq!((&day["expected"], &day["arrived"]), (&json!(2), &json!(2)), "{day}");
}
