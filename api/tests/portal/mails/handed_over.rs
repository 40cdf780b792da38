//! Mails about rounds that the sender of the same process gets directly: they are neither lost nor late when it cannot
//! send them.

use std::time::Duration;

use chrono::TimeDelta;
use fairway_store::outbox::Recipient;
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::in_hand::{end_leases, silent_server};
use super::{MailTasks, note, smtp, to};
use crate::support::Portal;

/// How long to wait for what must happen, before the test fails.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Runs the sender, and waits until it has nothing to do.
async fn run_sender(post: &MailTasks) -> JoinHandle<()> {
    let task = tokio::spawn(post.sender.clone().run(std::future::pending()));
    until(async || post.delivery.has_idle_sender()).await;
    task
}

async fn until(condition: impl AsyncFn() -> bool) {
    let waiting = async {
        while !condition().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIME_LIMIT, waiting).await.expect("it happens");
}

async fn count(portal: &Portal, sql: &str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&portal.pool).await.expect("a count")
}

/// Whether no mail is in hand, and none in the outbox that was not sent.
async fn all_are_sent(portal: &Portal) -> bool {
    let unsent = "SELECT (SELECT count(*) FROM mail_outbox WHERE state <> 'sent') + (SELECT count(*) FROM mails_in_hand)";
    count(portal, unsent).await == 0
}

async fn sent_without_row(portal: &Portal) -> i64 {
    count(portal, "SELECT coalesce(sum(cardinality(member_ids)), 0)::bigint FROM sent_round_mails").await
}

#[tokio::test]
async fn mails_that_an_idle_sender_gets_have_no_row_in_the_outbox() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    post.deliver().await;
    let _task = run_sender(&post).await;
    let jan = portal.login("jan").await;
    let booked = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    post.queue().await;
    until(async || all_are_sent(&portal).await).await;
    assert_eq!(count(&portal, "SELECT count(*) FROM mail_outbox").await, 0);
    assert_eq!((sent_without_row(&portal).await, post.files().await), (3, 3));
    let rows: Vec<(Uuid, i32)> =
        sqlx::query_as("SELECT booking_id, cardinality(member_ids) FROM sent_round_mails")
            .fetch_all(&portal.pool)
            .await
            .expect("the rows");
    assert_eq!(rows.len(), 1, "one for the event: {rows:?}");

    // Processing the events again sends nothing again.
    sqlx::query("UPDATE projections SET position = 0 WHERE name = 'mail'")
        .execute(&portal.pool)
        .await
        .expect("the checkpoint");
    until(async || post.delivery.has_idle_sender()).await;
    post.queue().await;
    assert_eq!(count(&portal, "SELECT count(*) FROM mails_in_hand").await, 0);

    // What follows within ten minutes waits, as after a mail with a row; also of another booking of the day.
    jan.cancel_group(&booked).await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    post.queue().await;
    let waits = "SELECT count(*) FROM mail_outbox WHERE gathers AND settled_at IS NULL";
    assert_eq!(count(&portal, waits).await, 2);

    // One that is not about a round is taken from the outbox.
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let address = Recipient::Address("iemand@elders.example".to_owned());
    post.outbox.queue(&mut connection, "a", &address, &note("een")).await.expect("queued");
    post.outbox.wake();
    let sent = "SELECT count(*) FROM mail_outbox WHERE dedup_key = 'a' AND state = 'sent'";
    until(async || count(&portal, sent).await == 1).await;
}

#[tokio::test]
async fn what_is_handed_to_a_sender_that_is_killed_is_sent_when_its_lease_ends() {
    let portal = Portal::start().await;
    let (server, url) = silent_server().await;
    let (killed, other) = (MailTasks::with(&portal, &url), MailTasks::new(&portal));
    killed.queue().await;
    let task = run_sender(&killed).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    killed.queue().await;
    let _connection = server.accept().await.expect("it begins to send");
    portal.clock.advance(TimeDelta::seconds(90));
    assert_eq!(other.deliver().await, [], "they are leased, whatever the clock of the other says");
    task.abort();
    end_leases(&portal).await;
    assert_eq!(other.deliver().await, [to("eva", "Je speelt mee"), to("jan", "Bevestiging")]);
    assert_eq!(count(&portal, "SELECT count(*) FROM mails_in_hand").await, 0);
}

#[tokio::test]
async fn of_a_killed_sender_s_mails_those_that_were_taken_are_not_sent_again() {
    let portal = Portal::start().await;
    // Four connections: three mails are taken, the server is silent about the fourth.
    let server = smtp::Server::start(["250 ok", "250 ok", "250 ok", smtp::SILENCE]).await;
    let (killed, other) = (MailTasks::with(&portal, &server.url()), MailTasks::new(&portal));
    killed.queue().await;
    let task = run_sender(&killed).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva", "w1", "w2"]).await;
    killed.queue().await;
    until(async || sent_without_row(&portal).await == 3).await;
    task.abort();
    end_leases(&portal).await;
    let late = other.deliver().await;
    assert_eq!(late.len(), 1, "{late:?}");
    let taken = server.taken().await;
    assert!(!taken.contains(&late[0].0), "{late:?} {taken:?}");
    assert_eq!(sent_without_row(&portal).await, 3);
}

#[tokio::test]
async fn what_a_sender_has_in_hand_when_it_ends_is_queued_for_the_next() {
    let portal = Portal::start().await;
    let (server, url) = silent_server().await;
    let (ending, other) = (MailTasks::with(&portal, &url), MailTasks::new(&portal));
    ending.queue().await;
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let task = tokio::spawn(ending.sender.clone().run(async { ended.await.unwrap_or_default() }));
    until(async || ending.delivery.has_idle_sender()).await;
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    ending.queue().await;
    let _connection = server.accept().await.expect("it begins to send");
    end.send(()).expect("the sender runs");
    task.await.expect("its end");
    assert_eq!(other.deliver().await, [to("jan", "Bevestiging")], "without waiting for its lease");
}

#[tokio::test]
async fn a_handed_over_mail_that_is_refused_gets_a_row_and_the_others_none() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["250 ok", "451 later", "550 5.1.1 unknown"]).await;
    let post = MailTasks::with(&portal, &server.url());
    post.queue().await;
    let _task = run_sender(&post).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva", "w1"]).await;
    post.queue().await;
    until(async || count(&portal, "SELECT count(*) FROM mails_in_hand").await == 0).await;
    assert_eq!(sent_without_row(&portal).await, 1);
    let rows: Vec<(String, i32, bool, bool)> = sqlx::query_as(
        "SELECT state, attempts, last_error IS NOT NULL, bounced_address IS NOT NULL FROM mail_outbox ORDER BY state",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("the rows");
    let (failed, waits) = (("failed".to_owned(), 1, true, true), ("uncomposed".to_owned(), 1, true, false));
    assert_eq!(rows, [failed, waits]);
}

#[tokio::test]
async fn a_sender_that_was_stopped_beyond_its_lease_stores_nothing_over_the_next() {
    let portal = Portal::start().await;
    let (server, url) = silent_server().await;
    let (stopped, other) = (MailTasks::with(&portal, &url), MailTasks::new(&portal));
    stopped.queue().await;
    let _task = run_sender(&stopped).await;
    portal.login("jan").await.book("2026-11-28", &["jan"]).await;
    stopped.queue().await;
    let (connection, _) = server.accept().await.expect("it begins to send");
    end_leases(&portal).await;
    assert_eq!(other.deliver().await, [to("jan", "Bevestiging")]);
    // Its attempt fails now: the mail was sent by the other.
    drop(connection);
    drop(server);
    until(async || stopped.delivery.has_idle_sender()).await;
    let rows: Vec<(String, i32)> = sqlx::query_as("SELECT state, attempts FROM mail_outbox")
        .fetch_all(&portal.pool)
        .await
        .expect("the rows");
    assert_eq!(rows, [("sent".to_owned(), 2)]);
    assert_eq!(sent_without_row(&portal).await, 0);
}

#[tokio::test]
async fn mails_for_a_sender_that_has_ended_or_is_busy_are_due_at_once() {
    let portal = Portal::start().await;
    let (server, url) = silent_server().await;
    let (post, other) = (MailTasks::with(&portal, &url), MailTasks::new(&portal));
    post.queue().await;
    let jan = portal.login("jan").await;
    let task = run_sender(&post).await;
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let address = Recipient::Address("iemand@elders.example".to_owned());
    post.outbox.queue(&mut connection, "a", &address, &note("een")).await.expect("queued");
    post.outbox.wake();
    let _connection = server.accept().await.expect("it begins to send");
    assert!(!post.delivery.has_idle_sender());
    jan.book("2026-11-28", &["jan"]).await;
    post.queue().await;
    assert_eq!(other.deliver().await, [to("jan", "Bevestiging")], "all but the one that it sends");

    task.abort();
    assert!(task.await.is_err());
    jan.book("2026-11-29", &["jan", "eva"]).await;
    post.queue().await;
    assert_eq!(other.deliver().await.len(), 2);
}
