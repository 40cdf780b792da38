//! An operator's own account: the password, the authenticator app, and the recovery codes that stand in for it.

use chrono::TimeDelta;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::{Operator, PASSWORD, code};
use crate::support::Portal;

const ACCOUNT: &str = "/operator/api/account";
const CHANGE: &str = "/operator/api/account/password";
const BEGIN: &str = "/operator/api/account/app/begin";
const APP: &str = "/operator/api/account/app";
const CODES: &str = "/operator/api/account/recovery-codes";
const NEW_PASSWORD: &str = "paarse-bunker-straat-12";

/// The acts on one's own account, in order: operator, action and reason.
async fn acts(portal: &Portal) -> Vec<(String, String, String)> {
    sqlx::query_as(
        "SELECT operator, action, reason FROM operator_actions
         WHERE subject = 'account' AND action NOT LIKE '%log-in' ORDER BY at, id",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts")
}

impl Operator<'_> {
    /// A code of the operator's new app, which is used from then on; returns the app's secret.
    async fn use_new_app(&self) -> String {
        let begun = self.post(BEGIN, &json!({})).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        let secret = begun.body["secret"].as_str().expect("a secret").to_owned();
        let now = code(&secret, self.portal.clock.now());
        let body = json!({ "code": now, "enrolment": begun.body["enrolment"] });
        let used = self.post(APP, &body).await;
        assert_eq!((used.status, &used.body), (200, &json!({})));
        secret
    }

    async fn new_codes(&self) -> Vec<String> {
        let made = self.post(CODES, &json!({})).await;
        assert_eq!(made.status, 200, "{}", made.body);
        let codes = made.body["codes"].as_array().expect("codes").iter();
        codes.map(|code| code.as_str().expect("text").to_owned()).collect()
    }

    async fn codes_left(&self) -> Value {
        self.get(ACCOUNT).await.body["recovery_codes_left"].clone()
    }
}

#[tokio::test]
async fn a_new_password_needs_the_present_one_and_ends_other_sessions() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let other = portal.operator_of(&portal.operator_login("anke", None).await);
    let bas = portal.operator("bas", &[Role::Support]).await;
    let change =
        async |current: &str, new: &str| anke.post(CHANGE, &json!({ "current": current, "new": new })).await;
    for (current, new, field, sentence) in [
        ("wrong", NEW_PASSWORD, "current", "This is not your present password."),
        (PASSWORD, "kort", "new", "Choose a password of 12 to 256 characters."),
        (PASSWORD, "g".repeat(257).as_str(), "new", "Choose a password of 12 to 256 characters."),
        (PASSWORD, "wachtwoord123", "new", "This password is too easy to guess. Choose another one."),
        (PASSWORD, PASSWORD, "new", "Choose another password than your present one."),
    ] {
        let refused = change(current, new).await;
        assert_eq!((refused.status, &refused.body["errors"][field]), (422, &json!(sentence)), "{new}");
    }
    assert_eq!(other.get("/operator/api/session").await.status, 200, "nothing has changed");
    portal.clock.advance(TimeDelta::seconds(1));
    let done = change(PASSWORD, NEW_PASSWORD).await;
    assert_eq!((done.status, &done.body), (200, &json!({})));
    assert_eq!(anke.get("/operator/api/session").await.status, 200, "this session goes on");
    assert_eq!(other.get("/operator/api/session").await.status, 401);
    assert_eq!(bas.get("/operator/api/session").await.status, 200, "another operator's goes on");
    assert_eq!(portal.operator_login("anke", None).await.status, 401, "with the former password");
    let body = json!({ "email": "anke@test.example", "password": NEW_PASSWORD });
    assert_eq!(portal.operator_post("/operator/api/login", &body).await.status, 200);
    let act = |action: &str, reason: &str| ("anke".to_owned(), action.to_owned(), reason.to_owned());
    let expected = [act("refused confirmation", "wrong"), act("change password", "one's own account")];
    assert_eq!(acts(&portal).await, expected);
}

#[tokio::test]
async fn a_change_of_the_password_ends_what_was_begun_in_the_other_sessions() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let other = portal.operator_of(&portal.operator_login("anke", None).await);
    let path = format!("/operator/api/members/{}/impersonate", portal.member_id("jan").await);
    for session in [&anke, &other] {
        assert_eq!(session.post(&path, &json!({ "reason": "melding 7" })).await.status, 200);
    }
    let open = async || -> i64 {
        let sql = "SELECT count(*) FROM impersonations WHERE used_at IS NULL AND expires_at > now()";
        sqlx::query_scalar(sql).fetch_one(&portal.pool).await.expect("a count")
    };
    assert_eq!(open().await, 2);
    let body = json!({ "current": PASSWORD, "new": NEW_PASSWORD });
    assert_eq!(anke.post(CHANGE, &body).await.status, 200);
    assert_eq!(open().await, 1, "the link of this session still works");
}

#[tokio::test]
async fn wrong_present_passwords_are_counted_and_a_confirmation_makes_no_room() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let change = async |current: &str| {
        anke.post(CHANGE, &json!({ "current": current, "new": NEW_PASSWORD })).await.status
    };
    for _ in 0..10 {
        assert_eq!(change("wrong").await, 422);
    }
    assert_eq!(anke.post("/operator/api/session/confirm", &json!({ "factor": PASSWORD })).await.status, 200);
    assert_eq!(change(PASSWORD).await, 429);
    let again = portal.operator_of(&portal.operator_login("anke", None).await);
    assert_eq!(again.get(ACCOUNT).await.status, 200, "nobody is locked out of the log-in");
}

#[tokio::test]
async fn a_new_app_is_used_after_a_right_code_of_it_and_the_former_one_no_more() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Content]).await;
    assert_eq!(anke.get(ACCOUNT).await.body, json!({ "has_second_factor": false, "recovery_codes_left": 0 }));
    let first = anke.use_new_app().await;
    assert_eq!(anke.get(ACCOUNT).await.body["has_second_factor"], true, "in this session, too");
    portal.clock.advance(TimeDelta::minutes(1));

    let begun = anke.post(BEGIN, &json!({})).await;
    assert!(begun.body["qr_svg"].as_str().is_some_and(|picture| picture.starts_with("<svg")));
    assert!(begun.body["uri"].as_str().is_some_and(|uri| uri.contains("anke@test.example")));
    let second = begun.body["secret"].as_str().expect("a secret").to_owned();
    let now = || portal.clock.now();
    for (code, enrolment) in [
        ("000000".to_owned(), &begun.body["enrolment"]),
        (code(&first, now()), &begun.body["enrolment"]),
        (code(&second, now()), &json!("AAAA")),
    ] {
        let refused = anke.post(APP, &json!({ "code": code, "enrolment": enrolment })).await;
        assert!(refused.status == 422 && refused.body["errors"]["code"].is_string(), "{}", refused.body);
    }
    assert_eq!(portal.operator_login("anke", Some(&code(&second, now()))).await.status, 401);
    assert_eq!(
        portal.operator_login("anke", Some(&code(&first, now()))).await.status,
        200,
        "still the first"
    );

    let given = code(&second, now());
    let used = anke.post(APP, &json!({ "code": given, "enrolment": begun.body["enrolment"] })).await;
    assert_eq!(used.status, 200, "{}", used.body);
    let replayed = portal.operator_login("anke", Some(&given)).await;
    replayed.fails(401, "This code was used already. Wait for the next one.");
    portal.clock.advance(TimeDelta::minutes(1));
    assert_eq!(portal.operator_login("anke", Some(&code(&first, now()))).await.status, 401);
    assert_eq!(portal.operator_login("anke", Some(&code(&second, now()))).await.status, 200);
    let told: Vec<String> = acts(&portal).await.into_iter().map(|(_, action, _)| action).collect();
    assert_eq!(told, ["change authenticator app", "change authenticator app"]);
}

#[tokio::test]
async fn a_recovery_code_logs_in_once_and_new_codes_replace_all() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    anke.post(CODES, &json!({}))
        .await
        .fails(409, "Recovery codes stand in for an authenticator app: set one up first.");
    anke.use_new_app().await;
    let codes = anke.new_codes().await;
    assert_eq!((codes.len(), anke.codes_left().await), (10, json!(10)));
    let stored: Vec<Vec<u8>> = sqlx::query_scalar("SELECT code_hash FROM operator_recovery_codes")
        .fetch_all(&portal.pool)
        .await
        .expect("hashes");
    for code in &codes {
        let plain = fairway_clock::random::digest(code.replace('-', "").as_bytes());
        assert!(!stored.contains(&plain), "not as a hash that anybody can make");
    }

    let typed = codes[0].to_lowercase().replace('-', " ");
    let recovered = portal.operator_of(&portal.operator_login("anke", Some(&typed)).await);
    assert_eq!(recovered.codes_left().await, json!(9));
    let used = "This recovery code is not right, or was used already.";
    for wrong in ["00000-00000", &codes[0]] {
        let refused = portal.operator_login("anke", Some(wrong)).await;
        assert_eq!((refused.status, &refused.body["errors"]["code"]), (401, &json!(used)), "{wrong}");
    }
    // Without the telephone: the log-in was a moment ago, so a new app is set up now.
    recovered.use_new_app().await;
    assert_eq!(recovered.codes_left().await, json!(9));

    let newer = recovered.new_codes().await;
    assert_eq!(recovered.codes_left().await, json!(10));
    assert_eq!(portal.operator_login("anke", Some(&codes[1])).await.status, 401, "one of the former ten");
    assert_eq!(portal.operator_login("anke", Some(&newer[1])).await.status, 200);
    let reasons: Vec<String> = sqlx::query_scalar(
        "SELECT reason FROM operator_actions WHERE action IN ('log in', 'refused log-in') ORDER BY at, id",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("log-ins");
    let recovery = "password and recovery code";
    let wrong = "right password, wrong code";
    assert_eq!(reasons.iter().filter(|one| *one == recovery).count(), 2, "{reasons:?}");
    assert_eq!(reasons.iter().filter(|one| *one == wrong).count(), 3, "{reasons:?}");
}

#[tokio::test]
async fn a_recovery_code_is_of_one_account_and_nothing_without_the_password() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let bas = portal.operator("bas", &[Role::Support]).await;
    let app = anke.use_new_app().await;
    bas.use_new_app().await;
    let codes = anke.new_codes().await;
    assert_eq!(portal.operator_login("bas", Some(&codes[0])).await.status, 401, "another operator's");
    let body = json!({ "email": "anke@test.example", "password": "wrong", "code": codes[0] });
    assert_eq!(portal.operator_post("/operator/api/login", &body).await.status, 401);
    assert_eq!(anke.codes_left().await, json!(10), "it is not used up");

    // Wrong ones count as wrong passwords do.
    for _ in 0..9 {
        assert_eq!(portal.operator_login("anke", Some("00000-00000")).await.status, 401);
    }
    assert_eq!(portal.operator_login("anke", Some(&codes[0])).await.status, 429);
    portal.clock.advance(TimeDelta::minutes(16));
    let next = code(&app, portal.clock.now());
    assert_eq!(portal.operator_login("anke", Some(&next)).await.status, 200);
}

#[tokio::test]
async fn of_concurrent_uses_of_a_recovery_code_one_succeeds() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    anke.use_new_app().await;
    let codes = anke.new_codes().await;
    let log_in = async || portal.operator_login("anke", Some(&codes[0])).await.status;
    let (a, b, c, d) = tokio::join!(log_in(), log_in(), log_in(), log_in());
    let mut statuses = [a, b, c, d];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401, 401, 401]);
}

#[tokio::test]
async fn a_reset_deletes_recovery_codes_and_what_only_disables_keeps_them() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    anke.use_new_app().await;
    let codes = anke.new_codes().await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM operators WHERE name = 'anke'")
        .fetch_one(&portal.pool)
        .await
        .expect("anke");
    let act = async |act: &str| {
        let body = json!({ "id": id, "reason": "melding 7" });
        bas.post(&format!("/operator/api/operators/{act}"), &body).await.status
    };
    let stored = async || -> i64 {
        let sql = "SELECT count(*) FROM operator_recovery_codes";
        sqlx::query_scalar(sql).fetch_one(&portal.pool).await.expect("a count")
    };
    assert_eq!(act("disable").await, 200);
    assert_eq!(portal.operator_login("anke", Some(&codes[0])).await.status, 401, "disabled");
    assert_eq!(act("enable").await, 200);
    assert_eq!(portal.operator_login("anke", Some(&codes[0])).await.status, 200);
    assert_eq!(stored().await, 10, "a used one is kept");
    assert_eq!(act("reset").await, 200);
    assert_eq!(stored().await, 0);
}

#[tokio::test]
async fn ones_own_account_changes_with_a_factor_of_the_last_minutes_only() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Auditor]).await;
    portal.clock.advance(TimeDelta::minutes(10));
    for path in [CHANGE, BEGIN, APP, CODES] {
        let asked = anke.post(path, &json!({})).await;
        assert!(asked.status == 403 && asked.body["errors"]["factor"].is_string(), "{path}: {}", asked.body);
    }
    assert_eq!(anke.get(ACCOUNT).await.status, 200, "a look needs none");
}

#[tokio::test]
async fn last_seen_stays_known_without_sessions() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let seen = async || -> (Value, Value) {
        let listed = bas.get("/operator/api/operators").await.body["operators"].clone();
        let one = listed.as_array().expect("operators").iter().find(|one| one["name"] == "anke").cloned();
        let one = one.expect("anke");
        (one["id"].clone(), one["last_seen_at"].clone())
    };
    let (id, at_log_in) = seen().await;
    assert!(at_log_in.is_string(), "the log-in itself counts");
    portal.clock.advance(TimeDelta::minutes(5));
    assert_eq!(anke.get("/operator/api/session").await.status, 200);
    let (_, later) = seen().await;
    assert!(later.as_str() > at_log_in.as_str(), "{later} after {at_log_in}");
    for act in ["disable", "enable"] {
        let body = json!({ "id": id, "reason": "melding 7" });
        assert_eq!(bas.post(&format!("/operator/api/operators/{act}"), &body).await.status, 200);
        assert_eq!(seen().await.1, later, "{act}");
    }
}
