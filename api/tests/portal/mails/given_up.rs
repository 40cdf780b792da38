//! Mails that are not sent: refused for now, for good, and of no use any more.

use chrono::TimeDelta;
use fairway_documents::mail::Mail;
use fairway_store::outbox::Recipient;

use super::{MailTasks, note, smtp};
use crate::support::{Portal, email};

#[tokio::test]
async fn a_refused_mail_is_retried_and_given_up_in_the_end() {
    let portal = Portal::start().await;
    // The second because the mailbox is full: that passes, unlike what the code says.
    let server = smtp::Server::start(["451 later", "552 5.2.2 full", "250 ok", "550 never"]).await;
    let post = MailTasks::with(&portal, &server.url());
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let jan: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&portal.pool)
        .await
        .expect("a member");
    post.outbox
        .queue(&mut connection, "a", &Recipient::Member(jan.into()), &note("een"))
        .await
        .expect("queued");
    let send = async || post.sender.send_due().await.expect("an outbox");
    assert_eq!(send().await, 1);
    assert_eq!(send().await, 0, "not at once again");
    portal.clock.advance(TimeDelta::seconds(15));
    assert_eq!(send().await, 1);
    portal.clock.advance(TimeDelta::seconds(15));
    assert_eq!(send().await, 0, "the second pause is longer");
    portal.clock.advance(TimeDelta::seconds(15));
    assert_eq!(send().await, 1);
    assert_eq!(server.taken().await, [email("jan")]);

    post.outbox
        .queue(&mut connection, "b", &Recipient::Member(jan.into()), &note("twee"))
        .await
        .expect("queued");
    assert_eq!(send().await, 1);
    portal.clock.advance(TimeDelta::days(2));
    assert_eq!(send().await, 0);
    let states: Vec<(String, i32, Option<String>)> =
        sqlx::query_as("SELECT state, attempts, text_body FROM mail_outbox ORDER BY dedup_key")
            .fetch_all(&portal.pool)
            .await
            .expect("the rows");
    assert_eq!(states, [("sent".to_owned(), 3, None), ("failed".to_owned(), 1, None)]);
}

#[tokio::test]
async fn a_mail_whose_link_has_ended_is_not_sent() {
    let portal = Portal::start().await;
    let server = smtp::Server::start(["451 later", "250 ok"]).await;
    let post = MailTasks::with(&portal, &server.url());
    let mut connection = portal.pool.acquire().await.expect("a connection");
    let until = portal.clock.now() + TimeDelta::minutes(15);
    for (key, useful_until) in [("late", until), ("in time", until + TimeDelta::seconds(1))] {
        let mail = Mail { useful_until: Some(useful_until), ..note(key) };
        let to = Recipient::Address(format!("{}@test.example", key.replace(' ', "-")));
        post.outbox.queue(&mut connection, key, &to, &mail).await.expect("queued");
        // The first is tried once, and refused for now.
        if key == "late" {
            assert_eq!(post.sender.send_due().await.expect("an outbox"), 1);
        }
    }
    portal.clock.advance(TimeDelta::minutes(15));
    assert_eq!(post.sender.send_due().await.expect("an outbox"), 2);
    assert_eq!(server.taken().await, ["in-time@test.example"]);
    let states: Vec<(String, Option<String>, Option<String>)> =
        sqlx::query_as("SELECT state, last_error, text_body FROM mail_outbox ORDER BY dedup_key DESC")
            .fetch_all(&portal.pool)
            .await
            .expect("the rows");
    let why = "its link had ended before the mail server took it";
    assert_eq!(states, [("failed".to_owned(), Some(why.to_owned()), None), ("sent".to_owned(), None, None)]);
}
