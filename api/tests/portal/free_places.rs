//! How many players can still join a round: no more than its group has room for, nor than the club's day.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{Member, Portal, email};

/// Free places of the member's next round, and whether its day is full.
async fn free(member: &Member<'_>) -> (u64, bool) {
    let rounds = member.upcoming().await;
    let id = rounds[0]["reservation_id"].as_str().expect("an id");
    let one = member.get(&format!("/api/reservations/{id}")).await;
    assert_eq!(of(&one.body["data"]), of(&rounds[0]), "the round says what the list says");
    of(&rounds[0])
}

fn of(round: &Value) -> (u64, bool) {
    (round["free_slots"].as_u64().expect("a number"), round["day_is_full"].as_bool().expect("a mark"))
}

#[tokio::test]
async fn free_places_are_those_with_which_players_can_be_added() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let round = jan.fill(&["jan"]).await;
    assert_eq!(free(&jan).await, (1, false), "the group has three, the day one");
    let hers = eva.fill(&["eva"]).await;
    assert_eq!(free(&jan).await, (0, true), "also where the list was read before");
    let add = format!("/api/reservations/{round}/player/add");
    let refused = jan.post(&add, &json!({"players": [email("w1")]})).await;
    refused.fails(409, "De baan is op deze datum volgeboekt");

    // The place that comes free is for whoever waits for it, also before it is offered.
    let w2 = portal.login("w2").await;
    let group = w2.wait_for_day(&["w2"]).await;
    eva.cancel_group(&hers).await;
    assert_eq!(free(&jan).await, (0, true));
    assert_eq!(w2.answer(&group, "leave").await.status, 200);
    assert_eq!(free(&jan).await, (1, false));
    assert_eq!(jan.post(&add, &json!({"players": [email("w1")]})).await.status, 200);
    assert_eq!(free(&jan).await, (0, true));

    portal.clock.advance(TimeDelta::days(9));
    let jan = portal.login("jan").await;
    let past = jan.get("/api/reservations/history").await;
    assert_eq!(of(&past.data()[0]), (2, false), "a round that was played waits for nobody");
}

#[tokio::test]
async fn a_group_without_room_does_not_say_that_the_day_is_full() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(free(&jan).await, (2, false));
    let round = jan.upcoming().await[0]["reservation_id"].as_str().expect("an id").to_owned();
    let add = format!("/api/reservations/{round}/player/add");
    assert_eq!(jan.post(&add, &json!({"players": [email("w1"), email("w2")]})).await.status, 200);
    assert_eq!(free(&jan).await, (0, false));
    // The day has eight places.
    let w3 = portal.login("w3").await;
    w3.book("2026-11-28", &["w3", "w4"]).await;
    assert_eq!(free(&w3).await, (2, false));
}
