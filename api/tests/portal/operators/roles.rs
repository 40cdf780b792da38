//! Operators' permissions: every endpoint of the description, as nobody, as each role, and as a page of another site.

use std::collections::BTreeMap;
use std::path::Path;

use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::support::{Answer, Portal};

/// The endpoints that need no session, each with the reason; and those that need one of any role.
const EXCEPTIONS: &str = include_str!("exceptions.json");

#[test]
fn the_committed_description_is_that_of_the_handlers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operator-openapi.json");
    let committed = std::fs::read_to_string(&path).expect("docs/operator-openapi.json");
    let current = fairway_api::http::openapi::operator_text().expect("a description");
    assert!(
        committed == current,
        "docs/operator-openapi.json is stale: `target/debug/fairway openapi --operator > docs/operator-openapi.json`"
    );
}

/// Every operation with the roles that its description names.
fn operations() -> Vec<(reqwest::Method, String, Option<Vec<String>>)> {
    let text = fairway_api::http::openapi::operator_text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let security = operation.get("security").unwrap_or(&document["security"]);
            let named = security[0]["operator"].as_array().map(|roles| {
                roles.iter().map(|role| role.as_str().expect("a role").to_owned()).collect::<Vec<_>>()
            });
            let method = method.to_uppercase().parse().expect("a method");
            operations.push((method, path.clone(), named));
        }
    }
    assert!(operations.len() >= 21, "{}", operations.len());
    operations
}

#[tokio::test]
async fn every_endpoint_answers_only_those_whom_its_description_names() {
    let portal = Portal::start().await;
    let exceptions: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(EXCEPTIONS).expect("the exceptions");
    let mut without_roles = BTreeMap::new();
    let mut number = 0;
    for role in Role::ALL {
        let mut operator = portal.operator(role.as_str(), &[role]).await;
        for (method, path, roles) in operations() {
            let nobody = Answer::to(match method {
                reqwest::Method::GET => portal.http.get(portal.url(&path)),
                _ => portal.http.post(portal.url(&path)).header("origin", &portal.base).json(&json!({})),
            })
            .await;
            let Some(roles) = roles else {
                assert_ne!(
                    nobody.status, 401,
                    "{path} needs a session, and its description says that it does not"
                );
                without_roles.insert(format!("{method} {path}"), "nobody");
                continue;
            };
            assert_eq!(nobody.status, 401, "{method} {path} answers nobody: {}", nobody.body);
            if roles.is_empty() {
                without_roles.insert(format!("{method} {path}"), "any role");
            }
            let may = roles.is_empty() || roles.iter().any(|named| named == role.as_str());
            let answer = if method == reqwest::Method::GET {
                operator.get(&path).await
            } else {
                refuses_foreign_requests(&operator, &path).await;
                let answer = operator.post(&path, &json!({})).await;
                if operator.get("/operator/api/session").await.status != 200 {
                    // The request ended the session. Another operator, since a code is taken once.
                    number += 1;
                    operator = portal.operator(&format!("{}{number}", role.as_str()), &[role]).await;
                }
                answer
            };
            assert_eq!(answer.status == 403, !may, "{method} {path} as {}: {}", role.as_str(), answer.body);
        }
    }
    let listed: BTreeMap<String, &str> = exceptions
        .iter()
        .flat_map(|(who, endpoints)| endpoints.keys().map(|endpoint| (endpoint.clone(), who.as_str())))
        .collect();
    assert_eq!(without_roles, listed, "exceptions.json lists them all, each with its reason");
}

/// A change with the cookie, and without the origin or the form token that only the own pages have.
async fn refuses_foreign_requests(operator: &Operator<'_>, path: &str) {
    let portal = operator.portal;
    let post = || portal.http.post(portal.url(path)).header("cookie", &operator.cookie).json(&json!({}));
    let token = &operator.form_token;
    for (what, request) in [
        ("no origin", post().header("x-csrf-token", token)),
        ("another origin", post().header("x-csrf-token", token).header("origin", "https://evil.example")),
        ("no token", post().header("origin", &portal.base)),
        (
            "a wrong token",
            post().header("origin", &portal.base).header("x-csrf-token", "AAAAAAAAAAAAAAAAAAAAAA"),
        ),
    ] {
        let answer = Answer::to(request).await;
        assert_eq!(answer.status, 403, "{path} with {what}: {}", answer.body);
    }
    let own = operator.get("/operator/api/session").await;
    assert_eq!(own.status, 200, "nothing was done: {}", own.body);
}

#[tokio::test]
async fn sessions_of_members_and_of_operators_open_nothing_of_each_other() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.get("/operator/api/session").await.status, 401);
    let admin = portal.operator("anke", &Role::ALL).await;
    let token = admin.cookie.split_once('=').expect("a cookie").1;
    let as_member =
        portal.http.get(portal.url("/api/users/me")).bearer_auth(token).header("cookie", &admin.cookie);
    assert_eq!(Answer::to(as_member).await.status, 401);
    let with_members_token = format!("__Host-fairway_operator={}", jan.token);
    let foreign = portal.http.get(portal.url("/operator/api/session")).header("cookie", with_members_token);
    assert_eq!(Answer::to(foreign).await.status, 401);
}

#[tokio::test]
async fn failures_of_every_layer_are_in_english() {
    let portal = Portal::start().await;
    let admin = portal.operator("anke", &Role::ALL).await;
    let unknown = admin.get("/operator/api/unknown").await;
    unknown.fails(404, "There is nothing at this address.");
    let not_json = portal
        .http
        .post(portal.url("/operator/api/login"))
        .header("origin", &portal.base)
        .header("content-type", "application/json")
        .body("{");
    Answer::to(not_json).await.fails(400, "The request is no valid JSON.");
    let no_such_method = portal.http.delete(portal.url("/operator/api/session"));
    Answer::to(no_such_method).await.fails(405, "This address does not take such requests.");
    let incomplete = portal.operator_post("/operator/api/login", &json!({"email": "a@b"})).await;
    incomplete.fails(422, "The request is incomplete: password is missing.");
    let large = portal.operator_post("/operator/api/login", &json!({"email": "a".repeat(100_000)})).await;
    large.fails(413, "The request is too large.");
}
