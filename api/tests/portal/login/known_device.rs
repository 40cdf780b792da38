//! A stranger who knows a member's address can block log-ins by guessing, but not in a browser that the member used
//! before.

use chrono::TimeDelta;
use fairway_store::throttle::FailureKeys;
use reqwest::header::{COOKIE, SET_COOKIE};
use serde_json::json;

use crate::support::{Answer, PASSWORD, Portal, email};

const CLOSED: &str = "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.";

impl Portal {
    /// Logs in from a browser that has this cookie.
    pub(crate) async fn login_with(&self, cookie: &str, name: &str, password: &str) -> Answer {
        let body = json!({"grant_type": "password", "client_id": "fairway-webapp",
            "client_secret": "fairway-webapp-public", "username": email(name), "password": password});
        let request =
            self.http.post(self.url("/api/users/login")).header(COOKIE, format!("theme=dark; {cookie}"));
        Answer::to(request.json(&body)).await
    }

    /// The cookie of a successful log-in, as a browser sends it back.
    pub(crate) async fn device(&self, name: &str) -> String {
        let answer = self.try_login(&email(name), PASSWORD).await;
        let set = answer.headers[SET_COOKIE].to_str().expect("text");
        set.split(';').next().expect("a pair").to_owned()
    }

    /// Uses up the attempts of strangers and of known browsers; inserted instead of attempted.
    pub(crate) async fn close_account(&self, name: &str) {
        let FailureKeys { strangers, known_devices } = FailureKeys::for_email(&email(name));
        sqlx::query(
            "INSERT INTO login_failures (scope, key, failed_at)
             SELECT 'account', key, $2 FROM unnest($1::bytea[]) key, generate_series(1, 10)",
        )
        .bind(vec![strangers, known_devices])
        .bind(self.clock.now())
        .execute(&self.pool)
        .await
        .expect("failures");
    }

    pub(crate) async fn failures_of_accounts(&self) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM login_failures WHERE scope = 'account'")
            .fetch_one(&self.pool)
            .await
            .expect("a count")
    }

    pub(crate) async fn ten_wrong(&self, cookie: &str, name: &str) {
        for _ in 0..10 {
            assert_eq!(self.login_with(cookie, name, "wrong").await.status, 401);
        }
    }
}

#[tokio::test]
async fn wrong_passwords_of_strangers_block_an_account_for_strangers_only() {
    let portal = Portal::start().await;
    let (jan, eva) = (portal.device("jan").await, portal.device("eva").await);
    portal.ten_wrong("", "jan").await;
    portal.login_with("", "jan", PASSWORD).await.fails(429, CLOSED);
    portal.login_with(&eva, "jan", PASSWORD).await.fails(429, CLOSED);
    let changed = format!("{}A", &jan[..jan.len() - 1]);
    portal.login_with(&changed, "jan", PASSWORD).await.fails(429, CLOSED);
    assert_eq!(portal.login_with(&jan, "jan", "wrong").await.status, 401);
    assert_eq!(portal.login_with(&jan, "jan", PASSWORD).await.status, 200);
    portal.login_with("", "jan", PASSWORD).await.fails(429, CLOSED);
}

#[tokio::test]
async fn known_browsers_share_ten_attempts() {
    let portal = Portal::start().await;
    let (one, other) = (portal.device("jan").await, portal.device("jan").await);
    portal.ten_wrong(&one, "jan").await;
    portal.login_with(&one, "jan", PASSWORD).await.fails(429, CLOSED);
    portal.login_with(&other, "jan", PASSWORD).await.fails(429, CLOSED);
    assert_eq!(portal.login_with("", "jan", PASSWORD).await.status, 200, "strangers did nothing wrong");
}

#[tokio::test]
async fn a_browser_is_known_for_half_a_year_after_its_last_log_in() {
    let portal = Portal::start().await;
    let answer = portal.try_login(&email("jan"), PASSWORD).await;
    let set = answer.headers[SET_COOKIE].to_str().expect("text");
    assert!(set.starts_with("__Host-fairway-device="), "{set}");
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Strict", "Max-Age=15552000"] {
        assert!(set.split("; ").any(|given| given == part), "{part}: {set}");
    }
    let device = set.split(';').next().expect("a pair").to_owned();
    portal.clock.advance(TimeDelta::days(180));
    portal.ten_wrong("", "jan").await;
    portal.login_with(&device, "jan", PASSWORD).await.fails(429, CLOSED);
}

#[tokio::test]
async fn a_failed_log_in_makes_no_browser_known() {
    let portal = Portal::start().await;
    assert!(!portal.try_login(&email("jan"), "wrong").await.headers.contains_key(SET_COOKIE));
    assert!(!portal.try_login(&email("nobody"), PASSWORD).await.headers.contains_key(SET_COOKIE));
}
