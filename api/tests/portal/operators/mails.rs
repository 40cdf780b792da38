//! Mails at the screens: what waits and failed, what bounced, and sending one again after the last attempt.

mod at_once;

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_notifications::mail::bookings::BookingMails;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_notifications::mail::sender::Sender;
use fairway_store::operators::Role;
use serde_json::{Value, json};

use super::Operator;
use crate::mails::smtp;
use crate::purchases::{payment_of, registration};
use crate::support::{Portal, email};

/// The mail tasks of a node, run step by step.
struct MailTasks {
    delivery: MailDelivery,
    bookings: BookingMails,
    sender: Sender,
}

impl MailTasks {
    fn new(portal: &Portal, server: &smtp::Server) -> Self {
        let url = server.url();
        let config = Config::from_lookup(|key| (key == "FAIRWAY_MAIL").then(|| url.clone()));
        let config = config.expect("a configuration");
        let (pool, clock) = (portal.pool.clone(), portal.clock.clone());
        let delivery = portal.node.app.operators.delivery.clone();
        let links = config.links().expect("links");
        let settings = config.notifications().expect("settings");
        Self {
            bookings: BookingMails::new(pool.clone(), clock.clone(), delivery.clone(), links),
            sender: Sender::new(&settings, pool, clock, delivery.clone()).expect("a sender"),
            delivery,
        }
    }

    async fn deliver(&self) {
        while self.bookings.process_events().await.expect("a look").more {}
        while self.sender.send_due().await.expect("an outbox") > 0 {}
    }
}

async fn listed(operator: &Operator<'_>, query: &str) -> Vec<Value> {
    let page = operator.get(&format!("/operator/api/mails?{query}")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    page.body["mails"].as_array().expect("mails").clone()
}

#[tokio::test]
async fn a_bounced_mail_is_listed_and_sent_again_after_the_last_attempt() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["550 5.1.1 unknown user", "250 ok", "451 later", "250 ok"]).await;
    let tasks = MailTasks::new(&portal, &server);
    let anke = portal.operator("anke", &[Role::Support]).await;
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    tasks.deliver().await;

    let failed = listed(&anke, "list=failed").await;
    assert_eq!(failed.len(), 1, "{failed:?}");
    let mail = &failed[0];
    assert_eq!(
        (&mail["kind"], &mail["attempts"], &mail["state"]),
        (&json!("round"), &json!(1), &json!("failed"))
    );
    assert_eq!(mail["member"]["id"], json!(portal.member_id("jan").await));
    assert!(mail["last_error"].as_str().is_some_and(|error| error.contains("550")), "{mail}");
    assert!(mail["position"].as_i64().is_some_and(|position| position > 0), "{mail}");
    assert_eq!(listed(&anke, "list=bounced").await[0]["bounced_address"], json!(email("jan")));
    let answers = tasks.delivery.answers().last();
    assert_eq!((answers.taken_at, answers.failure.as_deref()), (None, Some("it answered 550")));

    let again = async |id: &Value, reason: &str| {
        anke.post("/operator/api/mails/send-again", &json!({"id": id, "reason": reason})).await
    };
    again(&mail["id"], " ").await.fails(422, "Write a reason: one line of at most 200 characters.");
    assert_eq!(again(&mail["id"], "the mailbox was corrected").await.status, 204);
    assert_eq!(listed(&anke, "list=waiting").await.len(), 1);
    again(&mail["id"], "too soon").await.fails(409, "This mail is tried within a minute anyway.");
    assert_eq!(listed(&anke, "list=bounced").await, [] as [Value; 0], "the address is given another chance");
    tasks.deliver().await;
    assert_eq!(server.taken().await, [email("jan")]);
    let sent = listed(&anke, &format!("list=sent&member={}", email("jan"))).await;
    assert_eq!((sent.len(), &sent[0]["sent_again"]), (1, &json!(1)));
    assert_eq!(listed(&anke, &format!("list=sent&member={}", email("eva"))).await.len(), 0);
    let act: (String, String, Option<uuid::Uuid>) = sqlx::query_as(
        "SELECT subject, reason, member_id FROM operator_actions WHERE action = 'send mail again'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("the act");
    let subject = format!("mail {}", mail["id"].as_str().expect("an id"));
    assert_eq!(act, (subject, "the mailbox was corrected".to_owned(), Some(portal.member_id("jan").await)));

    // One that waits for its next attempt is tried at once.
    portal.login("eva").await.book("2026-11-29", &["eva"]).await;
    tasks.deliver().await;
    assert_eq!(listed(&anke, "list=waiting").await[0]["attempts"], 1);
    sqlx::query("UPDATE mail_outbox SET due_at = $1 WHERE settled_at IS NULL")
        .bind(portal.clock.now() + TimeDelta::hours(6))
        .execute(&portal.pool)
        .await
        .expect("a long pause");
    let waiting = listed(&anke, "").await;
    assert_eq!(again(&waiting[0]["id"], "the member is on the telephone").await.status, 204);
    tasks.deliver().await;
    assert_eq!(server.taken().await, [email("jan"), email("eva")]);
    assert!(tasks.delivery.answers().last().taken_at.is_some());
}

#[tokio::test]
async fn a_receipt_is_composed_again_and_a_link_to_a_new_password_is_not() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["554 no", "250 ok", "554 no"]).await;
    let tasks = MailTasks::new(&portal, &server);
    let ada = portal.operator("ada", &[Role::Admin]).await;
    let piet = portal.login("piet").await;
    let payment = payment_of(&piet.post("/api/federationregistration/pay", &registration()).await);
    portal.press(&payment, "paid").await;
    portal.send_webhook(&payment).await;
    tasks.deliver().await;
    let failed = listed(&ada, "list=failed").await;
    assert_eq!(
        (failed.len(), &failed[0]["kind"], &failed[0]["may_send_again"]),
        (1, &json!("receipt"), &json!(true))
    );
    assert_eq!(failed[0]["bounced_address"], Value::Null, "it was the mail that was refused");
    let again = async |id: &Value| {
        ada.post("/operator/api/mails/send-again", &json!({"id": id, "reason": "asked for it"})).await
    };
    assert_eq!(again(&failed[0]["id"]).await.status, 204);
    assert!(listed(&ada, "").await[0]["subject"].is_string());
    tasks.deliver().await;
    assert_eq!(server.taken().await, [email("piet")]);

    let asked =
        portal.http.post(portal.url("/api/users/forgot_password")).json(&json!({"email": email("eva")}));
    asked.send().await.expect("an answer");
    while listed(&ada, "").await.is_empty() {
        tokio::task::yield_now().await;
    }
    tasks.deliver().await;
    let failed = listed(&ada, "list=failed").await;
    assert_eq!((&failed[0]["kind"], &failed[0]["may_send_again"]), (&json!("password_link"), &json!(false)));
    assert_eq!(again(&failed[0]["id"]).await.status, 409);
    let shown = ada.get("/operator/api/mails?list=failed").await.body.to_string();
    let hash: String = sqlx::query_scalar("SELECT dedup_key FROM mail_outbox WHERE dedup_key LIKE 'reset:%'")
        .fetch_one(&portal.pool)
        .await
        .expect("a key");
    assert!(
        !shown.contains(hash.trim_start_matches("reset:")),
        "the link's token is not shown, nor its hash"
    );
    assert_eq!(again(&json!(uuid::Uuid::nil())).await.status, 404);
}

#[tokio::test]
async fn a_mail_is_read_as_it_would_be_now_without_a_link_and_the_look_is_recorded() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["250 ok", "250 ok", "250 ok"]).await;
    let tasks = MailTasks::new(&portal, &server);
    let anke = portal.operator("anke", &[Role::Support]).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    tasks.deliver().await;
    let to_eva = listed(&anke, &format!("list=sent&member={}", email("eva"))).await;
    assert_eq!(to_eva[0]["occasion"], json!("Added to a round"));
    let subject = to_eva[0]["subject"].as_str().expect("a subject of a mail that was sent").to_owned();
    assert!(subject.starts_with("Je speelt mee"), "{subject}");

    let preview = async |operator: &Operator<'_>, id: &Value| {
        let id = id.as_str().expect("an id");
        operator.get(&format!("/operator/api/mails/preview?id={id}")).await
    };
    let shown = preview(&anke, &to_eva[0]["id"]).await;
    assert_eq!((shown.status, &shown.body["subject"]), (200, &json!(subject)), "{}", shown.body);
    let html = shown.body["html"].as_str().expect("HTML");
    assert!(html.contains("heeft je toegevoegd"), "{html}");
    for hidden in ["href", "/api/vouchers/", "style=", "<script", "<img"] {
        assert!(!html.contains(hidden), "{hidden} in {html}");
    }
    let mut both = [portal.member_id("jan").await, portal.member_id("eva").await];
    both.sort();
    let (first, second) = (both[0], both[1]);
    let viewed: Vec<String> = sqlx::query_scalar(
        "SELECT subject FROM operator_actions WHERE action = 'view' AND subject LIKE 'mail %'",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("views");
    let id = to_eva[0]["id"].as_str().expect("an id");
    assert_eq!(viewed, [format!("mail {id}: member {first}, member {second}")]);

    let ada = portal.operator("ada", &[Role::Admin]).await;
    assert_eq!(preview(&ada, &to_eva[0]["id"]).await.status, 403, "an admin sees no member's rounds");
    preview(&anke, &json!(uuid::Uuid::nil()))
        .await
        .fails(404, "This mail is not known any more: mails are kept for 90 days.");
    let asked =
        portal.http.post(portal.url("/api/users/forgot_password")).json(&json!({"email": email("eva")}));
    asked.send().await.expect("an answer");
    let link = loop {
        if let Some(link) = listed(&anke, "kind=password_link").await.first() {
            break link["id"].clone();
        }
        tokio::task::yield_now().await;
    };
    preview(&anke, &link)
        .await
        .fails(409, "It has a link that works once and opens the member's account: nobody else sees it.");
}

#[tokio::test]
async fn lists_are_filtered_and_counted_and_say_which_there_are() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["250 ok", "550 5.1.1 unknown user"]).await;
    let tasks = MailTasks::new(&portal, &server);
    let anke = portal.operator("anke", &[Role::Support]).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    tasks.deliver().await;
    let counts = anke.get("/operator/api/mails").await.body["counts"].clone();
    assert_eq!(
        (&counts["sent"], &counts["bounced"], &counts["failed"], &counts["waiting"]),
        (&json!(1), &json!(1), &json!(1), &json!(0)),
        "{counts}"
    );
    let today = portal.clock.today();
    let tomorrow = today.succ_opt().expect("a day");
    for (query, found) in [
        (format!("from={today}&to={today}"), 1),
        (format!("from={tomorrow}"), 0),
        (format!("to={}", today.pred_opt().expect("a day")), 0),
        ("kind=round".to_owned(), 1),
        ("kind=reminder".to_owned(), 0),
        ("kind=receipt".to_owned(), 0),
        ("kind=other".to_owned(), 0),
    ] {
        assert_eq!(listed(&anke, &format!("list=sent&{query}")).await.len(), found, "{query}");
    }
    for (query, names) in
        [("list=lost", ["waiting", "bounced"]), ("kind=letter", ["waiting_list", "reminder"])]
    {
        let refused = anke.get(&format!("/operator/api/mails?{query}")).await;
        let sentence = refused.body["error"].as_str().unwrap_or_default().to_owned();
        assert_eq!(refused.status, 422, "{sentence}");
        assert!(names.iter().all(|name| sentence.contains(name)), "{sentence}");
    }
    let refused = anke.get("/operator/api/mails?from=28-11-2026").await;
    assert_eq!(
        (refused.status, &refused.body["errors"]["from"]),
        (422, &json!("Write a day as 2026-11-28."))
    );
}

#[tokio::test]
async fn all_that_were_given_up_are_sent_again_but_no_link_to_a_password() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["550 no", "550 no", "554 no", "250 ok", "250 ok"]).await;
    let tasks = MailTasks::new(&portal, &server);
    let anke = portal.operator("anke", &[Role::Support]).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    tasks.deliver().await;
    let asked =
        portal.http.post(portal.url("/api/users/forgot_password")).json(&json!({"email": email("eva")}));
    asked.send().await.expect("an answer");
    while listed(&anke, "").await.is_empty() {
        tokio::task::yield_now().await;
    }
    tasks.deliver().await;
    assert_eq!(listed(&anke, "list=failed").await.len(), 3);

    let all = async |before: String| {
        let body = json!({ "reason": "the mail server was down", "before": before });
        anke.post("/operator/api/mails/send-again-all", &body).await
    };
    let refused = all("yesterday".to_owned()).await;
    assert_eq!(
        (refused.status, &refused.body["errors"]["before"]),
        (422, &json!("Write a moment as 2026-11-28T09:30:00+01:00."))
    );
    let now = portal.clock.now();
    let none = all((now - TimeDelta::hours(1)).to_rfc3339()).await;
    assert_eq!(none.body, json!({ "sent_again": 0, "skipped": 0, "more": false }), "they failed later");
    let sent = all((now + TimeDelta::hours(1)).to_rfc3339()).await;
    assert_eq!((sent.status, sent.body), (200, json!({ "sent_again": 2, "skipped": 1, "more": false })));
    let acts: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM operator_actions
         WHERE action = 'send mail again' AND reason = 'the mail server was down'",
    )
    .fetch_one(&portal.pool)
    .await
    .expect("a count");
    assert_eq!(acts, 2, "each is recorded");
    tasks.deliver().await;
    let mut taken = server.taken().await;
    taken.sort();
    assert_eq!(taken, [email("eva"), email("jan")]);
}
