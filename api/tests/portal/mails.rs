//! Mails: who gets which one, once, and how they are sent.

mod absences;
mod batches;
mod combining;
mod courses;
mod encrypted;
mod given_up;
mod handed_over;
mod in_hand;
mod operators;
mod reminders;
pub(crate) mod smtp;
mod statements;
mod switched_off;
mod waiting;

pub(crate) use waiting::offer as offer_places;

use std::path::Path;

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_documents::mail::Mail;
use fairway_notifications::mail::bookings::BookingMails;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_notifications::mail::sender::Sender;
use fairway_store::mail_folder::Folder;
use fairway_store::outbox::Recipient;
use fairway_store::outbox::queue::Outbox;
use mail_parser::{MessageParser, MimeHeaders};
use serde_json::{Value, json};

use crate::purchases::{payment_of, registration};
use crate::support::{Answer, Member, Node, Portal, email};

/// The mail tasks of a node, run step by step.
struct MailTasks {
    outbox: Outbox,
    delivery: MailDelivery,
    bookings: BookingMails,
    sender: Sender,
    data: tempfile::TempDir,
}

impl MailTasks {
    fn new(portal: &Portal) -> Self {
        Self::with(portal, "file")
    }

    fn with(portal: &Portal, mail: &str) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let config = config(data.path(), mail);
        let outbox = Outbox::new(portal.clock.clone());
        let delivery = MailDelivery::new(outbox.clone());
        let links = config.links().expect("links");
        let settings = config.notifications().expect("settings");
        let (pool, clock) = (portal.pool.clone(), portal.clock.clone());
        Self {
            bookings: BookingMails::new(pool.clone(), clock.clone(), delivery.clone(), links),
            sender: Sender::new(&settings, pool, clock, delivery.clone()).expect("a sender"),
            outbox,
            delivery,
            data,
        }
    }

    /// Queues the mails of new events.
    async fn queue(&self) {
        while self.bookings.process_events().await.expect("a look").more {}
    }

    /// How many mails were written as files.
    async fn files(&self) -> usize {
        Folder::in_data_dir(self.data.path()).names().await.expect("names").len()
    }

    /// Queues and sends the mails of new events; returns `(address, subject)` of the new ones, sorted.
    async fn deliver(&self) -> Vec<(String, String)> {
        self.deliver_with_texts().await.0
    }

    /// The same, and the texts of the mails in the same order.
    async fn deliver_with_texts(&self) -> (Vec<(String, String)>, Vec<String>) {
        let folder = Folder::in_data_dir(self.data.path());
        let before = folder.names().await.expect("names");
        self.queue().await;
        while self.sender.send_due().await.expect("an outbox") > 0 {}
        let mut new = Vec::new();
        for name in folder.names().await.expect("names").into_iter().filter(|name| !before.contains(name)) {
            let bytes = folder.read(&name).await.expect("a file").expect("a mail");
            let message = MessageParser::default().parse(&bytes).expect("a message");
            let to = message.to().and_then(|to| to.first()).and_then(|to| to.address()).expect("a recipient");
            let subject = message.subject().expect("a subject").to_owned();
            new.push(((to.to_owned(), subject), message.body_text(0).expect("text").into_owned()));
        }
        new.sort();
        new.into_iter().unzip()
    }
}

fn config(data: &Path, mail: &str) -> Config {
    Config::from_lookup(|key| match key {
        "FAIRWAY_DATA_DIR" => data.to_str().map(str::to_owned),
        "FAIRWAY_MAIL" => Some(mail.to_owned()),
        _ => None,
    })
    .expect("a configuration")
}

fn to(name: &str, subject: &str) -> (String, String) {
    (email(name), format!("{subject}: De Es op 28-11-2026"))
}

fn note(subject: &str) -> Mail {
    Mail {
        subject: subject.to_owned(),
        text: "tekst".to_owned(),
        html: "<p>tekst</p>".to_owned(),
        attachments: vec![],
        switches_url: None,
        useful_until: None,
    }
}

#[tokio::test]
async fn every_player_gets_one_mail_about_each_relevant_change() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    assert_eq!(post.deliver().await, [], "nobody is written about the import");
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);

    let id = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    let all = [to("eva", "Je speelt mee"), to("jan", "Bevestiging"), to("w1", "Je speelt mee")];
    assert_eq!(post.deliver().await, all);
    assert_eq!(post.deliver().await, []);

    // Changes soon after are combined (`combining.rs`).
    let later = || portal.clock.advance(TimeDelta::minutes(11));
    later();
    let body = json!({ "players": [email("w2")] });
    assert_eq!(
        eva.post(&format!("/api/reservations/{}/player/add", jan.place_of(&id, "eva").await), &body)
            .await
            .status,
        200
    );
    assert_eq!(post.deliver().await, [to("w2", "Je speelt mee")]);

    later();
    let place = jan.place_of(&id, "w2").await;
    jan.post(&format!("/api/reservations/{place}/player/remove"), &Value::Null).await;
    assert_eq!(post.deliver().await, [to("w2", "Je speelt niet meer mee")]);

    later();
    let place = jan.place_of(&id, "w1").await;
    w1.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    assert_eq!(
        post.deliver().await,
        [to("jan", "Een medespeler heeft geannuleerd"), to("w1", "Geannuleerd")]
    );

    later();
    jan.post(&format!("/api/reservations/{id}/cancel"), &Value::Null).await;
    assert_eq!(post.deliver().await, [to("eva", "Je bent nu groepsleider"), to("jan", "Geannuleerd")]);

    later();
    let place = eva.place_of(&id, "eva").await;
    eva.post(&format!("/api/reservations/{place}/group/cancel"), &Value::Null).await;
    assert_eq!(post.deliver().await, [to("eva", "Geannuleerd")]);

    // Processing all events again, as after a restored checkpoint, sends no mail twice.
    sqlx::query("UPDATE projections SET position = 0 WHERE name = 'mail'")
        .execute(&portal.pool)
        .await
        .expect("the checkpoint");
    assert_eq!(post.deliver().await, []);
}

#[tokio::test]
async fn a_swap_is_mailed_to_who_leaves_who_comes_and_the_master() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    post.deliver().await;
    let swap = async |member: &Member<'_>, place: &str, coming: &str| {
        portal.clock.advance(TimeDelta::minutes(11));
        let path = format!("/api/reservations/{place}/player/swap");
        assert_eq!(member.post(&path, &json!({ "email": email(coming) })).await.status, 200);
        post.deliver().await
    };
    let place = jan.place_of(&id, "eva").await;
    assert_eq!(
        swap(&eva, &place, "w1").await,
        [to("eva", "Je bent gewisseld"), to("jan", "Een medespeler is gewisseld"), to("w1", "Je speelt mee")]
    );
    let place = jan.place_of(&id, "w1").await;
    assert_eq!(
        swap(&jan, &place, "w2").await,
        [to("w1", "Je bent gewisseld"), to("w2", "Je speelt mee")],
        "a master who swaps knows it"
    );
    assert_eq!(
        swap(&jan, &id, "w3").await,
        [to("jan", "Je bent gewisseld"), to("w2", "Je bent nu groepsleider"), to("w3", "Je speelt mee")]
    );
    // A round of one player: who comes leads, and gets one mail.
    let alone = eva.book("2026-11-28", &["eva"]).await;
    post.deliver().await;
    let last = swap(&eva, &alone, "w1").await;
    assert_eq!(last, [to("eva", "Je bent gewisseld"), to("w1", "Je speelt mee")]);
}

#[tokio::test]
async fn a_paid_order_gets_one_receipt_and_an_unpaid_one_none() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (jan, piet) = (portal.login("jan").await, portal.login("piet").await);
    let (bought, unpaid) = (jan.order(2).await, jan.order(1).await);
    assert_eq!(post.deliver().await, [], "an order is no payment");
    portal.press(&unpaid, "canceled").await;
    portal.press(&bought, "paid").await;
    let registered = payment_of(&piet.post("/api/federationregistration/pay", &registration()).await);
    portal.press(&registered, "paid").await;
    for payment in [&bought, &unpaid, &registered, &bought] {
        portal.send_webhook(payment).await;
    }
    let receipts = [
        (email("jan"), "Betaling ontvangen: 2 vrije vouchers voor 9 holes".to_owned()),
        (email("piet"), "Betaling ontvangen: NGF-registratie 2026 (Pas)".to_owned()),
    ];
    assert_eq!(post.deliver().await, receipts);
    let folder = Folder::in_data_dir(post.data.path());
    let mut texts = Vec::new();
    for name in folder.names().await.expect("names") {
        let bytes = folder.read(&name).await.expect("a file").expect("a mail");
        let message = MessageParser::default().parse(&bytes).expect("a message");
        texts.push(message.body_text(0).expect("text").replace("\r\n", " "));
    }
    let number: uuid::Uuid =
        sqlx::query_scalar("SELECT order_id FROM orders WHERE status = 'paid' AND holes = 9")
            .fetch_one(&portal.pool)
            .await
            .expect("the order");
    let number = fairway_events::OrderId(number).number().to_string();
    let words = ["€\u{a0}25,00", "20-11-2026", "20 november 2027", &number];
    assert!(texts.iter().any(|text| words.iter().all(|words| text.contains(words))), "{words:?}: {texts:?}");

    sqlx::query("UPDATE projections SET position = 0 WHERE name = 'mail'")
        .execute(&portal.pool)
        .await
        .expect("the checkpoint");
    assert_eq!(post.deliver().await, [], "not even when everything is looked at again");
}

#[tokio::test]
async fn no_mail_is_sent_about_a_past_round() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    portal.clock.advance(TimeDelta::days(9));
    assert_eq!(post.deliver().await, []);
}

#[tokio::test]
async fn a_mail_that_cannot_be_composed_is_tried_again_and_delays_no_other() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    post.queue().await;
    // As after a fail-over that lost the event.
    sqlx::query(
        "INSERT INTO mail_outbox (id, dedup_key, member_id, booking_id, play_date, state, queued_at, due_at)
         SELECT gen_random_uuid(), 'event:999:' || member_id, member_id, booking_id, play_date, state, queued_at,
             due_at
         FROM mail_outbox",
    )
    .execute(&portal.pool)
    .await
    .expect("a mail without its event");
    assert_eq!(post.deliver().await, [to("jan", "Bevestiging")]);
    let waiting: (i32, String) =
        sqlx::query_as("SELECT attempts, last_error FROM mail_outbox WHERE settled_at IS NULL")
            .fetch_one(&portal.pool)
            .await
            .expect("it waits");
    let reason = "the mail cannot be composed: the journal has no event that causes this mail";
    assert_eq!(waiting, (1, reason.to_owned()));
}

#[tokio::test]
async fn no_content_of_a_mail_about_a_round_is_stored() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    post.queue().await;
    let rows: Vec<(String, Option<String>, Option<String>)> =
        sqlx::query_as("SELECT state, subject, text_body FROM mail_outbox")
            .fetch_all(&portal.pool)
            .await
            .expect("the mails");
    assert_eq!(rows, vec![("uncomposed".to_owned(), None, None); 2]);
    // A name that changes meanwhile is in the mail.
    sqlx::query("UPDATE members SET first_name = 'Evelien' WHERE email = $1")
        .bind(email("eva"))
        .execute(&portal.pool)
        .await
        .expect("a new name");
    let (_, texts) = post.deliver_with_texts().await;
    assert!(texts.iter().all(|text| text.contains("Evelien")), "{texts:?}");
}

#[tokio::test]
async fn a_mail_is_queued_with_its_transaction_and_its_content_is_deleted_once_sent() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let to = Recipient::Address("iemand@elders.example".to_owned());
    let mut transaction = portal.pool.begin().await.expect("a transaction");
    assert!(post.outbox.queue(&mut transaction, "a", &to, &note("nooit")).await.expect("queued"));
    transaction.rollback().await.expect("a rollback");
    assert_eq!(post.deliver().await, []);

    let mut connection = portal.pool.acquire().await.expect("a connection");
    assert!(post.outbox.queue(&mut connection, "a", &to, &note("één keer")).await.expect("queued"));
    assert!(!post.outbox.queue(&mut connection, "a", &to, &note("tweede keer")).await.expect("known"));
    assert_eq!(post.deliver().await, [("iemand@elders.example".to_owned(), "één keer".to_owned())]);
    let content: (String, Option<String>, Option<String>) =
        sqlx::query_as("SELECT state, subject, text_body FROM mail_outbox WHERE dedup_key = 'a'")
            .fetch_one(&portal.pool)
            .await
            .expect("the row");
    assert_eq!(content, ("sent".to_owned(), None, None));
}

#[tokio::test]
async fn a_mail_is_plain_text_and_html_with_a_calendar_file_and_can_be_read_in_development() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    post.deliver().await;
    let folder = Folder::in_data_dir(post.data.path());
    let name = folder.names().await.expect("names").pop().expect("a mail");
    let bytes = folder.read(&name).await.expect("a file").expect("a mail");
    let message = MessageParser::default().parse(&bytes).expect("a message");
    assert!(message.body_text(0).expect("text").contains("zaterdag 28 november"));
    assert!(message.body_html(0).expect("html").contains("<html"));
    let file = message.attachments().next().expect("a file");
    assert_eq!(file.attachment_name(), Some("ronde-2026-11-28.ics"));

    let node = Node::start(&portal.pool, &portal.clock, config(post.data.path(), "file"), false).await;
    let get = async |path: &str| Answer::to(portal.http.get(format!("{}{path}", node.base))).await;
    let list = get("/dev/mail").await;
    assert_eq!(list.status, 200);
    assert!(list.body.as_str().expect("a page").contains(&format!("/dev/mail/{name}")), "{}", list.body);
    for part in ["", "/html", "/raw", "/ronde-2026-11-28.ics"] {
        assert_eq!(get(&format!("/dev/mail/{name}{part}")).await.status, 200, "{part}");
    }
    let html = get(&format!("/dev/mail/{name}/html")).await;
    let policy = html.headers["content-security-policy"].to_str().expect("text");
    assert!(policy.starts_with("default-src 'none'") && policy.contains("sandbox"), "{policy}");
    assert_eq!(get("/dev/mail/..%2Fsecret").await.status, 404);
}

#[tokio::test]
async fn a_second_payment_of_a_registration_is_announced_as_refunded() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let piet = portal.login("piet").await;
    let mut payments = Vec::new();
    for key in ["first", "second"] {
        let answer = piet.post_with_key("/api/federationregistration/pay", key, &registration()).await;
        payments.push(payment_of(&answer));
    }
    for payment in payments {
        portal.press(&payment, "paid").await;
        portal.send_webhook(&payment).await;
    }
    let mails = [
        (email("piet"), "Betaling ontvangen: NGF-registratie 2026 (Pas)".to_owned()),
        (email("piet"), "Je krijgt je geld terug: NGF-registratie 2026 (Pas)".to_owned()),
    ];
    assert_eq!(post.deliver().await, mails);
    assert_eq!(post.deliver().await, []);
}

#[tokio::test]
async fn only_an_unreadable_event_that_could_cause_a_mail_stops_mails() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    post.deliver().await;
    let jan = portal.login("jan").await;
    for kind in ["Voucher", "Membership", "Weather"] {
        portal.append_unknown(kind).await;
    }
    jan.book("2026-11-28", &["jan"]).await;
    assert_eq!(post.deliver().await, [to("jan", "Bevestiging")]);

    portal.append_unknown("Reservation").await;
    let batch = post.bookings.process_events().await.expect("a look");
    assert!(batch.stopped.is_some() && !batch.more && batch.queued == 0, "{batch:?}");
}
