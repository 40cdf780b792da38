//! The first mail about a round is sent at once; further changes within ten minutes become one mail with the
//! present state.

use chrono::TimeDelta;
use fairway_store::outbox::rounds::compose_again;
use serde_json::{Value, json};

use super::{MailTasks, to};
use crate::support::{Member, Portal, email};

async fn add(jan: &Member<'_>, id: &str, name: &str) {
    let added =
        jan.post(&format!("/api/reservations/{id}/player/add"), &json!({"players": [email(name)]})).await;
    assert_eq!(added.status, 200, "{}", added.body);
}

async fn remove(jan: &Member<'_>, id: &str, name: &str) {
    let booking = jan.get(&format!("/api/reservations/{id}")).await;
    let players = booking.body["data"]["players"].as_array().expect("players").clone();
    let active = |player: &&Value| player["email"] == email(name) && player["status"] == "actief";
    let place = players.iter().find(active).expect("the player")["reservation_id"].as_str().expect("an id");
    let removed = jan.post(&format!("/api/reservations/{place}/player/remove"), &Value::Null).await;
    assert_eq!(removed.status, 200, "{}", removed.body);
}

#[tokio::test]
async fn changes_within_ten_minutes_become_one_mail_with_the_state_at_its_end() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(post.deliver().await, [to("eva", "Je speelt mee"), to("jan", "Bevestiging")]);
    for _ in 0..3 {
        portal.clock.advance(TimeDelta::minutes(1));
        remove(&jan, &id, "eva").await;
        assert_eq!(post.deliver().await, []);
        add(&jan, &id, "eva").await;
        assert_eq!(post.deliver().await, []);
    }
    // Others may join and leave meanwhile: the mail lists the players at the time of sending.
    add(&jan, &id, "w1").await;
    assert_eq!(post.deliver().await, [to("w1", "Je speelt mee")]);

    // A process that ends loses nothing: waiting mails are in the database.
    let post = MailTasks::new(&portal);
    portal.clock.advance(TimeDelta::minutes(6));
    assert_eq!(post.deliver().await, [], "nine minutes after the first");
    portal.clock.advance(TimeDelta::minutes(1));
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("eva", "Gewijzigd")]);
    assert!(texts[0].contains("Wim1"), "{texts:?}");
    assert_eq!(post.deliver().await, []);

    // Then the next mail is sent at once again.
    remove(&jan, &id, "eva").await;
    assert_eq!(post.deliver().await, [to("eva", "Je speelt niet meer mee")]);
    sqlx::query("UPDATE projections SET position = 0 WHERE name = 'mail'")
        .execute(&portal.pool)
        .await
        .expect("the checkpoint");
    portal.clock.advance(TimeDelta::minutes(20));
    assert_eq!(post.deliver().await, [], "looking at everything again writes nobody twice");
}

#[tokio::test]
async fn a_single_change_gets_its_own_text_after_the_ten_minutes() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    post.deliver().await;
    jan.post(&format!("/api/reservations/{id}/group/cancel"), &Value::Null).await;
    assert_eq!(post.deliver().await, []);
    portal.clock.advance(TimeDelta::minutes(10));
    assert_eq!(post.deliver().await, [to("eva", "Geannuleerd"), to("jan", "Geannuleerd")]);
}

#[tokio::test]
async fn a_loop_of_booking_and_cancelling_sends_few_mails() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let mut mails = Vec::new();
    for _ in 0..20 {
        let id = jan.book("2026-11-28", &["jan", "eva"]).await;
        mails.extend(post.deliver().await);
        jan.post(&format!("/api/reservations/{id}/group/cancel"), &Value::Null).await;
        mails.extend(post.deliver().await);
        portal.clock.advance(TimeDelta::seconds(60));
    }
    portal.clock.advance(TimeDelta::minutes(20));
    mails.extend(post.deliver().await);
    mails.retain(|(address, _)| *address == email("eva"));
    let (added, cancelled) = (to("eva", "Je speelt mee"), to("eva", "Geannuleerd"));
    assert_eq!(
        mails,
        [added.clone(), cancelled.clone(), added, cancelled],
        "twenty minutes, not forty mails"
    );
    let waiting_mails: i64 = sqlx::query_scalar("SELECT count(*) FROM mail_outbox WHERE settled_at IS NULL")
        .fetch_one(&portal.pool)
        .await
        .expect("a count");
    assert_eq!(waiting_mails, 0);
}

#[tokio::test]
async fn a_waiting_mail_does_not_name_a_member_erased_meanwhile() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    post.deliver().await;
    add(&jan, &id, "w2").await;
    remove(&jan, &id, "eva").await;
    post.queue().await;
    let member: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&portal.pool)
        .await
        .expect("an id");
    let booking: uuid::Uuid = sqlx::query_scalar("SELECT booking_id FROM mail_outbox WHERE gathers")
        .fetch_one(&portal.pool)
        .await
        .expect("one that waits");
    // The release before this one composed what it queued: of the two mails that wait, let one be of it.
    sqlx::query(
        "UPDATE mail_outbox SET state = 'queued', subject = 'Van Jan', text_body = 'Jan', html_body = 'Jan',
             attachments = '[]' WHERE gathers",
    )
    .execute(&portal.pool)
    .await
    .expect("the row");
    let mut transaction = portal.pool.begin().await.expect("a transaction");
    let rewritten =
        compose_again(&mut transaction, member.into(), &[booking.into()]).await.expect("rewritten");
    sqlx::query("UPDATE members SET email = 'weg@elders.example', first_name = 'Weg' WHERE id = $1")
        .bind(member)
        .execute(&mut *transaction)
        .await
        .expect("the name is gone");
    transaction.commit().await.expect("a commit");
    portal.clock.advance(TimeDelta::minutes(10));
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("eva", "Je speelt niet meer mee"), to("w2", "Je speelt mee")]);
    assert_eq!(rewritten, 2);
    assert!(texts.iter().all(|text| text.contains("Weg") && !text.contains("Jan")), "{texts:?}");
}
