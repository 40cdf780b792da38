//! Mails about rounds that the sender of the same process gets directly: they are neither lost nor late when it cannot
//! send them.

use std::time::Duration;

use chrono::TimeDelta;
use fairway_store::outbox::Recipient;
use sqlx::Executor;
use tokio::task::JoinHandle;

use super::in_hand::silent_server;
use super::{MailTasks, note, to};
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

async fn all_are_sent(portal: &Portal) -> bool {
    count(portal, "SELECT count(*) FROM mail_outbox WHERE state <> 'sent'").await == 0
}

#[tokio::test]
async fn an_idle_sender_gets_mails_without_reading_the_outbox() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    post.deliver().await;
    let counting = "CREATE TABLE updates (mail uuid);
        CREATE FUNCTION count_update() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN INSERT INTO updates VALUES (new.id); RETURN new; END $$;
        CREATE TRIGGER count_update AFTER UPDATE ON mail_outbox FOR EACH ROW EXECUTE FUNCTION count_update()";
    portal.pool.execute(counting).await.expect("a trigger");
    let _task = run_sender(&post).await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva", "w1"]).await;
    post.queue().await;
    until(async || all_are_sent(&portal).await).await;
    assert_eq!(count(&portal, "SELECT sum(attempts) FROM mail_outbox").await, 3);
    assert_eq!(count(&portal, "SELECT count(*) FROM updates").await, 3, "each is only settled");

    // One that is not about a round is taken from the outbox.
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let address = Recipient::Address("iemand@elders.example".to_owned());
    post.outbox.queue(&mut connection, "a", &address, &note("een")).await.expect("queued");
    post.outbox.wake();
    until(async || all_are_sent(&portal).await).await;
    assert_eq!(count(&portal, "SELECT count(*) FROM updates").await, 5, "taken and settled");
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
    assert_eq!(other.deliver().await, [], "they are leased");
    task.abort();
    portal.clock.advance(TimeDelta::seconds(60));
    assert_eq!(other.deliver().await, [to("eva", "Je speelt mee"), to("jan", "Bevestiging")]);
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
