//! The link that logs in on a new device.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{Answer, Member, PASSWORD, Portal, email};

const WRONG_CODE: &str =
    "Deze code klopt niet, of is verlopen of al gebruikt. Kijk in de laatste mail, of vraag een nieuwe aan.";
const EXPIRED_LINK: &str = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.";

impl Portal {
    pub(crate) async fn ask_for_login_link(&self, address: &str) -> Answer {
        self.open("/api/users/login_link", &json!({"email": address})).await
    }

    async fn whom_link_names(&self, token: &str) -> Answer {
        self.open("/api/users/login/link/account", &json!({"token": token})).await
    }

    pub(crate) async fn use_login_link(&self, token: &str) -> Answer {
        self.open("/api/users/login/link", &json!({"token": token})).await
    }

    async fn use_login_code(&self, request: &Value, code: &str) -> Answer {
        self.open("/api/users/login/code", &json!({"request": request, "code": code})).await
    }

    /// The token of the latest mail, once there are `count` of them.
    pub(crate) async fn login_token(&self, count: usize) -> String {
        let text = self.login_mail(count).await;
        let rest = text.split("/auth/link?token=").nth(1).expect("a link in the mail");
        rest.chars().take_while(|char| char.is_ascii_alphanumeric() || "-_".contains(*char)).collect()
    }

    /// The code of the latest mail, likewise.
    async fn login_code(&self, count: usize) -> String {
        let text = self.login_mail(count).await;
        let rest = text.split("Code  ").nth(1).expect("a code in the mail");
        rest.trim_start().chars().take_while(char::is_ascii_digit).collect()
    }

    /// The text of the latest mail, once there are `count` of them.
    async fn login_mail(&self, count: usize) -> String {
        loop {
            let texts: Vec<String> = sqlx::query_scalar(
                "SELECT text_body FROM mail_outbox WHERE dedup_key LIKE 'login-link:%' ORDER BY id DESC",
            )
            .fetch_all(&self.pool)
            .await
            .expect("mails");
            if texts.len() >= count {
                return texts[0].clone();
            }
            tokio::task::yield_now().await;
        }
    }
}

#[tokio::test]
async fn a_link_logs_in_once_within_a_quarter_of_an_hour() {
    let portal = Portal::with_passkeys().await;
    assert_eq!(portal.ask_for_login_link(" JAN@test.example ").await.status, 200);
    let token = portal.login_token(1).await;
    let answers = futures::future::join_all((0..8).map(|_| portal.use_login_link(&token))).await;
    let won: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(won.len(), 1);
    answers.iter().filter(|answer| answer.status != 200).for_each(|answer| answer.fails(401, EXPIRED_LINK));
    assert_eq!(won[0].body["email"], email("jan"));
    let token = super::token_of(won[0]);
    let jan = Member { portal: &portal, token };
    jan.add_passkey("Nieuwe telefoon").await;

    portal.ask_for_login_link(&email("jan")).await;
    let late = portal.login_token(2).await;
    portal.clock.advance(TimeDelta::minutes(15));
    portal.use_login_link(&late).await.fails(401, EXPIRED_LINK);
    for wrong in ["", "x", "\0"] {
        portal.use_login_link(wrong).await.fails(401, EXPIRED_LINK);
    }
}

/// The keys of an answer and the lengths of its values.
fn shape(body: &Value) -> Vec<(String, usize)> {
    let fields = body.as_object().expect("an object").iter();
    fields.map(|(key, value)| (key.clone(), value.to_string().len())).collect()
}

#[tokio::test]
async fn a_code_logs_in_once_where_its_link_was_asked_for() {
    let portal = Portal::with_passkeys().await;
    let asked = portal.ask_for_login_link(&email("jan")).await.body["request"].clone();
    let code = portal.login_code(1).await;
    assert_eq!(code.len(), 8, "{code}");
    let elsewhere = portal.ask_for_login_link("nobody@test.example").await.body["request"].clone();
    portal.use_login_code(&elsewhere, &code).await.fails(401, WRONG_CODE);
    // The text of which the code's hash is made is no token: wrong ones would not be counted.
    let hashed = format!("login code\n{}\n{code}", asked.as_str().expect("text"));
    portal.use_login_link(&hashed).await.fails(401, EXPIRED_LINK);
    // As a person types it.
    let typed = format!(" {} {}\u{a0}", &code[..4], &code[4..]);
    let answers = futures::future::join_all((0..4).map(|_| portal.use_login_code(&asked, &typed))).await;
    let won: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(won.len(), 1);
    assert_eq!(won[0].body["email"], email("jan"));
    answers.iter().filter(|answer| answer.status != 200).for_each(|answer| answer.fails(401, WRONG_CODE));
    let token = portal.login_token(1).await;
    portal.use_login_link(&token).await.fails(401, EXPIRED_LINK);

    let asked = portal.ask_for_login_link(&email("jan")).await.body["request"].clone();
    let late = portal.login_code(2).await;
    portal.clock.advance(TimeDelta::minutes(15));
    portal.use_login_code(&asked, &late).await.fails(401, WRONG_CODE);
}

#[tokio::test]
async fn ten_wrong_codes_end_the_tries_alike_for_a_member_and_a_stranger_and_the_link_still_works() {
    let portal = Portal::with_passkeys().await;
    for address in [email("jan"), "nobody@test.example".to_owned()] {
        let asked = portal.ask_for_login_link(&address).await.body["request"].clone();
        for _ in 0..10 {
            // Too short to be the code.
            portal.use_login_code(&asked, "123").await.fails(401, WRONG_CODE);
        }
        assert_eq!(portal.use_login_code(&asked, "123").await.status, 429);
        if address == email("jan") {
            let code = portal.login_code(1).await;
            assert_eq!(portal.use_login_code(&asked, &code).await.status, 429);
        }
    }
    let token = portal.login_token(1).await;
    assert_eq!(portal.use_login_link(&token).await.status, 200);
}

#[tokio::test]
async fn a_link_names_its_account_before_it_is_used_and_is_not_used_by_that() {
    let portal = Portal::with_passkeys().await;
    portal.ask_for_login_link(&email("jan")).await;
    let token = portal.login_token(1).await;
    for _ in 0..3 {
        let named = portal.whom_link_names(&token).await;
        assert_eq!((named.status, &named.body), (200, &json!({"email": email("jan")})));
    }
    let sessions: i64 = sqlx::query_scalar("SELECT count(*) FROM access_tokens")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(sessions, 0);
    assert_eq!(portal.use_login_link(&token).await.status, 200);
    for unusable in [token.as_str(), "", "x", "\0"] {
        portal.whom_link_names(unusable).await.fails(401, EXPIRED_LINK);
    }
    portal.ask_for_login_link(&email("jan")).await;
    let late = portal.login_token(2).await;
    portal.clock.advance(TimeDelta::minutes(15));
    portal.whom_link_names(&late).await.fails(401, EXPIRED_LINK);
}

#[tokio::test]
async fn a_link_is_sent_to_members_only_with_one_answer_for_all_and_within_bounds() {
    let portal = Portal::with_passkeys().await;
    let unknown = portal.ask_for_login_link("nobody@test.example").await;
    for _ in 0..6 {
        let known = portal.ask_for_login_link(&email("jan")).await;
        assert_eq!(known.status, 200);
        assert_eq!(shape(&known.body), shape(&unknown.body));
    }
    portal.login_token(5).await;
    // Counted together with those for a new password, per address of the client.
    for _ in 0..16 {
        assert_eq!(portal.open("/api/users/forgot_password", &json!({"email": "x"})).await.status, 200);
    }
    let refused = portal.ask_for_login_link(&email("jan")).await;
    refused.fails(429, "Te vaak een link aangevraagd. Probeer het over een kwartier opnieuw.");
    let links: i64 = sqlx::query_scalar("SELECT count(*) FROM login_links")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(links, 5, "five an hour");
}

#[tokio::test]
async fn a_new_password_ends_the_links_and_a_disabled_member_has_none() {
    let portal = Portal::with_passkeys().await;
    let jan = portal.login("jan").await;
    portal.ask_for_login_link(&email("jan")).await;
    let token = portal.login_token(1).await;
    let changed =
        jan.post("/api/users/me/password", &json!({"current": PASSWORD, "new": "fairway op zondag"})).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    portal.use_login_link(&token).await.fails(401, EXPIRED_LINK);

    portal.ask_for_login_link(&email("eva")).await;
    let evas = portal.login_token(2).await;
    sqlx::query("UPDATE members SET disabled_at = now() WHERE email = $1")
        .bind(email("eva"))
        .execute(&portal.pool)
        .await
        .expect("disabled");
    portal.use_login_link(&evas).await.fails(401, EXPIRED_LINK);
}
