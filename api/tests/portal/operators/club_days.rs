//! Closing, limiting and reopening a club's day: what it meets is shown first, and everybody concerned has the right back.

use fairway_events::BookingId;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Answer, Portal, round};

const DAY: &str = "/operator/api/clubs/de-es/days/2026-11-28";

/// The rounds that a change would meet.
async fn preview(anke: &Operator<'_>, body: Value) -> Vec<Value> {
    let answer = anke.post(&format!("{DAY}/preview"), &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let rounds = answer.body["rounds"].as_array().expect("rounds");
    for round in rounds {
        let booking: BookingId = round["booking_id"].as_str().expect("an id").parse().expect("an id");
        assert_eq!(round["booking_number"], booking.number().to_string().as_str());
    }
    rounds.iter().map(|round| round["booking_id"].clone()).collect()
}

async fn close(anke: &Operator<'_>, meets: &[Value]) -> Answer {
    let body = json!({"reason": "frost", "notice": "Vorst op de baan.", "meets": meets});
    anke.post(&format!("{DAY}/close"), &body).await
}

#[tokio::test]
async fn a_day_is_closed_with_its_rounds_and_every_right_comes_back() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    w1.book("2026-11-28", &["w1"]).await;
    portal.caught_up().await;
    // On the play date itself.
    portal.clock.advance(chrono::TimeDelta::days(8));
    let anke = portal.operator("anke", &[Role::Support]).await;
    let jan = portal.login("jan").await;
    let rights = |answer: Answer| answer.body["data"]["bonus"].to_string() + &answer.body["data"].to_string();
    let before = rights(jan.get("/api/users/me/subscriptions").await);
    let met = preview(&anke, json!({"change": "close"})).await;
    assert_eq!(met.len(), 2);
    let views = "SELECT count(*) FROM operator_actions WHERE action = 'view' AND subject = 'club day de-es/2026-11-28'";
    let views: i64 = sqlx::query_scalar(views).fetch_one(&portal.pool).await.expect("a count");
    assert_eq!(views, 1, "it named the players");
    let stale = close(&anke, &met[..1]).await;
    stale.fails(409, "The bookings of this day have changed since you looked. Look at them again.");
    assert_eq!(jan.upcoming().await.len(), 1, "nothing was done");

    let done = close(&anke, &met).await;
    assert_eq!((&done.body["cancelled"], &done.body["places"]), (&json!(2), &json!(3)), "{}", done.body);
    assert_eq!(close(&anke, &met).await.body["cancelled"], 0, "a repetition changes nothing");
    assert_ne!(
        rights(jan.get("/api/users/me/subscriptions").await),
        before,
        "the right came back on the day itself"
    );
    assert_eq!(jan.upcoming().await, Vec::<Value>::new());
    let history = jan.get("/api/reservations/history").await;
    let own = &history.data()[0];
    assert_eq!(
        (&own["status"], &own["cancelled_by_club"], &own["playright_expired"]),
        (&json!("geannuleerd"), &json!("Vorst op de baan"), &json!(false)),
        "{}",
        history.body
    );
    let refused = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    refused.fails(409, "Vorst op de baan");
    let page = jan.get("/api/golfclubs/de-es").await;
    assert_eq!(page.body["data"]["closures"], json!([{"date": "2026-11-28", "reason": "Vorst op de baan"}]));
    let days = anke.get("/operator/api/clubs/de-es/days?from=2026-11-28&count=2").await;
    assert_eq!(days.body["days"][0]["closed"], json!({"reason": "Vorst op de baan", "by": "day"}));
    assert_eq!(days.body["days"][1]["closed"], Value::Null);
    let actor: String =
        sqlx::query_scalar("SELECT actor FROM events WHERE event_type = 'RoundCancelledByClub'")
            .fetch_one(&portal.pool)
            .await
            .expect("an event");
    assert_eq!(actor, "operator:anke");

    let reopened = anke.post(&format!("{DAY}/reopen"), &json!({"reason": "thawed"})).await;
    assert_eq!(reopened.status, 200, "{}", reopened.body);
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 200);
}

#[tokio::test]
async fn a_limit_cancels_the_rounds_that_were_booked_last() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    w1.book("2026-11-28", &["w1"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let met = preview(&anke, json!({"change": "limit", "capacity": 2})).await;
    assert_eq!(met.len(), 1);
    let body = json!({"reason": "half the course", "notice": "Onderhoud", "capacity": 2, "meets": met});
    let done = anke.post(&format!("{DAY}/limit"), &body).await;
    assert_eq!((done.status, &done.body["cancelled"]), (200, &json!(1)), "{}", done.body);
    assert_eq!((jan.upcoming().await.len(), w1.upcoming().await.len()), (1, 0));
    let full = w1.post("/api/reservations", &round("2026-11-28", &["w1"])).await;
    full.fails(409, "De baan is op deze datum volgeboekt");
    let days = anke.get("/operator/api/clubs/de-es/days?from=2026-11-28&count=1").await;
    let day = &days.body["days"][0];
    assert_eq!((&day["capacity"], &day["limited"], &day["claimed"]), (&json!(2), &json!(true), &json!(2)));
}

#[tokio::test]
async fn wrong_days_clubs_and_notices_are_refused_with_a_sentence() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let over = anke
        .post(
            "/operator/api/clubs/de-es/days/2026-11-19/close",
            &json!({"reason": "x", "notice": "Vorst", "meets": []}),
        )
        .await;
    over.fails(409, "This day is over: it can be neither closed nor changed.");
    for (path, status) in [
        ("/operator/api/clubs/nowhere/days/2026-11-28/preview", 404),
        ("/operator/api/clubs/de-es/days/tomorrow/preview", 404),
        ("/operator/api/clubs/de-es/days/2036-11-28/preview", 422),
    ] {
        assert_eq!(anke.post(path, &json!({"change": "close"})).await.status, status, "{path}");
    }
    for path in [
        "clubs/de-es/days/%ff/players",
        "clubs/%ff/statements/2026-11",
        "clubs/%ff/statements/2026-11/days/2026-11-28",
        "statements/2026-11/payments/%ff",
    ] {
        let answer = anke.get(&format!("/operator/api/{path}")).await;
        answer.fails(404, "There is nothing at this address.");
    }
    for notice in ["", " . ", "twee\nregels", &"x".repeat(101)] {
        let body = json!({"reason": "frost", "notice": notice, "meets": []});
        let refused = anke.post(&format!("{DAY}/close"), &body).await;
        assert!(refused.body["errors"]["notice"].is_string(), "{notice}: {}", refused.body);
    }
    assert_eq!(anke.get("/operator/api/clubs/de-es/days?count=61").await.status, 422);
}

#[tokio::test]
async fn why_says_that_the_day_was_closed_alone() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    assert_eq!(close(&anke, &[]).await.status, 200);
    let jan = portal.member_id("jan").await;
    let question = json!({"member": jan, "club": "de-es", "date": "2026-11-28", "holes": 18});
    let why = anke.post("/operator/api/explain", &question).await;
    assert_eq!(why.status, 200, "{}", why.body);
    assert_eq!(why.body["bookable"], false);
    assert!(why.body.to_string().contains("an operator or the club closed"), "{}", why.body);
}
