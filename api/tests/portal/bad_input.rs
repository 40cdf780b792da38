//! Invalid input in every form: the fitting status, a Dutch sentence, and no partial effect.

use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::support::{Answer, Portal, email, round};

/// The field that a case changes in an otherwise valid request, the value, the status and the sentence.
type Case = (&'static str, Value, u16, &'static str);

#[tokio::test]
async fn a_booking_with_a_wrong_field_is_refused_by_name() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let before = portal.events().await;
    let five: Vec<String> = ["jan", "eva", "w1", "w2", "w3"].map(email).into();
    let cases: Vec<Case> = vec![
        ("golfclub", json!("nergens"), 404, "Deze baan bestaat niet."),
        ("golfclub", json!("de-es\u{0}"), 404, "Deze baan bestaat niet."),
        ("golfclub", json!(7), 422, "Het veld golfclub heeft een ongeldige waarde."),
        ("golfclub", Value::Null, 422, "Het veld golfclub heeft een ongeldige waarde."),
        ("holes", json!(11), 422, "Kies 9 of 18 holes."),
        ("holes", json!(-9), 422, "Kies 9 of 18 holes."),
        ("holes", json!("18"), 422, "Het veld holes heeft een ongeldige waarde."),
        ("holes", json!(9.5), 422, "Het veld holes heeft een ongeldige waarde."),
        (
            "players",
            json!(["jan@test.example", "nobody@test.example"]),
            422,
            "nobody@test.example niet gevonden",
        ),
        ("players", json!(five), 422, "Je kunt met maximaal 4 spelers reserveren."),
        ("players", json!([]), 422, "Kies minstens één speler."),
        ("players", json!([email("eva")]), 422, "Je moet zelf een van de spelers zijn."),
        ("players", json!([email("jan"), "JAN@test.example"]), 422, "Een speler kan maar één keer meedoen."),
        ("players", json!(["jan\u{0}@test.example"]), 422, "Een van de e-mailadressen is ongeldig."),
        ("players", json!("jan@test.example"), 422, "Het veld players heeft een ongeldige waarde."),
        ("date", json!("2026-11-19"), 409, "Deze datum ligt in het verleden"),
        ("date", json!("2026-12-07"), 409, "Deze datum is nog niet te reserveren"),
        ("date", json!("2026-11-31"), 422, "Dit is geen geldige datum (jjjj-mm-dd)."),
        ("date", json!("28-11-2026"), 422, "Dit is geen geldige datum (jjjj-mm-dd)."),
        ("date", json!(20261128), 422, "Het veld date heeft een ongeldige waarde."),
        ("windowSize", json!({"browser": {"width": -1, "height": 1}}), 422, "De schermgrootte is ongeldig."),
        ("windowSize", json!({"browser": "big"}), 422, "Het veld windowSize heeft een ongeldige waarde."),
    ];
    for (field, value, status, sentence) in cases {
        let mut body = round("2026-11-28", &["jan"]);
        body[field] = value.clone();
        let answer = jan.post("/api/reservations", &body).await;
        assert_eq!((answer.status, answer.error()), (status, sentence), "{field} = {value}: {}", answer.body);
        if status == 422 {
            assert!(answer.body["errors"][field].is_string(), "{field} is not named in {}", answer.body);
        }
        assert_eq!(answer.headers[CONTENT_TYPE], "application/json");
    }
    let mut without = round("2026-11-28", &["jan"]);
    without.as_object_mut().expect("an object").remove("date");
    jan.post("/api/reservations", &without).await.fails(422, "Het veld date ontbreekt.");
    assert_eq!(portal.events().await, before, "nothing was booked");
}

#[tokio::test]
async fn the_other_calls_check_their_fields_too() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan"]).await;
    let add = format!("/api/reservations/{id}/player/add");
    let me = [email("jan")];
    for (path, body, status, sentence) in [
        ("/api/reservations/golfclubs", json!({"holes": 10, "players": me}), 422, "Kies 9 of 18 holes."),
        (
            "/api/reservations/golfclubs",
            json!({"holes": 9, "players": me, "date": "x"}),
            422,
            "Dit is geen geldige datum (jjjj-mm-dd).",
        ),
        (
            "/api/reservations/golfclubs",
            json!({"holes": 9, "players": [email("eva")]}),
            422,
            "Je moet zelf een van de spelers zijn.",
        ),
        (
            "/api/reservations/availability",
            json!({"holes": 9, "players": me, "golfclub": "x"}),
            404,
            "Deze baan bestaat niet.",
        ),
        (
            "/api/reservations/availability",
            json!({"holes": 9, "players": ["x@y.nl"]}),
            422,
            "x@y.nl niet gevonden",
        ),
        ("/api/reservations/availability", json!({"players": me}), 422, "Het veld holes ontbreekt."),
        (
            "/api/reservations/alternatives",
            json!({"holes": 9, "players": me, "golfclub": "x", "date": "2026-11-28"}),
            404,
            "Deze baan bestaat niet.",
        ),
        (
            "/api/reservations/alternatives",
            json!({"holes": 9, "players": me, "date": "x"}),
            422,
            "Dit is geen geldige datum (jjjj-mm-dd).",
        ),
        (
            "/api/reservations/alternatives",
            json!({"holes": 9, "players": [email("eva")]}),
            422,
            "Je moet zelf een van de spelers zijn.",
        ),
        (
            "/api/reservations/players/check",
            json!({"email": "a\u{0}b"}),
            422,
            "Dit is geen geldig e-mailadres.",
        ),
        (
            "/api/reservations/players/check",
            json!({"email": ["a"]}),
            422,
            "Het veld email heeft een ongeldige waarde.",
        ),
        (&add, json!({"players": []}), 422, "Kies minstens één speler."),
        (&add, json!({"players": ["x@y.nl"]}), 422, "x@y.nl niet gevonden"),
        (&add, json!({}), 422, "Het veld players ontbreekt."),
    ] {
        let answer = jan.post(path, &body).await;
        assert_eq!((answer.status, answer.error()), (status, sentence), "{path} {body}");
    }
}

#[tokio::test]
async fn bodies_that_are_no_json_are_refused_by_kind() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let send = async |kind: &'static str, body: Vec<u8>| {
        Answer::to(jan.request("/api/reservations").header(CONTENT_TYPE, kind).body(body)).await
    };
    let no_json = "De aanvraag is geen geldige JSON.";
    let no_object = "De aanvraag moet een JSON-object met de juiste velden zijn.";
    send("application/json", b"{\"holes\": 18".to_vec()).await.fails(400, no_json);
    send("application/json", b"{\"holes\": \x009}".to_vec()).await.fails(400, no_json);
    send("application/json", b"\xff\xfe".to_vec()).await.fails(400, no_json);
    send("application/json", Vec::new()).await.fails(400, no_json);
    send("application/json; charset=utf-8", b"[18, \"de-es\"]".to_vec()).await.fails(422, no_object);
    send("text/plain", b"{}".to_vec()).await.fails(415, "De aanvraag moet JSON zijn (application/json).");
    send("application/json", vec![b'a'; 2 * 1024 * 1024]).await.fails(413, "De aanvraag is te groot.");
    send("application/json", vec![b' '; 64 * 1024]).await.fails(400, no_json);
    send("application/json", vec![b' '; 64 * 1024 + 1]).await.fails(413, "De aanvraag is te groot.");
    let deep = "[".repeat(20_000).into_bytes();
    assert_eq!(send("application/json", deep).await.status, 400);
}

#[tokio::test]
async fn unknown_paths_get_the_usual_failure_body() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.get("/api/nergens").await.fails(404, "Dit adres bestaat niet.");
    jan.get("/api").await.fails(404, "Dit adres bestaat niet.");
    for path in ["/api/content/page/", "/api/vouchers/", "/api/calendar/", "/api/calendar/feed/"] {
        jan.get(&format!("{path}%ff")).await.fails(404, "Dit adres bestaat niet.");
    }
    jan.get("/api/users/me/subscriptions/%ff/ledger").await.fails(404, "Dit adres bestaat niet.");
    jan.post("/api/users/me", &json!({})).await.fails(405, "Deze aanvraag kan hier niet.");
    jan.get("/api/users/login").await.fails(405, "Deze aanvraag kan hier niet.");
    for id in ["x", "00000000-0000-4000-8000-000000000000", "%00", "%ff", "..%2f.."] {
        jan.get(&format!("/api/reservations/{id}")).await.fails(404, "Deze reservering bestaat niet.");
        let cancel = format!("/api/reservations/{id}/cancel");
        jan.post(&cancel, &json!(null)).await.fails(404, "Deze reservering bestaat niet.");
    }
}

#[tokio::test]
async fn without_a_token_every_request_is_refused() {
    let portal = Portal::start().await;
    for path in ["/api/users/me", "/api/reservations", "/api/reservations/history", "/api/golfclubs/info"] {
        let answer = portal.get(path).await;
        answer.fails(401, "Je bent niet ingelogd of je sessie is verlopen.");
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
        for header in ["Bearer x", "Bearer ", "Basic eDp5", "Bearer a b", "x"] {
            let request = portal.http.get(portal.url(path)).header("authorization", header);
            assert_eq!(Answer::to(request).await.status, 401, "{header}");
        }
    }
    let request = portal.http.post(portal.url("/api/reservations")).json(&round("2026-11-28", &["jan"]));
    assert_eq!(Answer::to(request).await.status, 401);
}
