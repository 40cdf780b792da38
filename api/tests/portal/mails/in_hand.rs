//! Mails that a sender has leased: no other sender sends them while it runs, and another one soon does when it is
//! killed.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use fairway_notifications::mail::lease::Lease;
use fairway_notifications::mail::sender::Sender;
use fairway_store::outbox::Recipient;
use tokio::net::TcpListener;

use super::{MailTasks, note};
use crate::support::Portal;

/// A mail server that accepts connections and never answers.
pub(super) async fn silent_server() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("smtp://{}", listener.local_addr().expect("an address"));
    (listener, url)
}

async fn queue(portal: &Portal, post: &MailTasks) {
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let to = Recipient::Address("iemand@elders.example".to_owned());
    post.outbox.queue(&mut connection, "a", &to, &note("een")).await.expect("queued");
}

async fn leased_until(portal: &Portal) -> DateTime<Utc> {
    let sql = "SELECT leased_until FROM mail_outbox";
    sqlx::query_scalar(sql).fetch_one(&portal.pool).await.expect("the mail")
}

/// Ends every lease on mails, as the clock of the database would; the portal's clock has no part in it.
pub(super) async fn end_leases(portal: &Portal) {
    for sql in [
        "UPDATE mail_outbox SET leased_until = clock_timestamp() - interval '1 ms' WHERE leased_until IS NOT NULL",
        "UPDATE mails_in_hand SET leased_until = clock_timestamp() - interval '1 ms'",
    ] {
        sqlx::query(sql).execute(&portal.pool).await.expect("the leases");
    }
}

fn sending(sender: &Sender) -> tokio::task::JoinHandle<()> {
    let sender = sender.clone();
    tokio::spawn(async move {
        sender.send_due().await.expect("an outbox");
    })
}

#[tokio::test]
async fn a_mail_leased_by_a_killed_sender_is_sent_within_a_minute() {
    let portal = Portal::start().await;
    let (server, url) = silent_server().await;
    let (killed, other) = (MailTasks::with(&portal, &url), MailTasks::new(&portal));
    queue(&portal, &killed).await;
    let task = sending(&killed.sender);
    let _connection = server.accept().await.expect("it begins to send");
    task.abort();
    assert_eq!(other.deliver().await, [], "nobody knows yet that it was killed");
    // A node whose clock is ahead does not take it either.
    portal.clock.advance(TimeDelta::seconds(90));
    assert_eq!(other.deliver().await, []);
    end_leases(&portal).await;
    assert_eq!(other.deliver().await.len(), 1);
}

#[tokio::test]
async fn a_slow_sender_keeps_its_lease_while_it_runs() {
    let portal = Portal::start().await;
    let (server, url) = silent_server().await;
    let (slow, other) = (MailTasks::with(&portal, &url), MailTasks::new(&portal));
    let length = Duration::from_secs(12);
    queue(&portal, &slow).await;
    let task = sending(&slow.sender.clone().with_lease(Lease::lasting(length)));
    let _connection = server.accept().await.expect("it begins to send");
    let lease = TimeDelta::from_std(length).expect("a length");
    let taken_until = leased_until(&portal).await;
    portal.clock.advance(lease);
    let renewed = async {
        while leased_until(&portal).await == taken_until {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), renewed).await.expect("it is renewed");
    assert_eq!(other.deliver().await, [], "it lives, and has the mail in hand");
    task.abort();
}
