//! Operators' log-ins: whom wrong passwords lock out, what is recorded, and what needs a factor given anew.

use chrono::TimeDelta;
use fairway_store::operators::Role;
use reqwest::header::SET_COOKIE;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{PASSWORD, code};
use crate::support::{Answer, Portal};

const LOGIN: &str = "/operator/api/login";
const CONFIRM: &str = "/operator/api/session/confirm";

fn log_in(name: &str, password: &str) -> Value {
    json!({ "email": format!("{name}@test.example"), "password": password, "code": null })
}

/// The record of log-ins, in order: operator, action and reason.
async fn recorded(portal: &Portal) -> Vec<(String, String, String)> {
    sqlx::query_as(
        "SELECT operator, action, reason FROM operator_actions
         WHERE action IN ('log in', 'refused log-in', 'confirm', 'refused confirmation') ORDER BY at, id",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("log-ins")
}

#[tokio::test]
async fn wrong_passwords_of_strangers_lock_no_operator_out_of_a_browser_of_their_own() {
    let portal = Portal::start().await;
    portal.add_operator("anke", &[Role::Admin]).await;
    let first = portal.operator_login("anke", None).await;
    let cookies = first.headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let device =
        cookies.filter_map(|cookie| cookie.split(';').next()).find(|cookie| cookie.contains("device"));
    let device = device.expect("a cookie of the browser").to_owned();
    assert!(device.starts_with("__Host-fairway-operator-device="), "not the one of members: {device}");

    for _ in 0..12 {
        portal.operator_post(LOGIN, &log_in("anke", "wrong")).await;
    }
    assert_eq!(portal.operator_login("anke", None).await.status, 429, "a stranger is locked out");
    let from_own = async |cookie: &str, password: &str| {
        let request = portal.http.post(portal.url(LOGIN)).header("origin", &portal.base);
        Answer::to(request.header("cookie", cookie).json(&log_in("anke", password))).await.status
    };
    assert_eq!(from_own(&device, PASSWORD).await, 200);
    // The cookie is of one account: another operator's, or a member's, is a stranger's.
    portal.add_operator("bas", &[Role::Admin]).await;
    let other = portal.operator_login("bas", None).await;
    let others = other.headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let others =
        others.filter_map(|cookie| cookie.split(';').next()).find(|cookie| cookie.contains("device"));
    assert_eq!(from_own(others.expect("a cookie"), PASSWORD).await, 429);
    for _ in 0..10 {
        assert_eq!(from_own(&device, "wrong").await, 401);
    }
    assert_eq!(from_own(&device, PASSWORD).await, 429, "known browsers have ten attempts, too");
}

#[tokio::test]
async fn every_log_in_of_an_operator_is_recorded_failed_or_not() {
    let portal = Portal::start().await;
    let token = portal.invite("anke", &[Role::Auditor]).await;
    let shown = portal.operator_post("/operator/api/setup/begin", &json!({ "token": token })).await;
    let secret = shown.body["secret"].as_str().expect("a secret").to_owned();
    let now = || portal.clock.now();
    let setup = json!({
        "token": token, "password": PASSWORD, "code": code(&secret, now()), "enrolment": shown.body["enrolment"],
    });
    assert_eq!(portal.operator_post("/operator/api/setup", &setup).await.status, 204);
    let later = || portal.clock.advance(TimeDelta::minutes(1));
    later();
    portal.operator_post(LOGIN, &log_in("anke", "wrong")).await;
    later();
    portal.operator_login("anke", None).await;
    later();
    portal.operator_login("anke", Some("000000")).await;
    later();
    let anke = portal.operator_of(&portal.operator_login("anke", Some(&code(&secret, now()))).await);
    later();
    for name in ["nobody", "somebody"] {
        portal.operator_post(LOGIN, &log_in(name, "wrong")).await;
    }
    let row = |operator: &str, action: &str, reason: &str| (operator.into(), action.into(), reason.into());
    let expected: Vec<(String, String, String)> = vec![
        row("anke", "refused log-in", "wrong address or password"),
        row("anke", "refused log-in", "right password, no code yet"),
        row("anke", "refused log-in", "right password, wrong code"),
        row("anke", "log in", "password and code"),
        row("unknown", "refused log-in", "wrong address or password"),
    ];
    assert_eq!(recorded(&portal).await, expected, "strangers fill the table no faster than a row a minute");
    later();
    for _ in 0..12 {
        portal.operator_post(LOGIN, &log_in("anke", "wrong")).await;
    }
    let last = row("anke", "refused log-in", "too many failures: not tried");
    let all = recorded(&portal).await;
    assert_eq!(all.iter().filter(|one| **one == last).count(), 1, "{all:?}");
    assert_eq!(all.len(), expected.len() + 10 + 1, "{all:?}");

    let actions = anke.get("/operator/api/actions?subject=log-in").await.body["actions"].clone();
    let id: Uuid = sqlx::query_scalar("SELECT id FROM operators WHERE name = 'anke'")
        .fetch_one(&portal.pool)
        .await
        .expect("anke");
    let of_anke = actions.as_array().expect("actions").iter().filter(|one| one["operator_id"] == json!(id));
    assert_eq!(of_anke.count(), 3 + 10 + 1, "{actions}");
    let text = actions.to_string();
    assert!(!text.contains("nobody") && !text.contains("test.example"), "nothing that was written: {text}");
    let named: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM operator_actions JOIN operator_sessions AS session ON subject = 'session ' || session.id
         WHERE action = 'log in'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert!(named > 0, "the record names the session");
}

#[tokio::test]
async fn what_harms_most_needs_a_factor_of_the_last_minutes() {
    let portal = Portal::start().await;
    let jan = portal.member_id("jan").await;
    let anke = portal.operator("anke", &Role::ALL).await;
    let paths = [
        "operators/add".to_owned(),
        "operators/disable".to_owned(),
        "operators/enable".to_owned(),
        "operators/reset".to_owned(),
        format!("members/{jan}/erase"),
        format!("members/{jan}/vouchers"),
        format!("members/{jan}/passes"),
        format!("members/{jan}/vouchers/withdraw"),
        format!("members/{jan}/passes/withdraw"),
        format!("orders/{jan}/refund"),
        "projections/swap".to_owned(),
    ];
    let ask = async |path: &str| anke.post(&format!("/operator/api/{path}"), &json!({})).await;
    for path in &paths {
        assert_eq!(ask(path).await.status, 422, "{path}: the log-in was a moment ago");
    }
    portal.clock.advance(TimeDelta::minutes(10));
    for path in &paths {
        let answer = ask(path).await;
        assert_eq!(answer.status, 403, "{path}: {}", answer.body);
        assert_eq!(answer.body["errors"]["factor"], "Enter your password, to confirm that it is you.");
    }
    assert_eq!(ask("projections/rebuild").await.status, 422, "that changes nothing yet");

    let wrong = anke.post(CONFIRM, &json!({ "factor": "wrong" })).await;
    assert_eq!((wrong.status, &wrong.body["errors"]["factor"]), (422, &json!("This password is not right.")));
    assert_eq!(ask(&paths[0]).await.status, 403);
    assert_eq!(anke.post(CONFIRM, &json!({ "factor": PASSWORD })).await.status, 200);
    for path in &paths {
        assert_eq!(ask(path).await.status, 422, "{path}");
    }
    let mut told: Vec<String> = recorded(&portal).await.into_iter().map(|(_, action, _)| action).collect();
    told.sort();
    assert_eq!(told, ["confirm", "log in", "refused confirmation"]);
}

#[tokio::test]
async fn a_session_with_many_wrong_factors_is_stopped_and_recorded_and_no_other_one() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let wrong = async || anke.post(CONFIRM, &json!({ "factor": "wrong" })).await.status;
    for _ in 0..10 {
        assert_eq!(wrong().await, 422);
    }
    assert_eq!((wrong().await, wrong().await), (429, 429));
    let last: (String, String, String) =
        ("anke".into(), "refused confirmation".into(), "too many failures: not tried".into());
    let all = recorded(&portal).await;
    assert_eq!(all.iter().filter(|one| **one == last).count(), 1, "{all:?}");
    let again = portal.operator_of(&portal.operator_login("anke", None).await);
    assert_eq!(again.post(CONFIRM, &json!({ "factor": PASSWORD })).await.status, 200);
}

#[tokio::test]
async fn with_an_authenticator_app_the_factor_is_a_code_that_works_once() {
    let portal = Portal::start().await;
    let token = portal.invite("bas", &[Role::Admin]).await;
    let shown = portal.operator_post("/operator/api/setup/begin", &json!({ "token": token })).await;
    let secret = shown.body["secret"].as_str().expect("a secret").to_owned();
    let setup = json!({
        "token": token, "password": PASSWORD, "code": code(&secret, portal.clock.now()),
        "enrolment": shown.body["enrolment"],
    });
    assert_eq!(portal.operator_post("/operator/api/setup", &setup).await.status, 204);
    portal.clock.advance(TimeDelta::minutes(1));
    let now = code(&secret, portal.clock.now());
    let bas = portal.operator_of(&portal.operator_login("bas", Some(&now)).await);
    portal.clock.advance(TimeDelta::minutes(11));
    let asked = bas.post("/operator/api/operators/add", &json!({})).await;
    let sentence = "Enter the 6 digits that your authenticator app shows, to confirm that it is you.";
    assert_eq!((asked.status, &asked.body["errors"]["factor"]), (403, &json!(sentence)));
    for wrong in [PASSWORD, &now] {
        assert_eq!(bas.post(CONFIRM, &json!({ "factor": wrong })).await.status, 422, "{wrong}");
    }
    let now = code(&secret, portal.clock.now());
    assert_eq!(bas.post(CONFIRM, &json!({ "factor": now })).await.status, 200);
    assert_eq!(bas.post(CONFIRM, &json!({ "factor": now })).await.status, 422, "a code works once");
    assert_eq!(bas.post("/operator/api/operators/add", &json!({})).await.status, 422);
}
