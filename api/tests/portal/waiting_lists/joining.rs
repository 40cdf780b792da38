//! Co-players who wait to join a round whose day is full: those who play keep their places.

use serde_json::{Value, json};

use super::offering::{Offering, until};
use crate::support::{Answer, Member, Portal, email};

impl Member<'_> {
    async fn wait_for_co_players(&self, round: &str, players: &[&str]) -> Answer {
        let emails: Vec<String> = players.iter().map(|name| email(name)).collect();
        self.post(&format!("/api/reservations/{round}/player/wait"), &json!({ "players": emails })).await
    }
}

#[tokio::test]
async fn a_co_player_who_waited_joins_the_round_once_a_place_comes_free() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (jan, eva, w2) = (portal.login("jan").await, portal.login("eva").await, portal.login("w2").await);
    let round = jan.fill(&["jan"]).await;
    let there_is_room = jan.wait_for_co_players(&round, &["w2"]).await;
    there_is_room.fails(409, "Er is plaats: je kunt gewoon reserveren.");
    let hers = eva.fill(&["eva"]).await;
    let joined = jan.wait_for_co_players(&round, &["w2"]).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    let group = joined.body["data"]["group"].as_str().expect("an id").to_owned();

    for (member, asked) in [(&jan, true), (&w2, false)] {
        let list = member.get("/api/waiting-list").await;
        let shown = &list.data()[0];
        assert_eq!((&shown["asked_by_you"], &shown["to_join"]), (&json!(asked), &json!("Jan")));
        let players: Vec<&Value> = shown["players"].as_array().expect("players").iter().collect();
        assert_eq!(players.iter().map(|player| &player["email"]).collect::<Vec<_>>(), [&email("w2")]);
    }
    assert_eq!(eva.waits().await, []);

    eva.cancel_group(&hers).await;
    until(&jan, "offered").await;
    until(&w2, "offered").await;
    let taken = w2.answer(&group, "take").await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    let his = w2.upcoming().await;
    assert_eq!(taken.body["reservation_id"], his[0]["reservation_id"]);
    assert_eq!(his[0]["is_group_master"], false);
    assert_eq!(jan.upcoming().await[0]["players"].as_array().map(Vec::len), Some(2));
    assert_eq!((jan.waits().await, w2.waits().await), (vec![], vec![]));
    // It is theirs already.
    let again = jan.answer(&group, "take").await;
    assert_eq!((again.status, &again.body["reservation_id"]), (200, &json!(round)));
    let again = w2.answer(&group, "take").await;
    assert_eq!((again.status, &again.body["reservation_id"]), (200, &his[0]["reservation_id"]));
}

#[tokio::test]
async fn whoever_asked_for_others_answers_for_them_and_an_outsider_does_not() {
    let portal = Portal::start().await;
    let (jan, eva, w2) = (portal.login("jan").await, portal.login("eva").await, portal.login("w2").await);
    let round = jan.fill(&["jan"]).await;
    eva.fill(&["eva"]).await;
    let outsider = eva.wait_for_co_players(&round, &["w2"]).await;
    outsider.fails(404, "Deze reservering bestaat niet.");
    let joined = jan.wait_for_co_players(&round, &["w2"]).await;
    let group = joined.body["data"]["group"].as_str().expect("an id").to_owned();
    jan.wait_for_co_players(&round, &["w2"])
        .await
        .fails(409, "Wim2 heeft al een plaats op de wachtlijst van deze dag");
    assert_eq!(eva.answer(&group, "leave").await.status, 404);
    assert_eq!(jan.answer(&group, "leave").await.status, 200);
    assert_eq!(w2.waits().await, []);
}

#[tokio::test]
async fn an_offer_to_join_ends_with_its_round_although_nobody_else_waits() {
    let portal = Portal::start().await;
    let _offering = Offering::on(&portal.node);
    let (jan, eva, w2) = (portal.login("jan").await, portal.login("eva").await, portal.login("w2").await);
    let round = jan.fill(&["jan"]).await;
    let hers = eva.fill(&["eva"]).await;
    let joined = jan.wait_for_co_players(&round, &["w2"]).await;
    let group = joined.body["data"]["group"].as_str().expect("an id").to_owned();
    eva.cancel_group(&hers).await;
    until(&w2, "offered").await;
    jan.cancel_group(&round).await;
    until(&w2, "waiting").await;
    w2.answer(&group, "take")
        .await
        .fails(409, "Dit aanbod geldt niet meer; jullie staan nog op de wachtlijst.");
    eva.fill(&["eva", "w1"]).await;
}
