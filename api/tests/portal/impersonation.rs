//! An operator's link: who can get one, that it works once, and that everything done with it is recorded.

use fairway_api::config::Config;
use fairway_api::programs::impersonate::grant;
use serde_json::json;

use crate::support::{Answer, Member, Portal, email, round};

/// Both halves of a link.
pub(crate) type Link = (String, String);

impl Portal {
    pub(crate) async fn grant(&self, address: &str, operator: &str, reason: &str) -> anyhow::Result<String> {
        let portal = Config::from_lookup(|_| None).expect("the defaults").portal().expect("addresses");
        grant(&self.pool, &self.clock, &portal, address, operator, reason).await
    }

    pub(crate) async fn impersonation_link(&self, name: &str) -> Link {
        halves(&self.grant(&email(name), "Anke de Boer", "melding 4711").await.expect("a link"))
    }

    pub(crate) async fn token_login(&self, (id, login): &Link) -> Answer {
        let body = json!({"id_token": id, "login_token": login});
        Answer::to(self.http.post(self.url("/api/token/login")).json(&body)).await
    }

    pub(crate) async fn impersonate(&self, name: &str) -> Member<'_> {
        let answer = self.token_login(&self.impersonation_link(name).await).await;
        assert_eq!((answer.status, &answer.body["email"]), (200, &json!(email(name))), "{}", answer.body);
        Member { portal: self, token: answer.body["access_token"].as_str().expect("a token").to_owned() }
    }
}

/// Both halves of a link's address.
pub(crate) fn halves(link: &str) -> Link {
    let (_, query) = link.split_once("/auth/impersonate?id=").expect("the screen's address");
    let (id, login) = query.split_once("&login=").expect("both halves");
    (id.to_owned(), login.to_owned())
}

const EXPIRED_LINK: &str = "Deze link is verlopen of al gebruikt.";

#[tokio::test]
async fn of_sixty_four_concurrent_uses_one_succeeds() {
    let portal = Portal::start().await;
    let link = portal.impersonation_link("jan").await;
    let answers = futures::future::join_all((0..64).map(|_| portal.token_login(&link))).await;
    let won: Vec<_> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(won.len(), 1);
    answers.iter().filter(|answer| answer.status != 200).for_each(|answer| answer.fails(401, EXPIRED_LINK));
    let sessions: i64 =
        sqlx::query_scalar("SELECT count(*) FROM access_tokens WHERE impersonation_id IS NOT NULL")
            .fetch_one(&portal.pool)
            .await
            .expect("a count");
    assert_eq!(sessions, 1);
}

#[tokio::test]
async fn a_link_is_valid_for_five_minutes_and_needs_both_of_its_tokens() {
    let portal = Portal::start().await;
    let (jans, evas) = (portal.impersonation_link("jan").await, portal.impersonation_link("eva").await);
    for link in [
        (jans.0.clone(), evas.1.clone()),
        (jans.0.clone(), String::new()),
        (String::new(), jans.1.clone()),
        ("x".to_owned(), jans.1.clone()),
        (jans.1.clone(), jans.0.clone()),
    ] {
        portal.token_login(&link).await.fails(401, EXPIRED_LINK);
    }
    let validity: f64 = sqlx::query_scalar(
        "SELECT max(extract(epoch FROM expires_at - created_at))::float8 FROM impersonations",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a life");
    assert_eq!(validity, 300.0);
    sqlx::query("UPDATE impersonations SET expires_at = now()")
        .execute(&portal.pool)
        .await
        .expect("five minutes later");
    portal.token_login(&jans).await.fails(401, EXPIRED_LINK);
    let link = portal.impersonation_link("jan").await;
    sqlx::query("UPDATE members SET disabled_at = now()").execute(&portal.pool).await.expect("disabled");
    portal.token_login(&link).await.fails(401, EXPIRED_LINK);
}

#[tokio::test]
async fn the_record_of_a_link_does_not_grant_access() {
    let portal = Portal::start().await;
    let (_, login) = portal.impersonation_link("jan").await;
    let row: String = sqlx::query_scalar("SELECT row_to_json(impersonations)::text FROM impersonations")
        .fetch_one(&portal.pool)
        .await
        .expect("the record");
    assert!(!row.contains(&login) && row.contains("Anke de Boer") && row.contains("melding 4711"), "{row}");
    assert_eq!(login.len(), 43, "256 bits in base64url");
}

#[tokio::test]
async fn actions_are_recorded_under_the_operators_name() {
    let portal = Portal::start().await;
    let operator = portal.impersonate("jan").await;
    let me = operator.get("/api/users/me").await.body;
    assert_eq!((&me["first_name"], &me["impersonated_by"]), (&json!("Jan"), &json!("Anke de Boer")));
    let jan = portal.login("jan").await;
    assert!(jan.get("/api/users/me").await.body.get("impersonated_by").is_none());

    let booked = operator.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    let id: uuid::Uuid = booked.headers["x-request-id"].to_str().expect("text").parse().expect("an id");
    let events: Vec<(String, serde_json::Value)> =
        sqlx::query_as("SELECT actor, metadata FROM events WHERE correlation_id = $1")
            .bind(id)
            .fetch_all(&portal.pool)
            .await
            .expect("events");
    assert!(events.len() >= 3);
    let member = me["id"].as_str().expect("an id");
    for (actor, metadata) in events {
        assert_eq!(actor, format!("operator:Anke de Boer:{member}"));
        assert_eq!(
            metadata,
            json!({"operator": "Anke de Boer", "reason": "melding 4711", "subject": member})
        );
    }
}

#[tokio::test]
async fn the_session_is_short_and_ends_by_expiry_or_log_out() {
    let portal = Portal::start().await;
    let (first, second) = (portal.impersonate("jan").await, portal.impersonate("jan").await);
    assert_eq!(first.post("/api/users/logout", &json!(null)).await.status, 200);
    assert_eq!(first.get("/api/users/me").await.status, 401);
    assert_eq!(second.get("/api/users/me").await.status, 200);
    portal.clock.advance(chrono::TimeDelta::hours(1));
    assert_eq!(second.get("/api/users/me").await.status, 401);
}

#[tokio::test]
async fn a_link_needs_a_member_a_name_and_a_reason() {
    let portal = Portal::start().await;
    for (address, operator, reason) in [
        ("nobody@test.example", "Anke", "melding"),
        ("jan@test.example", " ", "melding"),
        ("jan@test.example", "Anke", ""),
        ("jan@test.example", "Anke\nsystem", "melding"),
        ("jan@test.example", "Anke", &"x".repeat(201)),
    ] {
        assert!(portal.grant(address, operator, reason).await.is_err(), "{address} {operator} {reason}");
    }
    assert!(portal.grant(" JAN@test.example ", "Anke", "melding").await.is_ok());
}
