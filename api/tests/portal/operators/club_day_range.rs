//! A range of days at several clubs: one preview, each day a change and a record of its own, and what others did between.

use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Answer, Portal, round};

const PREVIEW: &str = "/operator/api/club-days/preview";
const CHANGE: &str = "/operator/api/club-days/change";

/// Closing 27 to 29 November at two clubs.
fn choice() -> Value {
    json!({"clubs": ["de-es", "klein"], "from": "2026-11-27", "to": "2026-11-29", "change": "close"})
}

fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().expect("an object") {
        body[name] = value.clone();
    }
    body
}

async fn preview(anke: &Operator<'_>, body: &Value) -> Value {
    let answer = anke.post(PREVIEW, body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// The days of a preview, as a change sends them back.
fn as_seen(previewed: &Value) -> Vec<Value> {
    let day = |day: &Value| {
        let rounds = day["rounds"].as_array().expect("rounds");
        let meets: Vec<&Value> = rounds.iter().map(|round| &round["booking_id"]).collect();
        json!({"club": day["club"], "date": day["date"], "meets": meets})
    };
    previewed["days"].as_array().expect("days").iter().map(day).collect()
}

async fn close(anke: &Operator<'_>, days: &[Value]) -> Answer {
    let texts = json!({"reason": "melding 4711", "notice": "Vorst op de baan.", "days": days});
    anke.post(CHANGE, &with(choice(), &texts)).await
}

/// The club and date of each day of a list.
fn named(days: &Value) -> Vec<String> {
    let text = |day: &Value| {
        format!("{}/{}", day["club"].as_str().expect("a club"), day["date"].as_str().expect("a date"))
    };
    days.as_array().expect("days").iter().map(text).collect()
}

async fn count(portal: &Portal, sql: &str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&portal.pool).await.expect("a count")
}

#[tokio::test]
async fn several_days_of_several_clubs_are_closed_and_opened_again() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    w1.book("2026-11-29", &["w1"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;

    let seen = preview(&anke, &choice()).await;
    let days = as_seen(&seen);
    assert_eq!(
        named(&seen["days"]),
        [
            "de-es/2026-11-27",
            "de-es/2026-11-28",
            "de-es/2026-11-29",
            "klein/2026-11-27",
            "klein/2026-11-28",
            "klein/2026-11-29",
        ]
    );
    let places: Vec<&Value> =
        seen["days"].as_array().expect("days").iter().map(|day| &day["places"]).collect();
    assert_eq!(places, [0, 2, 1, 0, 0, 0].map(|places| json!(places)).iter().collect::<Vec<_>>());
    assert_eq!(seen["days"][1]["rounds"][0]["players"].as_array().map(Vec::len), Some(2), "{seen}");
    let views = "SELECT count(*) FROM operator_actions WHERE action = 'view' AND subject LIKE 'club day %'";
    assert_eq!(count(&portal, views).await, 2, "each day whose players it showed");

    let closed = close(&anke, &days).await;
    assert_eq!(closed.status, 200, "{}", closed.body);
    assert_eq!(named(&closed.body["done"]).len(), 6, "{}", closed.body);
    assert_eq!((&closed.body["stale"], &closed.body["failed"]), (&json!([]), &json!([])));
    let second = &closed.body["done"][1];
    assert_eq!(
        (&second["cancelled"], &second["places"]),
        (&json!(1), &json!(2)),
        "in the order of the request"
    );
    // The answer came when the read models had the last of them.
    assert_eq!((jan.upcoming().await.len(), w1.upcoming().await.len()), (0, 0));
    let acts = "SELECT count(*) FROM operator_actions WHERE action = 'close day' AND reason = 'melding 4711'";
    assert_eq!(count(&portal, acts).await, 6, "a record for each day");
    let causes = "SELECT count(DISTINCT correlation_id) FROM events WHERE event_type IN ('DayClosed', 'RoundCancelledByClub')";
    assert_eq!(count(&portal, causes).await, 1, "one act");

    let again = preview(&anke, &choice()).await;
    assert_eq!((named(&again["days"]).len(), named(&again["unchanged"]).len()), (0, 6), "{again}");
    let reopen = with(choice(), &json!({"change": "reopen"}));
    let seen = preview(&anke, &reopen).await;
    assert_eq!(seen["days"][0]["closed"], json!({"reason": "Vorst op de baan", "by": "day"}));
    let texts = json!({"reason": "thawed", "days": as_seen(&seen)});
    let reopened = anke.post(CHANGE, &with(reopen, &texts)).await;
    assert_eq!(named(&reopened.body["done"]).len(), 6, "{}", reopened.body);
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 200);
}

#[tokio::test]
async fn a_day_that_others_booked_meanwhile_is_shown_anew_and_the_others_are_closed() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let days = as_seen(&preview(&anke, &choice()).await);
    w1.book("2026-11-28", &["w1"]).await;

    let closed = close(&anke, &days).await;
    assert_eq!(named(&closed.body["done"]).len(), 5, "{}", closed.body);
    assert_eq!(named(&closed.body["stale"]), ["de-es/2026-11-28"]);
    let fresh = json!({"days": closed.body["stale"]});
    assert_eq!(fresh["days"][0]["rounds"].as_array().map(Vec::len), Some(2), "as it is now");
    assert_eq!(jan.upcoming().await.len(), 1, "nothing was done to it");
    let refused = "SELECT count(*) FROM operator_actions WHERE action = 'refused'";
    assert_eq!(count(&portal, refused).await, 1);

    let confirmed = close(&anke, &as_seen(&fresh)).await;
    assert_eq!(confirmed.body["done"][0]["cancelled"], 2, "{}", confirmed.body);
    assert_eq!((jan.upcoming().await.len(), w1.upcoming().await.len()), (0, 0));
    let repeated = close(&anke, &days).await;
    assert_eq!(named(&repeated.body["done"]).len(), 6, "a repetition is no failure: {}", repeated.body);
    assert_eq!(repeated.body["done"][1]["cancelled"], 0);
}

#[tokio::test]
async fn a_preview_names_days_that_are_over_and_days_on_which_nothing_changes() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    // The club is closed on Mondays and on the 25th by its own terms.
    let body = json!({"clubs": ["dicht"], "from": "2026-11-19", "to": "2026-11-25", "change": "close"});
    let seen = preview(&anke, &body).await;
    assert_eq!(named(&seen["too_late"]), ["dicht/2026-11-19"]);
    assert_eq!(named(&seen["unchanged"]), ["dicht/2026-11-23", "dicht/2026-11-25"]);
    assert_eq!(named(&seen["days"]).len(), 4, "{seen}");
    let texts = json!({
        "reason": "frost", "notice": "Vorst", "days": [
            {"club": "dicht", "date": "2026-11-19", "meets": []},
            {"club": "dicht", "date": "2026-11-20", "meets": []},
        ],
    });
    let changed = anke.post(CHANGE, &with(body, &texts)).await;
    assert_eq!(named(&changed.body["done"]), ["dicht/2026-11-20"], "{}", changed.body);
    assert_eq!(
        changed.body["failed"][0]["sentence"],
        "This day is over: it can be neither closed nor changed."
    );
}

#[tokio::test]
async fn a_limit_of_several_days_cancels_what_was_booked_last() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    jan.book("2026-11-28", &["jan", "eva"]).await;
    portal.clock.advance(chrono::TimeDelta::minutes(1));
    w1.book("2026-11-28", &["w1"]).await;
    portal.caught_up().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let limit = with(choice(), &json!({"change": "limit", "capacity": 2}));
    let seen = preview(&anke, &limit).await;
    assert_eq!((&seen["days"][1]["places"], &seen["days"][1]["claimed"]), (&json!(1), &json!(3)), "{seen}");
    let texts = json!({"reason": "half the course", "notice": "Onderhoud", "days": as_seen(&seen)});
    let done = anke.post(CHANGE, &with(limit, &texts)).await;
    assert_eq!(named(&done.body["done"]).len(), 6, "{}", done.body);
    assert_eq!((jan.upcoming().await.len(), w1.upcoming().await.len()), (1, 0));
}

#[tokio::test]
async fn wrong_choices_are_refused_at_their_field() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let many: Vec<String> = (0..41).map(|number| format!("club-{number}")).collect();
    for (field, more) in [
        ("clubs", json!({"clubs": []})),
        ("clubs", json!({"clubs": many})),
        ("clubs", json!({"clubs": ["nowhere"]})),
        ("to", json!({"from": "2026-11-30"})),
        ("to", json!({"from": "2026-11-18", "to": "2026-11-19"})),
        ("to", json!({"to": "2036-11-29"})),
        ("to", json!({"to": "2027-03-07"})),
        ("capacity", json!({"change": "limit"})),
        ("capacity", json!({"change": "limit", "capacity": 1001})),
        ("change", json!({"change": "remove"})),
        ("from", json!({"from": "tomorrow"})),
    ] {
        let refused = anke.post(PREVIEW, &with(choice(), &more)).await;
        assert_eq!(refused.status, 422, "{more}: {}", refused.body);
        assert!(refused.body["errors"][field].is_string(), "{more}: {}", refused.body);
    }
    // 100 days at two clubs are the most.
    preview(&anke, &with(choice(), &json!({"to": "2027-03-06"}))).await;

    let day = |club: &str, date: &str| json!({"club": club, "date": date, "meets": []});
    let rounds = vec![uuid::Uuid::nil(); 1_001];
    for (field, more) in [
        ("days", json!({"days": []})),
        ("days", json!({"days": [day("vol", "2026-11-28")]})),
        ("days", json!({"days": [day("de-es", "2026-11-30")]})),
        ("days", json!({"days": [day("de-es", "2026-11-28"), day("de-es", "2026-11-28")]})),
        ("rounds", json!({"days": [{"club": "de-es", "date": "2026-11-28", "meets": rounds}]})),
        ("reason", json!({"reason": ""})),
        ("reason", json!({"reason": "asked by Vries"})),
        ("notice", json!({"notice": null})),
        ("notice", json!({"notice": "Vries"})),
        ("notice", json!({"notice": "x".repeat(101)})),
    ] {
        let texts = json!({"reason": "frost", "notice": "Vorst", "days": [day("de-es", "2026-11-28")]});
        let refused = anke.post(CHANGE, &with(with(choice(), &texts), &more)).await;
        assert!(refused.body["errors"][field].is_string(), "{field}: {}", refused.body);
    }
    let acts = "SELECT count(*) FROM operator_actions WHERE action = 'close day'";
    assert_eq!(count(&portal, acts).await, 0, "nothing was begun");
}

#[tokio::test]
async fn the_clubs_have_their_town_and_whether_they_are_closed_today() {
    let portal = Portal::start().await;
    portal.clock.advance(chrono::TimeDelta::days(5));
    let anke = portal.operator("anke", &[Role::Support]).await;
    let answer = anke.get("/operator/api/clubs").await;
    let clubs = answer.body["clubs"].as_array().expect("clubs");
    let closed = clubs.iter().find(|club| club["id"] == "dicht").expect("the club");
    assert_eq!(closed["city"], "Assen");
    assert_eq!(closed["closed_today"], json!({"reason": "Gesloten wegens toernooi", "by": "closure"}));
    let open = clubs.iter().find(|club| club["id"] == "de-es").expect("the club");
    assert_eq!((&open["city"], &open["closed_today"]), (&json!("Ede"), &Value::Null));
}
