//! Operators' passkeys: added, used at the log-in and to confirm, removed, with a device in software.

use chrono::TimeDelta;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::{Operator, code};
use crate::passkeys::authenticator::Device;
use crate::support::{Answer, Portal};

const PASSKEYS: &str = "/operator/api/account/passkeys";
const CHALLENGE: &str = "/operator/api/login/passkey/begin";
const LOGIN: &str = "/operator/api/login/passkey/finish";
const CONFIRM: &str = "/operator/api/session/confirm";
const ORIGIN: &str = "https://golf.example";
const WRONG: &str = "This passkey does not work here, or no more. Log in with your password.";

impl Portal {
    async fn answer_of(&self, device: &Device) -> Value {
        let begun = self.operator_post(CHALLENGE, &json!({})).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        json!({ "challenge": begun.body["challenge"], "credential": device.get(&begun.body["options"]) })
    }

    async fn operator_passkey_login(&self, device: &Device) -> Answer {
        let answer = self.answer_of(device).await;
        self.operator_post(LOGIN, &answer).await
    }

    /// The log-ins and acts on one's own account, in order: action and reason.
    async fn of_own_accounts(&self) -> Vec<(String, String)> {
        let sql = "SELECT action, reason FROM operator_actions ORDER BY at, id";
        sqlx::query_as(sql).fetch_all(&self.pool).await.expect("acts")
    }
}

impl Operator<'_> {
    async fn answer_new_passkey(&self, device: &mut Device, name: &str) -> Answer {
        let begun = self.post(&format!("{PASSKEYS}/begin"), &json!({})).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        let credential = device.create(&begun.body["options"]);
        let body = json!({ "challenge": begun.body["challenge"], "name": name, "credential": credential });
        self.post(PASSKEYS, &body).await
    }

    async fn with_passkey(&self, name: &str) -> Device {
        let mut device = Device::new(ORIGIN);
        let added = self.answer_new_passkey(&mut device, name).await;
        assert_eq!((added.status, &added.body), (200, &json!({})));
        device
    }

    async fn own_passkeys(&self) -> Value {
        self.get(PASSKEYS).await.body
    }

    async fn remove_own_passkey(&self, id: &Value) -> Answer {
        self.post(&format!("{PASSKEYS}/remove"), &json!({ "id": id })).await
    }
}

#[tokio::test]
async fn a_passkey_logs_in_alone_until_it_is_removed_and_its_sessions_end_with_it() {
    let portal = Portal::with_passkeys().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let device = anke.with_passkey(" Laptop ").await;
    let listed = anke.own_passkeys().await;
    assert_eq!((&listed["available"], &listed["passkeys"][0]["name"]), (&json!(true), &json!("Laptop")));
    assert!(listed["passkeys"][0]["last_used_at"].is_null(), "{listed}");
    assert_eq!(listed["accepted"]["rpId"], "golf.example");

    let answer = portal.answer_of(&device).await;
    let phone = portal.operator_of(&portal.operator_post(LOGIN, &answer).await);
    assert_eq!(phone.get("/operator/api/session").await.body["name"], "anke");
    portal.operator_post(LOGIN, &answer).await.fails(401, WRONG);
    // It is a factor, too: what needs a recent one asks for nothing more.
    assert_eq!(phone.post(&format!("{PASSKEYS}/begin"), &json!({})).await.status, 200);

    let listed = anke.own_passkeys().await;
    assert!(listed["passkeys"][0]["last_used_at"].is_string(), "{listed}");
    let id = &listed["passkeys"][0]["id"];
    let bas = portal.operator("bas", &[Role::Support]).await;
    bas.remove_own_passkey(id).await.fails(404, "This passkey was removed already.");
    assert_eq!(anke.remove_own_passkey(id).await.status, 200);
    anke.remove_own_passkey(id).await.fails(404, "This passkey was removed already.");
    assert_eq!(phone.get("/operator/api/session").await.status, 401, "it began with the passkey");
    assert_eq!(anke.get("/operator/api/session").await.status, 200);
    portal.operator_passkey_login(&device).await.fails(401, WRONG);
    let told = portal.of_own_accounts().await;
    for act in [
        ("add passkey", "one's own account"),
        ("log in", "passkey"),
        ("refused log-in", "wrong passkey"),
        ("remove passkey", "one's own account"),
    ] {
        assert!(told.contains(&(act.0.to_owned(), act.1.to_owned())), "{act:?} in {told:?}");
    }
}

#[tokio::test]
async fn passkeys_of_members_and_of_operators_open_nothing_of_each_other() {
    let portal = Portal::with_passkeys().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let (of_operator, of_member) =
        (anke.with_passkey("Laptop").await, portal.login("jan").await.add_passkey("Telefoon").await);
    portal.operator_passkey_login(&of_member).await.fails(401, WRONG);
    assert_eq!(portal.login_with_passkey(&of_operator).await.status, 401);
    // Nor is a challenge of members one of operators.
    let begun =
        Answer::to(portal.http.post(portal.url("/api/users/login/passkey/begin")).json(&json!({}))).await;
    let credential = of_operator.get(&begun.body["options"]);
    let body = json!({ "challenge": begun.body["challenge"], "credential": credential });
    portal.operator_post(LOGIN, &body).await.fails(401, WRONG);
}

#[tokio::test]
async fn a_device_that_does_not_verify_its_user_neither_gets_a_passkey_nor_logs_in() {
    let portal = Portal::with_passkeys().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let unverified = 0x01;
    let mut device = Device::new(ORIGIN);
    device.flags = unverified;
    assert_eq!(anke.answer_new_passkey(&mut device, "Laptop").await.status, 422);
    let mut elsewhere = Device::new("https://evil.example");
    assert_eq!(anke.answer_new_passkey(&mut elsewhere, "Laptop").await.status, 422);
    let mut device = anke.with_passkey("Laptop").await;
    device.flags = unverified;
    portal.operator_passkey_login(&device).await.fails(401, WRONG);
    for name in ["", " ", "x\ny", &"x".repeat(61)] {
        let refused = anke.answer_new_passkey(&mut Device::new(ORIGIN), name).await;
        assert!(refused.status == 422 && refused.body["errors"]["name"].is_string(), "{}", refused.body);
    }
}

#[tokio::test]
async fn a_passkey_or_a_recovery_code_confirms_a_session() {
    let portal = Portal::with_passkeys().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let bas = portal.operator("bas", &[Role::Support]).await;
    let (own, another) = (anke.with_passkey("Laptop").await, bas.with_passkey("Laptop").await);
    let begun = anke.post("/operator/api/account/app/begin", &json!({})).await.body;
    let app = code(begun["secret"].as_str().expect("a secret"), portal.clock.now());
    let body = json!({ "code": app, "enrolment": begun["enrolment"] });
    assert_eq!(anke.post("/operator/api/account/app", &body).await.status, 200);
    let codes = anke.post("/operator/api/account/recovery-codes", &json!({})).await.body["codes"].clone();

    let may = async || anke.post(&format!("{PASSKEYS}/begin"), &json!({})).await.status;
    let confirm = async |factor: &Value, passkey: Value| {
        anke.post(CONFIRM, &json!({ "factor": factor, "passkey": passkey })).await
    };
    portal.clock.advance(TimeDelta::minutes(11));
    assert_eq!(may().await, 403);
    let refused = confirm(&json!(""), portal.answer_of(&another).await).await;
    assert!(refused.status == 422 && refused.body["errors"]["factor"].is_string(), "{}", refused.body);
    assert_eq!(may().await, 403);
    let answer = portal.answer_of(&own).await;
    assert_eq!(confirm(&json!(""), answer.clone()).await.status, 200);
    assert_eq!(may().await, 200);
    assert_eq!(confirm(&json!(""), answer).await.status, 422, "an answer is accepted once");

    portal.clock.advance(TimeDelta::minutes(11));
    assert_eq!(may().await, 403);
    assert_eq!(confirm(&codes[0], Value::Null).await.status, 200);
    assert_eq!(may().await, 200);
    assert_eq!(confirm(&codes[0], Value::Null).await.status, 422, "a code is accepted once");
}

#[tokio::test]
async fn a_reset_deletes_passkeys_and_what_only_disables_keeps_them() {
    let portal = Portal::with_passkeys().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let device = anke.with_passkey("Laptop").await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM operators WHERE name = 'anke'")
        .fetch_one(&portal.pool)
        .await
        .expect("anke");
    let act = async |act: &str| {
        let body = json!({ "id": id, "reason": "melding 7" });
        bas.post(&format!("/operator/api/operators/{act}"), &body).await.status
    };
    assert_eq!(act("disable").await, 200);
    portal.operator_passkey_login(&device).await.fails(401, WRONG);
    assert_eq!(act("enable").await, 200);
    assert_eq!(portal.operator_passkey_login(&device).await.status, 200);
    assert_eq!(act("reset").await, 200);
    portal.operator_passkey_login(&device).await.fails(401, WRONG);
}

#[tokio::test]
async fn an_address_without_a_domain_name_has_no_passkeys() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let none = "At this address of the portal passkeys do not work.";
    anke.post(&format!("{PASSKEYS}/begin"), &json!({})).await.fails(409, none);
    portal.operator_post(CHALLENGE, &json!({})).await.fails(409, none);
    let listed = anke.own_passkeys().await;
    assert_eq!(listed, json!({ "available": false, "passkeys": [], "accepted": null }));
}
