//! Permissions of clubs: every endpoint of the description as nobody, as a member, as an operator, as each role, as a
//! device and as a club's own system. A described endpoint without a row here fails the test. What another club's manager
//! gets is beside the endpoints' own tests.

use std::collections::BTreeSet;
use std::path::Path;

use fairway_store::club_accounts::ClubRole;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use crate::at_club::AtClub;
use crate::club_systems::System;
use crate::support::{Answer, Portal};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Desk,
    Device,
    Manager,
    Treasurer,
}
use Who::{Desk, Device, Manager, Treasurer};

const ALL: &[Who] = &[Desk, Device, Manager, Treasurer];
const PERSONS: &[Who] = &[Desk, Manager, Treasurer];
const RECEIVING: &[Who] = &[Desk, Device, Manager];
const MANAGING: &[Who] = &[Manager];
const ACCOUNTING: &[Who] = &[Manager, Treasurer];
/// Without a session.
const OPEN: &[Who] = &[];

/// In this order: the end of the session comes last.
const ROWS: &[(&str, &str, &[Who])] = &[
    ("POST", "/club/api/login", OPEN),
    ("POST", "/club/api/login/passkey/begin", OPEN),
    ("POST", "/club/api/login/passkey/finish", OPEN),
    ("POST", "/club/api/setup/begin", OPEN),
    ("POST", "/club/api/setup", OPEN),
    ("POST", "/club/api/pair", OPEN),
    ("GET", "/club/api/session", ALL),
    ("GET", "/club/api/sessions", PERSONS),
    ("POST", "/club/api/sessions/end", PERSONS),
    ("GET", "/club/api/passkeys", PERSONS),
    ("POST", "/club/api/passkeys/begin", PERSONS),
    ("POST", "/club/api/passkeys/finish", PERSONS),
    ("POST", "/club/api/passkeys/remove", PERSONS),
    ("GET", "/club/api/accounts", MANAGING),
    ("POST", "/club/api/accounts/invite", MANAGING),
    ("POST", "/club/api/accounts/invite-again", MANAGING),
    ("POST", "/club/api/accounts/role", MANAGING),
    ("POST", "/club/api/accounts/disable", MANAGING),
    ("GET", "/club/api/devices", MANAGING),
    ("POST", "/club/api/devices/pair", MANAGING),
    ("POST", "/club/api/devices/revoke", MANAGING),
    ("GET", "/club/api/days", MANAGING),
    ("GET", "/club/api/systems", MANAGING),
    ("POST", "/club/api/systems", MANAGING),
    ("POST", "/club/api/systems/rotate", MANAGING),
    ("POST", "/club/api/systems/revoke", MANAGING),
    ("GET", "/club/api/days/{date}", RECEIVING),
    ("POST", "/club/api/days/{date}/preview", MANAGING),
    ("POST", "/club/api/days/{date}/change", MANAGING),
    ("GET", "/club/api/offline", RECEIVING),
    ("GET", "/club/api/live", RECEIVING),
    ("POST", "/club/api/scans", RECEIVING),
    ("POST", "/club/api/walk-ins/check", RECEIVING),
    ("POST", "/club/api/walk-ins", RECEIVING),
    // Of today; of a day before, a manager.
    ("POST", "/club/api/arrivals/annul", RECEIVING),
    ("POST", "/club/api/arrivals/holes", RECEIVING),
    ("POST", "/club/api/arrivals/decide", MANAGING),
    ("POST", "/club/api/absences", MANAGING),
    ("POST", "/club/api/absences/withdraw", MANAGING),
    ("GET", "/club/api/statements", ACCOUNTING),
    ("GET", "/club/api/statements/{month}", ACCOUNTING),
    ("GET", "/club/api/statements/{month}/days/{date}", ACCOUNTING),
    ("GET", "/club/api/statements/{month}/statement.pdf", ACCOUNTING),
    ("GET", "/club/api/statements/{month}/statement.csv", ACCOUNTING),
    ("GET", "/club/api/statements/{month}/invoice.xml", ACCOUNTING),
    ("POST", "/club/api/statements/{month}/disputes", ACCOUNTING),
    ("POST", "/club/api/disputes/{dispute}/withdraw", ACCOUNTING),
    ("GET", "/club/api/course", RECEIVING),
    ("POST", "/club/api/course", MANAGING),
    ("POST", "/club/api/logout", ALL),
];

/// For the clubs' own systems alone, each with its scope.
const SYSTEMS: &[(&str, &str, &str)] = &[
    ("GET", "/club/api/arrivals", "arrivals.read"),
    ("POST", "/club/api/arrivals", "arrivals.write"),
    ("GET", "/club/api/quotas", "arrivals.read"),
    ("GET", "/club/api/course-state", "course.read"),
    ("POST", "/club/api/course-state", "course.write"),
];

#[test]
fn the_committed_description_is_that_of_the_handlers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/club-openapi.json");
    let committed = std::fs::read_to_string(&path).expect("docs/club-openapi.json");
    let current = fairway_api::http::openapi::club_text().expect("a description");
    assert!(
        committed == current,
        "docs/club-openapi.json is stale: `target/debug/fairway openapi --club > docs/club-openapi.json`"
    );
}

#[test]
fn every_described_endpoint_has_a_row() {
    let text = fairway_api::http::openapi::club_text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let written: BTreeSet<(String, String)> = document["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods");
            methods.keys().map(|method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let rows = ROWS.iter().map(|(method, path, _)| (method, path));
    let rows = rows.chain(SYSTEMS.iter().map(|(method, path, _)| (method, path)));
    let rows: BTreeSet<_> = rows.map(|(method, path)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(written, rows);
}

/// Only the status: one of the answers has no end.
async fn status(request: reqwest::RequestBuilder) -> u16 {
    request.send().await.expect("an answer").status().as_u16()
}

fn address(path: &str) -> String {
    path.replace("{date}", "2026-11-28").replace("{month}", "2026-11")
}

#[tokio::test]
async fn whoever_is_of_no_club_gets_nothing() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    portal.operator("anke", &Role::ALL).await;
    let login = json!({"email": "anke@test.example", "password": "groene-fairway-47"});
    let anke = portal.club_post("/operator/api/login", &login).await;
    let operators = anke.headers["set-cookie"].to_str().expect("text").split(';').next().expect("a cookie");
    let token = operators.split_once('=').expect("a cookie").1;
    let stolen = [format!("__Host-fairway_club={token}"), format!("__Host-fairway_club={}", jan.token)];
    let systems = SYSTEMS.iter().map(|(method, path, _)| (method, path, false));
    for (method, path, is_open) in
        ROWS.iter().map(|(method, path, who)| (method, path, who.is_empty())).chain(systems)
    {
        let request = || {
            let method: reqwest::Method = method.parse().expect("a method");
            let request = portal.http.request(method.clone(), portal.url(&address(path)));
            let request = request.header("origin", &portal.base);
            if method == reqwest::Method::GET { request } else { request.json(&json!({})) }
        };
        assert_eq!(status(request()).await == 401, !is_open, "{method} {path}");
        assert_eq!(status(request().bearer_auth(&jan.token)).await == 401, !is_open, "{path} as a member");
        for cookie in [operators, stolen[0].as_str(), stolen[1].as_str()] {
            let answer = status(request().header("cookie", cookie)).await;
            assert_eq!(answer == 401, !is_open, "{path} with another's cookie");
        }
    }
}

async fn check(portal: &Portal, user: &AtClub<'_>, who: Who) {
    let mut wrong = Vec::new();
    for (method, path, allowed) in ROWS.iter().filter(|(_, _, allowed)| !allowed.is_empty()) {
        let url = portal.url(&address(path));
        let answer = if *method == "GET" {
            status(portal.http.get(url).header("cookie", &user.cookie)).await
        } else {
            refuses_foreign_requests(portal, user, path).await;
            status(user.request(path).json(&json!({}))).await
        };
        if answer == 401 || (answer == 403) == allowed.contains(&who) {
            wrong.push(format!("{method} {path} answers {answer}"));
        }
    }
    for (method, path, _) in SYSTEMS {
        let answer = if *method == "GET" {
            user.get(path).await.status
        } else {
            user.post(path, &json!({})).await.status
        };
        if answer != 401 {
            wrong.push(format!("{method} {path} answers {answer} to a cookie"));
        }
    }
    assert!(wrong.is_empty(), "{who:?}:\n{}", wrong.join("\n"));
}

/// A change with the cookie, and without the origin or the form token that only the own pages have.
async fn refuses_foreign_requests(portal: &Portal, user: &AtClub<'_>, path: &str) {
    let post = || portal.http.post(portal.url(path)).header("cookie", &user.cookie).json(&json!({}));
    let (token, own) = (&user.form_token, &portal.base);
    for (what, request) in [
        ("no origin", post().header("x-csrf-token", token)),
        ("another origin", post().header("x-csrf-token", token).header("origin", "https://evil.example")),
        ("no token", post().header("origin", own)),
        ("a wrong token", post().header("origin", own).header("x-csrf-token", "AAAAAAAAAAAAAAAAAAAAAA")),
    ] {
        let answer = Answer::to(request).await;
        assert_eq!(answer.status, 403, "{path} with {what}: {}", answer.body);
    }
}

#[tokio::test]
async fn each_role_and_a_device_may_do_what_is_theirs() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    let device = portal.club_device("de-es", "Balie").await;
    check(&portal, &device, Device).await;
    check(&portal, &portal.at_club("de-es", "desk", ClubRole::Desk).await, Desk).await;
    check(&portal, &portal.at_club("de-es", "treasurer", ClubRole::Treasurer).await, Treasurer).await;
    check(&portal, &manager, Manager).await;
}

#[tokio::test]
async fn a_system_may_do_what_is_in_its_scopes_and_nothing_of_people() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "manager", ClubRole::Manager).await;
    for scope in ["arrivals.read", "arrivals.write", "course.read", "course.write"] {
        let system = System::added(&portal, &manager, &[scope]).await;
        for (method, path, needed) in SYSTEMS {
            let answer = if *method == "GET" {
                system.get(path).await.status
            } else {
                system.post(path, &json!({})).await.status
            };
            assert_ne!(answer, 401, "{method} {path} with {scope}");
            assert_eq!(answer == 403, scope != *needed, "{method} {path} with {scope} answers {answer}");
        }
        for (method, path, _) in ROWS.iter().filter(|(_, _, who)| !who.is_empty()) {
            let path = address(path);
            let method: reqwest::Method = method.parse().expect("a method");
            let request = || portal.http.request(method.clone(), portal.url(&path)).json(&json!({}));
            let cookie = format!("__Host-fairway_club={}", system.token);
            for request in [request().bearer_auth(&system.token), request().header("cookie", cookie)] {
                assert_eq!(status(request).await, 401, "{path} as a system");
            }
        }
    }
}

#[tokio::test]
async fn the_camera_is_for_clubs_alone() {
    let portal = Portal::empty().await;
    for (path, policy) in
        [("/club/api/session", "camera=(self)"), ("/api/users/me", "camera=()"), ("/", "camera=()")]
    {
        let answer = portal.get(path).await;
        let sent = answer.headers["permissions-policy"].to_str().expect("text");
        assert!(sent.contains(policy), "{path}: {sent}");
    }
}
