//! Outsiders cannot even learn that a booking exists; participants may only change their own place.

use serde_json::json;

use crate::support::{Portal, email};

#[tokio::test]
async fn an_outsider_gets_the_same_404_as_for_an_id_that_does_not_exist() {
    let portal = Portal::start().await;
    let (jan, w1) = (portal.login("jan").await, portal.login("w1").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let before = portal.events().await;
    let nothing = "00000000-0000-4000-8000-000000000000";
    for action in ["cancel", "group/cancel", "player/remove", "player/add"] {
        let body = if action == "player/add" { json!({"players": [email("w2")]}) } else { json!(null) };
        let theirs = w1.post(&format!("/api/reservations/{id}/{action}"), &body).await;
        let unknown = w1.post(&format!("/api/reservations/{nothing}/{action}"), &body).await;
        theirs.fails(404, "Deze reservering bestaat niet.");
        assert_eq!((theirs.status, theirs.body), (unknown.status, unknown.body), "{action}");
    }
    let theirs = w1.get(&format!("/api/reservations/{id}")).await;
    let unknown = w1.get(&format!("/api/reservations/{nothing}")).await;
    assert_eq!((theirs.status, theirs.body), (unknown.status, unknown.body));
    let exclude = w1.get(&format!("/api/reservations/players/historic?excludeReservation={id}")).await;
    assert_eq!(exclude.status, 404);
    assert_eq!(portal.events().await, before);
}

#[tokio::test]
async fn a_participant_may_not_use_the_masters_actions() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    let theirs = jan.place_of(&id, "w1").await;
    let before = portal.events().await;
    for (path, status) in [
        (format!("{id}/cancel"), 403),
        (format!("{theirs}/cancel"), 403),
        (format!("{id}/group/cancel"), 403),
        (format!("{theirs}/player/remove"), 403),
    ] {
        let answer = eva.post(&format!("/api/reservations/{path}"), &json!(null)).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
    }
    assert_eq!(portal.events().await, before);
    // Every active player may add others.
    let hers = jan.place_of(&id, "eva").await;
    let add =
        eva.post(&format!("/api/reservations/{hers}/player/add"), &json!({"players": [email("w2")]})).await;
    assert_eq!(add.status, 200, "{}", add.body);
}

#[tokio::test]
async fn a_player_who_cancelled_may_read_but_not_add() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&id, "eva").await;
    assert_eq!(eva.post(&format!("/api/reservations/{hers}/cancel"), &json!(null)).await.status, 200);
    let seen = eva.get(&format!("/api/reservations/{hers}")).await;
    assert_eq!(seen.body["data"]["status"], "geannuleerd");
    eva.post(&format!("/api/reservations/{hers}/player/add"), &json!({"players": [email("w2")]}))
        .await
        .fails(409, "Je hebt je eigen plaats geannuleerd en kunt daarom geen spelers meer toevoegen.");
}
