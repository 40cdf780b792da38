//! Mails about rounds that a sender got as they were queued: without a row of their own they are listed, read and sent
//! again as the others.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{MailTasks, listed};
use crate::mails::smtp;
use crate::operators::Operator;
use crate::support::{Portal, email};
use fairway_store::operators::Role;

/// Runs the sender, and waits until it has nothing to do.
async fn run_sender(tasks: &MailTasks) -> JoinHandle<()> {
    while tasks.bookings.process_events().await.expect("a look").more {}
    let task = tokio::spawn(tasks.sender.clone().run(std::future::pending()));
    while !tasks.delivery.has_idle_sender() {
        tokio::task::yield_now().await;
    }
    task
}

async fn until(portal: &Portal, sql: &str) {
    while !sqlx::query_scalar::<_, bool>(sql).fetch_one(&portal.pool).await.expect("an answer") {
        tokio::task::yield_now().await;
    }
}

/// The list of sent mails, page by page.
async fn all_pages(operator: &Operator<'_>) -> Vec<Value> {
    let (mut found, mut next) = (Vec::new(), String::new());
    loop {
        let page = operator.get(&format!("/operator/api/mails?list=sent{next}")).await.body;
        found.extend(page["mails"].as_array().expect("mails").clone());
        match page["next"].as_str() {
            Some(before) => next = format!("&before={before}"),
            None => return found,
        }
    }
}

fn ids(mails: &[Value]) -> BTreeSet<&str> {
    mails.iter().map(|mail| mail["id"].as_str().expect("an id")).collect()
}

#[tokio::test]
async fn a_mail_that_was_sent_as_it_was_queued_is_listed_read_and_sent_again() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["250 ok"]).await;
    let tasks = MailTasks::new(&portal, &server);
    let anke = portal.operator("anke", &[Role::Support]).await;
    let task = run_sender(&tasks).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva", "w1"]).await;
    portal.caught_up().await;
    tasks.bookings.process_events().await.expect("a look");
    until(&portal, "SELECT NOT EXISTS (SELECT FROM mails_in_hand) AND EXISTS (SELECT FROM sent_round_mails)")
        .await;
    task.abort();

    let page = anke.get("/operator/api/mails?list=sent").await.body;
    assert_eq!((&page["counts"]["sent"], &page["counts"]["waiting"]), (&json!(3), &json!(0)));
    let sent = page["mails"].as_array().expect("mails").clone();
    assert_eq!(ids(&sent).len(), 3);
    let position = sent[0]["position"].as_i64().expect("a position");
    for mail in &sent {
        let found = (&mail["kind"], &mail["state"], &mail["attempts"], mail["position"].as_i64());
        assert_eq!(found, (&json!("round"), &json!("sent"), &json!(1), Some(position)), "{mail}");
    }
    let today = portal.clock.today();
    for (query, count) in [
        (format!("member={}", email("eva")), 1),
        (format!("member={}", email("w2")), 0),
        (format!("from={today}&to={today}"), 3),
        (format!("to={}", today.pred_opt().expect("a day")), 0),
        ("kind=round".to_owned(), 3),
        ("kind=receipt".to_owned(), 0),
    ] {
        assert_eq!(listed(&anke, &format!("list=sent&{query}")).await.len(), count, "{query}");
    }

    let to_eva = listed(&anke, &format!("list=sent&member={}", email("eva"))).await.remove(0);
    let id = to_eva["id"].as_str().expect("an id");
    let read = anke.get(&format!("/operator/api/mails/preview?id={id}")).await;
    assert_eq!((read.status, &read.body["subject"]), (200, &to_eva["subject"]), "{}", read.body);

    let own = portal.login("eva").await.get("/api/users/me/data").await.body;
    let sections = own["onderdelen"].as_array().expect("sections");
    let mails = &sections.iter().find(|section| section["naam"] == "mails").expect("mails")["gegevens"];
    let about_round = mails.as_array().expect("rows").iter().find(|mail| mail["soort"] == "event");
    assert!(about_round.is_some_and(|mail| mail["verstuurd_op"].is_string()), "{mails}");

    let again = json!({"id": id, "reason": "the member lost it"});
    assert_eq!(anke.post("/operator/api/mails/send-again", &again).await.status, 204);
    let waiting = listed(&anke, "list=waiting&kind=round").await;
    assert_eq!(ids(&waiting), BTreeSet::from([id]));
    assert_eq!(listed(&anke, "list=sent").await.len(), 2);
    tasks.sender.send_due().await.expect("an outbox");
    let after = listed(&anke, "list=sent&kind=round").await;
    assert_eq!(ids(&after), ids(&sent), "each keeps its id");
    let counts: Vec<i64> = after.iter().map(|mail| mail["sent_again"].as_i64().expect("a number")).collect();
    assert_eq!(counts.iter().sum::<i64>(), 1);
    let taken = server.taken().await;
    // With the mail about the download.
    assert_eq!(taken.iter().filter(|address| **address == email("eva")).count(), 3, "{taken:?}");
}

#[tokio::test]
async fn a_mail_in_hand_waits_and_is_not_sent_again() {
    let portal = Portal::start().await;
    let server = smtp::Server::start([smtp::SILENCE]).await;
    let tasks = MailTasks::new(&portal, &server);
    let anke = portal.operator("anke", &[Role::Support]).await;
    let task = run_sender(&tasks).await;
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    tasks.bookings.process_events().await.expect("a look");
    let page = anke.get("/operator/api/mails").await.body;
    assert_eq!(page["counts"]["waiting"], json!(1), "{page}");
    let mail = &page["mails"][0];
    assert_eq!((&mail["state"], &mail["attempts"]), (&json!("waiting"), &json!(1)), "{mail}");
    let id = mail["id"].as_str().expect("an id");
    let read = anke.get(&format!("/operator/api/mails/preview?id={id}")).await;
    assert_eq!(read.status, 200, "{}", read.body);
    let again = json!({"id": id, "reason": "impatience"});
    anke.post("/operator/api/mails/send-again", &again)
        .await
        .fails(409, "This mail is tried within a minute anyway.");
    task.abort();
}

#[tokio::test]
async fn the_pages_of_sent_mails_have_each_once() {
    let portal = Portal::start().await;
    let anke = portal.operator("anke", &[Role::Support]).await;
    // At the same moment, three recipients each: a page of 50 ends inside a row.
    sqlx::query(
        "INSERT INTO sent_round_mails (id, position, booking_id, play_date, member_ids, queued_at, sent_at)
         SELECT format('01900000-0000-7000-8000-000000000%s0', to_hex(16 + number))::uuid, number,
             gen_random_uuid(), '2026-11-28', (SELECT array_agg(id) FROM (SELECT id FROM members LIMIT 3) AS three),
             $1, $1
         FROM generate_series(1, 40) AS number",
    )
    .bind(portal.clock.now())
    .execute(&portal.pool)
    .await
    .expect("the rows");
    // An erased member is in no list.
    sqlx::query("UPDATE sent_round_mails SET member_ids = member_ids || gen_random_uuid()")
        .execute(&portal.pool)
        .await
        .expect("the rows");
    let found = all_pages(&anke).await;
    assert_eq!((found.len(), ids(&found).len()), (120, 120));
    // One recipient a row: the row of the last mail of a page has nothing for the next.
    sqlx::query("UPDATE sent_round_mails SET member_ids = member_ids[1:1]")
        .execute(&portal.pool)
        .await
        .expect("the rows");
    sqlx::query(
        "INSERT INTO sent_round_mails (id, position, booking_id, play_date, member_ids, queued_at, sent_at)
         SELECT gen_random_uuid(), position, booking_id, play_date, member_ids, queued_at, sent_at
         FROM sent_round_mails, generate_series(1, 2)",
    )
    .execute(&portal.pool)
    .await
    .expect("more rows");
    assert_eq!(all_pages(&anke).await.len(), 120);
    let order: Vec<&str> = found.iter().map(|mail| mail["id"].as_str().expect("an id")).collect();
    assert!(order.is_sorted_by(|one, other| one > other), "the latest first");
}
