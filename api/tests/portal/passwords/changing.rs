//! A change of password within a session: who may, what counts as an attempt, and what ends with the former one.

use chrono::TimeDelta;
use fairway_events::MemberId;
use fairway_store::account_access::Spared;
use fairway_store::passwords;
use serde_json::json;

use super::{EXPIRED_LINK, NEW, token_in};
use crate::support::{Answer, Member, PASSWORD, Portal, email};

const PATH: &str = "/api/users/me/password";
const WRONG: &str = "Dit is niet je huidige wachtwoord.";
const CLOSED: &str = "Te vaak geprobeerd in te loggen. Probeer het over een kwartier opnieuw.";

impl Member<'_> {
    async fn change_password(&self, current: &str, new: &str) -> Answer {
        self.post(PATH, &json!({"current": current, "new": new})).await
    }
}

impl Portal {
    async fn failures(&self, scope: &str) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM login_failures WHERE scope = $1")
            .bind(scope)
            .fetch_one(&self.pool)
            .await
            .expect("a count")
    }
}

#[tokio::test]
async fn the_present_password_gives_a_new_one_and_ends_every_session_but_this_one() {
    let portal = Portal::start().await;
    let (here, there, eva) =
        (portal.login("jan").await, portal.login("jan").await, portal.login("eva").await);
    let looking_on = portal.impersonate("jan").await;
    let link = portal.link("jan").await;

    let changed = here.change_password(PASSWORD, NEW).await;
    assert_eq!((changed.status, &changed.body["success"]), (200, &json!(true)), "{}", changed.body);
    assert_eq!(
        (&changed.body["token_type"], &changed.body["expires_in"]),
        (&json!("Bearer"), &json!(2_592_000))
    );
    let token = changed.body["access_token"].as_str().expect("a token").to_owned();
    assert_eq!(token.len(), 43, "256 bits in base64url");
    let on = Member { portal: &portal, token };
    assert_eq!(on.get("/api/users/me").await.body["email"], email("jan"));
    for (session, who) in
        [(&here, "a copy of the former token"), (&there, "another"), (&looking_on, "an operator's")]
    {
        assert_eq!(session.get("/api/users/me").await.status, 401, "{who}");
    }
    assert_eq!(eva.get("/api/users/me").await.status, 200, "another member's session lives on");
    portal.clock.advance(TimeDelta::days(30) - TimeDelta::seconds(1));
    assert_eq!(on.get("/api/users/me").await.status, 200);
    portal.clock.advance(TimeDelta::seconds(1));
    assert_eq!(on.get("/api/users/me").await.status, 401, "thirty days, as after a log-in");

    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 401);
    assert_eq!(portal.try_login(&email("jan"), NEW).await.status, 200);
    portal.reset(&link, "nog een ander wachtwoord").await.fails(422, EXPIRED_LINK);
    let reported = portal.mails("jan", 2).await;
    // Both were queued at the same instant: either may come first.
    assert!(reported.iter().any(|mail| mail.contains("Was jij dit niet?")), "{reported:#?}");
    assert!(!reported.join("").contains(NEW), "a password is in no mail");
}

#[tokio::test]
async fn every_change_is_announced_by_mail_even_the_second_of_a_day() {
    let portal = Portal::start().await;
    let mut session = portal.login("jan").await;
    for (count, (current, new)) in
        [(PASSWORD, NEW), (NEW, "nog een ander wachtwoord")].into_iter().enumerate()
    {
        let changed = session.change_password(current, new).await;
        session.token = changed.body["access_token"].as_str().expect("a token").to_owned();
        assert_eq!(portal.mails("jan", count + 1).await.len(), count + 1);
    }
}

#[tokio::test]
async fn ten_wrong_present_passwords_block_the_account_like_failed_log_ins() {
    let portal = Portal::start().await;
    let (jan, device) = (portal.login("jan").await, portal.device("jan").await);
    let hashes = portal.node.app.members.passwords.started_hashes();
    for _ in 0..4 {
        assert_eq!(portal.login_with(&device, "jan", "wrong").await.status, 401);
    }
    let wrong: Vec<String> = (0..9).map(|number| format!("fout {number}")).collect();
    let guesses = wrong.iter().map(|current| jan.change_password(current, NEW));
    let answers = futures::future::join_all(guesses).await;
    let (refused, wrong): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 429);
    assert_eq!((wrong.len(), refused.len()), (6, 3), "four log-ins of a known browser failed before");
    for answer in wrong {
        answer.fails(422, WRONG);
        assert_eq!(answer.body["errors"], json!({"current": WRONG}));
    }
    assert_eq!(
        portal.node.app.members.passwords.started_hashes() - hashes,
        10,
        "who has no more tries costs no hash"
    );

    let closed = jan.change_password(PASSWORD, NEW).await;
    closed.fails(429, CLOSED);
    portal.login_with(&device, "jan", PASSWORD).await.fails(429, CLOSED);
    assert_eq!(jan.get("/api/users/me").await.status, 200, "the session is good");
    let wait: i64 = closed.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=901).contains(&wait), "{wait}");
    portal.clock.advance(TimeDelta::seconds(wait));
    assert_eq!(jan.change_password(PASSWORD, NEW).await.status, 200);
}

#[tokio::test]
async fn wrong_passwords_of_strangers_do_not_block_a_change_of_password() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    portal.ten_wrong("", "jan").await;
    portal.try_login(&email("jan"), PASSWORD).await.fails(429, CLOSED);
    assert_eq!(jan.change_password(PASSWORD, NEW).await.status, 200);
    assert_eq!(portal.try_login(&email("jan"), NEW).await.status, 200, "it opens the account to everybody");
}

#[tokio::test]
async fn wrong_present_passwords_block_the_client_address_too() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    // Inserted instead of attempted: a hundred hashes would only take time.
    sqlx::query("INSERT INTO login_failures (scope, key, failed_at) SELECT 'address', $1, $2 FROM generate_series(1, 99)")
        .bind(portal.own_address())
        .bind(portal.clock.now())
        .execute(&portal.pool)
        .await
        .expect("failures");
    jan.change_password("wrong", NEW).await.fails(422, WRONG);
    jan.change_password(PASSWORD, NEW).await.fails(429, CLOSED);
}

#[tokio::test]
async fn the_right_present_password_clears_failures_even_if_the_new_one_is_refused() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for _ in 0..3 {
        assert_eq!(jan.change_password("wrong", NEW).await.status, 422);
    }
    assert_eq!((portal.failures("account").await, portal.failures("address").await), (3, 3));
    assert_eq!(jan.change_password(PASSWORD, "wachtwoord").await.status, 422);
    assert_eq!((portal.failures("account").await, portal.failures("address").await), (0, 3));
    assert_eq!(jan.change_password("wrong", NEW).await.status, 422);
    assert_eq!(jan.change_password(PASSWORD, NEW).await.status, 200);
    assert_eq!((portal.failures("account").await, portal.failures("address").await), (0, 4));
}

#[tokio::test]
async fn a_new_password_that_is_refused_changes_nothing() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for (new, sentence) in [
        ("zeven77", "Kies een wachtwoord van minstens 8 tekens."),
        ("", "Kies een wachtwoord van minstens 8 tekens."),
        ("Password1", "Dit wachtwoord is te makkelijk te raden. Kies een ander."),
        (&"x7 ".repeat(100), "Kies een wachtwoord van hoogstens 256 tekens."),
        (PASSWORD, "Kies een ander wachtwoord dan je huidige."),
    ] {
        let answer = jan.change_password(PASSWORD, new).await;
        answer.fails(422, sentence);
        assert_eq!(answer.body["errors"], json!({"new": sentence}));
    }
    assert_eq!(jan.get("/api/users/me").await.status, 200);
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 200);
    let mails: i64 = sqlx::query_scalar("SELECT count(*) FROM mail_outbox")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(mails, 0);
}

#[tokio::test]
async fn an_impersonating_operator_cannot_change_it() {
    let portal = Portal::start().await;
    let operator = portal.impersonate("jan").await;
    for current in [PASSWORD, "wrong"] {
        let answer = operator.change_password(current, NEW).await;
        answer.fails(403, "Alleen het lid zelf kan het wachtwoord wijzigen.");
    }
    assert_eq!(portal.failures("account").await, 0, "nothing is tried, so nothing is told");
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 200);
}

#[tokio::test]
async fn of_many_concurrent_changes_one_succeeds() {
    let portal = Portal::start().await;
    let (here, there) = (portal.login("jan").await, portal.login("jan").await);
    let news: Vec<String> = (0..6).map(|nth| format!("{NEW} nummer {nth}")).collect();
    let tries = (0..6).map(|nth| [&here, &there][nth % 2].change_password(PASSWORD, &news[nth]));
    let answers = futures::future::join_all(tries).await;
    let won: Vec<usize> = (0..6).filter(|nth| answers[*nth].status == 200).collect();
    assert_eq!(won.len(), 1, "{answers:#?}");
    // The later ones had another present password by then, or no session any more.
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 401 | 422)), "{answers:#?}");
    let sessions: i64 = sqlx::query_scalar("SELECT count(*) FROM access_tokens WHERE revoked_at IS NULL")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(sessions, 1);
    assert_eq!(portal.try_login(&email("jan"), &news[won[0]]).await.status, 200);
}

#[tokio::test]
async fn a_password_replaced_since_its_check_is_not_replaced_again() {
    let portal = Portal::start().await;
    let (id, hash): (uuid::Uuid, String) =
        sqlx::query_as("SELECT id, password_hash FROM members WHERE email = $1")
            .bind(email("jan"))
            .fetch_one(&portal.pool)
            .await
            .expect("jan");
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let now = portal.clock.now();
    let mut replace = async |former: &str, new: &str| {
        passwords::replace(&mut connection, MemberId(id), Some(former), new, Spared::PASSKEYS, now)
            .await
            .expect("an answer")
            .is_some()
    };
    assert!(replace(&hash, "first").await);
    assert!(!replace(&hash, "second").await);
    assert!(replace("first", "third").await);
}

#[tokio::test]
async fn links_and_changes_of_one_member_do_not_deadlock() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for count in 1..=4 {
        portal.forgot(&email("jan")).await;
        portal.mails("jan", count).await;
    }
    let links: Vec<String> = portal.mails("jan", 4).await.iter().map(|mail| token_in(mail)).collect();
    let resets = futures::future::join_all(links.iter().map(|link| portal.reset(link, NEW)));
    let change = jan.change_password(PASSWORD, "nog een ander wachtwoord");
    let (resets, change) = futures::future::join(resets, change).await;
    let statuses: Vec<u16> = resets.iter().chain([&change]).map(|answer| answer.status).collect();
    assert!(statuses.iter().all(|status| matches!(status, 200 | 401 | 422)), "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
}
