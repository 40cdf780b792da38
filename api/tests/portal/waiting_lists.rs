//! Waiting lists over HTTP: who may wait, what is offered to whom, and how an offer ends (docs/domain.md §3.19).

mod joining;
mod offering;

use chrono::TimeDelta;
use fairway_api::config::Config;
use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal, email};

/// The day that is full, eight days ahead.
pub(crate) const DAY: &str = "2026-11-28";
const NOBODYS: &str = "/api/waiting-list/00000000-0000-4000-8000-000000000000";
const UNKNOWN: &str = "Deze groep staat niet op de wachtlijst.";

/// A round of 18 holes at the club with two places a day.
pub(crate) fn at_small_club(players: &[&str]) -> Value {
    let players: Vec<String> = players.iter().map(|name| email(name)).collect();
    json!({"holes": 18, "golfclub": "vol", "players": players, "date": DAY})
}

impl Member<'_> {
    /// Books both places of the day; returns the caller's own.
    pub(crate) async fn fill(&self, players: &[&str]) -> String {
        let answer = self.post("/api/reservations", &at_small_club(players)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["reservation_id"].as_str().expect("an id").to_owned()
    }

    /// Waits for the day; returns the group.
    pub(crate) async fn wait_for_day(&self, players: &[&str]) -> String {
        let answer = self.post("/api/waiting-list", &at_small_club(players)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["data"]["group"].as_str().expect("an id").to_owned()
    }

    /// The caller's groups: state, and groups before.
    pub(crate) async fn waits(&self) -> Vec<(String, u64)> {
        let list = self.get("/api/waiting-list").await;
        assert_eq!(list.status, 200, "{}", list.body);
        let group = |group: &Value| {
            let state = group["state"].as_str().expect("a state").to_owned();
            (state, group["ahead"].as_u64().expect("a number"))
        };
        list.data().iter().map(group).collect()
    }

    pub(crate) async fn answer(&self, group: &str, action: &str) -> Answer {
        self.post(&format!("/api/waiting-list/{group}/{action}"), &Value::Null).await
    }

    pub(crate) async fn cancel_group(&self, place: &str) {
        let answer = self.post(&format!("/api/reservations/{place}/group/cancel"), &Value::Null).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}

fn waiting(ahead: u64) -> Vec<(String, u64)> {
    vec![("waiting".to_owned(), ahead)]
}

#[tokio::test]
async fn a_group_waits_for_a_full_day_and_each_player_sees_it() {
    let portal = Portal::start().await;
    let (eva, jan, w2) = (portal.login("eva").await, portal.login("jan").await, portal.login("w2").await);
    eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    portal.login("w3").await.wait_for_day(&["w3"]).await;

    let list = w2.get("/api/waiting-list").await;
    let shown = &list.data()[0];
    assert_eq!(shown["group"], group.as_str());
    assert_eq!(shown["golfclub"]["name"], "De Volle");
    assert_eq!((&shown["date"], &shown["holes"]), (&json!(DAY), &json!(18)));
    assert_eq!((&shown["asked_by_you"], &shown["state"]), (&json!(false), &json!("waiting")));
    assert_eq!((&shown["offered_until"], &shown["reservation_id"]), (&Value::Null, &Value::Null));
    let players: Vec<_> = shown["players"].as_array().expect("players").iter().collect();
    assert_eq!(
        players.iter().map(|player| &player["email"]).collect::<Vec<_>>(),
        [&email("jan"), &email("w2")]
    );
    assert_eq!(players.iter().map(|player| &player["is_me"]).collect::<Vec<_>>(), [false, true]);
    assert_eq!(portal.login("w3").await.waits().await, waiting(1));
    assert_eq!(jan.waits().await, waiting(0), "read your own writes");
    assert_eq!(eva.waits().await, []);
    assert_eq!(jan.get(&format!("/api/waiting-list/{group}")).await.body["data"]["asked_by_you"], true);

    portal.clock.advance(TimeDelta::days(9));
    let jan = portal.login("jan").await;
    assert_eq!(jan.waits().await, [], "the day is over");
}

#[tokio::test]
async fn a_full_day_is_marked_for_a_group_that_may_wait_and_for_no_other() {
    let portal = Portal::start().await;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    let of_day = async |players: &[&str]| {
        let mut body = at_small_club(players);
        let days = jan.post("/api/reservations/availability", &body).await;
        let clubs = jan.post("/api/reservations/golfclubs", &body).await;
        let club = clubs.data().iter().find(|club| club["id"] == "vol").expect("the club").clone();
        let alternatives = jan.post("/api/reservations/alternatives", &body).await;
        let day = days.body["data"][DAY].clone();
        body["date"] = Value::Null;
        let undated = jan.post("/api/reservations/golfclubs", &body).await;
        assert!(
            undated.data().iter().all(|club| club["waiting_list"] == false),
            "without a day none is full"
        );
        assert_eq!(days.body["data"]["2026-11-29"]["waiting_list"], false, "the next day has its places");
        [&day["waiting_list"], &club["waiting_list"], &alternatives.body["data"]["waiting_list"]]
            .map(|marked| marked.as_bool().expect("a mark"))
    };
    assert_eq!(of_day(&["jan"]).await, [true; 3]);
    assert_eq!(of_day(&["jan", "w2"]).await, [true; 3]);
    assert_eq!(of_day(&["jan", "eva"]).await, [false; 3], "Eva plays that day already");
    assert_eq!(of_day(&["jan", "w2", "w3"]).await, [false; 3], "the day never has three places");
}

#[tokio::test]
async fn who_may_not_wait_is_told_why_and_nothing_is_written() {
    let portal = Portal::start().await;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let there_is_room = jan.post("/api/waiting-list", &at_small_club(&["jan"])).await;
    there_is_room.fails(409, "Er is plaats: je kunt gewoon reserveren.");
    eva.fill(&["eva", "w1"]).await;
    jan.wait_for_day(&["jan", "w2"]).await;
    let before = portal.events().await;
    let wish = |players: &[&str], change: &dyn Fn(&mut Value)| {
        let mut body = at_small_club(players);
        change(&mut body);
        body
    };
    let with = |players: &[&str]| wish(players, &|_| {});
    for (body, status) in [
        (with(&["jan"]), 409),
        (with(&["jan", "w3"]), 409),
        (with(&["jan", "eva"]), 409),
        (with(&["jan", "w3", "w4"]), 409),
        (with(&["w3"]), 422),
        (with(&["jan", "niemand"]), 422),
        (with(&["jan", "jan"]), 422),
        (with(&[]), 422),
        (wish(&["jan"], &|body| body["date"] = json!("28-11-2026")), 422),
        (wish(&["jan"], &|body| body["date"] = json!("2027-11-28")), 409),
        (wish(&["jan"], &|body| body["date"] = json!("2026-11-19")), 409),
        (wish(&["jan"], &|body| body["holes"] = json!(12)), 422),
        (wish(&["jan"], &|body| body["golfclub"] = json!("nergens")), 404),
        (json!({}), 422),
    ] {
        let answer = jan.post("/api/waiting-list", &body).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.body);
    }
    assert_eq!(portal.events().await, before);
    let incomplete = portal.login("half").await.post("/api/waiting-list", &at_small_club(&["half"])).await;
    assert_eq!(incomplete.status, 409, "{}", incomplete.body);
}

#[tokio::test]
async fn a_repeated_request_adds_no_second_group() {
    let portal = Portal::start().await;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    let first = jan.post_with_key("/api/waiting-list", "wait-1", &at_small_club(&["jan"])).await;
    let again = jan.post_with_key("/api/waiting-list", "wait-1", &at_small_club(&["jan"])).await;
    assert_eq!((first.status, &first.body), (again.status, &again.body));
    assert_eq!(jan.waits().await, waiting(0));
    let other = jan.post_with_key("/api/waiting-list", "wait-1", &at_small_club(&["jan", "w2"])).await;
    assert_eq!(other.status, 422, "{}", other.body);
}

#[tokio::test]
async fn a_group_does_not_exist_for_whom_it_is_not() {
    let portal = Portal::start().await;
    let (eva, jan, w3) = (portal.login("eva").await, portal.login("jan").await, portal.login("w3").await);
    eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    let before = portal.events().await;
    for path in
        [format!("/api/waiting-list/{group}"), NOBODYS.to_owned(), "/api/waiting-list/iets".to_owned()]
    {
        w3.get(&path).await.fails(404, UNKNOWN);
        for action in ["take", "decline", "leave"] {
            w3.post(&format!("{path}/{action}"), &Value::Null).await.fails(404, UNKNOWN);
        }
    }
    assert_eq!(portal.events().await, before);
}

#[tokio::test]
async fn any_player_takes_the_group_off_the_list_once() {
    let portal = Portal::start().await;
    let (eva, jan, w2) = (portal.login("eva").await, portal.login("jan").await, portal.login("w2").await);
    eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    jan.answer(&group, "take")
        .await
        .fails(409, "Er is nu geen aanbod voor jullie; jullie staan nog op de wachtlijst.");
    assert_eq!(w2.answer(&group, "leave").await.status, 200);
    assert_eq!(jan.waits().await, []);
    assert_eq!(jan.get(&format!("/api/waiting-list/{group}")).await.body["data"]["state"], "stopped");
    let before = portal.events().await;
    assert_eq!(jan.answer(&group, "leave").await.status, 200, "a repeat succeeds");
    assert_eq!(portal.events().await, before, "and changes nothing");
    jan.wait_for_day(&["jan"]).await;
}

#[tokio::test]
async fn waiting_counts_as_a_change() {
    let config = Config::from_lookup(|key| (key == "FAIRWAY_CHANGES_PER_HOUR").then(|| "2".to_owned()));
    let portal = Portal::start_with(config.expect("a configuration")).await;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    eva.fill(&["eva", "w1"]).await;
    let group = jan.wait_for_day(&["jan"]).await;
    assert_eq!(jan.answer(&group, "leave").await.status, 200);
    let refused = jan.post("/api/waiting-list", &at_small_club(&["jan"])).await;
    assert_eq!(refused.status, 429, "{}", refused.body);
    assert!(refused.headers.contains_key("retry-after"));
}
