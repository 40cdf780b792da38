//! No look without a record: every endpoint of the operators, with every combination of its optional parameters, in a
//! session of its own.

mod content;
mod desk;
mod member_acts;
mod member_page;

use std::collections::BTreeSet;

use fairway_clock::random;
use fairway_notifications::mail::bookings::BookingMails;
use fairway_store::operator_sessions::{NewSession, Proof};
use fairway_store::operators::Role;
use fairway_store::{operator_sessions, operators};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::Operator;
use crate::support::{Answer, Portal, round};

/// The questions to an endpoint: each of `always` with every combination of `maybe`, in which an array stands for one
/// of its values.
struct Asked {
    always: Vec<Value>,
    maybe: Value,
}

/// The persons of a test.
struct Scene {
    portal: Portal,
    jan: Uuid,
    /// A place of Jan's.
    place: String,
    /// Eva's in the same round.
    other_place: String,
    booking: Uuid,
    /// The mails about it.
    mails: Vec<Uuid>,
    password_hash: String,
    operator: Uuid,
    /// Every member's id, address and last name, and the booking.
    identities: Vec<String>,
}

impl Scene {
    async fn new() -> Self {
        let portal = Portal::start().await;
        let jan = portal.login("jan").await;
        let place = jan.book("2026-11-28", &["jan", "eva"]).await;
        let other_place = jan.place_of(&place, "eva").await;
        // A refusal by a rule is recorded, too.
        assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan", "eva"])).await.status, 409);
        portal.caught_up().await;
        let app = &portal.node.app;
        let (pool, clock) = (portal.pool.clone(), portal.clock.clone());
        let delivery = app.operators.delivery.clone();
        let mails = BookingMails::new(pool, clock, delivery, (*app.rounds.links).clone());
        while mails.process_events().await.expect("a look").more {}
        let booking: Uuid = sqlx::query_scalar("SELECT booking_id FROM reservations_bookings LIMIT 1")
            .fetch_one(&portal.pool)
            .await
            .expect("the booking");
        let about = "SELECT id FROM mail_outbox WHERE booking_id = $1";
        let mails: Vec<Uuid> =
            sqlx::query_scalar(about).bind(booking).fetch_all(&portal.pool).await.expect("mails");
        portal.add_operator("anke", &Role::ALL).await;
        let account = operators::account(&portal.pool, "anke@test.example").await.expect("an answer");
        let account = account.expect("the account");
        let members: Vec<(Uuid, String, String)> = sqlx::query_as("SELECT id, email, last_name FROM members")
            .fetch_all(&portal.pool)
            .await
            .expect("members");
        let named = members.into_iter().flat_map(|(id, email, name)| [id.to_string(), email, name]);
        let identities = named.chain([booking.to_string()]).filter(|text| !text.is_empty()).collect();
        Self {
            jan: portal.member_id("jan").await,
            place,
            other_place,
            booking,
            mails,
            password_hash: account.password_hash.expect("a password"),
            operator: account.id,
            identities,
            portal,
        }
    }

    /// A new session, without the cost of a password.
    async fn session(&self) -> Operator<'_> {
        let now = self.portal.clock.now();
        let (id, token) = (random::new_id(now), random::new_token());
        let hash = random::digest(token.as_bytes());
        let mut connection = self.portal.pool.acquire().await.expect("a connection");
        let session = NewSession {
            id,
            token_hash: &hash,
            operator: self.operator,
            browser: "a browser",
            created_at: now,
        };
        let started =
            operator_sessions::start(&mut connection, &session, Proof::Password(&self.password_hash)).await;
        assert!(started.expect("a session"));
        let form_token = self.portal.node.app.operators.accounts.form_tokens.token(&hash);
        let cookie = format!("__Host-fairway_operator={token}");
        Operator { portal: &self.portal, cookie, form_token }
    }

    async fn recorded(&self) -> i64 {
        let sql = "SELECT (SELECT count(*) FROM operator_actions) + (SELECT count(*) FROM impersonations)";
        sqlx::query_scalar(sql).fetch_one(&self.portal.pool).await.expect("a count")
    }

    /// The persons whom a text names.
    fn named_in(&self, text: &str) -> BTreeSet<&str> {
        self.identities.iter().map(String::as_str).filter(|identity| has_word(text, identity)).collect()
    }

    /// Asks in a new session; returns whom the answer tells of without a record.
    async fn untold(&self, method: &str, path: &str, parameters: &Map<String, Value>) -> Option<String> {
        let described = parameters.get("path").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut filled = path.to_owned();
        for (name, value) in &described {
            filled = filled.replace(&format!("{{{name}}}"), value.as_str().expect("text"));
        }
        let mut rest = parameters.clone();
        rest.remove("path");
        let operator = self.session().await;
        let before = self.recorded().await;
        let (answer, asked) = if method == "get" {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in &rest {
                query.append_pair(
                    name,
                    value.as_str().map_or_else(|| value.to_string(), str::to_owned).as_str(),
                );
            }
            let asked = format!("{filled}?{}", query.finish());
            (operator.get(&asked).await, format!("{filled} {}", Value::Object(rest)))
        } else {
            let body = Value::Object(rest);
            (operator.post(&filled, &body).await, format!("{filled} {body}"))
        };
        assert!(answer.status < 500, "{asked}: {}", answer.body);
        let (mut wanted, shown) = (self.named_in(&asked), answer.body.to_string());
        let mut shown = self.named_in(&shown);
        if path.ends_with("actions") {
            // The records themselves are by ids: they tell of whom they name.
            wanted.clear();
            shown.retain(|identity| identity.parse::<Uuid>().is_err());
        }
        if answer.body.to_string().contains("is a member's name") {
            shown.extend(wanted);
        } else if answer.status >= 300 {
            // An answer that something is not known repeats the text that was asked for.
            shown.retain(|identity| !wanted.contains(identity));
        } else {
            shown.extend(wanted);
        }
        let grew = self.recorded().await > before;
        (!grew && !shown.is_empty()).then(|| format!("{asked} tells of {shown:?}: {}", answer.body))
    }
}

/// Whether a text has these words, not as a part of others: a random token may have the letters of a short name.
fn has_word(text: &str, words: &str) -> bool {
    let is_inside = |c: char| c.is_alphanumeric() || "-_".contains(c);
    text.match_indices(words).any(|(at, found)| {
        !text[..at].ends_with(is_inside) && !text[at + found.len()..].starts_with(is_inside)
    })
}

#[test]
fn a_name_inside_a_random_token_names_nobody() {
    assert!(has_word(r#"{"name":"Nico Op"}"#, "Op"));
    assert!(!has_word(r#"{"challenge":"x9Op-Q","enrolment":"Op_1"}"#, "Op"));
}

/// Every choice of the optional parameters.
fn combinations(asked: &Asked) -> Vec<Map<String, Value>> {
    let always = asked.always.iter().map(|one| one.as_object().expect("an object").clone());
    let mut all: Vec<Map<String, Value>> = always.collect();
    for (name, values) in asked.maybe.as_object().expect("an object") {
        let values = values.as_array().cloned().unwrap_or_else(|| vec![values.clone()]);
        let with = all.iter().flat_map(|one| {
            values.iter().map(|value| {
                let mut one = one.clone();
                one.insert(name.clone(), value.clone());
                one
            })
        });
        let with: Vec<_> = with.collect();
        all.extend(with);
    }
    all
}

/// An act, with a reason and with one that is refused: it has a member's name, and the refusal tells so.
fn act(body: Value) -> Asked {
    let with = |reason: &str| {
        let mut body = body.clone();
        body["reason"] = json!(reason);
        body
    };
    Asked { always: ["ticket 7", "asked by Vries"].map(with).to_vec(), maybe: json!({}) }
}

/// The parameters of an operation by its description: those in its path and its query, and the properties of its body.
fn described(document: &Value, operation: &Value) -> BTreeSet<String> {
    let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    let named = parameters.iter().filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
    let mut names: BTreeSet<String> = named.map(str::to_owned).collect();
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    if let Some(schema) = schema.as_str().and_then(|schema| schema.rsplit('/').next()) {
        let properties = document["components"]["schemas"][schema]["properties"].as_object();
        names.extend(properties.into_iter().flatten().map(|(name, _)| name.clone()));
    }
    names
}

#[tokio::test]
async fn no_endpoint_tells_of_a_person_without_a_record() {
    let scene = Scene::new().await;
    let text = fairway_api::http::openapi::operator_text().expect("a description");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut questions = desk::questions(&scene);
    questions.extend(content::questions());
    questions.extend(member_acts::questions(&scene));
    questions.extend(member_page::questions(&scene).await);
    let mut untold = Vec::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let known =
                questions.iter().find(|(of, to, _)| method == of && *path == format!("/operator/api/{to}"));
            let (.., asked) = known.unwrap_or_else(|| panic!("nothing is asked of {method} {path}"));
            let all = combinations(asked);
            let named: BTreeSet<&String> = all.iter().flat_map(Map::keys).collect();
            for parameter in described(&document, operation) {
                let is_content = path.ends_with("/content/add") || path.ends_with("/content/save");
                let is_optional_of_pass = parameter == "per_month";
                let is_asked = named.contains(&parameter) || is_content || is_optional_of_pass;
                assert!(is_asked, "{method} {path} is not asked with {parameter}");
            }
            for parameters in &all {
                untold.extend(scene.untold(method, path, parameters).await);
            }
        }
    }
    assert!(untold.is_empty(), "without a record:\n{}", untold.join("\n"));
}

#[tokio::test]
async fn a_list_records_whom_each_page_shows() {
    let scene = Scene::new().await;
    let portal = &scene.portal;
    let recorded = async || -> Vec<String> {
        let sql = "SELECT subject FROM operator_actions WHERE action = 'view' ORDER BY subject";
        sqlx::query_scalar(sql).fetch_all(&portal.pool).await.expect("views")
    };
    let (jan, eva) = (scene.jan, portal.member_id("eva").await);
    let both = {
        let mut both = [format!("member {jan}"), format!("member {eva}")];
        both.sort();
        both.join(", ")
    };
    let anke = scene.session().await;
    for _ in 0..2 {
        let mails = anke.get("/operator/api/mails").await;
        assert_eq!(mails.body["mails"].as_array().map(Vec::len), Some(2), "{}", mails.body);
    }
    assert_eq!(recorded().await, [format!("mails: {both}")], "once in a session");
    loop {
        let refusals = anke.get("/operator/api/refusals").await;
        if refusals.body["refusals"].as_array().is_some_and(|refusals| !refusals.is_empty()) {
            break;
        }
        tokio::task::yield_now().await;
    }
    assert_eq!(recorded().await, [format!("mails: {both}"), format!("refusals: {both}")]);
    let other = scene.session().await;
    assert_eq!(other.get("/operator/api/mails").await.status, 200);
    assert_eq!(recorded().await.len(), 3, "another session");
    let actions = other.get(&format!("/operator/api/actions?subject={eva}")).await;
    assert_eq!(actions.body["actions"].as_array().map(Vec::len), Some(3), "found by whom it showed");
}

#[tokio::test]
async fn a_rehearsed_erasure_is_recorded_with_its_reason() {
    let scene = Scene::new().await;
    let anke = scene.session().await;
    let body = json!({ "reason": "ticket 9", "rehearse": true, "cancel_upcoming": false });
    let answer: Answer = anke.post(&format!("/operator/api/members/{}/erase", scene.jan), &body).await;
    assert_eq!((answer.status, &answer.body["rehearsed"]), (200, &json!(true)), "{}", answer.body);
    let acts: Vec<(String, String)> = sqlx::query_as(
        "SELECT action, reason FROM operator_actions WHERE member_id = $1 AND action <> 'view'",
    )
    .bind(scene.jan)
    .fetch_all(&scene.portal.pool)
    .await
    .expect("acts");
    assert_eq!(acts, [("rehearse erasure".to_owned(), "ticket 9".to_owned())]);
}
