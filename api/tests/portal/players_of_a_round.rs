//! Cancelling, removing and adding players, and the permissions for it.

use serde_json::json;

use crate::support::{Member, Portal, email};

#[tokio::test]
async fn cancelling_the_own_place_keeps_the_others_and_can_be_repeated() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let answer = jan.post(&format!("/api/reservations/{id}/cancel"), &json!(null)).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})));
    let events = portal.events().await;
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &json!(null)).await.status, 200);
    assert_eq!(portal.events().await, events, "a repeated cancellation writes nothing");

    assert!(jan.upcoming().await.is_empty());
    let hers = eva.upcoming().await;
    assert_eq!(hers[0]["is_group_master"], true, "mastership passes on");
    assert_eq!(hers[0]["players"][0]["status"], "geannuleerd");
    let past = jan.get("/api/reservations/history").await;
    assert_eq!(past.data()[0]["reservation_id"], id.as_str());
    assert_eq!(past.data()[0]["status"], "geannuleerd");
    assert_eq!(past.data()[0]["playright_expired"], false);
}

#[tokio::test]
async fn cancelling_on_the_play_date_costs_the_right() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-20", &["jan"]).await;
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &json!(null)).await.status, 200);
    let past = jan.get("/api/reservations/history").await;
    assert_eq!(past.data()[0]["playright_expired"], true);
}

#[tokio::test]
async fn the_master_cancels_everybody() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&id, "eva").await;
    eva.post(&format!("/api/reservations/{hers}/group/cancel"), &json!(null))
        .await
        .fails(403, "Alleen de groepsleider kan de hele groep annuleren.");
    assert_eq!(jan.post(&format!("/api/reservations/{id}/group/cancel"), &json!(null)).await.status, 200);
    assert!(jan.upcoming().await.is_empty() && eva.upcoming().await.is_empty());
    assert_eq!(jan.post(&format!("/api/reservations/{id}/group/cancel"), &json!(null)).await.status, 200);
}

#[tokio::test]
async fn the_master_removes_a_co_player_who_can_be_added_again() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&id, "eva").await;
    eva.post(&format!("/api/reservations/{id}/player/remove"), &json!(null))
        .await
        .fails(403, "Alleen de groepsleider kan een medespeler verwijderen.");
    jan.post(&format!("/api/reservations/{id}/player/remove"), &json!(null))
        .await
        .fails(409, "Je kunt jezelf niet verwijderen. Annuleer in plaats daarvan je eigen reservering.");
    assert_eq!(jan.post(&format!("/api/reservations/{hers}/player/remove"), &json!(null)).await.status, 200);
    assert!(eva.upcoming().await.is_empty());

    let add = format!("/api/reservations/{id}/player/add");
    let answer = jan.post(&add, &json!({"players": [email("eva"), email("w1")]})).await;
    assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})));
    let again = eva.upcoming().await;
    assert_ne!(again[0]["reservation_id"], hers.as_str(), "a new place has a new id");
    assert_eq!(again[0]["free_slots"], 1);
    assert_eq!(again[0]["players"].as_array().map(Vec::len), Some(4));
    let full = jan.post(&add, &json!({"players": [email("w2"), email("w3")]})).await;
    full.fails(409, "Het maximaal aantal spelers voor deze boeking is bereikt.");
    jan.post(&add, &json!({"players": [email("w1")]}))
        .await
        .fails(409, "Wim1 heeft op deze datum al een reservering");
}

#[tokio::test]
async fn after_the_play_date_nothing_changes_any_more() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-21", &["jan", "eva"]).await;
    let hers = jan.place_of(&id, "eva").await;
    portal.clock.advance(chrono::TimeDelta::days(2));
    let too_late = "De speeldatum is voorbij: annuleren kan niet meer.";
    jan.post(&format!("/api/reservations/{id}/cancel"), &json!(null)).await.fails(409, too_late);
    jan.post(&format!("/api/reservations/{id}/group/cancel"), &json!(null)).await.fails(409, too_late);
    jan.post(&format!("/api/reservations/{hers}/player/remove"), &json!(null)).await.fails(409, too_late);
    eva.post(&format!("/api/reservations/{hers}/player/add"), &json!({"players": [email("w1")]}))
        .await
        .fails(409, "De speeldatum is voorbij: je kunt geen spelers meer toevoegen.");
    assert!(jan.upcoming().await.is_empty(), "the round has moved to history");
    assert_eq!(jan.get("/api/reservations/history").await.data()[0]["status"], "actief");
}

#[tokio::test]
async fn a_player_booked_and_cancelled_today_by_the_same_member_keeps_the_play_right() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-20", &["jan", "eva"]).await;
    assert_eq!(jan.post(&format!("/api/reservations/{id}/group/cancel"), &json!(null)).await.status, 200);
    let expired = async |member: &Member<'_>| {
        let past = member.get("/api/reservations/history").await;
        past.data()[0]["playright_expired"].clone()
    };
    assert_eq!((expired(&jan).await, expired(&eva).await), (json!(true), json!(false)));
    let ledger = async |member: &Member<'_>| {
        let pass = member.subscriptions().await["current"]["id"].as_str().expect("an id").to_owned();
        let lines = member.get(&format!("/api/users/me/subscriptions/{pass}/ledger")).await;
        lines.data()[0]["kind"].clone()
    };
    assert_eq!((ledger(&jan).await, ledger(&eva).await), (json!("vervallen"), json!("teruggegeven")));

    // Cancelling it herself costs her the play right, and so does cancelling a round that was booked before today.
    let id = portal.login("w1").await.book("2026-11-20", &["w1", "eva"]).await;
    let hers = portal.login("w1").await.place_of(&id, "eva").await;
    assert_eq!(eva.post(&format!("/api/reservations/{hers}/cancel"), &json!(null)).await.status, 200);
    let past = eva.get("/api/reservations/history").await;
    let row =
        past.data().iter().find(|row| row["reservation_id"] == *hers).expect("both rounds are of one day");
    assert_eq!((&row["playright_expired"], ledger(&eva).await), (&json!(true), json!("vervallen")));
    let w2 = portal.login("w2").await;
    let id = w2.book("2026-11-21", &["w2", "w3"]).await;
    portal.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(w2.post(&format!("/api/reservations/{id}/group/cancel"), &json!(null)).await.status, 200);
    assert_eq!(expired(&portal.login("w3").await).await, json!(true));
    crate::races::checker::check(&portal, &[]).await;
}
