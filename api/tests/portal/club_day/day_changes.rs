//! A manager closes, limits and opens days of the own club: whom that meets is seen first, and who did it stays known.

use fairway_store::club_accounts::ClubRole;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::{TODAY, count};
use crate::at_club::AtClub;
use crate::support::{Answer, Portal, round};

const DAY: &str = "/club/api/days/2026-11-28";

/// The bookings of a preview.
fn bookings(preview: &Value) -> Vec<Value> {
    let rounds = preview["rounds"].as_array().expect("rounds");
    rounds.iter().map(|round| round["booking"].clone()).collect()
}

async fn preview(manager: &AtClub<'_>, body: Value) -> Value {
    let answer = manager.post(&format!("{DAY}/preview"), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

async fn close(manager: &AtClub<'_>, notice: &str, seen: &[Value]) -> Answer {
    let body = json!({"change": "close", "notice": notice, "seen": seen});
    manager.post(&format!("{DAY}/change"), &body).await
}

#[tokio::test]
async fn a_manager_closes_and_opens_a_day_as_operators_do() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let agreed = json!({"start_time": "10:40", "seen": null});
    assert_eq!(jan.post(&format!("/api/reservations/{place}/start_time"), &agreed).await.status, 200);
    w1.book("2026-11-28", &["w1"]).await;
    portal.caught_up().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let seen = preview(&manager, json!({"change": "close"})).await;
    assert_eq!((&seen["claimed"], &seen["places"]), (&json!(3), &json!(3)), "{seen}");
    let first = &seen["rounds"][0];
    assert_eq!((&first["start_time"], &first["holes"]), (&json!("10:40"), &json!(18)), "{seen}");
    assert!(first["booking_number"].is_string(), "{seen}");
    assert_eq!(first["players"][0], json!({"name": "Jan de Vries", "returned": "pass"}));

    let done = close(&manager, "Vorst op de baan.", &bookings(&seen)).await;
    assert_eq!((&done.body["cancelled"], &done.body["places"]), (&json!(2), &json!(3)), "{}", done.body);
    let again = close(&manager, "Vorst op de baan.", &bookings(&seen)).await;
    assert_eq!((again.status, &again.body["cancelled"]), (200, &json!(0)), "a repetition changes nothing");
    let history = jan.get("/api/reservations/history").await;
    let own = &history.data()[0];
    assert_eq!(
        (&own["cancelled_by_club"], &own["playright_expired"]),
        (&json!("Vorst op de baan"), &json!(false)),
        "{}",
        history.body
    );
    jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.fails(409, "Vorst op de baan");
    let closed = json!({"reason": "Vorst op de baan", "by": "day"});
    assert_eq!(manager.get(DAY).await.body["closed"], closed);
    let days = manager.get("/club/api/days").await.body;
    let day = days["days"].as_array().expect("days").iter().find(|day| day["date"] == "2026-11-28");
    assert_eq!(day.expect("the day")["closed"], closed);
    assert_eq!(days["days"][0]["date"], TODAY);

    let acts: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT user_name, subject, reason FROM club_actions WHERE action = 'close day' ORDER BY at",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    let act = ("ruud", "club day de-es/2026-11-28", "Vorst op de baan");
    assert_eq!(acts[0], (act.0.to_owned(), act.1.to_owned(), act.2.to_owned()));
    let anke = portal.operator("anke", &[Role::Support]).await;
    let timeline = anke.get("/operator/api/timeline?kind=club_day&id=de-es/2026-11-28&actor=club").await;
    let actor = &timeline.body["entries"][0]["actor"];
    assert_eq!((&actor["kind"], &actor["by"]), (&json!("club"), &json!("ruud")), "{}", timeline.body);

    let open = json!({"change": "open", "seen": []});
    assert_eq!(manager.post(&format!("{DAY}/change"), &open).await.status, 200);
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 200);
}

#[tokio::test]
async fn a_day_that_meets_others_by_then_is_left_and_the_new_list_is_answered() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan"]).await;
    let ruud = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let mia = portal.at_club("de-es", "mia", ClubRole::Manager).await;
    let elsewhere = portal.at_club("klein", "kees", ClubRole::Manager).await;
    let seen = bookings(&preview(&ruud, json!({"change": "close"})).await);
    w1.book("2026-11-28", &["w1"]).await;
    let stale = close(&ruud, "Vorst", &seen).await;
    stale.fails(409, "De reserveringen op deze dag zijn intussen veranderd. Bekijk ze opnieuw.");
    let seen = bookings(&stale.body["current"]);
    assert_eq!((seen.len(), count(&portal, "DayClosed").await), (2, 0));

    // Another club's manager reaches neither the day nor its rounds.
    let other = close(&elsewhere, "Vorst", &seen).await;
    assert_eq!((other.status, bookings(&other.body["current"]).len()), (409, 0), "{}", other.body);
    assert!(!other.body.to_string().contains("Vries"), "{}", other.body);

    let (one, two) = tokio::join!(close(&ruud, "Vorst", &seen), close(&mia, "Onderhoud", &seen));
    let mut both = [one.status, two.status];
    both.sort_unstable();
    assert_eq!(both, [200, 409], "{} {}", one.body, two.body);
    let late = if one.status == 409 { one } else { two };
    assert_eq!(late.body["current"]["rounds"], json!([]));
    let refused =
        "SELECT count(*) FROM club_actions WHERE action = 'refused' AND reason = 'close day: day_changed'";
    let refused: i64 = sqlx::query_scalar(refused).fetch_one(&portal.pool).await.expect("a count");
    assert_eq!((count(&portal, "DayClosed").await, refused), (1, 3));
}

#[tokio::test]
async fn a_manager_sets_how_many_places_a_day_has() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let path = format!("{DAY}/change");
    // Nobody is cancelled, so nobody reads a notice.
    let wider = json!({"change": "limit", "capacity": 3.0, "seen": []});
    assert_eq!(manager.post(&path, &wider).await.status, 200);
    assert_eq!(manager.get(DAY).await.body["capacity"], 3);

    let seen = bookings(&preview(&manager, json!({"change": "limit", "capacity": 1})).await);
    assert_eq!(seen.len(), 1);
    let limit = |capacity: Value, notice: &str| json!({"change": "limit", "capacity": capacity, "notice": notice, "seen": seen});
    for notice in ["", " . ", "ziek: Jan", "twee\nregels", &"x".repeat(101)] {
        let refused = manager.post(&path, &limit(json!(1), notice)).await;
        assert!(refused.status == 422 && refused.body["errors"]["notice"].is_string(), "{}", refused.body);
    }
    for capacity in [json!(null), json!(1001)] {
        let refused = manager.post(&path, &limit(capacity, "Onderhoud")).await;
        assert!(refused.status == 422 && refused.body["errors"]["capacity"].is_string(), "{}", refused.body);
    }
    let unused = manager.post(&path, &json!({"change": "open", "capacity": 1001, "seen": []})).await;
    assert_eq!(unused.status, 422, "{}", unused.body);
    for date in ["2026-11-19", "2026-12-07", "morgen"] {
        let path = format!("/club/api/days/{date}/preview");
        let refused = manager.post(&path, &json!({"change": "close"})).await;
        assert!(
            refused.status == 422 && refused.body["errors"]["date"].is_string(),
            "{date}: {}",
            refused.body
        );
    }
    let done = manager.post(&path, &limit(json!(1), "Onderhoud")).await;
    assert_eq!((done.status, &done.body["cancelled"]), (200, &json!(1)), "{}", done.body);
    assert!(jan.upcoming().await.is_empty());
}
