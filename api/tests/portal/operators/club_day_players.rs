//! The players of a club's day: as a list and as a file, each with a record of whom it showed.

use fairway_store::operators::Role;
use serde_json::json;

use crate::support::Portal;

const PLAYERS: &str = "/operator/api/clubs/de-es/days/2026-11-28/players";

#[tokio::test]
async fn the_players_of_a_day_are_listed_with_their_telephones_and_recorded() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let agreed = json!({"start_time": "09:20", "seen": null});
    assert_eq!(jan.post(&format!("/api/reservations/{place}/start_time"), &agreed).await.status, 200);
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    w1.book("2026-11-28", &["w1"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let answer = anke.get(PLAYERS).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let list = &answer.body;
    assert_eq!((&list["club"]["name"], &list["starts"]), (&json!("De Es"), &json!("Elke dag")));
    assert_eq!(
        (&list["claimed"], &list["capacity"], &list["closed"]),
        (&json!(3), &json!(8), &json!(null)),
        "{list}"
    );
    let first = &list["rounds"][0];
    assert_eq!(first["players"].as_array().map(Vec::len), Some(2), "{list}");
    let player = &first["players"][0];
    assert_eq!((&player["name"], &player["is_master"]), (&json!("Jan de Vries"), &json!(true)));
    let telephone: String = sqlx::query_scalar("SELECT telephone FROM members WHERE id = $1")
        .bind(portal.member_id("jan").await)
        .fetch_one(&portal.pool)
        .await
        .expect("a number");
    assert!(!telephone.is_empty());
    assert_eq!(player["telephone"], telephone.as_str());
    assert!(["pass", "voucher"].iter().any(|right| player["right"] == *right), "{player}");
    let booking = anke.get(&format!("/operator/api/bookings/{place}")).await.body;
    assert_eq!((&first["number"], &first["holes"]), (&booking["number"], &booking["holes"]));
    assert_eq!(
        (&first["start_time"], &booking["start_time"]),
        (&json!("09:20"), &json!("09:20")),
        "{booking}"
    );
    assert_eq!(booking["start_time_by"], "Jan de Vries");

    let mut seen = Vec::new();
    for name in ["jan", "eva", "w1"] {
        seen.push(format!("member {}", portal.member_id(name).await));
    }
    seen.sort();
    let recorded: Vec<String> = sqlx::query_scalar(
        "SELECT subject FROM operator_actions WHERE action = 'view' AND subject LIKE 'players of %'",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("views");
    assert_eq!(recorded, [format!("players of club day de-es/2026-11-28: {}", seen.join(", "))]);

    for (path, status) in [
        ("/operator/api/clubs/nowhere/days/2026-11-28/players", 404),
        ("/operator/api/clubs/de-es/days/tomorrow/players", 404),
        ("/operator/api/clubs/de-es/days/2036-11-28/players", 422),
    ] {
        assert_eq!(anke.get(path).await.status, status, "{path}");
    }
    let empty = anke.get("/operator/api/clubs/de-es/days/2026-11-29/players").await;
    assert_eq!(empty.body["rounds"], json!([]));
    let ada = portal.operator("ada", &[Role::Auditor]).await;
    assert_eq!(ada.get(PLAYERS).await.status, 403);
}

#[tokio::test]
async fn the_players_of_a_day_are_taken_out_with_a_reason() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let export = format!("{PLAYERS}/export");
    let refused = anke.post(&export, &json!({"reason": "for Vries"})).await;
    assert_eq!((refused.status, refused.body["errors"]["reason"].is_string()), (422, true));

    let file = anke.post(&export, &json!({"reason": "4711: to telephone them"})).await;
    assert_eq!(file.status, 200, "{}", file.body);
    let disposition = file.headers["content-disposition"].to_str().expect("text");
    assert_eq!(disposition, "attachment; filename=\"fairway-players-de-es-2026-11-28-2026-11-20.csv\"");
    let text = file.body.as_str().expect("text").trim_start_matches('\u{feff}');
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    assert_eq!(lines[0], "booking;holes;start time;booked at;member;member name;telephone;leads;pays with");
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[1].contains(";Jan de Vries;") && lines[1].contains(";yes;"), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(";+")), "a telephone number is no formula: {lines:?}");
    let acts: Vec<(String, String)> =
        sqlx::query_as("SELECT subject, reason FROM operator_actions WHERE action = 'export'")
            .fetch_all(&portal.pool)
            .await
            .expect("acts");
    let subject = "players of club day de-es/2026-11-28 as csv, rows: 2";
    assert_eq!(acts, [(subject.to_owned(), "4711: to telephone them".to_owned())]);
    let shown = "SELECT count(*) FROM operator_actions WHERE action = 'view' AND subject LIKE 'export: %' AND subject LIKE $1";
    let shown: i64 = sqlx::query_scalar(shown)
        .bind(format!("%{}%", portal.member_id("jan").await))
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(shown, 1);
}
