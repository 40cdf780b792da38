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
async fn a_player_who_left_sees_what_was_so_until_then_and_nobody_who_came_later() {
    let portal = Portal::start().await;
    let (jan, eva, w2) = (portal.login("jan").await, portal.login("eva").await, portal.login("w2").await);
    let id = jan.book("2026-11-28", &["jan", "eva", "w1", "w2"]).await;
    let (evas, w1s) = (jan.place_of(&id, "eva").await, jan.place_of(&id, "w1").await);
    let remove = format!("/api/reservations/{evas}/player/remove");
    assert_eq!(jan.post(&remove, &json!(null)).await.status, 200);
    let w2s = jan.place_of(&id, "w2").await;
    let swap = json!({"email": email("w3")});
    assert_eq!(jan.post(&format!("/api/reservations/{w2s}/player/swap"), &swap).await.status, 200);
    // After both of them left: one comes, one leaves, and the first is given another leader.
    let add = json!({"players": [email("w4")]});
    assert_eq!(jan.post(&format!("/api/reservations/{id}/player/add"), &add).await.status, 200);
    assert_eq!(jan.post(&format!("/api/reservations/{w1s}/player/remove"), &json!(null)).await.status, 200);
    assert_eq!(jan.post(&format!("/api/reservations/{id}/cancel"), &json!(null)).await.status, 200);
    portal.caught_up().await;

    for (former, place, seen) in [
        (&eva, &evas, [("jan", "actief"), ("eva", "geannuleerd"), ("w1", "actief"), ("w2", "actief")]),
        (&w2, &w2s, [("jan", "actief"), ("eva", "geannuleerd"), ("w1", "actief"), ("w2", "geannuleerd")]),
    ] {
        let one = former.get(&format!("/api/reservations/{place}")).await.body["data"].clone();
        let history = former.get("/api/reservations/history").await;
        let listed = history.data().iter().find(|row| row["reservation_id"] == place.as_str());
        for shown in [&one, listed.expect("the round")] {
            let players: Vec<(&str, &str)> = shown["players"]
                .as_array()
                .expect("players")
                .iter()
                .map(|player| {
                    let text = |field: &str| player[field].as_str().expect("text");
                    (text("email").split('@').next().expect("a name"), text("status"))
                })
                .collect();
            assert_eq!(players, seen);
            assert_eq!((&shown["is_group_master"], &shown["status"]), (&json!(false), &json!("geannuleerd")));
        }
        // Nor by leaving out who plays.
        let historic = "/api/reservations/players/historic";
        let all = former.get(historic).await.body;
        assert_eq!(former.get(&format!("{historic}?excludeReservation={place}")).await.body, all);
    }
    let rounds = w2.get("/api/users/me/data").await.body;
    let rounds =
        rounds["onderdelen"].as_array().expect("sections").iter().find(|one| one["naam"] == "rondes");
    let mut round = rounds.expect("rounds")["gegevens"].as_array().expect("rows").iter();
    let round = round.rfind(|row| row["plaats"] == w2s.as_str()).expect("the round");
    assert_eq!(round["medespelers"].as_array().map(Vec::len), Some(3), "{round}");
}

#[tokio::test]
async fn a_player_who_gave_their_place_to_another_sees_whom() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    let place = jan.place_of(&id, "eva").await;
    let swap = json!({"email": email("w3")});
    assert_eq!(eva.post(&format!("/api/reservations/{place}/player/swap"), &swap).await.status, 200);
    portal.caught_up().await;
    let seen = eva.get(&format!("/api/reservations/{place}")).await.body["data"]["players"].clone();
    let emails: Vec<&str> =
        seen.as_array().expect("players").iter().filter_map(|player| player["email"].as_str()).collect();
    assert_eq!(emails, [email("jan"), email("eva"), email("w3")]);
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
