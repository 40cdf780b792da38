//! The players whom the picker offers before a letter is typed, and the favourites among them.

use fairway_api::config::{Config, Environment};
use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal, email};

const SUGGESTED: &str = "/api/reservations/players/suggested";
const FAVOURITES: &str = "/api/users/me/favourites";

async fn suggested(member: &Member<'_>, query: &str) -> Value {
    let answer = member.get(&format!("{SUGGESTED}{query}")).await;
    assert_eq!((answer.status, &answer.body["success"]), (200, &json!(true)), "{}", answer.body);
    answer.body["data"].clone()
}

/// The values of a field, in order.
fn all<'a>(data: &'a Value, list: &str, field: &str) -> Vec<&'a Value> {
    data[list].as_array().expect("a list").iter().map(|row| &row[field]).collect()
}

async fn mark(member: &Member<'_>, name: &str, favourite: bool) -> Answer {
    member.post(FAVOURITES, &json!({"email": email(name), "favourite": favourite})).await
}

#[tokio::test]
async fn players_of_shared_rounds_are_offered_favourites_first_and_then_the_most_recent() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "w1", "w2"]).await;
    let alone = suggested(&portal.login("w4").await, "").await;
    assert_eq!((&alone["players"], &alone["flights"]), (&json!([]), &json!([])));

    let data = suggested(&jan, "").await;
    assert_eq!(all(&data, "players", "email"), [&email("w1"), &email("w2"), &email("eva")]);
    assert_eq!(
        data["players"][2],
        json!({"email": "eva@test.example", "name_first": "Eva", "name_prefix": "", "name_last": "Smit",
               "favourite": false, "rounds": 2, "last_played": "2026-10-10"})
    );
    assert_eq!(
        (&data["players"][0]["rounds"], &data["players"][0]["last_played"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(
        data["flights"],
        json!([{"players": [email("eva")], "rounds": 2, "last_played": "2026-10-10"},
               {"players": [email("w1"), email("w2")], "rounds": 1, "last_played": null}])
    );

    assert_eq!(mark(&jan, "eva", true).await.status, 200);
    assert_eq!(mark(&jan, "kees", true).await.status, 200, "with whom Jan never played");
    let data = suggested(&jan, "").await;
    assert_eq!(all(&data, "players", "email"), [&email("eva"), &email("kees"), &email("w1"), &email("w2")]);
    assert_eq!(
        (&data["players"][1]["rounds"], &data["players"][1]["last_played"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(all(&data, "players", "favourite"), [true, true, false, false]);

    // A cancelled place is no round together.
    let removed = jan.place_of(&place, "w2").await;
    let path = format!("/api/reservations/{removed}/player/remove");
    assert_eq!(jan.post(&path, &json!({})).await.status, 200);
    let data = suggested(&jan, "").await;
    assert_eq!(all(&data, "players", "email"), [&email("eva"), &email("kees"), &email("w1")]);
    assert_eq!(all(&data, "flights", "players"), [&json!([email("eva")]), &json!([email("w1")])]);
}

#[tokio::test]
async fn beside_a_booking_its_players_are_left_out_and_its_flight_is_completed() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva", "w1", "w2"]).await;
    let place = jan.book("2026-11-29", &["jan", "w1"]).await;
    let data = suggested(&jan, &format!("?excludeReservation={place}")).await;
    assert_eq!(all(&data, "players", "email"), [&email("eva"), &email("w2")]);
    assert_eq!(all(&data, "flights", "players"), [&json!([email("eva"), email("w2")])]);

    for wrong in ["x", ""] {
        let answer = jan.get(&format!("{SUGGESTED}?excludeReservation={wrong}")).await;
        answer.fails(422, "Dit is geen geldige plaats.");
    }
    let outsider = portal.login("w3").await.get(&format!("{SUGGESTED}?excludeReservation={place}")).await;
    assert_eq!(outsider.status, 404);
}

#[tokio::test]
async fn disabled_members_are_not_offered_nor_their_flights() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    assert_eq!(mark(&jan, "eva", true).await.status, 200);
    let sql = "UPDATE members SET disabled_at = now() WHERE email = 'eva@test.example'";
    sqlx::query(sql).execute(&portal.pool).await.expect("a disabled account");
    let data = suggested(&jan, "").await;
    assert_eq!((&data["players"], &data["flights"]), (&json!([]), &json!([])));
    mark(&jan, "eva", true).await.fails(422, "eva@test.example niet gevonden");
    assert_eq!(mark(&jan, "eva", false).await.status, 200, "the mark of a member who is gone can be removed");
}

#[tokio::test]
async fn the_built_in_players_are_offered_in_development_only() {
    let development = Portal::start().await;
    let data = suggested(&development.login("jan").await, "").await;
    assert_eq!(all(&data, "samples", "name_first"), ["Jan", "Sanne", "Pieter", "Fatima", "Willem", "Anouk"]);
    assert_eq!(
        data["samples"][2],
        json!({"name_first": "Pieter", "name_prefix": "van den", "name_last": "Berg",
               "email": "pieter.vandenberg@fairway.example"})
    );
    let defaults = Config::from_lookup(|_| None).expect("the defaults");
    let production = Portal::start_with(Config { environment: Environment::Production, ..defaults }).await;
    assert_eq!(suggested(&production.login("jan").await, "").await["samples"], json!([]));
}

#[tokio::test]
async fn a_favourite_is_marked_once_and_removed_once() {
    let portal = Portal::start().await;
    let (jan, kees) = (portal.login("jan").await, portal.login("kees").await);
    for _ in 0..2 {
        let answer = jan.post(FAVOURITES, &json!({"email": " KEES@test.example", "favourite": true})).await;
        assert_eq!((answer.status, answer.body), (200, json!({"success": true})));
        assert_eq!(all(&suggested(&jan, "").await, "players", "favourite"), [true, false]);
    }
    assert_eq!(suggested(&kees, "").await["players"], json!([]), "a mark is the member's own");
    for _ in 0..2 {
        assert_eq!(mark(&jan, "kees", false).await.status, 200);
        assert_eq!(all(&suggested(&jan, "").await, "players", "email"), [&email("eva")]);
    }
    mark(&jan, "jan", true).await.fails(422, "Je kunt jezelf niet als favoriet kiezen.");
    let unknown = mark(&jan, "nobody", true).await;
    unknown.fails(422, "nobody@test.example niet gevonden");
    assert_eq!(unknown.body["errors"]["email"], "nobody@test.example niet gevonden");
    assert_eq!(mark(&jan, "nobody", false).await.status, 200, "reveals nothing");
    let without = jan.post(FAVOURITES, &json!({"email": email("eva")})).await;
    without.fails(422, "Het veld favourite ontbreekt.");
}

#[tokio::test]
async fn a_member_has_at_most_twelve_favourites_also_when_marked_at_once() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    // 10, so that two of the next three fit.
    let sql = "WITH other AS (
                   INSERT INTO members (id, email, password_hash, first_name, prefix, last_name, created_at)
                   SELECT gen_random_uuid(), 'other' || number || '@test.example', '', 'A', '', 'B', now()
                   FROM generate_series(1, 10) AS number RETURNING id
               )
               INSERT INTO favourite_players (member_id, favourite_id, marked_at)
               SELECT members.id, other.id, now() FROM members, other WHERE email = 'jan@test.example'";
    sqlx::query(sql).execute(&portal.pool).await.expect("favourites");
    let answers = join_all(["w1", "w2", "w3"].map(|name| mark(&jan, name, true))).await;
    let refused: Vec<&Answer> = answers.iter().filter(|answer| answer.status != 200).collect();
    assert_eq!(refused.len(), 1);
    refused[0].fails(409, "Je hebt al 12 favorieten. Verwijder eerst een andere favoriet.");
    assert_eq!(
        suggested(&jan, "").await["players"].as_array().map(Vec::len),
        Some(13),
        "every favourite, and Eva"
    );
    assert_eq!(mark(&jan, "other1", false).await.status, 200);
    let again = join_all(["w1", "w2", "w3"].map(|name| mark(&jan, name, true))).await;
    assert!(again.iter().all(|answer| answer.status == 200));
}

#[tokio::test]
async fn an_operator_who_marks_a_favourite_for_a_member_is_recorded() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let sql = "WITH link AS (INSERT INTO impersonations (id, token_hash, member_id, operator, reason)
                   SELECT gen_random_uuid(), token_hash, member_id, 'Anke', 'melding' FROM access_tokens
                   RETURNING id)
               UPDATE access_tokens SET impersonation_id = link.id FROM link";
    sqlx::query(sql).execute(&portal.pool).await.expect("an operator's session");
    for favourite in [true, true, false, false] {
        assert_eq!(mark(&jan, "eva", favourite).await.status, 200);
    }
    let rows: Vec<(String, String, bool)> = sqlx::query_as(
        "SELECT operator, action, subject = (SELECT id::text FROM members WHERE email = 'eva@test.example')
         FROM operator_actions WHERE action <> 'view' ORDER BY action",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("rows");
    let line = |action: &str| ("Anke".to_owned(), action.to_owned(), true);
    assert_eq!(rows, [line("add favourite"), line("remove favourite")]);
}
