//! Operators' accounts: set-up, the second factor, sessions that end, and managing operators.

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_store::operators::Role;
use serde_json::json;

use super::{PASSWORD, code};
use crate::support::{Answer, Portal};

const SETUP: &str = "/operator/api/setup";

#[tokio::test]
async fn an_operator_sets_the_account_up_once_and_logs_in_with_a_code_that_works_once() {
    let portal = Portal::start().await;
    let token = portal.invite("anke", &[Role::Support]).await;
    assert_eq!(portal.operator_login("anke", None).await.status, 401, "there is no password yet");

    let shown = portal.operator_post("/operator/api/setup/begin", &json!({"token": token})).await;
    assert_eq!((shown.status, &shown.body["email"]), (200, &json!("anke@test.example")), "{}", shown.body);
    let other = portal.operator_post("/operator/api/setup/begin", &json!({"token": token})).await;
    assert_ne!(shown.body["secret"], other.body["secret"], "who opens the link too gets another secret");
    let secret = shown.body["secret"].as_str().expect("a secret");
    assert!(shown.body["qr_svg"].as_str().is_some_and(|picture| picture.starts_with("<svg")));
    let now = portal.clock.now();

    let setup = |password: &str, code: &str| {
        let enrolment = &shown.body["enrolment"];
        json!({"token": token, "password": password, "code": code, "enrolment": enrolment})
    };
    let short = portal.operator_post(SETUP, &setup("kort", &code(secret, now))).await;
    short.fails(422, "Choose a password of 12 to 256 characters.");
    let common = portal.operator_post(SETUP, &setup("wachtwoord123", &code(secret, now))).await;
    common.fails(422, "This password is too easy to guess. Choose another one.");
    let wrong = portal.operator_post(SETUP, &setup(PASSWORD, "000000")).await;
    assert!(wrong.body["errors"]["code"].is_string(), "{}", wrong.body);
    let others_code = code(other.body["secret"].as_str().expect("a secret"), now);
    for (enrolment, code) in [(&shown.body["enrolment"], &others_code), (&json!("AAAA"), &code(secret, now))]
    {
        let body = json!({"token": token, "password": PASSWORD, "code": code, "enrolment": enrolment});
        let answer = portal.operator_post(SETUP, &body).await;
        assert!(answer.status == 422 && answer.body["errors"]["code"].is_string(), "{}", answer.body);
    }
    let done = portal.operator_post(SETUP, &setup(PASSWORD, &code(secret, now))).await;
    assert_eq!(done.status, 204, "{}", done.body);
    let used = portal.operator_post("/operator/api/setup/begin", &json!({"token": token})).await;
    assert_eq!(used.status, 404, "the link works once");

    let asked = portal.operator_login("anke", None).await;
    assert_eq!(asked.status, 401);
    assert_eq!(asked.body["errors"]["code"], "Enter the 6 digits that your authenticator app shows.");
    let replayed = portal.operator_login("anke", Some(&code(secret, now))).await;
    replayed.fails(401, "This code was used already. Wait for the next one.");
    portal.clock.advance(TimeDelta::seconds(30));
    let next = code(secret, portal.clock.now());
    let anke = portal.operator_of(&portal.operator_login("anke", Some(&next)).await);
    assert_eq!(anke.get("/operator/api/session").await.body["has_second_factor"], true);
    assert_eq!(portal.operator_login("anke", Some(&next)).await.status, 401, "a code works once");
    let stored: Vec<u8> = sqlx::query_scalar("SELECT second_factor FROM operators WHERE name = 'anke'")
        .fetch_one(&portal.pool)
        .await
        .expect("a secret");
    assert!(stored.len() > 40, "it is encrypted, with a nonce and a tag");
}

#[tokio::test]
async fn in_production_nobody_works_without_a_second_factor() {
    let development = Config::from_lookup(|_| None).expect("the defaults");
    let production = Config { environment: fairway_api::config::Environment::Production, ..development };
    let portal = Portal::start_with(production).await;
    portal.add_operator("anke", &[Role::Admin]).await;
    let refused = portal.operator_login("anke", None).await;
    refused.fails(401, "This account has no authenticator app yet. Ask an admin for a new set-up link.");
}

#[tokio::test]
async fn wrong_passwords_are_counted_and_refused_before_they_are_checked() {
    let portal = Portal::start().await;
    portal.add_operator("anke", &[Role::Support]).await;
    let wrong = json!({"email": "anke@test.example", "password": "wrong", "code": null});
    for _ in 0..10 {
        let answer = portal.operator_post("/operator/api/login", &wrong).await;
        answer.fails(401, "The address or the password is wrong.");
    }
    let throttled = portal.operator_login("anke", None).await;
    throttled.fails(429, "Too many attempts. Wait a while and try again.");
    assert!(throttled.headers.contains_key("retry-after"));
    let unknown = json!({"email": "nobody@test.example", "password": "wrong"});
    portal
        .operator_post("/operator/api/login", &unknown)
        .await
        .fails(401, "The address or the password is wrong.");
}

#[tokio::test]
async fn a_session_ends_after_half_an_hour_without_use_and_after_twelve_hours() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    for _ in 0..24 {
        portal.clock.advance(TimeDelta::minutes(29));
        assert_eq!(anke.get("/operator/api/session").await.status, 200);
    }
    portal.clock.advance(TimeDelta::minutes(25));
    assert_eq!(anke.get("/operator/api/session").await.status, 401, "twelve hours are over");

    let later = portal.operator_of(&portal.operator_login("anke", None).await);
    // A screen that asks again by itself does not keep a session alive.
    for _ in 0..2 {
        portal.clock.advance(TimeDelta::minutes(14));
        let request = portal.http.get(portal.url("/operator/api/session")).header("x-background", "yes");
        assert_eq!(Answer::to(request.header("cookie", &later.cookie)).await.status, 200);
    }
    portal.clock.advance(TimeDelta::minutes(3));
    assert_eq!(later.get("/operator/api/session").await.status, 401, "nobody used it for 31 minutes");
}

#[tokio::test]
async fn sessions_are_listed_and_ended_by_their_owner_only() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let other = portal.operator_of(&portal.operator_login("anke", None).await);
    let bas = portal.operator("bas", &[Role::Admin]).await;
    assert_eq!(anke.get("/operator/api/session").await.body["roles"], json!(["support"]));
    let listed = anke.get("/operator/api/sessions").await.body["sessions"].clone();
    let listed = listed.as_array().expect("sessions");
    assert_eq!(listed.len(), 2);
    let id = &listed.iter().find(|session| session["is_current"] == false).expect("the other one")["id"];
    assert_eq!(bas.post("/operator/api/sessions/end", &json!({"id": id})).await.status, 404);
    assert_eq!(anke.post("/operator/api/sessions/end", &json!({"id": id})).await.status, 204);
    assert_eq!(other.get("/operator/api/session").await.status, 401);
    let out = anke.post("/operator/api/logout", &json!({})).await;
    assert!(out.headers["set-cookie"].to_str().is_ok_and(|cookie| cookie.contains("Max-Age=0")));
    assert_eq!(anke.get("/operator/api/session").await.status, 401);
}

#[tokio::test]
async fn an_admin_manages_operators_with_reasons_that_are_recorded() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let add = |email: &str, roles: serde_json::Value, reason: &str| json!({"email": email, "name": "Ada Kuiper", "roles": roles, "reason": reason});
    let refused = bas.post("/operator/api/operators/add", &add("no address", json!([]), "melding 1")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.body["errors"]["email"].is_string() && refused.body["errors"]["roles"].is_string());
    let refused =
        bas.post("/operator/api/operators/add", &add("ada@test.example", json!(["auditor"]), " ")).await;
    assert!(refused.body["errors"]["reason"].is_string(), "{}", refused.body);
    let refused = bas
        .post("/operator/api/operators/add", &add("ada@test.example", json!(["owner"]), "melding 1"))
        .await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let added = bas
        .post("/operator/api/operators/add", &add("Ada@test.example", json!(["auditor"]), "melding 1"))
        .await;
    let link = added.body["link"].as_str().expect("a link");
    assert!(link.contains("/operator/setup#"), "{link}");
    let twice = bas
        .post("/operator/api/operators/add", &add("ada@test.example", json!(["auditor"]), "melding 1"))
        .await;
    assert_eq!(twice.status, 422);

    let listed = bas.get("/operator/api/operators").await.body["operators"].clone();
    let ada =
        listed.as_array().expect("operators").iter().find(|one| one["name"] == "Ada Kuiper").expect("Ada");
    assert_eq!((&ada["status"], &ada["roles"]), (&json!("invited"), &json!(["auditor"])));
    let act = json!({"id": ada["id"], "reason": "uit dienst"});
    let later = || portal.clock.advance(TimeDelta::seconds(1));
    later();
    assert_eq!(bas.post("/operator/api/operators/disable", &act).await.status, 200);
    let token = link.split_once('#').expect("a token").1;
    let opened = portal.operator_post("/operator/api/setup/begin", &json!({"token": token})).await;
    assert_eq!(opened.status, 404, "the link of a disabled account opens nothing");
    assert_eq!(bas.post("/operator/api/operators/disable", &act).await.status, 409);
    later();
    assert_eq!(bas.post("/operator/api/operators/enable", &act).await.status, 200);
    later();
    let reset = bas.post("/operator/api/operators/reset", &act).await;
    assert!(reset.body["link"].as_str().is_some_and(|new| new != link));
    let own = listed.as_array().expect("operators").iter().find(|one| one["name"] == "bas").expect("Bas");
    for act in ["disable", "reset"] {
        let path = format!("/operator/api/operators/{act}");
        let last = bas.post(&path, &json!({"id": own["id"], "reason": "weg"})).await;
        last.fails(409, "This is the only admin who can log in: add another admin first.");
    }

    // No part of a name that an id can have: ids are subjects too.
    let actions = bas.get("/operator/api/actions?subject=Kuiper").await.body["actions"].clone();
    let told: Vec<_> = actions
        .as_array()
        .expect("actions")
        .iter()
        .map(|act| (act["operator"].clone(), act["action"].clone(), act["reason"].clone()))
        .collect();
    let act = |action: &str, reason: &str| (json!("bas"), json!(action), json!(reason));
    assert_eq!(
        told,
        [
            act("reset operator", "uit dienst"),
            act("enable operator", "uit dienst"),
            act("disable operator", "uit dienst"),
            act("add operator", "melding 1"),
        ]
    );
}

#[tokio::test]
async fn an_admin_changes_roles_and_they_hold_at_once() {
    const PATH: &str = "/operator/api/operators/roles";
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let id = async |name: &str| -> uuid::Uuid {
        let sql = "SELECT id FROM operators WHERE name = $1";
        sqlx::query_scalar(sql).bind(name).fetch_one(&portal.pool).await.expect("the operator")
    };
    let (of_bas, of_anke) = (id("bas").await, id("anke").await);
    let to = async |id: uuid::Uuid, roles: serde_json::Value| {
        bas.post(PATH, &json!({"id": id, "roles": roles, "reason": "melding 9"})).await
    };
    assert_eq!(anke.get("/operator/api/clubs").await.status, 200);
    let done = to(of_anke, json!(["auditor", "content", "content"])).await;
    assert_eq!((done.status, &done.body), (200, &json!({})));
    assert_eq!(anke.get("/operator/api/session").await.body["roles"], json!(["content", "auditor"]));
    assert_eq!(anke.get("/operator/api/actions").await.status, 200, "the same session");
    let granting = anke.post("/operator/api/mails/send-again", &json!({})).await;
    assert_eq!(granting.status, 403, "{}", granting.body);

    to(of_anke, json!(["content", "auditor"])).await.fails(409, "This account has these roles already.");
    let none = to(of_anke, json!([])).await;
    assert_eq!((none.status, &none.body["errors"]["roles"]), (422, &json!("Choose at least one role.")));
    assert_eq!(to(of_anke, json!(["owner"])).await.status, 422);
    assert_eq!(to(uuid::Uuid::nil(), json!(["support"])).await.status, 404);
    let last = to(of_bas, json!(["support"])).await;
    last.fails(409, "This is the only admin who can log in: add another admin first.");
    assert_eq!(to(of_bas, json!(["support", "admin"])).await.status, 200, "one stays an admin");
    let acts: Vec<(String, String)> = sqlx::query_as(
        "SELECT subject, reason FROM operator_actions WHERE action = 'change roles' ORDER BY subject",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    let act = |subject: &str| (subject.to_owned(), "melding 9".to_owned());
    assert_eq!(acts, [act("anke: support → content, auditor"), act("bas: admin → support, admin")]);

    portal.clock.advance(TimeDelta::minutes(11));
    let asked = to(of_anke, json!(["support"])).await;
    assert!(asked.status == 403 && asked.body["errors"]["factor"].is_string(), "{}", asked.body);
}

#[tokio::test]
async fn of_two_admins_who_take_each_others_role_at_once_one_stays() {
    let portal = Portal::start().await;
    let ids = async |name: &str| -> uuid::Uuid {
        let sql = "SELECT id FROM operators WHERE name = $1";
        sqlx::query_scalar(sql).bind(name).fetch_one(&portal.pool).await.expect("the operator")
    };
    let (ada, bas) =
        (portal.operator("ada", &[Role::Admin]).await, portal.operator("bas", &[Role::Admin]).await);
    let without = |id: uuid::Uuid| json!({"id": id, "roles": ["support"], "reason": "melding 9"});
    let (of_ada, of_bas) = (without(ids("ada").await), without(ids("bas").await));
    let path = "/operator/api/operators/roles";
    let (one, other) = tokio::join!(ada.post(path, &of_bas), bas.post(path, &of_ada));
    // The second one waits for the first, or is no admin any more when it asks.
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert!(statuses == [200, 409] || statuses == [200, 403], "{one:?} {other:?}");
    let admins: i64 = sqlx::query_scalar("SELECT count(*) FROM operators WHERE 'admin' = ANY (roles)")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(admins, 1);
}

#[tokio::test]
async fn a_disabled_or_reset_operator_is_logged_out_at_once() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    for act in ["disable", "reset"] {
        let operator = portal.operator(act, &[Role::Support]).await;
        let listed = bas.get("/operator/api/operators").await.body["operators"].clone();
        let id =
            &listed.as_array().expect("operators").iter().find(|one| one["name"] == act).expect("one")["id"];
        let request = json!({"id": id, "reason": "melding 7"});
        assert_eq!(bas.post(&format!("/operator/api/operators/{act}"), &request).await.status, 200);
        assert_eq!(operator.get("/operator/api/session").await.status, 401, "{act}");
        assert_eq!(portal.operator_login(act, None).await.status, 401, "{act}");
    }
}

#[tokio::test]
async fn an_invited_admin_is_not_the_other_admin() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let invited = portal.invite("ada", &[Role::Admin]).await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM operators WHERE name = 'bas'")
        .fetch_one(&portal.pool)
        .await
        .expect("bas");
    let act = json!({"id": id, "reason": "uit dienst"});
    let last = bas.post("/operator/api/operators/disable", &act).await;
    last.fails(409, "This is the only admin who can log in: add another admin first.");
    let shown = portal.operator_post("/operator/api/setup/begin", &json!({"token": invited})).await;
    let secret = shown.body["secret"].as_str().expect("a secret");
    let setup = json!({
        "token": invited, "password": PASSWORD, "code": code(secret, portal.clock.now()),
        "enrolment": shown.body["enrolment"],
    });
    assert_eq!(portal.operator_post(SETUP, &setup).await.status, 204);
    assert_eq!(bas.post("/operator/api/operators/disable", &act).await.status, 200);
}

#[tokio::test]
async fn no_two_operators_have_the_same_name_in_any_case_of_letters() {
    let portal = Portal::start().await;
    let bas = portal.operator("bas", &[Role::Admin]).await;
    let add = async |name: &str, email: &str| {
        let body = json!({"email": email, "name": name, "roles": ["support"], "reason": "melding 1"});
        bas.post("/operator/api/operators/add", &body).await
    };
    assert_eq!(add("Ada Kuiper", "ada@test.example").await.status, 200);
    assert_eq!(add("José Bos", "jose@test.example").await.status, 200);
    for taken in ["ADA kuiper", "Ada  Kuiper", "Ada-Kuiper", "Ada Kuiper.", "JOSÉ Bos", "Jose\u{301} Bos"] {
        let refused = add(taken, "ada.kuiper@test.example").await;
        assert_eq!(refused.status, 422, "{taken}");
        assert_eq!(
            refused.body["errors"],
            json!({"name": "Another operator has this name, by which acts are recorded: add what distinguishes them."})
        );
    }
    for unseen in ["Ada\u{2800}Kuiper", "Ada\u{3164}Kuiper", "Ada\u{200b} Kuiper"] {
        let refused = add(unseen, "ada.kuiper@test.example").await;
        assert_eq!(refused.status, 422, "{unseen:?}: {}", refused.body);
    }
    assert_eq!(add("Ada Kuiper (balie)", "ada.kuiper@test.example").await.status, 200);
}

#[tokio::test]
async fn a_migration_names_the_operators_who_share_a_name_and_changes_nothing() {
    const SQL: &str = include_str!("../../../../migrations/20261127000520_name_operators_once.sql");
    let portal = Portal::empty().await;
    for sql in [
        "DROP INDEX operators_name_idx",
        "INSERT INTO operators (id, email, name, roles, created_at) VALUES
             (gen_random_uuid(), 'eva@a.example', 'Eva Bos', '{support}', now()),
             (gen_random_uuid(), 'eva@b.example', 'eva bos', '{admin}', now()),
             (gen_random_uuid(), 'tom@a.example', 'Tom', '{admin}', now())",
    ] {
        sqlx::query(sql).execute(&portal.pool).await.expect(sql);
    }
    let refused = sqlx::raw_sql(SQL).execute(&portal.pool).await.expect_err("two of one name").to_string();
    assert!(refused.contains("Eva Bos <eva@a.example>, eva bos <eva@b.example>"), "{refused}");
    assert!(!refused.contains("Tom"), "{refused}");
    let names: Vec<String> = sqlx::query_scalar("SELECT name FROM operators ORDER BY email")
        .fetch_all(&portal.pool)
        .await
        .expect("names");
    assert_eq!(names, ["Eva Bos", "eva bos", "Tom"]);
    let sql = "UPDATE operators SET name = 'Eva Bos (kantoor)' WHERE email = 'eva@b.example'";
    sqlx::query(sql).execute(&portal.pool).await.expect("a name of her own");
    sqlx::raw_sql(SQL).execute(&portal.pool).await.expect("each has a name of their own");
}
