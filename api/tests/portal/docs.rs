//! The API's description: complete, current, and readable without other sites.

use std::collections::BTreeSet;
use std::path::Path;

use chrono::TimeDelta;
use serde_json::Value;

use crate::support::{Answer, Portal};

#[test]
fn the_committed_description_is_that_of_the_handlers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json");
    let committed = std::fs::read_to_string(&path).expect("docs/openapi.json");
    let current = fairway_api::http::openapi::text().expect("a description");
    assert!(
        committed == current,
        "docs/openapi.json is stale: `target/debug/fairway openapi > docs/openapi.json`"
    );
}

#[tokio::test]
async fn every_described_endpoint_exists_and_needs_a_token_unless_described_as_open() {
    let portal = Portal::start().await;
    let document = portal.get("/api/openapi.json").await.body;
    assert_eq!(document["openapi"], "3.1.0");
    let mut count = 0;
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let method: reqwest::Method = method.to_uppercase().parse().expect("a method");
            let path = path.replace("{id}", "00000000-0000-4000-8000-000000000000");
            // The page of the description's example, which is for everybody.
            let url = portal.url(&path.replace("{slug}", "contact-fairway"));
            let answer = Answer::to(portal.http.request(method.clone(), url)).await;
            let status = answer.status;
            // Open to all, or to some without a token: an empty requirement among the alternatives.
            let is_open = operation["security"]
                .as_array()
                .is_some_and(|alternatives| alternatives.contains(&serde_json::json!({})));
            assert_eq!(status != 401, is_open, "{method} {path} answers {status}");
            let is_there = status != 405 && answer.body["error"] != "Dit adres bestaat niet.";
            assert!(is_there, "{method} {path} is described and not there");
            assert!(
                is_open || operation["responses"]["401"].is_object(),
                "{method} {path} does not describe its 401"
            );
            count += 1;
        }
    }
    assert!(count >= 19, "{count}");
}

#[test]
fn operations_have_unique_names_and_the_shared_responses() {
    let text = fairway_api::http::openapi::text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut names = BTreeSet::new();
    let methods = document["paths"].as_object().expect("paths").values();
    for operation in methods.flat_map(|methods| methods.as_object().expect("methods").values()) {
        let name = operation["operationId"].as_str().expect("a name");
        assert!(names.insert(name), "two operations are called {name}");
        let says = |status: &str| operation["responses"][status].is_object();
        assert!(["431", "500", "503"].into_iter().all(says), "{name}");
        let takes_json = operation["requestBody"]["content"]["application/json"].is_object();
        assert!(!takes_json || ["400", "413", "415", "422"].into_iter().all(says), "{name}");
        let too_many = &operation["responses"]["429"];
        assert!(too_many.is_null() || too_many["headers"]["Retry-After"].is_object(), "{name}");
    }
}

#[tokio::test]
async fn a_server_describes_its_own_settings() {
    let portal = Portal::start().await;
    let document = portal.get("/api/openapi.json").await.body;
    let field =
        |schema: &str, field: &str| document["components"]["schemas"][schema]["properties"][field].clone();
    assert_eq!(field("BookRequest", "date")["example"], "2026-11-23", "three days after the clock's");
    let order = &document["components"]["schemas"]["VoucherOrder"]["allOf"][0]["properties"];
    let jan = portal.login("jan").await;
    let methods = jan.get("/api/freevoucher/buy").await.body["methods"].clone();
    let offered: Vec<Value> =
        methods.as_array().expect("methods").iter().map(|one| one["id"].clone()).collect();
    let described = order["method"]["enum"].as_array().expect("choices");
    assert_eq!(described[..described.len() - 1], offered);
    let body = serde_json::json!({
        "method": order["method"]["example"],
        "holes": order["holes"]["oneOf"][0]["example"],
        "quantity": order["quantity"]["example"],
        "returnUrl": order["returnUrl"]["example"],
    });
    let answer = jan.post("/api/freevoucher/pay", &body).await;
    assert_eq!(answer.status, 200, "the examples of this machine: {}", answer.body);
    let app = &portal.node.app;
    let write = async || fairway_api::http::docs::description(app).await.expect("a description");
    let (first, second) = (write().await, write().await);
    assert_eq!(first.as_ptr(), second.as_ptr(), "it is written once for all who ask");
    portal.clock.advance(TimeDelta::days(1));
    assert!(write().await != first, "and anew when a day has passed");
}

#[tokio::test]
async fn answers_have_the_described_fields_and_no_others() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let document = portal.get("/api/openapi.json").await.body;
    for path in [
        "/api/users/me",
        "/api/reservations",
        "/api/reservations/history",
        "/api/reservations/players/historic",
        "/api/reservations/players/suggested",
        "/api/golfclubs/info",
        "/api/golfclubs/de-es",
        "/api/news/important",
        "/api/news",
        "/api/faq",
        "/api/users/me/profile",
        "/api/users/me/subscriptions",
        "/api/freevoucher/buy",
        "/api/federationregistration/buy",
    ] {
        let described = path.replace("/de-es", "/{id}");
        let schema =
            &document["paths"][described]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        check(&document, schema, &jan.get(path).await.body, path);
    }
}

/// Whether a value has exactly the fields of its schema. Supports the features that our schemas use: references,
/// allOf, lists.
fn check(document: &Value, schema: &Value, value: &Value, place: &str) {
    let mut fields = serde_json::Map::new();
    collect(document, schema, &mut fields);
    match value {
        Value::Object(object) => {
            for (name, inner) in object {
                let described = fields.get(name).unwrap_or_else(|| panic!("{place}.{name} is not described"));
                check(document, described, inner, &format!("{place}.{name}"));
            }
        }
        Value::Array(list) => {
            let items = &resolve(document, schema)["items"];
            list.iter().for_each(|inner| check(document, items, inner, &format!("{place}[]")));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn collect(document: &Value, schema: &Value, fields: &mut serde_json::Map<String, Value>) {
    let schema = resolve(document, schema);
    for part in ["allOf", "oneOf"] {
        schema[part].as_array().into_iter().flatten().for_each(|inner| collect(document, inner, fields));
    }
    if let Some(properties) = schema["properties"].as_object() {
        fields.extend(properties.clone());
    }
}

fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let target =
        schema["$ref"].as_str().and_then(|address| document.pointer(address.trim_start_matches('#')));
    target.unwrap_or(schema)
}

#[tokio::test]
async fn the_readable_page_needs_no_other_site() {
    let portal = Portal::empty().await;
    for path in ["/api/docs", "/api/docs/page.js", "/api/docs/page.css"] {
        let answer = portal.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.body.as_str().expect("text");
        assert!(!text.contains("http://") && !text.contains("https://"), "{path}");
    }
    portal.get("/api/docs/other").await.fails(404, "Dit adres bestaat niet.");
}

#[test]
fn every_answer_to_an_operator_has_a_described_type_and_names_no_command() {
    let text = fairway_api::http::openapi::operator_text().expect("a description");
    assert!(!text.contains("replay-tool"));
    let document: Value = serde_json::from_str(&text).expect("JSON");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let answer = &operation["responses"]["200"]["content"]["application/json"];
            assert!(answer.is_null() || answer["schema"]["$ref"].is_string(), "{method} {path}: {answer}");
        }
    }
}

#[test]
fn a_field_that_can_be_null_is_required_in_answers_and_not_in_requests() {
    let text = fairway_api::http::openapi::operator_text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let requires = |schema: &str, field: &str| {
        let required = document["components"]["schemas"][schema]["required"].as_array().expect("required");
        required.contains(&Value::from(field))
    };
    assert!(requires("AccountView", "disabled_at"));
    assert!(requires("AccountView", "email"));
    assert!(!requires("AccountView", "member_number"), "nodes of the release before leave it out");
    assert!(!requires("ExplainRequest", "holes"));
    assert!(!requires("FailureBody", "errors"));
}
