//! Clubs' accounts and devices: invitations, log-in, pairing, and what a manager may change.

use chrono::TimeDelta;
use fairway_api::config::{Config, Environment};
use fairway_store::club_accounts::ClubRole;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use crate::at_club::PASSWORD;
use crate::operators::code;
use crate::support::Portal;

fn token_of(link: &Value) -> String {
    link.as_str().and_then(|link| link.split_once('#')).expect("a link").1.to_owned()
}

#[tokio::test]
async fn an_invited_person_sets_up_once_is_logged_in_and_logs_in_with_a_code() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let wish = json!({"name": "Marijke de Wit", "email": "Desk@club.example", "role": "desk"});
    let invited = manager.post("/club/api/accounts/invite", &wish).await;
    assert_eq!(invited.status, 200, "{}", invited.body);
    assert!(
        invited.body["link"].as_str().is_some_and(|link| link.contains("/club/setup#")),
        "{}",
        invited.body
    );
    let twice = manager.post("/club/api/accounts/invite", &wish).await;
    assert!(twice.status == 422 && twice.body["errors"]["email"].is_string(), "{}", twice.body);
    let token = token_of(&invited.body["link"]);

    let shown = portal.club_post("/club/api/setup/begin", &json!({"token": token})).await;
    assert_eq!((shown.status, &shown.body["email"]), (200, &json!("desk@club.example")), "{}", shown.body);
    let (secret, now) = (shown.body["secret"].as_str().expect("a secret"), portal.clock.now());
    let setup = |password: &str, code: &str| {
        let enrolment = &shown.body["enrolment"];
        json!({"token": token, "password": password, "code": code, "enrolment": enrolment})
    };
    let short = portal.club_post("/club/api/setup", &setup("kort", &code(secret, now))).await;
    short.fails(422, "Kies een wachtwoord van 12 tot 256 tekens.");
    let wrong = portal.club_post("/club/api/setup", &setup(PASSWORD, "000000")).await;
    assert!(wrong.status == 422 && wrong.body["errors"]["code"].is_string(), "{}", wrong.body);
    let done = portal.club_post("/club/api/setup", &setup(PASSWORD, &code(secret, now))).await;
    let first = portal.at_club_of(&done);
    assert_eq!(first.get("/club/api/session").await.body["email"], "desk@club.example");
    assert_eq!(portal.club_login("desk", Some(&code(secret, now))).await.status, 401, "its code was used");
    let used = portal.club_post("/club/api/setup/begin", &json!({"token": token})).await;
    assert_eq!(used.status, 404, "an invitation works once");

    let asked = portal.club_login("desk", None).await;
    assert_eq!(asked.body["errors"]["code"], "Vul de 6 cijfers in die je authenticator-app toont.");
    portal.clock.advance(TimeDelta::seconds(30));
    let next = code(secret, portal.clock.now());
    let desk = portal.at_club_of(&portal.club_login("desk", Some(&next)).await);
    assert_eq!(portal.club_login("desk", Some(&next)).await.status, 401, "a code works once");
    let session = desk.get("/club/api/session").await.body;
    for (field, value) in [("kind", json!("account")), ("role", json!("desk")), ("club_id", json!("de-es"))] {
        assert_eq!(session[field], value, "{session}");
    }
}

#[tokio::test]
async fn in_production_nobody_at_a_club_works_without_a_second_factor() {
    let development = Config::from_lookup(|_| None).expect("the defaults");
    let portal = Portal::start_with(Config { environment: Environment::Production, ..development }).await;
    portal.add_to_club("de-es", "ruud", ClubRole::Manager).await;
    let refused = portal.club_login("ruud", None).await;
    refused.fails(
        401,
        "Dit account heeft nog geen authenticator-app. Vraag een beheerder van je club om een nieuwe uitnodiging.",
    );
}

#[tokio::test]
async fn links_for_clubs_are_at_the_clubs_own_address() {
    let defaults = Config::from_lookup(|_| None).expect("the defaults");
    let club_url = "https://clubs.golf.example".to_owned();
    let portal = Portal::start_with(Config { club_url: club_url.clone(), ..defaults }).await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let offered = manager.post("/club/api/devices/pair", &json!({"name": "Balie"})).await;
    let link = offered.body["link"].as_str().expect("a link");
    assert!(link.starts_with(&format!("{club_url}/club/pair#")), "{link}");
}

#[tokio::test]
async fn a_code_pairs_one_device_within_ten_minutes_and_revoking_ends_its_access() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let offer = async || {
        let offered = manager.post("/club/api/devices/pair", &json!({"name": "Balie"})).await;
        assert!(
            offered.body["qr_svg"].as_str().is_some_and(|code| code.starts_with("<svg")),
            "{}",
            offered.body
        );
        json!({"token": token_of(&offered.body["link"])})
    };
    let late = offer().await;
    portal.clock.advance(TimeDelta::minutes(10));
    let expired = "Deze code is verlopen of al gebruikt. Vraag een beheerder van je club om een nieuwe.";
    portal.club_post("/club/api/pair", &late).await.fails(404, expired);

    let token = offer().await;
    let paired = portal.club_post("/club/api/pair", &token).await;
    let device = portal.at_club_of(&paired);
    assert_eq!((&paired.body["kind"], &paired.body["role"]), (&json!("device"), &json!("desk")));
    portal.club_post("/club/api/pair", &token).await.fails(404, expired);
    assert!(
        paired.headers["set-cookie"].to_str().is_ok_and(|cookie| cookie.contains("Max-Age=34560000")),
        "a device that is switched off keeps its access"
    );
    portal.clock.advance(TimeDelta::days(59));
    assert_eq!(device.get("/club/api/session").await.status, 200);
    portal.clock.advance(TimeDelta::days(59));
    assert_eq!(device.get("/club/api/session").await.status, 200, "it was used in between");

    let manager = portal.at_club_of(&portal.club_login("ruud", None).await);
    let listed = manager.get("/club/api/devices").await.body["devices"].clone();
    assert_eq!((&listed[0]["name"], &listed[0]["paired_by"]), (&json!("Balie"), &json!("ruud")), "{listed}");
    let id = json!({"id": listed[0]["id"]});
    let stranger = portal.at_club("vol", "henk", ClubRole::Manager).await;
    assert_eq!(stranger.post("/club/api/devices/revoke", &id).await.status, 404);
    assert_eq!(manager.post("/club/api/devices/revoke", &id).await.status, 204);
    assert_eq!(device.get("/club/api/session").await.status, 401);
    assert_eq!(manager.get("/club/api/devices").await.body["devices"], json!([]));
    let acts: Vec<String> =
        sqlx::query_scalar("SELECT action FROM club_actions WHERE action LIKE '% device' ORDER BY at")
            .fetch_all(&portal.pool)
            .await
            .expect("acts");
    assert_eq!(acts, ["pair device", "revoke device"]);
}

#[tokio::test]
async fn a_device_that_nobody_uses_for_sixty_days_loses_its_access() {
    let portal = Portal::start().await;
    let device = portal.club_device("de-es", "Balie").await;
    portal.clock.advance(TimeDelta::days(60));
    assert_eq!(device.get("/club/api/session").await.status, 401);
}

#[tokio::test]
async fn a_session_ends_after_a_week_without_use_and_after_thirty_days() {
    let portal = Portal::start().await;
    let desk = portal.at_club("de-es", "marijke", ClubRole::Desk).await;
    for _ in 0..4 {
        portal.clock.advance(TimeDelta::days(6));
        assert_eq!(desk.get("/club/api/session").await.status, 200);
    }
    portal.clock.advance(TimeDelta::days(6));
    assert_eq!(desk.get("/club/api/session").await.status, 401, "thirty days are over");
    let later = portal.at_club_of(&portal.club_login("marijke", None).await);
    portal.clock.advance(TimeDelta::days(7));
    assert_eq!(later.get("/club/api/session").await.status, 401);
}

#[tokio::test]
async fn a_manager_changes_the_accounts_of_the_own_club_and_not_their_own() {
    const OWN: &str = "Je eigen account kun je niet wijzigen. Vraag het een andere beheerder van je club.";
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let desk = portal.at_club("de-es", "marijke", ClubRole::Desk).await;
    let stranger = portal.at_club("vol", "henk", ClubRole::Manager).await;
    let accounts = manager.get("/club/api/accounts").await.body["accounts"].clone();
    let names: Vec<_> =
        accounts.as_array().expect("accounts").iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, [json!("marijke"), json!("ruud")], "those of the own club");
    let (of_desk, own) = (&accounts[0]["id"], &accounts[1]["id"]);

    let changes = |id: &Value| {
        [
            ("/club/api/accounts/invite-again", json!({"id": id})),
            ("/club/api/accounts/role", json!({"id": id, "role": "treasurer"})),
            ("/club/api/accounts/disable", json!({"id": id, "disabled": true})),
        ]
    };
    for (path, body) in changes(of_desk) {
        stranger.post(path, &body).await.fails(404, "Dit account bestaat niet.");
    }
    for (path, body) in changes(own) {
        manager.post(path, &body).await.fails(409, OWN);
    }
    let role = json!({"id": of_desk, "role": "treasurer"});
    assert_eq!(manager.post("/club/api/accounts/role", &role).await.status, 204);
    assert_eq!(desk.get("/club/api/session").await.body["role"], "treasurer", "it holds at once");
    let disable = |disabled: bool| json!({"id": of_desk, "disabled": disabled});
    assert_eq!(manager.post("/club/api/accounts/disable", &disable(true)).await.status, 204);
    assert_eq!(desk.get("/club/api/session").await.status, 401);
    assert_eq!(portal.club_login("marijke", None).await.status, 401);
    let again = manager.post("/club/api/accounts/invite-again", &json!({"id": of_desk})).await;
    again.fails(409, "Dit account is geblokkeerd. Hef dat eerst op.");
    assert_eq!(manager.post("/club/api/accounts/disable", &disable(false)).await.status, 204);
    assert_eq!(portal.club_login("marijke", None).await.status, 200);
    let again = manager.post("/club/api/accounts/invite-again", &json!({"id": of_desk})).await;
    assert_eq!(again.status, 200, "{}", again.body);
    assert_eq!(portal.club_login("marijke", None).await.status, 401, "the password is gone");
}

#[tokio::test]
async fn an_operator_invites_the_first_manager_and_may_end_everything() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    let invite = |club: &str| json!({"club": club, "name": "Ruud", "email": "ruud@club.example", "role": "manager", "reason": "melding 1"});
    let unknown = anke.post("/operator/api/club-accounts/invite", &invite("nergens")).await;
    assert!(unknown.status == 422 && unknown.body["errors"]["club"].is_string(), "{}", unknown.body);
    let invited = anke.post("/operator/api/club-accounts/invite", &invite("de-es")).await;
    assert!(
        invited.body["link"].as_str().is_some_and(|link| link.contains("/club/setup#")),
        "{}",
        invited.body
    );
    let taken = anke.post("/operator/api/club-accounts/invite", &invite("de-es")).await;
    assert!(taken.status == 422 && taken.body["errors"]["email"].is_string(), "{}", taken.body);

    let manager = portal.at_club("de-es", "inge", ClubRole::Manager).await;
    let device = portal.club_device("de-es", "Balie").await;
    let all = anke.get("/operator/api/club-accounts?club=de-es").await.body;
    let accounts = all["accounts"].as_array().expect("accounts");
    let inge = accounts.iter().find(|account| account["name"] == "inge").expect("Inge");
    assert_eq!(accounts.len(), 2, "{all}");
    let revoke = json!({"id": all["devices"][0]["id"], "reason": "tablet kwijt"});
    assert_eq!(anke.post("/operator/api/club-devices/revoke", &revoke).await.status, 200);
    assert_eq!(device.get("/club/api/session").await.status, 401);
    let disable = json!({"id": inge["id"], "disabled": true, "reason": "uit dienst"});
    assert_eq!(anke.post("/operator/api/club-accounts/disable", &disable).await.status, 200);
    assert_eq!(manager.get("/club/api/session").await.status, 401, "also the last manager's");
    let recorded: Vec<(String, String)> = sqlx::query_as(
        "SELECT action, subject FROM operator_actions WHERE action LIKE '%club%' ORDER BY action",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    let act = |action: &str, subject: &str| (action.to_owned(), subject.to_owned());
    assert_eq!(
        recorded,
        [
            act("disable club account", "de-es: inge"),
            act("invite club account", "de-es: Ruud"),
            act("revoke club device", "de-es: Balie"),
        ]
    );
}
