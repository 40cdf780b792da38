//! Operators' texts that are kept for good: every endpoint refuses one that says who somebody is.

use fairway_store::operators::Role;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::support::Portal;

/// Texts that operators write without thinking. Jan de Vries and Eva are members.
const PERSONAL: [&str; 7] = [
    "belde vanaf jan@elsewhere.example",
    "belde met 06-12345678",
    "GSN NL12345678 klopt niet",
    "asked by Jan",
    "Eva's request",
    "verzoek van mevrouw Smit",
    "Dam belde",
];

/// An operation that keeps a reason: its path, and a body whose fields are of the described types.
fn operations_with_a_reason() -> Vec<(String, Map<String, Value>)> {
    let text = fairway_api::http::openapi::operator_text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let schemas = &document["components"]["schemas"];
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        let schema = &methods["post"]["requestBody"]["content"]["application/json"]["schema"];
        let body = sample(schema, schemas);
        if let Value::Object(fields) = body
            && fields.contains_key("reason")
        {
            operations.push((path.clone(), fields));
        }
    }
    operations
}

/// A value of a described type.
fn sample(schema: &Value, schemas: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return sample(&schemas[name], schemas);
    }
    if let Some(first) = schema["enum"].get(0).or_else(|| schema["const"].as_str().map(|_| &schema["const"]))
    {
        return first.clone();
    }
    if let Some(first) = ["oneOf", "anyOf"].iter().find_map(|key| schema[key].get(0)) {
        return sample(first, schemas);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        if let [only] = parts.as_slice() {
            return sample(only, schemas);
        }
        let fields = parts.iter().filter_map(|part| sample(part, schemas).as_object().cloned()).flatten();
        return Value::Object(fields.collect());
    }
    if schema["type"].as_array().is_some_and(|types| types.contains(&json!("null"))) {
        return Value::Null;
    }
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or_default();
    if let Some(example) = schema.get("example") {
        return example.clone();
    }
    match (kind, schema["format"].as_str()) {
        ("object", _) => {
            let fields = schema["properties"].as_object().cloned().unwrap_or_default();
            fields.iter().map(|(name, schema)| (name.clone(), sample(schema, schemas))).collect()
        }
        ("string", Some("uuid")) => json!(Uuid::nil()),
        ("string", Some("date")) => json!("2026-11-28"),
        ("string", _) => json!("x"),
        ("integer" | "number", _) => json!(9),
        ("boolean", _) => json!(true),
        ("array", _) => json!([]),
        _ => Value::Null,
    }
}

#[tokio::test]
async fn every_act_refuses_a_reason_that_says_who_somebody_is() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &Role::ALL).await;
    let jan = portal.member_id("jan").await.to_string();
    let operations = operations_with_a_reason();
    assert!(operations.len() >= 28, "{operations:?}");
    for (path, mut body) in operations {
        let path = path.replace("{id}", &jan).replace("{club}", "de-es").replace("{date}", "2026-11-28");
        let path = path.replace("{month}", "2026-11").replace("{dispute}", &jan);
        // The member whom an act is about is not named in small letters either.
        let own: &[&str] = if path.contains("/members/") { &["jan belde"] } else { &[] };
        for text in PERSONAL.iter().chain(own) {
            body.insert("reason".to_owned(), json!(text));
            let answer = anke.post(&path, &Value::Object(body.clone())).await;
            let sentence = answer.body["errors"]["reason"].as_str().unwrap_or_default();
            assert_eq!(answer.status, 422, "{path} {text}: {}", answer.body);
            assert!(sentence.contains("stored for good") && sentence.contains("leave"), "{path}: {sentence}");
        }
        let sql = "SELECT count(*) FROM operator_actions WHERE reason <> '' AND action <> 'log in'";
        let kept: i64 = sqlx::query_scalar(sql).fetch_one(&portal.pool).await.expect("a count");
        assert_eq!(kept, 0, "{path} recorded a refused reason");
    }
}

#[tokio::test]
async fn a_granted_voucher_and_pass_are_called_as_the_settings_say() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let id = portal.member_id("jan").await;
    let shown = anke.get(&format!("/operator/api/members/{id}")).await.body["grants"].clone();
    assert_eq!(
        shown,
        json!({"voucher_titles": ["Excuses voor de regen"], "pass_names": ["Heel het jaar"]}),
        "the screens offer the list"
    );
    for name in ["Voor Jan de Vries", "excuses voor de regen", "Jan", ""] {
        let voucher = json!({
            "reason": "melding 12", "holes": 18, "title": name, "expires": "2026-12-31", "count": 1,
            "request": Uuid::from_u128(1),
        });
        let refused = anke.post(&format!("/operator/api/members/{id}/vouchers"), &voucher).await;
        let sentence = refused.body["errors"]["title"].as_str().unwrap_or_default();
        assert!(sentence.contains("Excuses voor de regen"), "{name}: {}", refused.body);
        let pass = json!({
            "reason": "melding 12", "name": name, "startdate": "2027-01-01", "enddate": "2027-12-31",
            "max": 24, "per_month": null, "max_holes": 18, "amount_cents": 0, "request": Uuid::from_u128(2),
        });
        let refused = anke.post(&format!("/operator/api/members/{id}/passes"), &pass).await;
        let sentence = refused.body["errors"]["name"].as_str().unwrap_or_default();
        assert!(sentence.contains("Heel het jaar"), "{name}: {}", refused.body);
    }

    // A name of the settings is no member's, whoever is called so.
    let sql =
        "UPDATE members SET first_name = 'Excuses', last_name = 'Heel' WHERE email = 'eva@test.example'";
    sqlx::query(sql).execute(&portal.pool).await.expect("another name");
    let voucher = json!({
        "reason": "melding 12", "holes": 18, "title": "Excuses voor de regen", "expires": "2026-12-31", "count": 1,
        "request": Uuid::from_u128(3),
    });
    let granted = anke.post(&format!("/operator/api/members/{id}/vouchers"), &voucher).await;
    assert_eq!(granted.status, 200, "{}", granted.body);
    let pass = json!({
        "reason": "melding 12", "name": "Heel het jaar", "startdate": "2027-01-01", "enddate": "2027-12-31",
        "max": 24, "per_month": null, "max_holes": 18, "amount_cents": 0, "request": Uuid::from_u128(4),
    });
    let granted = anke.post(&format!("/operator/api/members/{id}/passes"), &pass).await;
    assert_eq!(granted.status, 200, "{}", granted.body);
}

#[tokio::test]
async fn the_settings_take_no_name_for_a_grant_that_says_who_somebody_is() {
    let portal = Portal::start().await;
    let nina = portal.operator("nina", &[Role::Content]).await;
    let item = nina.get("/operator/api/content/item?kind=settings&key=settings").await.body;
    let save = async |field: &str, name: &str| {
        let mut row = item["published"].clone();
        row[field].as_array_mut().expect("names").push(json!(name));
        let version = item["version"].clone();
        let body = json!({
            "kind": "settings", "key": "settings", "version": version, "row": row, "publish": "now", "reason": "melding 12",
        });
        nina.post("/operator/api/content/save", &body).await
    };
    for field in ["voucher_titles", "pass_names"] {
        for name in ["Excuus Jan de Vries", "Voor 06-12345678", "GSN 20418300", "jan@golf.example"] {
            let refused = save(field, name).await;
            let sentence = refused.body["errors"][format!("{field}[1]")].as_str().unwrap_or_default();
            assert!(sentence.contains("stored for good"), "{name}: {}", refused.body);
        }
    }
    let saved = save("voucher_titles", "Excuses voor de storm").await;
    assert_eq!(saved.status, 200, "{}", saved.body);
}

#[tokio::test]
async fn each_name_in_a_refused_text_is_recorded_and_never_the_name() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &Role::ALL).await;
    let reason = json!({"kind": "page", "key": "terms", "version": 0, "reason": "asked by Vries"});
    let notice = json!({"reason": "frost", "notice": "Vries", "meets": []});
    for (path, body) in [
        ("content/discard", &reason),
        ("content/discard", &reason),
        ("clubs/de-es/days/2026-11-28/close", &notice),
        ("mails/send-again", &json!({"id": Uuid::nil(), "reason": "asked by Vries"})),
    ] {
        let refused = anke.post(&format!("/operator/api/{path}"), body).await;
        assert_eq!(refused.status, 422, "{path}: {}", refused.body);
    }
    let sql = "SELECT subject || reason FROM operator_actions WHERE action = 'view'";
    let views: Vec<String> = sqlx::query_scalar(sql).fetch_all(&portal.pool).await.expect("views");
    assert_eq!(views, ["a member's name in a refused text"; 4]);
}

#[tokio::test]
async fn a_notice_of_a_day_names_nobody() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    for text in PERSONAL {
        for (act, capacity) in [("close", Value::Null), ("limit", json!(1))] {
            let body = json!({"reason": "frost", "notice": text, "meets": [], "capacity": capacity});
            let path = format!("/operator/api/clubs/de-es/days/2026-11-28/{act}");
            let refused = anke.post(&path, &body).await;
            let sentence = refused.body["errors"]["notice"].as_str().unwrap_or_default();
            assert!(sentence.contains("stored for good"), "{act} {text}: {}", refused.body);
        }
    }
    let named_as_the_club = json!({"reason": "frost at De Es", "notice": "Vorst op De Es.", "meets": []});
    let done = anke.post("/operator/api/clubs/de-es/days/2026-11-28/close", &named_as_the_club).await;
    assert_eq!(done.status, 200, "{}", done.body);
}
