//! Forgotten passwords: what is revealed, what a link can do, and what a new password ends.

mod changing;

use std::time::Duration;

use chrono::TimeDelta;
use fairway_import::import;
use serde_json::{Value, json};

use crate::importing::changed;
use crate::support::{Answer, PASSWORD, Portal, email, installation};

const NEW: &str = "een groene bal in de bunker";
const EXPIRED_LINK: &str = "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan.";

impl Portal {
    pub(crate) async fn open_post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.http.post(self.url(path)).json(body)).await
    }

    async fn forgot(&self, address: &str) -> Answer {
        self.open_post("/api/users/forgot_password", &json!({"email": address})).await
    }

    pub(crate) async fn reset(&self, token: &str, password: &str) -> Answer {
        self.open_post("/api/users/reset_password", &json!({"token": token, "password": password})).await
    }

    async fn reset_account(&self, token: &str) -> Answer {
        self.open_post("/api/users/reset_password/account", &json!({"token": token})).await
    }

    /// Texts of the waiting mails of a member, oldest first, once there are `count`.
    pub(crate) async fn mails(&self, name: &str, count: usize) -> Vec<String> {
        let wait = async {
            loop {
                let texts: Vec<String> = sqlx::query_scalar(
                    "SELECT text_body FROM mail_outbox JOIN members ON members.id = member_id
                     WHERE email = $1 AND text_body IS NOT NULL ORDER BY mail_outbox.id",
                )
                .bind(email(name))
                .fetch_all(&self.pool)
                .await
                .expect("mails");
                if texts.len() >= count {
                    return texts;
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), wait).await.expect("the mails in time")
    }

    /// Requests the member's first link and reads its token from the mail.
    pub(crate) async fn link(&self, name: &str) -> String {
        assert_eq!(self.forgot(&email(name)).await.status, 200);
        token_in(&self.mails(name, 1).await[0])
    }
}

pub(crate) fn token_in(mail: &str) -> String {
    let rest = mail.split("/auth/reset?token=").nth(1).expect("a link in the mail");
    rest.chars().take_while(|char| char.is_ascii_alphanumeric() || "-_".contains(*char)).collect()
}

#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_answer_and_only_members_get_mail() {
    let portal = Portal::start().await;
    let unknown = portal.forgot("nobody@test.example").await;
    for address in [" JAN@test.example ", "", "jan\0@test.example", "geen adres"] {
        let answer = portal.forgot(address).await;
        assert_eq!((answer.status, &answer.body), (200, &json!({"success": true})), "{address}");
        assert_eq!(answer.body, unknown.body);
    }
    let mails = portal.mails("jan", 1).await;
    let token = token_in(&mails[0]);
    assert_eq!(token.len(), 43, "256 bits in base64url");
    let stored: Vec<Vec<u8>> = sqlx::query_scalar("SELECT token_hash FROM password_resets")
        .fetch_all(&portal.pool)
        .await
        .expect("links");
    assert_eq!(stored, [fairway_clock::random::digest(token.as_bytes())], "one link, kept as its hash");
    let others: i64 = sqlx::query_scalar("SELECT count(*) FROM mail_outbox")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(others, 1);
}

#[tokio::test]
async fn a_link_sets_a_new_password_once_and_ends_every_session() {
    let portal = Portal::start().await;
    let (here, there, eva) =
        (portal.login("jan").await, portal.login("jan").await, portal.login("eva").await);
    let token = portal.link("jan").await;
    let named = portal.reset_account(&token).await;
    assert_eq!((named.status, named.body), (200, json!({"email": email("jan")})));
    portal.close_account("jan").await;
    let done = portal.reset(&token, NEW).await;
    assert_eq!((done.status, done.body), (200, json!({"success": true})));
    assert_eq!(portal.failures_of_accounts().await, 0, "the account is open again, to everybody");
    assert_eq!(here.get("/api/users/me").await.status, 401);
    assert_eq!(there.get("/api/users/me").await.status, 401);
    assert_eq!(eva.get("/api/users/me").await.status, 200, "another member's session lives on");
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 401);
    assert_eq!(portal.try_login(&email("jan"), NEW).await.status, 200);
    portal.reset(&token, "nog een ander wachtwoord").await.fails(422, EXPIRED_LINK);
    for unusable in [token.as_str(), "", "\0"] {
        assert_eq!(portal.reset_account(unusable).await.body, json!({"email": null}));
    }
    let reported = portal.mails("jan", 2).await;
    assert!(reported.iter().any(|mail| mail.contains("Was jij dit niet?")), "{reported:#?}");
    assert!(!reported.join("").contains(NEW), "a password is in no mail");
}

#[tokio::test]
async fn of_many_concurrent_uses_one_succeeds() {
    let portal = Portal::start().await;
    let token = portal.link("jan").await;
    let passwords: Vec<String> = (0..12).map(|nth| format!("{NEW} nummer {nth}")).collect();
    let tries = passwords.iter().map(|password| portal.reset(&token, password));
    let answers = futures::future::join_all(tries).await;
    let won: Vec<usize> = (0..12).filter(|nth| answers[*nth].status == 200).collect();
    assert_eq!(won.len(), 1, "{answers:#?}");
    assert_eq!(portal.try_login(&email("jan"), &passwords[won[0]]).await.status, 200);
}

#[tokio::test]
async fn a_link_is_valid_for_an_hour_and_using_one_ends_the_others() {
    let portal = Portal::start().await;
    let late = portal.link("jan").await;
    portal.clock.advance(TimeDelta::hours(1));
    portal.reset(&late, NEW).await.fails(422, EXPIRED_LINK);
    portal.forgot(&email("jan")).await;
    portal.mails("jan", 2).await;
    portal.forgot(&email("jan")).await;
    let mails = portal.mails("jan", 3).await;
    portal.clock.advance(TimeDelta::hours(1) - TimeDelta::seconds(1));
    assert_eq!(portal.reset(&token_in(&mails[2]), NEW).await.status, 200);
    portal.reset(&token_in(&mails[1]), NEW).await.fails(422, EXPIRED_LINK);
    for wrong in ["", "x", "' OR 1=1 --", "\0"] {
        portal.reset(wrong, NEW).await.fails(422, EXPIRED_LINK);
    }
}

#[tokio::test]
async fn a_refused_password_does_not_use_up_the_link() {
    let portal = Portal::start().await;
    let token = portal.link("jan").await;
    for (password, sentence) in [
        ("zeven77", "Kies een wachtwoord van minstens 8 tekens."),
        ("", "Kies een wachtwoord van minstens 8 tekens."),
        ("12345678", "Dit wachtwoord is te makkelijk te raden. Kies een ander."),
        ("Password1", "Dit wachtwoord is te makkelijk te raden. Kies een ander."),
        (&"x7 ".repeat(100), "Kies een wachtwoord van hoogstens 256 tekens."),
    ] {
        let answer = portal.reset(&token, password).await;
        answer.fails(422, sentence);
        assert_eq!(answer.body["errors"]["password"], sentence);
    }
    let long = "fazant kiest laarzen ".repeat(4);
    assert_eq!(portal.reset(&token, &long).await.status, 200, "84 characters, spaces and all");
    assert_eq!(portal.try_login(&email("jan"), &long).await.status, 200);
}

#[tokio::test]
async fn a_disabled_member_gets_no_link_and_cannot_use_one() {
    let portal = Portal::start().await;
    let token = portal.link("jan").await;
    sqlx::query("UPDATE members SET disabled_at = now()").execute(&portal.pool).await.expect("disabled");
    portal.reset(&token, NEW).await.fails(422, EXPIRED_LINK);
    assert_eq!(portal.forgot(&email("jan")).await.status, 200);
}

#[tokio::test]
async fn requests_are_limited_per_client_address_and_mails_per_member() {
    let portal = Portal::start().await;
    for _ in 0..21 {
        assert_eq!(portal.forgot(&email("jan")).await.status, 200);
    }
    let refused = portal.forgot(&email("jan")).await;
    refused.fails(429, "Te vaak een nieuw wachtwoord aangevraagd. Probeer het over een kwartier opnieuw.");
    let wait: i64 = refused.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=901).contains(&wait), "{wait}");
    portal.clock.advance(TimeDelta::seconds(wait));
    assert_eq!(portal.forgot(&email("eva")).await.status, 200);
    // Eva's mail was requested last: all mails for Jan have been queued by then.
    portal.mails("eva", 1).await;
    let links: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM password_resets JOIN members ON members.id = member_id WHERE email = $1",
    )
    .bind(email("jan"))
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert!((1..=5).contains(&links), "{links}");
}

#[tokio::test]
async fn of_forty_requests_at_one_moment_as_many_are_accepted_as_may() {
    let portal = Portal::start().await;
    // A first try, and all repeats but one.
    for _ in 0..20 {
        assert_eq!(portal.forgot(&email("jan")).await.status, 200);
    }
    let jan = email("jan");
    let answers = futures::future::join_all((0..40).map(|_| portal.forgot(&jan))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 429].contains(&answer.status)), "{answers:#?}");
}

#[tokio::test]
async fn a_request_is_counted_after_another_of_its_address_is_stored() {
    let portal = Portal::start().await;
    let now = portal.clock.now();
    let mut first = portal.pool.begin().await.expect("a transaction");
    let count = "SELECT count_link_request('address', $1, 1, 1, $2 - interval '15 minutes', $2) IS NULL";
    let counted = |account: &'static [u8]| sqlx::query_scalar::<_, bool>(count).bind(account).bind(now);
    assert!(counted(b"jan").fetch_one(&mut *first).await.expect("an answer"), "one may");
    let second = async {
        let mut connection = portal.pool.acquire().await.expect("a connection");
        counted(b"eva").fetch_one(&mut *connection).await.expect("an answer")
    };
    let commits = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
            WHERE NOT granted AND locktype = 'advisory' AND datname = current_database())";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&portal.pool).await.expect("locks") {
            tokio::task::yield_now().await;
        }
        first.commit().await.expect("committed");
    };
    let both = futures::future::join(second, commits);
    let (accepted, ()) = tokio::time::timeout(Duration::from_secs(30), both).await.expect("it waits");
    assert!(!accepted, "it saw the first");
}

#[tokio::test]
async fn at_a_clubs_network_a_first_try_succeeds_whatever_others_asked_for() {
    let portal = Portal::start().await;
    while portal.forgot(&email("jan")).await.status == 200 {}
    for nth in 2..100 {
        assert_eq!(portal.forgot(&format!("m{nth}@test.example")).await.status, 200, "member {nth}");
    }
    assert_eq!(portal.forgot(&email("eva")).await.status, 200);
    portal.mails("eva", 1).await;
    let refused = portal.forgot(&email("w1")).await;
    refused.fails(429, "Te vaak een nieuw wachtwoord aangevraagd. Probeer het over een kwartier opnieuw.");
}

#[tokio::test]
async fn a_member_imported_without_a_password_sets_one_by_a_link() {
    let portal = Portal::empty().await;
    let data = changed("members.json", |members| {
        members[0].as_object_mut().expect("jan").remove("password");
        members[1]["password"] = json!("wachtwoord");
        members[2]["password"] = json!("kort");
    });
    let summary =
        import(&portal.pool, &portal.clock, &installation(), data.path()).await.expect("the data set");
    assert_eq!(summary.guessable_passwords, 2);
    assert!(summary.to_string().contains("2 new member(s) have a password that is tried first"), "{summary}");
    for guess in ["", PASSWORD, "null"] {
        assert_eq!(portal.try_login(&email("jan"), guess).await.status, 401, "{guess:?}");
    }
    let token = portal.link("jan").await;
    assert_eq!(portal.reset(&token, NEW).await.status, 200);
    assert_eq!(portal.try_login(&email("jan"), NEW).await.status, 200);

    let again = import(&portal.pool, &portal.clock, &installation(), data.path()).await.expect("again");
    assert_eq!(again.guessable_passwords, 0, "of new members only");
    assert_eq!(portal.try_login(&email("jan"), NEW).await.status, 200);
}
