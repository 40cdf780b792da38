//! Swapping a player for another, over HTTP: who may, whose right comes back, and what a repetition changes.

use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal, email};

/// The place's player leaves and another comes.
async fn swap(member: &Member<'_>, place: &str, coming: &str) -> Answer {
    member.post(&format!("/api/reservations/{place}/player/swap"), &json!({ "email": email(coming) })).await
}

/// The kind of a member's latest line in the ledger.
async fn latest_line(member: &Member<'_>) -> Value {
    let pass = member.subscriptions().await["current"]["id"].as_str().expect("an id").to_owned();
    let lines = member.get(&format!("/api/users/me/subscriptions/{pass}/ledger")).await;
    lines.data()[0]["kind"].clone()
}

async fn history_of(member: &Member<'_>, place: &str) -> Value {
    let past = member.get("/api/reservations/history").await;
    past.data().iter().find(|row| row["reservation_id"] == *place).expect("the round").clone()
}

#[tokio::test]
async fn on_the_play_date_the_leaving_players_right_comes_back_and_the_coming_players_is_used() {
    let portal = Portal::start().await;
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);
    let id = jan.book("2026-11-20", &["jan", "eva"]).await;
    let hers = jan.place_of(&id, "eva").await;
    let answer = swap(&eva, &hers, "w1").await;
    assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})));

    assert!(eva.upcoming().await.is_empty());
    let left = history_of(&eva, &hers).await;
    assert_eq!((&left["status"], &left["playright_expired"]), (&json!("geannuleerd"), &json!(false)));
    assert_eq!((latest_line(&eva).await, latest_line(&w1).await), (json!("teruggegeven"), json!("gebruikt")));
    let round = &w1.upcoming().await[0];
    assert_eq!((&round["free_slots"], &round["is_group_master"]), (&json!(2), &json!(false)));
    assert_ne!(round["reservation_id"], hers.as_str());

    // Cancelling on the day costs one right in the end: that of the player who came, also when the master removes them.
    let his = jan.place_of(&id, "w1").await;
    assert_eq!(jan.post(&format!("/api/reservations/{his}/player/remove"), &json!(null)).await.status, 200);
    assert_eq!(history_of(&w1, &his).await["playright_expired"], true);
    crate::races::checker::check(&portal, &[]).await;
}

#[tokio::test]
async fn the_master_swaps_anybody_and_a_co_player_only_themselves() {
    let portal = Portal::start().await;
    let (jan, eva, w3) = (portal.login("jan").await, portal.login("eva").await, portal.login("w3").await);
    let id = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    let (hers, his) = (jan.place_of(&id, "eva").await, jan.place_of(&id, "w1").await);
    let before = portal.events().await;
    swap(&eva, &his, "w2")
        .await
        .fails(403, "Alleen de groepsleider kan een medespeler wisselen. Jezelf wisselen kan wel.");
    swap(&w3, &his, "w2").await.fails(404, "Deze reservering bestaat niet.");
    swap(&jan, &his, "nobody").await.fails(422, "nobody@test.example niet gevonden");
    swap(&jan, &his, "eva").await.fails(409, "Eva heeft op deze datum al een reservering");
    assert_eq!(portal.events().await, before, "a refusal changes nothing");

    assert_eq!(swap(&jan, &his, "w2").await.status, 200);
    assert_eq!(swap(&eva, &hers, "w3").await.status, 200);
    swap(&jan, &his, "w1").await.fails(409, "Deze speler doet al niet meer mee in deze reservering.");
    // The master leaves: who has been in it longest leads.
    assert_eq!(swap(&jan, &id, "eva").await.status, 200);
    assert!(jan.upcoming().await.is_empty());
    assert_eq!(portal.login("w2").await.upcoming().await[0]["is_group_master"], true);
    assert_eq!(w3.upcoming().await[0]["is_group_master"], false);
    crate::races::checker::check(&portal, &[]).await;
}

#[tokio::test]
async fn after_the_play_date_nobody_is_swapped() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-21", &["jan", "eva"]).await;
    portal.clock.advance(chrono::TimeDelta::days(2));
    swap(&jan, &id, "w1").await.fails(409, "De speeldatum is voorbij: wisselen kan niet meer.");
}

#[tokio::test]
async fn a_swap_with_a_key_is_carried_out_once() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let path = format!("/api/reservations/{}/player/swap", jan.place_of(&id, "eva").await);
    let body = json!({ "email": email("w1") });
    let first = jan.post_with_key(&path, "k", &body).await;
    let events = portal.events().await;
    let again = jan.post_with_key(&path, "k", &body).await;
    assert_eq!((first.status, again.status, again.body), (200, 200, first.body));
    assert_eq!(portal.events().await, events);
    let other = jan.post_with_key(&path, "k", &json!({ "email": email("w2") })).await;
    assert_eq!(other.status, 422, "{}", other.body);
}

#[tokio::test]
async fn a_round_of_one_player_is_handed_on() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan"]).await;
    assert_eq!(swap(&jan, &id, "eva").await.status, 200);
    let hers = &eva.upcoming().await[0];
    assert_eq!((&hers["is_group_master"], &hers["free_slots"]), (&json!(true), &json!(3)));
}
