//! Who did not come: said by a manager after the day, and objected to by the player.

use chrono::TimeDelta;
use fairway_store::club_accounts::ClubRole;
use serde_json::{Value, json};

use super::{TODAY, book, count};
use crate::support::{Member, Portal};

/// What the member's history says of their only round.
async fn in_history(member: &Member<'_>) -> Value {
    member.get("/api/reservations/history").await.data()[0]["absence"].clone()
}

#[tokio::test]
async fn a_manager_says_who_did_not_come_and_the_player_objects_once() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let booked = book(&jan, "de-es", TODAY, &["jan", "eva"]).await;
    let ((code, came), (_, missed)) = (&booked[0], &booked[1]);
    let desk = portal.club_device("de-es", "Balie").await;
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    let record = |places: &[&String]| json!({"date": TODAY, "places": places, "reason": "no_show"});
    let path = "/club/api/absences";
    assert_eq!(manager.post(path, &record(&[missed])).await.status, 409, "the day is not over");
    portal.clock.advance(TimeDelta::hours(20));
    let unscanned = manager.post(path, &record(&[missed])).await;
    assert_eq!((unscanned.status, count(&portal, "AbsenceRecorded").await), (409, 0), "{}", unscanned.body);
    desk.send(&[json!({
        "nonce": uuid::Uuid::from_u128(1), "day": TODAY, "scanned_at": "2026-11-20T10:59:59+01:00",
        "age_ms": 86_400_000, "method": "camera", "code": code,
    })])
    .await;

    assert_eq!(desk.post(path, &record(&[missed])).await.status, 403);
    for places in [json!([]), json!(["x"])] {
        let wrong = manager.post(path, &json!({"date": TODAY, "places": places, "reason": "no_show"})).await;
        assert_eq!((wrong.status, wrong.body["errors"]["places"].is_string()), (422, true), "{places}");
    }
    let unknown = uuid::Uuid::nil().to_string();
    assert_eq!(manager.post(path, &record(&[&unknown])).await.status, 404);
    assert_eq!(manager.post(path, &record(&[missed, came])).await.status, 409, "one of them came");
    assert_eq!(manager.post(path, &record(&[missed])).await.status, 204, "it is recorded");
    assert_eq!(count(&portal, "AbsenceRecorded").await, 1);
    let day = manager.day(TODAY).await;
    let players = &day["flights"][0]["players"];
    assert_eq!((&players[0]["absence"], &players[1]["status"]), (&Value::Null, &json!("expected")));
    let absence = &players[1]["absence"];
    assert_eq!((&absence["reason"], &absence["objected_at"]), (&json!("no_show"), &Value::Null), "{day}");

    assert_eq!(in_history(&jan).await, Value::Null);
    let told = in_history(&eva).await;
    assert_eq!((&told["reason"], &told["can_object"]), (&json!("no_show"), &json!(true)), "{told}");
    let object = format!("/api/reservations/{missed}/absence/object");
    assert_eq!(jan.post(&object, &Value::Null).await.status, 404);
    for _ in 0..2 {
        assert_eq!(eva.post(&object, &Value::Null).await.status, 200);
    }
    assert_eq!(count(&portal, "AbsenceObjected").await, 1);
    let told = in_history(&eva).await;
    assert_eq!((told["objected_at"].is_string(), &told["can_object"]), (true, &json!(false)), "{told}");
    let day = manager.day(TODAY).await;
    assert!(day["flights"][0]["players"][1]["absence"]["objected_at"].is_string(), "{day}");

    let withdraw = json!({"date": TODAY, "place": missed, "reason": "stond wel op de baan"});
    assert_eq!(desk.post("/club/api/absences/withdraw", &withdraw).await.status, 403);
    for _ in 0..2 {
        assert_eq!(manager.post("/club/api/absences/withdraw", &withdraw).await.status, 204);
    }
    assert_eq!(count(&portal, "AbsenceWithdrawn").await, 1);
    assert_eq!(in_history(&eva).await, Value::Null);
}

#[tokio::test]
async fn after_two_weeks_a_player_does_not_object_any_more() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan"]).await;
    portal.club_device("de-es", "Balie").await.scan("niets").await;
    portal.clock.advance(TimeDelta::days(1));
    let missed = json!({"date": TODAY, "places": [booked[0].1], "reason": "weather"});
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    assert_eq!(manager.post("/club/api/absences", &missed).await.status, 204);
    portal.clock.advance(TimeDelta::days(14));
    assert_eq!(in_history(&jan).await["can_object"], false);
    let object = format!("/api/reservations/{}/absence/object", booked[0].1);
    jan.post(&object, &Value::Null)
        .await
        .fails(409, "Bezwaar maken kan tot en met 14 dagen na de speeldatum.");
}
