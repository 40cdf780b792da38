//! What scans record, and what their devices are told.

use serde_json::{Value, json};

use super::{TODAY, book, count, scan_of};
use crate::support::{Portal, email};

#[tokio::test]
async fn a_code_is_answered_by_what_its_round_is() {
    let portal = Portal::start().await;
    let (jan, eva, kees) = (portal.login("jan").await, portal.login("eva").await, portal.login("kees").await);
    let today = book(&jan, "de-es", TODAY, &["jan", "w1"]).await;
    let later = book(&jan, "de-es", "2026-11-28", &["jan"]).await;
    let elsewhere = book(&eva, "klein", TODAY, &["eva"]).await;
    let cancelled = book(&kees, "de-es", TODAY, &["kees"]).await;
    let left = kees.post(&format!("/api/reservations/{}/cancel", cancelled[0].1), &Value::Null).await;
    assert_eq!(left.status, 200, "{}", left.body);
    let (desk, tablet) =
        (portal.club_device("de-es", "Balie").await, portal.club_device("de-es", "Starter").await);

    let typed = today[0].0.to_lowercase();
    let welcome = desk.scan(&typed).await;
    assert_eq!(
        (&welcome["outcome"], &welcome["name"], &welcome["place"], &welcome["holes"]),
        (&json!("welcome"), &json!("Jan de Vries"), &json!(today[0].1), &json!(9)),
        "{welcome}"
    );
    let already = tablet.scan(&today[0].0).await;
    assert_eq!(
        (&already["outcome"], &already["first_by"], &already["first_at"]),
        (&json!("already"), &json!("Balie"), &json!("2026-11-20T10:59:59+01:00")),
        "{already}"
    );
    let other_day = desk.scan(&later[0].0).await;
    assert_eq!(
        (&other_day["outcome"], &other_day["play_date"], &other_day["name"]),
        (&json!("other_day"), &json!("2026-11-28"), &json!("Jan de Vries")),
        "{other_day}"
    );
    let other_club = desk.scan(&elsewhere[0].0).await;
    assert_eq!(
        (&other_club["outcome"], &other_club["club_name"], &other_club["name"]),
        (&json!("other_club"), &json!("De Kleine"), &Value::Null),
        "{other_club}"
    );
    assert_eq!(desk.scan(&cancelled[0].0).await["outcome"], "cancelled");
    assert_eq!(desk.scan("https://example.com").await["outcome"], "unknown");
    let chosen = json!({
        "nonce": "0d9b6bd4-6c1c-4d4f-9d3c-4b3f9c1b2a10", "day": TODAY, "scanned_at": "2026-11-20T11:00:00+01:00",
        "age_ms": 0, "method": "list", "place": today[1].1,
    });
    assert_eq!(desk.send(&[chosen]).await[0]["outcome"], "welcome");

    let day = desk.day(TODAY).await;
    assert_eq!((&day["expected"], &day["arrived"]), (&json!(2), &json!(2)), "{day}");
    let player = &day["flights"][0]["players"][0];
    assert_eq!(
        (&player["arrived_by"], &player["method"], &player["seen_again"]),
        (&json!("Balie"), &json!("camera"), &json!(1)),
        "{day}"
    );
    let why: Vec<&str> =
        day["irregular"].as_array().expect("scans").iter().filter_map(|scan| scan["why"].as_str()).collect();
    assert_eq!(why, ["other_club", "cancelled", "unknown"], "of the lists of today: {day}");
    assert_eq!(desk.day("2026-11-28").await["irregular"][0]["why"], "other_day");
}

#[tokio::test]
async fn a_place_that_is_cancelled_meanwhile_is_judged_by_its_booking() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan", "eva"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let left = jan.post(&format!("/api/reservations/{}/cancel", booked[0].1), &Value::Null).await;
    assert_eq!(left.status, 200, "{}", left.body);
    assert_eq!(desk.scan(&booked[0].0).await["outcome"], "cancelled");
    assert_eq!(desk.scan(&booked[1].0).await["outcome"], "welcome");
}

#[tokio::test]
async fn a_hundred_scans_that_are_sent_twice_arrive_once() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan", "eva", "w1", "w2"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let scans: Vec<Value> = (0..100).map(|number| scan_of(&booked[number % 4].0)).collect();
    // The answer to the first is lost.
    let first = desk.send(&scans).await;
    let events = portal.events().await;
    assert_eq!(desk.send(&scans).await, first);
    assert_eq!(portal.events().await, events);
    assert_eq!(count(&portal, "PlayerArrived").await, 4);
    assert_eq!(count(&portal, "PlayerSeenAgain").await, 96);
    let one_more: Vec<Value> = (0..101).map(|_| scan_of("x")).collect();
    let refused = desk.post("/club/api/scans", &json!({"waiting": 0, "scans": one_more})).await;
    assert_eq!(refused.status, 422);
}

#[tokio::test]
async fn two_devices_that_scanned_the_same_codes_offline_record_each_player_once() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let w3 = portal.login("w3").await;
    let mut booked = book(&jan, "de-es", TODAY, &["jan", "eva", "w1", "w2"]).await;
    booked.extend(book(&w3, "de-es", TODAY, &["w3", "w4"]).await);
    let (desk, tablet) =
        (portal.club_device("de-es", "Balie").await, portal.club_device("de-es", "Starter").await);
    let scans = || booked.iter().map(|(code, _)| scan_of(code)).collect::<Vec<_>>();
    let (of_desk, of_tablet) = (scans(), scans());
    let (at_desk, at_tablet) = tokio::join!(desk.send(&of_desk), tablet.send(&of_tablet));
    let welcomes = at_desk.iter().chain(&at_tablet).filter(|answer| answer["outcome"] == "welcome").count();
    assert_eq!(welcomes, booked.len());
    assert_eq!(count(&portal, "PlayerArrived").await, 6);
    assert_eq!(count(&portal, "PlayerSeenAgain").await, 6);
}

#[tokio::test]
async fn a_malformed_scan_is_refused_and_a_wrong_clock_is_not() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let with = |key: &str, value: Value| {
        let mut scan = scan_of(&booked[0].0);
        scan[key] = value;
        scan
    };
    for scan in [
        with("nonce", json!("1")),
        with("day", json!("20-11-2026")),
        with("scanned_at", json!("nu")),
        with("code", json!("x".repeat(201))),
        with("code", Value::Null),
        with("place", json!(booked[0].1)),
    ] {
        let answer = desk.post("/club/api/scans", &json!({"waiting": 0, "scans": [scan]})).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
    }
    // Of tomorrow, by a clock that is wrong: the server's counts.
    assert_eq!(desk.send(&[with("age_ms", json!(-86_400_000))]).await[0]["outcome"], "welcome");
    assert_eq!(desk.send(&[with("age_ms", json!(86_400_000))]).await[0]["outcome"], "other_day");
}

#[tokio::test]
async fn a_name_never_reaches_another_club() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    let scan = scan_of(&booked[0].0);
    assert_eq!(desk.send(std::slice::from_ref(&scan)).await[0]["name"], "Jan de Vries");
    let other = portal.club_device("klein", "Balie").await;
    // The code itself, and the scan of the first club with its number.
    let answers = other.send(&[scan_of(&booked[0].0), scan]).await;
    assert_eq!(
        (&answers[0]["outcome"], &answers[1]["outcome"]),
        (&json!("other_club"), &json!("other_club"))
    );
    let day = other.day(TODAY).await;
    let kept = other.get("/club/api/offline").await.body;
    for text in [json!(answers).to_string(), day.to_string(), kept.to_string()] {
        assert!(!text.contains("Jan") && !text.contains("Vries"), "{text}");
    }
    assert_eq!(day["irregular"][0]["club_name"], "De Es");
}

#[tokio::test]
async fn an_erased_player_keeps_a_line_without_a_name() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let booked = book(&jan, "de-es", TODAY, &["jan", "eva"]).await;
    let desk = portal.club_device("de-es", "Balie").await;
    desk.scan(&booked[1].0).await;
    // What erasing leaves: no row of the member.
    sqlx::query("DELETE FROM members WHERE email = $1")
        .bind(email("eva"))
        .execute(&portal.pool)
        .await
        .expect("no row refers to her");
    let day = desk.day(TODAY).await;
    let players = &day["flights"][0]["players"];
    assert_eq!(
        (&players[1]["name"], &players[1]["status"]),
        (&json!("verwijderd lid"), &json!("arrived")),
        "{day}"
    );
}
