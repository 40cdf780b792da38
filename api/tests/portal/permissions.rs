//! Permissions: every endpoint of the API's description for every kind of caller. A described endpoint without a row
//! here fails the test.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use fairway_clock::random;
use serde_json::{Value, json};

use crate::support::{Portal, email};

/// Makes a row's body from the caller's address.
type Body = fn(&str) -> Value;

/// The expected statuses of an endpoint. A caller without a valid token gets 401 wherever a token is needed.
struct Row {
    method: &'static str,
    path: &'static str,
    body: Body,
    expected: Expected,
}

enum Expected {
    /// No token is needed: the same for everybody.
    Open(u16),
    /// The same for every member.
    Members(u16),
    /// The same for every member, and refused to an operator under a member's account.
    Personal(u16),
    /// For a booking: an outsider, a participant, its master.
    Booking(u16, u16, u16),
}
use Expected::{Booking, Members, Open, Personal};

/// An id of nothing.
const NOBODYS: &str = "00000000-0000-4000-8000-000000000000";
const NOTHING: Body = |_| Value::Null;
const EMPTY: Body = |_| json!({});

const fn row(method: &'static str, path: &'static str, body: Body, expected: Expected) -> Row {
    Row { method, path, body, expected }
}

/// In this order, because changes of the booking come last, and the end of the session after them. `{place}` is the
/// master's place, `{hers}` the participant's; the description calls both `{id}`.
const ROWS: &[Row] = &[
    row("GET", "/healthz", NOTHING, Open(200)),
    row("GET", "/readyz", NOTHING, Open(200)),
    row("GET", "/metrics", NOTHING, Open(200)),
    row("POST", "/api/users/login", EMPTY, Open(422)),
    // The address of the tests has no domain name.
    row("POST", "/api/users/login/passkey/begin", NOTHING, Open(409)),
    row("POST", "/api/users/login/passkey", EMPTY, Open(422)),
    row("POST", "/api/users/login_link", |_| json!({"email": "x"}), Open(200)),
    row("POST", "/api/users/login/code", |_| json!({"request": "x", "code": "1"}), Open(401)),
    row("POST", "/api/users/login/link/account", |_| json!({"token": "x"}), Open(401)),
    row("POST", "/api/users/login/link", |_| json!({"token": "x"}), Open(401)),
    row("POST", "/api/token/login", EMPTY, Open(422)),
    row("POST", "/api/users/forgot_password", |_| json!({"email": "x"}), Open(200)),
    row("POST", "/api/users/reset_password/account", |_| json!({"token": "x"}), Open(200)),
    row("POST", "/api/users/reset_password", |_| json!({"token": "x", "password": "x"}), Open(422)),
    row("POST", "/api/users/email/account", |_| json!({"token": "x"}), Open(422)),
    row("POST", "/api/users/email", |_| json!({"token": "x"}), Open(422)),
    row("GET", "/api/documents/algemene-voorwaarden.pdf", NOTHING, Open(200)),
    row("GET", "/api/vouchers/{file}", NOTHING, Open(404)),
    row("GET", "/api/photos/{file}", NOTHING, Open(404)),
    row("GET", "/api/calendar/{file}", NOTHING, Open(404)),
    row("GET", "/api/calendar/feed/{file}", NOTHING, Open(404)),
    row("POST", "/api/payments/webhook", EMPTY, Open(422)),
    row("GET", "/api/users/me", NOTHING, Members(200)),
    row("GET", "/api/users/me/profile", NOTHING, Members(200)),
    row("POST", "/api/users/me/profile", EMPTY, Members(200)),
    row(
        "POST",
        "/api/users/me/favourites",
        |_| json!({"email": email("w3"), "favourite": true}),
        Members(200),
    ),
    row("GET", "/api/users/me/notifications", NOTHING, Members(200)),
    row(
        "POST",
        "/api/users/me/notifications",
        |_| json!({"kind": "reminder", "mail": false, "push": true}),
        Members(200),
    ),
    row("GET", "/api/users/me/sessions", NOTHING, Personal(200)),
    row("POST", "/api/users/me/sessions/{id}/logout", NOTHING, Personal(404)),
    row(
        "POST",
        "/api/users/me/sessions/logout_everywhere",
        |_| json!({"including_this": false}),
        Personal(200),
    ),
    row("GET", "/api/users/me/passkeys", NOTHING, Personal(200)),
    row(
        "POST",
        "/api/users/me/passkeys",
        |_| json!({"challenge": "x", "name": "x", "credential": {}}),
        Personal(422),
    ),
    row("POST", "/api/users/me/passkeys/begin", |_| json!({"password": "x"}), Personal(409)),
    row("POST", "/api/users/me/passkeys/{id}/rename", |_| json!({"name": "x"}), Personal(404)),
    row("POST", "/api/users/me/passkeys/{id}/remove", NOTHING, Personal(404)),
    row("GET", "/api/users/me/push", NOTHING, Personal(200)),
    row(
        "POST",
        "/api/users/me/push",
        |_| json!({"endpoint": "https://intern.example", "p256dh": "x", "auth": "x"}),
        Personal(422),
    ),
    row("POST", "/api/users/me/push/{id}", |_| json!({"shows_details": true}), Personal(404)),
    row("POST", "/api/users/me/push/{id}/remove", NOTHING, Personal(404)),
    row("GET", "/api/users/me/data", NOTHING, Personal(200)),
    row("GET", "/api/users/me/calendar_feed", NOTHING, Personal(200)),
    row("POST", "/api/users/me/calendar_feed/renew", NOTHING, Personal(200)),
    row("POST", "/api/users/me/calendar_feed/off", NOTHING, Personal(200)),
    row("POST", "/api/users/me/email", |_| json!({"email": "x", "password": "x"}), Personal(422)),
    row("POST", "/api/users/me/password", |_| json!({"current": "x", "new": "x"}), Personal(422)),
    row("GET", "/api/users/me/subscriptions", NOTHING, Members(200)),
    row("GET", "/api/users/me/subscriptions/{id}/ledger", NOTHING, Members(404)),
    row("GET", "/api/golfclubs/info", NOTHING, Members(200)),
    row("GET", "/api/golfclubs/{id}", NOTHING, Members(404)),
    row("GET", "/api/news", NOTHING, Members(200)),
    row("GET", "/api/news/important", NOTHING, Members(200)),
    row("POST", "/api/news/important/dismiss", EMPTY, Members(422)),
    row("GET", "/api/content/page/{slug}", NOTHING, Members(404)),
    row("GET", "/api/faq", NOTHING, Members(200)),
    row("GET", "/api/live", NOTHING, Members(200)),
    row("GET", "/api/freevoucher/buy", NOTHING, Members(200)),
    row("POST", "/api/freevoucher/pay", EMPTY, Members(422)),
    row("GET", "/api/federationregistration/buy", NOTHING, Members(200)),
    row("POST", "/api/federationregistration/pay", EMPTY, Members(422)),
    row("POST", "/api/reservations/players/check", |me| json!({"email": me}), Members(200)),
    row(
        "POST",
        "/api/reservations/golfclubs",
        |me| json!({"holes": 9, "players": [me], "date": null}),
        Members(200),
    ),
    row(
        "POST",
        "/api/reservations/availability",
        |me| json!({"holes": 9, "players": [me], "golfclub": null}),
        Members(200),
    ),
    row(
        "POST",
        "/api/reservations/alternatives",
        |me| json!({"holes": 9, "players": [me], "golfclub": null, "date": null}),
        Members(200),
    ),
    row("GET", "/api/reservations/players/historic", NOTHING, Members(200)),
    row("GET", "/api/reservations/players/suggested", NOTHING, Members(200)),
    row("GET", "/api/reservations", NOTHING, Members(200)),
    row("GET", "/api/reservations/history", NOTHING, Members(200)),
    row(
        "POST",
        "/api/reservations",
        |me| json!({"holes": 18, "golfclub": "de-es", "players": [me], "date": "2026-11-30"}),
        Members(200),
    ),
    row("GET", "/api/shared/{token}", NOTHING, Members(404)),
    row("GET", "/api/waiting-list", NOTHING, Members(200)),
    row(
        "POST",
        "/api/waiting-list",
        |me| json!({"holes": 18, "golfclub": "de-es", "players": [me], "date": "2026-12-01"}),
        Members(409),
    ),
    row("GET", "/api/waiting-list/{group}", NOTHING, Members(404)),
    row("POST", "/api/waiting-list/{group}/take", NOTHING, Members(404)),
    row("POST", "/api/waiting-list/{group}/decline", NOTHING, Members(404)),
    row("POST", "/api/waiting-list/{group}/leave", NOTHING, Members(404)),
    row("GET", "/api/reservations/{place}", NOTHING, Booking(404, 200, 200)),
    row(
        "POST",
        "/api/reservations/{place}/player/wait",
        |_| json!({"players": [email("w2")]}),
        Booking(404, 409, 409),
    ),
    row(
        "POST",
        "/api/reservations/{place}/player/add",
        |_| json!({"players": [email("w2")]}),
        Booking(404, 200, 200),
    ),
    row("POST", "/api/reservations/{place}/absence/object", NOTHING, Booking(404, 404, 404)),
    // Before the other player gives their place away.
    row(
        "POST",
        "/api/reservations/{place}/start_time",
        |_| json!({"start_time": "10:40"}),
        Booking(404, 200, 200),
    ),
    row(
        "POST",
        "/api/reservations/{hers}/player/swap",
        |_| json!({"email": email("w3")}),
        Booking(404, 200, 200),
    ),
    row("POST", "/api/reservations/{hers}/player/remove", NOTHING, Booking(404, 409, 200)),
    // In the other order, the first one would make another player the master.
    row("POST", "/api/reservations/{place}/group/cancel", NOTHING, Booking(404, 403, 200)),
    row("POST", "/api/reservations/{place}/cancel", NOTHING, Booking(404, 403, 200)),
    row("POST", "/api/users/logout", NOTHING, Members(200)),
];

#[derive(Debug, Clone, Copy, PartialEq)]
enum Who {
    NoToken,
    Expired,
    Revoked,
    Other,
    Participant,
    Master,
    Impersonator,
}

/// The path as in the description.
fn described(path: &str) -> String {
    path.replace("{place}", "{id}").replace("{hers}", "{id}")
}

#[tokio::test]
async fn every_described_endpoint_has_a_row() {
    let portal = Portal::empty().await;
    let document = portal.get("/api/openapi.json").await.body;
    let paths = document["paths"].as_object().expect("paths");
    let written: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods");
            methods.keys().map(|method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let rows: BTreeSet<_> = ROWS.iter().map(|row| (row.method.to_owned(), described(row.path))).collect();
    assert_eq!(written, rows);
}

/// A portal per caller, so that one caller's actions do not affect another's responses.
async fn check(who: Who) {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let place = jan.book("2026-11-28", &["jan", "eva"]).await;
    let hers = jan.place_of(&place, "eva").await;
    let name = match who {
        Who::Other => "w1",
        Who::Participant => "eva",
        Who::NoToken | Who::Expired | Who::Revoked | Who::Master | Who::Impersonator => "jan",
    };
    let token = portal.login(name).await.token;
    let hash = random::digest(token.as_bytes());
    match who {
        Who::NoToken | Who::Other | Who::Participant | Who::Master => {}
        Who::Expired => portal.clock.advance(TimeDelta::days(30)),
        Who::Revoked => {
            change(&portal, "UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1", &hash).await
        }
        Who::Impersonator => {
            let sql = "WITH link AS (INSERT INTO impersonations (id, token_hash, member_id, operator, reason)
                           SELECT gen_random_uuid(), $1, member_id, 'Anke', 'melding' FROM access_tokens
                           WHERE token_hash = $1 RETURNING id)
                       UPDATE access_tokens SET impersonation_id = link.id FROM link WHERE token_hash = $1";
            change(&portal, sql, &hash).await;
        }
    }
    let mut wrong = Vec::new();
    for row in ROWS {
        let path = row.path.replace("{place}", &place).replace("{hers}", &hers);
        let path = path.replace("{id}", NOBODYS).replace("{group}", NOBODYS);
        let method: reqwest::Method = row.method.parse().expect("a method");
        let mut request = portal.http.request(method, portal.url(&path));
        if who != Who::NoToken {
            request = request.bearer_auth(&token);
        }
        let body = (row.body)(&email(name));
        if !body.is_null() {
            request = request.json(&body);
        }
        // Only the status: one of the responses has no end.
        let status = request.send().await.expect("an answer").status().as_u16();
        let expected = match (&row.expected, who) {
            (Open(status), _) => *status,
            (_, Who::NoToken | Who::Expired | Who::Revoked) => 401,
            (Personal(_), Who::Impersonator) => 403,
            (Members(status) | Personal(status), _) => *status,
            (Booking(outsider, _, _), Who::Other) => *outsider,
            (Booking(_, participant, _), Who::Participant) => *participant,
            (Booking(_, _, master), Who::Master | Who::Impersonator) => *master,
        };
        if status != expected {
            wrong.push(format!("{} {} answers {status} instead of {expected}", row.method, row.path));
        }
    }
    assert!(wrong.is_empty(), "{who:?}:\n{}", wrong.join("\n"));
}

async fn change(portal: &Portal, sql: &str, hash: &[u8]) {
    let done = sqlx::query(sql).bind(hash).execute(&portal.pool).await.expect("the session as it should be");
    assert_eq!(done.rows_affected(), 1);
}

#[tokio::test]
async fn a_caller_without_a_valid_session_gets_nothing() {
    for who in [Who::NoToken, Who::Expired, Who::Revoked] {
        check(who).await;
    }
}

#[tokio::test]
async fn an_outsider_learns_nothing_of_a_booking() {
    check(Who::Other).await;
}

#[tokio::test]
async fn a_participant_may_read_and_add_players_only() {
    check(Who::Participant).await;
}

#[tokio::test]
async fn a_master_may_do_everything_and_an_operator_all_but_change_the_password() {
    for who in [Who::Master, Who::Impersonator] {
        check(who).await;
    }
}
