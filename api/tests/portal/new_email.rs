//! A member's new e-mail address: asked for in a session, confirmed by a link to the new mailbox, told to the former one.

use chrono::TimeDelta;
use serde_json::json;
use sqlx::Row;

use crate::support::{Answer, Member, PASSWORD, Portal, email};

const NEW: &str = "jan@elders.example";
const EXPIRED: &str =
    "Deze link is verlopen of al gebruikt. Vraag een nieuwe aan, in je profiel of bij onze klantenservice.";

impl Member<'_> {
    pub(crate) async fn ask_for_email(&self, address: &str, password: &str) -> Answer {
        self.post("/api/users/me/email", &json!({"email": address, "password": password})).await
    }
}

impl Portal {
    /// The token of the only link to a new address that works.
    pub(crate) async fn email_token(&self) -> String {
        let tokens = self.email_tokens().await;
        assert_eq!(tokens.len(), 1);
        tokens.concat()
    }

    async fn email_tokens(&self) -> Vec<String> {
        let texts: Vec<String> = sqlx::query_scalar(
            "SELECT text_body FROM mail_outbox
             JOIN address_changes ON dedup_key = 'new-address:' || encode(token_hash, 'hex') WHERE ended_at IS NULL",
        )
        .fetch_all(&self.pool)
        .await
        .expect("mails");
        let token = |text: &String| {
            let rest = text.split("/auth/email?token=").nth(1).expect("a link in the mail");
            rest.chars().take_while(|char| char.is_ascii_alphanumeric() || "-_".contains(*char)).collect()
        };
        texts.iter().map(token).collect()
    }

    async fn whose_link(&self, token: &str) -> Answer {
        self.open_post("/api/users/email/account", &json!({"token": token})).await
    }

    pub(crate) async fn confirm_email(&self, token: &str) -> Answer {
        self.confirm_email_with(token, PASSWORD).await
    }

    async fn confirm_email_with(&self, token: &str, password: &str) -> Answer {
        self.open_post("/api/users/email", &json!({"token": token, "password": password})).await
    }

    /// The subject and the address of each mail about an address, in alphabetical order.
    async fn mails_about_addresses(&self) -> Vec<(String, String)> {
        let rows = sqlx::query(
            "SELECT coalesce(address, email) AS address, subject
             FROM mail_outbox LEFT JOIN members ON members.id = member_id
             WHERE dedup_key LIKE 'new-address%' OR dedup_key LIKE 'address-changed%'",
        )
        .fetch_all(&self.pool)
        .await
        .expect("mails");
        let mut mails: Vec<_> = rows.iter().map(|row| (row.get("subject"), row.get("address"))).collect();
        mails.sort();
        mails
    }
}

/// A refusal of one field.
fn refuses(answer: &Answer, field: &str, sentence: &str) {
    assert_eq!((answer.status, &answer.body["errors"][field]), (422, &json!(sentence)), "{}", answer.body);
}

fn mail(subject: &str, address: &str) -> (String, String) {
    (subject.to_owned(), address.to_owned())
}

#[tokio::test]
async fn a_confirmed_address_is_the_one_to_log_in_with_and_ends_every_session() {
    let portal = Portal::start().await;
    let (jan, elsewhere) = (portal.login("jan").await, portal.login("jan").await);
    assert_eq!(jan.ask_for_email(" JAN@Elders.example ", PASSWORD).await.status, 200);
    let token = portal.email_token().await;
    assert_eq!(jan.get("/api/users/me/profile").await.body["data"]["email"], email("jan"), "nothing changed");
    for _ in 0..2 {
        let named = portal.whose_link(&token).await;
        assert_eq!(named.body, json!({"present": "j…@test.example", "email": NEW, "needs_password": true}));
    }
    // A stranger at a mistyped address has the link only.
    for wrong in ["", "fairway"] {
        refuses(&portal.confirm_email_with(&token, wrong).await, "password", "Dit is niet je wachtwoord.");
    }
    let answers = futures::future::join_all((0..4).map(|_| portal.confirm_email(&token))).await;
    let won: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!((won.len(), &won[0].body), (1, &json!({"success": true, "email": NEW})));
    answers.iter().filter(|answer| answer.status != 200).for_each(|answer| answer.fails(422, EXPIRED));

    for session in [&jan, &elsewhere] {
        assert_eq!(session.get("/api/users/me").await.status, 401);
    }
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 401);
    assert_eq!(portal.try_login(NEW, PASSWORD).await.status, 200);
    assert_eq!(
        portal.mails_about_addresses().await,
        [
            mail("Bevestig je nieuwe e-mailadres voor Fairway", NEW),
            mail("Er is een nieuw e-mailadres aangevraagd", &email("jan")),
            mail("Je e-mailadres is gewijzigd", NEW),
            mail("Je e-mailadres is gewijzigd", &email("jan")),
        ]
    );
    let former: Vec<String> = sqlx::query_scalar("SELECT email FROM former_addresses")
        .fetch_all(&portal.pool)
        .await
        .expect("addresses");
    assert_eq!(former, [email("jan")]);
}

#[tokio::test]
async fn back_to_a_former_address_is_possible_and_leaves_the_other_one_as_former() {
    let portal = Portal::start().await;
    portal.login("jan").await.ask_for_email(NEW, PASSWORD).await;
    portal.confirm_email(&portal.email_token().await).await;
    let token =
        portal.try_login(NEW, PASSWORD).await.body["access_token"].as_str().expect("a token").to_owned();
    let jan = Member { portal: &portal, token };
    assert_eq!(jan.ask_for_email(&email("jan"), PASSWORD).await.status, 200);
    assert_eq!(portal.confirm_email(&portal.email_token().await).await.status, 200);
    let former: Vec<String> = sqlx::query_scalar("SELECT email FROM former_addresses")
        .fetch_all(&portal.pool)
        .await
        .expect("addresses");
    assert_eq!(former, [NEW]);
}

#[tokio::test]
async fn a_request_needs_the_password_and_an_address_that_is_new() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    refuses(&jan.ask_for_email(NEW, "wrong").await, "password", "Dit is niet je wachtwoord.");
    for address in ["", "jan", "a@b.nl;c@d.nl", "jan@x_y.nl"] {
        refuses(&jan.ask_for_email(address, PASSWORD).await, "email", "Vul een geldig e-mailadres in.");
    }
    refuses(&jan.ask_for_email("JAN@test.example", PASSWORD).await, "email", "Dit is al je e-mailadres.");
    let operator = portal.impersonate("jan").await;
    operator
        .ask_for_email(NEW, PASSWORD)
        .await
        .fails(403, "Alleen het lid zelf kan het e-mailadres wijzigen.");
    assert_eq!(portal.mails_about_addresses().await, []);
}

#[tokio::test]
async fn an_address_of_another_member_gets_the_same_answer_and_its_member_a_sentence() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let free = jan.ask_for_email(NEW, PASSWORD).await;
    let taken = jan.ask_for_email(&email("eva"), PASSWORD).await;
    assert_eq!((taken.status, &taken.body), (free.status, &free.body));
    assert_eq!(
        portal.mails_about_addresses().await,
        [
            mail("Bevestig je nieuwe e-mailadres voor Fairway", NEW),
            mail("Er is een nieuw e-mailadres aangevraagd", &email("jan")),
            mail("Er is een nieuw e-mailadres aangevraagd", &email("jan")),
            mail("Iemand vroeg om jouw e-mailadres", &email("eva")),
        ]
    );
    let links: Vec<String> =
        sqlx::query_scalar("SELECT text_body FROM mail_outbox WHERE text_body LIKE '%/auth/email?token=%'")
            .fetch_all(&portal.pool)
            .await
            .expect("mails");
    assert_eq!(links.len(), 1, "no link for the address of another");
}

#[tokio::test]
async fn a_link_works_once_for_an_hour_and_ends_with_a_later_request_or_a_new_password() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.ask_for_email("een@elders.example", PASSWORD).await;
    let first = portal.email_token().await;
    jan.ask_for_email(NEW, PASSWORD).await;
    let second = portal.email_token().await;
    portal.confirm_email(&first).await.fails(422, EXPIRED);
    portal.clock.advance(TimeDelta::hours(1));
    portal.confirm_email(&second).await.fails(422, EXPIRED);

    jan.ask_for_email(NEW, PASSWORD).await;
    let third = portal.email_token().await;
    let new = json!({"current": PASSWORD, "new": "een groene bal in de bunker"});
    assert_eq!(jan.post("/api/users/me/password", &new).await.status, 200);
    portal.confirm_email(&third).await.fails(422, EXPIRED);
    for wrong in ["", "x", "\0"] {
        portal.whose_link(wrong).await.fails(422, EXPIRED);
    }
}

#[tokio::test]
async fn a_member_asks_at_most_five_times_an_hour() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    for number in 0..5 {
        let address = if number == 3 { email("eva") } else { format!("{number}@elders.example") };
        assert_eq!(jan.ask_for_email(&address, PASSWORD).await.status, 200);
    }
    let refused = jan.ask_for_email(NEW, PASSWORD).await;
    refused.fails(
        429,
        "Je hebt het afgelopen uur te vaak een nieuw e-mailadres aangevraagd. Probeer het later opnieuw.",
    );
    portal.clock.advance(TimeDelta::hours(1));
    assert_eq!(portal.login("jan").await.ask_for_email(NEW, PASSWORD).await.status, 200);
}

#[tokio::test]
async fn of_two_members_who_confirm_one_address_one_gets_it() {
    let portal = Portal::start().await;
    for name in ["jan", "eva"] {
        portal.login(name).await.ask_for_email(NEW, PASSWORD).await;
    }
    let tokens = portal.email_tokens().await;
    let (one, other) = tokio::join!(portal.confirm_email(&tokens[0]), portal.confirm_email(&tokens[1]));
    let (won, lost) = if one.status == 200 { (one, other) } else { (other, one) };
    assert_eq!(won.status, 200, "{}", won.body);
    lost.fails(
        409,
        "Dit e-mailadres hoort inmiddels bij een ander account. Vraag een ander adres aan, in je profiel of bij onze \
         klantenservice.",
    );
    assert_eq!(portal.try_login(NEW, PASSWORD).await.status, 200);
}
