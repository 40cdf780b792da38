//! The limits on what a member can learn about strangers, per minute and day, across all endpoints.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{Answer, Member, Portal, email, round};

const TOO_MANY: &str = "Je hebt te veel spelers opgezocht. Probeer het over een minuut opnieuw.";

/// The endpoints that take addresses, each with these members besides the caller.
async fn ask(jan: &Member<'_>, own: &str, endpoint: usize, others: &[String]) -> Answer {
    let players: Vec<String> = std::iter::once(email("jan")).chain(others.iter().cloned()).collect();
    match endpoint % 9 {
        0 => jan.post("/api/reservations/players/check", &json!({"email": others[0]})).await,
        1 => {
            let body = json!({"holes": 18, "golfclub": null, "players": players});
            jan.post("/api/reservations/availability", &body).await
        }
        2 => {
            let body = json!({"holes": 18, "date": null, "players": players});
            jan.post("/api/reservations/golfclubs", &body).await
        }
        3 => {
            let body = json!({"holes": 18, "golfclub": "de-es", "players": players, "date": "2026-11-29"});
            jan.post("/api/reservations", &body).await
        }
        4 => {
            let path = format!("/api/reservations/{own}/player/add");
            jan.post(&path, &json!({"players": others})).await
        }
        5 => {
            let body = json!({"holes": 18, "golfclub": "de-es", "players": players, "date": "2026-11-29"});
            jan.post("/api/reservations/alternatives", &body).await
        }
        6 => {
            let path = format!("/api/reservations/{own}/player/swap");
            jan.post(&path, &json!({"email": others[0]})).await
        }
        7 => {
            let body = json!({"holes": 18, "golfclub": "de-es", "players": players, "date": "2026-11-29"});
            jan.post("/api/waiting-list", &body).await
        }
        8 => {
            let path = format!("/api/reservations/{own}/player/wait");
            jan.post(&path, &json!({"players": others})).await
        }
        _ => jan.post("/api/users/me/favourites", &json!({"email": others[0], "favourite": true})).await,
    }
}

/// The endpoints by the numbers of [`ask`].
const LIMITED_ENDPOINTS: [&str; 10] = [
    "/api/reservations/players/check",
    "/api/reservations/availability",
    "/api/reservations/golfclubs",
    "/api/reservations",
    "/api/reservations/{id}/player/add",
    "/api/reservations/alternatives",
    "/api/reservations/{id}/player/swap",
    "/api/waiting-list",
    "/api/reservations/{id}/player/wait",
    "/api/users/me/favourites",
];

#[test]
fn every_endpoint_that_takes_an_address_is_tested() {
    let text = fairway_api::http::openapi::text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let takes_addresses = |operation: &Value| {
        let schemas =
            operation["requestBody"]["content"].as_object().into_iter().flat_map(|kinds| kinds.values());
        let mut bodies = schemas.map(|kind| {
            let schema = &kind["schema"];
            let pointer = schema["$ref"].as_str().map(|target| target.trim_start_matches('#'));
            pointer.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema)
        });
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let in_body = bodies.any(|body| {
            let is_about_people = |(name, field): (&String, &Value)| {
                is_of_people(name) && !field["type"].to_string().contains("boolean")
            };
            body["properties"].as_object().is_some_and(|fields| fields.iter().any(is_about_people))
        });
        in_body || parameters.filter_map(|parameter| parameter["name"].as_str()).any(is_of_people)
    };
    let paths = document["paths"].as_object().expect("paths");
    let found: BTreeSet<&str> = paths
        .iter()
        .filter(|(_, methods)| methods.as_object().expect("methods").values().any(takes_addresses))
        .map(|(path, _)| path.as_str())
        .collect();
    // These answer equally for known and unknown members: `login::…`, `passwords::…`, `passkeys::…` and `new_email::…`.
    let tell_nothing =
        ["/api/users/forgot_password", "/api/users/login", "/api/users/login_link", "/api/users/me/email"];
    assert_eq!(found, LIMITED_ENDPOINTS.into_iter().chain(tell_nothing).collect());
}

fn is_of_people(field: &str) -> bool {
    let field = field.to_lowercase();
    ["mail", "player", "user", "member"].iter().any(|word| field.contains(word))
}

fn strangers(from: usize, count: usize) -> Vec<String> {
    (from..from + count).map(|number| email(&format!("stranger{number}"))).collect()
}

/// The caller's row: counted in this minute, today, and known addresses.
async fn row(portal: &Portal) -> (i32, i32, i32) {
    sqlx::query_as("SELECT cardinality(recent), day_count, cardinality(known) FROM player_lookups")
        .fetch_optional(&portal.pool)
        .await
        .expect("a row")
        .unwrap_or_default()
}

async fn use_up_the_minute(jan: &Member<'_>) {
    join_all((0..20).map(|number| async move { ask(jan, "", 0, &strangers(1000 + number, 1)).await })).await;
    jan.post("/api/reservations/players/check", &json!({"email": email("stranger2000")}))
        .await
        .fails(429, TOO_MANY);
}

#[tokio::test]
async fn all_endpoints_together_reveal_at_most_twenty_strangers_a_minute() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let own = jan.book("2026-11-28", &["jan"]).await;
    let asked = (0..60).map(|number| {
        let (jan, own) = (&jan, own.as_str());
        async move { ask(jan, own, number, &strangers(number, 1)).await }
    });
    let answers = join_all(asked).await;
    let (refused, answered): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 429);
    assert_eq!((answered.len(), refused.len()), (20, 40));
    for answer in refused {
        answer.fails(429, TOO_MANY);
        assert_eq!(answer.headers["retry-after"], "60");
    }
    assert_eq!(row(&portal).await, (20, 20, 20));

    // Known and unknown addresses are counted equally.
    for endpoint in 0..9 {
        ask(&jan, &own, endpoint, &[email("nop")]).await.fails(429, TOO_MANY);
    }
    portal.clock.advance(TimeDelta::seconds(61));
    ask(&jan, &own, 1, &strangers(100, 3)).await.fails(422, "stranger100@test.example niet gevonden");

    sqlx::query("UPDATE player_lookups SET day_count = 298").execute(&portal.pool).await.expect("a long day");
    for endpoint in 1..6 {
        let sentence = "Je hebt vandaag te veel spelers opgezocht. Probeer het morgen opnieuw.";
        ask(&jan, &own, endpoint, &strangers(200, 3)).await.fails(429, sentence);
    }
    assert_eq!(ask(&jan, &own, 2, &strangers(200, 2)).await.status, 422, "what is left of the day");
    portal.clock.advance(TimeDelta::hours(13));
    assert_eq!(ask(&jan, &own, 0, &strangers(300, 1)).await.status, 200);
}

#[tokio::test]
async fn a_request_counts_all_its_strangers_or_none() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    // Three at once in different requests: never more than the limit, never a part of a request.
    let asked = (0..10).map(|number| {
        let jan = &jan;
        async move { ask(jan, "", 1 + number % 3, &strangers(number * 3, 3)).await.status }
    });
    let refused = join_all(asked).await.iter().filter(|status| **status == 429).count();
    assert_eq!((refused, row(&portal).await), (4, (18, 18, 18)));
    ask(&jan, "", 1, &strangers(50, 3)).await.fails(429, TOO_MANY);
    assert_eq!(row(&portal).await, (18, 18, 18), "two are left, and were not taken");
    assert_eq!(ask(&jan, "", 1, &strangers(60, 2)).await.status, 422);
}

#[tokio::test]
async fn earlier_co_players_and_recent_look_ups_are_not_counted() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    // Eva and Jan have played together; the wizard's requests count three for three strangers, however often they
    // are repeated.
    for name in ["eva", "kees", "w1", "w2"] {
        let body = json!({"email": email(name)});
        let found = join_all((0..8).map(|_| jan.post("/api/reservations/players/check", &body))).await;
        assert!(found.iter().all(|answer| answer.body["found"] == true), "{}", found[0].body);
    }
    assert_eq!(row(&portal).await, (3, 3, 3));
    for endpoint in 1..4 {
        let group = [email("kees"), email("w1"), email("w2")];
        assert_ne!(ask(&jan, "", endpoint, &group).await.status, 429);
    }
    assert_eq!(row(&portal).await, (3, 3, 3));

    let own = jan.book("2026-11-28", &["jan", "w1"]).await;
    portal.caught_up().await;
    // The look-ups are forgotten.
    portal.clock.advance(TimeDelta::hours(25));
    use_up_the_minute(&jan).await;
    let check = jan.post("/api/reservations/players/check", &json!({"email": email("w1")})).await;
    assert_eq!(check.status, 200, "a co-player since today's booking: {}", check.body);
    assert_eq!(
        ask(&jan, &own, 1, &[email("eva"), email("stranger1000")]).await.status,
        422,
        "both are known"
    );
    assert_eq!(ask(&jan, &own, 4, &[email("eva")]).await.status, 200);

    // A day later a stranger is one again, and the stored list has not grown.
    portal.clock.advance(TimeDelta::hours(25));
    let again = jan.post("/api/reservations/players/check", &json!({"email": email("stranger1000")})).await;
    assert_eq!((again.status, row(&portal).await), (200, (1, 1, 1)));
}

#[tokio::test]
async fn a_booking_repeated_with_its_key_is_not_counted_again() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let request_body = round("2026-11-28", &["jan", "w1"]);
    use_up_the_minute(&jan).await;
    jan.post_with_key("/api/reservations", "one", &request_body).await.fails(429, TOO_MANY);
    portal.clock.advance(TimeDelta::seconds(61));
    let booked = jan.post_with_key("/api/reservations", "one", &request_body).await;
    assert_eq!(booked.status, 200, "what passes is not kept under the key: {}", booked.body);
    let charged = row(&portal).await;
    sqlx::query("UPDATE player_lookups SET day_count = 300, known = '{}', known_at = '{}'")
        .execute(&portal.pool)
        .await
        .expect("a used-up day");
    let again = jan.post_with_key("/api/reservations", "one", &request_body).await;
    assert_eq!((again.status, &again.body), (200, &booked.body));
    assert_eq!(charged.0, 1);
}

#[tokio::test]
async fn known_addresses_need_no_statement_of_their_own_and_strangers_two() {
    let statements = crate::queries::Statements::start();
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.get("/api/golfclubs/info").await;
    let runs = async |others: &[&str]| -> usize {
        let others: Vec<Value> = others.iter().map(|name| json!(email(name))).collect();
        let players: Vec<Value> = std::iter::once(json!(email("jan"))).chain(others).collect();
        statements.take();
        let body = json!({"holes": 18, "golfclub": null, "players": players});
        assert_eq!(jan.post("/api/reservations/availability", &body).await.status, 200);
        statements.take().iter().filter(|statement| statement.in_request).count()
    };
    // The caller came with the session; their rights are read the first time.
    let first = runs(&[]).await;
    let session = runs(&[]).await;
    assert_eq!((first, session), (2, 1));
    assert_eq!(runs(&["eva"]).await, session + 2, "a co-player from earlier rounds");
    assert_eq!(runs(&["eva"]).await, session);
    assert_eq!(runs(&["eva", "w1", "w2"]).await, session + 3, "strangers are found and counted");
    assert_eq!(runs(&["eva", "w1", "w2"]).await, session);
}
