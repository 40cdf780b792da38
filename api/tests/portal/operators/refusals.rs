//! The record of what rules refused: it leads to the explanation, is forgotten in time, and makes nobody wait.

use chrono::TimeDelta;
use fairway_store::operators::Role;
use fairway_store::refusals::delete_expired;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Portal, email, round};

/// Waits until so many refusals are recorded, and returns them.
async fn recorded(operator: &Operator<'_>, query: &str, count: usize) -> Vec<Value> {
    loop {
        let page = operator.get(&format!("/operator/api/refusals?{query}")).await;
        assert_eq!(page.status, 200, "{}", page.body);
        let refusals = page.body["refusals"].as_array().expect("refusals").clone();
        if refusals.len() >= count {
            return refusals;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_refused_booking_is_recorded_and_explained_by_the_same_rule() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let refused = eva.post("/api/reservations", &round("2026-11-28", &["eva"])).await;
    refused.fails(409, "Heeft op deze datum al een reservering");
    portal.clock.advance(TimeDelta::seconds(1));
    let far = eva.post("/api/reservations", &round("2027-02-01", &["eva"])).await;
    assert_eq!(far.status, 409, "{}", far.body);
    let adding = json!({"players": [email("kees")]});
    portal.clock.advance(TimeDelta::seconds(1));
    // The pass of Kees is for 9 holes.
    jan.post(&format!("/api/reservations/{place}/player/add"), &adding).await;
    // A question is no attempt.
    eva.post("/api/reservations/players/check", &json!({"email": email("jan")})).await;

    let anke = portal.operator("anke", &[Role::Support]).await;
    let all = recorded(&anke, "", 3).await;
    assert_eq!(all.len(), 3, "{all:?}");
    let codes: Vec<&str> = all.iter().map(|one| one["rule"].as_str().expect("a rule")).collect();
    assert_eq!(codes, ["player_level_too_low", "date_after_window", "player_already_plays"], "newest first");
    for refusal in &all {
        let why = anke.post("/operator/api/explain", &refusal["why"]).await;
        assert_eq!((why.status, &why.body["code"]), (200, &refusal["rule"]), "{refusal} {}", why.body);
        let name = portal.member_id(if refusal["command"] == "AddPlayers" { "jan" } else { "eva" }).await;
        assert_eq!(refusal["member"]["id"], json!(name));
        assert!(refusal["sentence"].is_string() && refusal["request_id"].is_string());
    }
    assert_eq!(all[0]["why"]["member"], json!(portal.member_id("kees").await), "who was to join");
    assert_eq!((&all[0]["holes"], &all[0]["booking"].is_string()), (&json!(18), &true), "from the booking");

    let by_rule = recorded(&anke, "rule=date_after_window", 1).await;
    assert_eq!(by_rule.len(), 1);
    let of_eva = recorded(&anke, &format!("member={}", email("eva")), 2).await;
    assert_eq!(of_eva.len(), 2);
    let counts = anke.get(&format!("/operator/api/refusals/rules?member={}", email("eva"))).await;
    let of_each = |rule: &str| json!({"rule": rule, "day": 1, "week": 1, "quarter": 1});
    assert_eq!(counts.body["rules"], json!([of_each("date_after_window"), of_each("player_already_plays")]));
    let views: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM operator_actions WHERE action = 'view' AND subject LIKE 'member %' AND member_id = $1",
    )
    .bind(portal.member_id("eva").await)
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert!(views >= 1, "looking at one member's refusals is a view of the member");
    assert_eq!(anke.get("/operator/api/refusals?before=yesterday").await.status, 422);
    assert_eq!(anke.get("/operator/api/refusals?member=nobody@test.example").await.status, 404);
}

#[tokio::test]
async fn who_names_a_player_or_a_club_that_there_is_not_is_recorded_without_the_address() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan"]).await;
    let unknown = jan.post("/api/reservations", &round("2026-11-29", &["jan", "nobody"])).await;
    assert_eq!(unknown.status, 422, "{}", unknown.body);
    portal.clock.advance(TimeDelta::seconds(1));
    let adding = json!({"players": [email("nobody")]});
    assert_eq!(jan.post(&format!("/api/reservations/{place}/player/add"), &adding).await.status, 422);
    portal.clock.advance(TimeDelta::seconds(1));
    let mut elsewhere = round("2026-11-29", &["jan"]);
    elsewhere["golfclub"] = json!("nowhere");
    assert_eq!(jan.post("/api/reservations", &elsewhere).await.status, 404);
    portal.clock.advance(TimeDelta::seconds(1));
    for stranger in 0..40 {
        let wanted = round("2026-11-29", &["jan", &format!("stranger{stranger}")]);
        if jan.post("/api/reservations", &wanted).await.status == 429 {
            portal.clock.advance(TimeDelta::seconds(1));
            assert_eq!(jan.post("/api/reservations", &wanted).await.status, 429);
            break;
        }
    }
    // A request that no screen sends is no attempt: a date that does not exist, a party without oneself.
    for odd in [round("2026-02-31", &["jan"]), round("2026-11-29", &["eva"])] {
        assert_eq!(jan.post("/api/reservations", &odd).await.status, 422, "{odd}");
    }

    let anke = portal.operator("anke", &[Role::Support]).await;
    let rules = ["too_many_lookups", "club_unknown", "player_unknown"];
    for rule in rules {
        recorded(&anke, &format!("rule={rule}"), 1).await;
    }
    let all = anke.get("/operator/api/refusals").await.body["refusals"].as_array().expect("refusals").clone();
    assert!(all.iter().all(|one| rules.contains(&one["rule"].as_str().unwrap_or_default())), "{all:?}");
    assert_eq!(all[0]["rule"], "too_many_lookups", "{all:?}");
    let of = |rule: &str, command: &str| {
        let found = all.iter().find(|one| one["rule"] == rule && one["command"] == command);
        found.unwrap_or_else(|| panic!("no {rule} of {command} in {all:?}")).clone()
    };
    let booking = of("player_unknown", "BookRound");
    assert_eq!((&booking["date"], &booking["club"]["id"]), (&json!("2026-11-29"), &json!("de-es")));
    assert_eq!(booking["sentence"], "Speler niet gevonden");
    assert!(of("player_unknown", "AddPlayers")["booking"].is_string());
    assert_eq!(of("club_unknown", "BookRound")["club"], Value::Null);
    assert!(!format!("{all:?}").contains("nobody@"), "no address is kept: {all:?}");
}

#[tokio::test]
async fn refusals_are_paged_and_forgotten_after_their_time_and_with_their_member() {
    let portal = Portal::start().await;
    let eva = portal.login("eva").await;
    for _ in 0..60 {
        let answer = eva.post("/api/reservations", &round("2027-02-01", &["eva"])).await;
        assert_eq!(answer.status, 409);
    }
    let anke = portal.operator("anke", &[Role::Auditor]).await;
    let first = recorded(&anke, "", 50).await;
    assert_eq!(first.len(), 50);
    let (mut ids, mut before) = (std::collections::BTreeSet::new(), String::new());
    loop {
        let page = anke.get(&format!("/operator/api/refusals?{before}")).await;
        let refusals = page.body["refusals"].as_array().expect("refusals").clone();
        ids.extend(refusals.iter().map(|one| one["id"].as_str().expect("an id").to_owned()));
        match page.body["next"].as_str() {
            Some(next) => before = format!("before={next}"),
            None if ids.len() >= 60 => break,
            None => before = String::new(),
        }
    }
    assert_eq!(ids.len(), 60);

    // One more of the hour is refused as well, and not recorded.
    eva.post("/api/reservations", &round("2027-02-01", &["eva"])).await;
    assert_eq!(
        (portal.node.app.common.refusals.written(), portal.node.app.common.refusals.dropped()),
        (60, 1)
    );

    let now = portal.clock.now();
    assert_eq!(delete_expired(&portal.pool, now - TimeDelta::days(90)).await.expect("none"), 0);
    sqlx::query("UPDATE refusals SET at = at - interval '90 days 1 second' WHERE id = $1::uuid")
        .bind(ids.first())
        .execute(&portal.pool)
        .await
        .expect("an older one");
    assert_eq!(delete_expired(&portal.pool, now - TimeDelta::days(90)).await.expect("one"), 1);
}
