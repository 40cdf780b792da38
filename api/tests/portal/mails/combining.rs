//! The first mail about a round is sent at once; what is added within ten minutes becomes one mail with the present
//! state, and whoever does not play any more learns it at once.

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
async fn a_removal_soon_after_an_addition_is_told_at_once_and_another_addition_waits() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    assert_eq!(post.deliver().await, [to("eva", "Je speelt mee"), to("jan", "Bevestiging")]);
    portal.clock.advance(TimeDelta::minutes(1));
    remove(&jan, &id, "eva").await;
    assert_eq!(post.deliver().await, [to("eva", "Je speelt niet meer mee")]);
    // Nobody told her that she plays again, so nobody tells her that she does not.
    for _ in 0..2 {
        add(&jan, &id, "eva").await;
        assert_eq!(post.deliver().await, []);
        portal.clock.advance(TimeDelta::minutes(1));
        remove(&jan, &id, "eva").await;
        assert_eq!(post.deliver().await, []);
    }
    add(&jan, &id, "eva").await;
    // Others may join and leave meanwhile: the mail lists the players at the time of sending.
    add(&jan, &id, "w1").await;
    assert_eq!(post.deliver().await, [to("w1", "Je speelt mee")]);

    // A process that ends loses nothing: waiting mails are in the database.
    let post = MailTasks::new(&portal);
    portal.clock.advance(TimeDelta::minutes(7));
    assert_eq!(post.deliver().await, [], "nine minutes after the removal");
    portal.clock.advance(TimeDelta::minutes(1));
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("eva", "Je speelt mee")]);
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
async fn changes_within_ten_minutes_become_one_mail_with_the_state_at_its_end() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva", "w1"]).await;
    post.deliver().await;
    for name in ["eva", "w1"] {
        let place = jan.place_of(&id, name).await;
        let left = portal.login(name).await;
        assert_eq!(left.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await.status, 200);
        assert_eq!(post.deliver().await, [to(name, "Geannuleerd")], "and the master's mail waits");
    }
    portal.clock.advance(TimeDelta::minutes(10));
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("jan", "Gewijzigd")]);
    assert!(texts[0].contains("in korte tijd een paar keer veranderd"), "{texts:?}");
}

#[tokio::test]
async fn a_cancellation_takes_what_waits_about_the_round_with_it() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let (jan, eva) = (portal.login("jan").await, portal.login("eva").await);
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    post.deliver().await;
    let place = jan.place_of(&id, "eva").await;
    eva.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
    assert_eq!(post.deliver().await, [to("eva", "Geannuleerd")]);
    jan.cancel_group(&id).await;
    let (mails, texts) = post.deliver_with_texts().await;
    assert_eq!(mails, [to("jan", "Geannuleerd")]);
    assert!(texts[0].contains("voor de hele groep geannuleerd"), "{texts:?}");
    portal.clock.advance(TimeDelta::minutes(20));
    assert_eq!(post.deliver().await, []);
}

#[tokio::test]
async fn a_mail_that_could_not_be_sent_does_not_contradict_the_removal_that_came_after_it() {
    let portal = Portal::start().await;
    let post = MailTasks::new(&portal);
    let jan = portal.login("jan").await;
    let id = jan.book("2026-11-28", &["jan", "eva"]).await;
    post.queue().await;
    // As after a refusal for now.
    sqlx::query(
        "UPDATE mail_outbox SET attempts = 1, last_error = 'later', due_at = due_at + interval '1 hour'",
    )
    .execute(&portal.pool)
    .await
    .expect("the rows");
    remove(&jan, &id, "eva").await;
    assert_eq!(post.deliver().await, [to("eva", "Je speelt niet meer mee")]);
    portal.clock.advance(TimeDelta::hours(2));
    assert_eq!(post.deliver().await, [to("jan", "Bevestiging")]);
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
        jan.cancel_group(&id).await;
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
    remove(&jan, &id, "eva").await;
    post.deliver().await;
    add(&jan, &id, "w2").await;
    add(&jan, &id, "eva").await;
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
    assert_eq!(mails, [to("eva", "Je speelt mee"), to("w2", "Je speelt mee")]);
    assert_eq!(rewritten, 2);
    assert!(texts.iter().all(|text| text.contains("Weg") && !text.contains("Jan")), "{texts:?}");
}
