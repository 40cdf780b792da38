//! The messages: to whom, with which text, once each, and what a push service's answers lead to.

use std::time::Duration;

use chrono::TimeDelta;
use fairway_notifications::mail::lease::Lease;
use serde_json::{Value, json};

use super::service::Answering;
use super::{PATH, PushTest};
use crate::support::{Portal, email};

const ALONE: &str = "2026-11-27";

#[tokio::test]
async fn a_booking_is_told_on_every_device_signed_and_encrypted_and_without_names_or_places() {
    let test = PushTest::start().await;
    let (jan, eva) = (test.portal.login("jan").await, test.portal.login("eva").await);
    jan.subscribe(&test.service.device("jans")).await;
    eva.subscribe(&test.service.device("evas")).await;
    let key = jan.push_state().await["public_key"].clone();
    jan.book(ALONE, &["jan", "eva"]).await;
    test.queue().await;
    assert_eq!(test.sender().send_due().await.expect("a queue"), 2);
    let mut taken = test.service.taken();
    taken.sort_by(|a, b| a.device.cmp(&b.device));
    let bodies: Vec<&Value> = taken.iter().map(|request| &request.content["body"]).collect();
    assert_eq!(
        bodies,
        [
            "Je bent toegevoegd aan een ronde. Open Fairway voor de details.",
            "Je ronde is geboekt. Open Fairway voor de details."
        ]
    );
    for request in &taken {
        assert_eq!(
            (&request.content["title"], &request.content["path"]),
            (&json!("Fairway"), &json!("/reservations"))
        );
        let text = request.content.to_string();
        for secret in ["Jan", "Eva", "De Es", "november", "token", "@"] {
            assert!(!text.contains(secret), "{text}");
        }
        assert_eq!(request.claims["aud"], test.service.origin);
        assert_eq!(json!(request.key), key, "the published key");
        let now = test.portal.clock.now().timestamp();
        let exp = request.claims["exp"].as_i64().expect("an end");
        assert!(exp > now && exp <= now + 24 * 3600, "{exp}");
        assert!(request.claims["sub"].as_str().expect("a contact").starts_with("mailto:"));
        // Until the end of the 27th in Amsterdam.
        let ttl: i64 = request.headers["ttl"].to_str().expect("text").parse().expect("seconds");
        assert_eq!(
            now + ttl,
            "2026-11-27T23:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().expect("an instant").timestamp()
        );
        assert_eq!(request.headers["urgency"], "normal");
        assert_eq!(request.headers["content-encoding"], "aes128gcm");
        assert!(request.headers["topic"].len() <= 32);
    }
    assert_eq!(taken[0].size, taken[1].size, "its length tells nothing");
    assert_ne!(taken[0].headers["topic"], taken[1].headers["topic"]);
    assert_eq!(test.deliver().await, Vec::<Value>::new(), "each once");
    assert_eq!(test.counts.values(), [2, 0, 0]);
    assert!(jan.push_state().await["devices"][0]["last_used_at"].is_string());
}

#[tokio::test]
async fn names_and_places_are_shown_where_the_member_chose_it() {
    let test = PushTest::start().await;
    let (jan, eva) = (test.portal.login("jan").await, test.portal.login("eva").await);
    let id = eva.subscribe(&test.service.device("evas")).await;
    assert_eq!(eva.post(&format!("{PATH}/{id}"), &json!({"shows_details": true})).await.status, 200);
    jan.book(ALONE, &["jan", "eva"]).await;
    let content = test.deliver().await.remove(0);
    assert_eq!(content["title"], "Jan de Vries heeft je toegevoegd aan een ronde");
    assert_eq!(content["body"], "De Es, vrijdag 27 november, met Jan de Vries");
}

#[tokio::test]
async fn who_switched_the_kind_off_is_not_told_and_a_member_without_a_device_costs_no_message() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    jan.subscribe(&test.service.device("a")).await;
    let off = json!({"kind": "round_booked", "mail": true, "push": false});
    assert_eq!(jan.post("/api/users/me/notifications", &off).await.status, 200);
    let place = jan.book(ALONE, &["jan", "eva"]).await;
    assert_eq!(test.deliver().await, Vec::<Value>::new());
    assert_eq!(test.count("push_messages").await, 0);
    assert_eq!(jan.post(&format!("/api/reservations/{place}/group/cancel"), &Value::Null).await.status, 200);
    let told = test.deliver().await;
    assert_eq!(told[0]["body"], "Je ronde is geannuleerd. Open Fairway voor de details.");
}

#[tokio::test]
async fn changes_in_a_short_time_become_one_message_with_what_is_so_then() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    jan.subscribe(&test.service.device("a")).await;
    let place = jan.book(ALONE, &["jan"]).await;
    assert_eq!(test.deliver().await.len(), 1);
    let added = json!({"players": [email("eva")]});
    assert_eq!(jan.post(&format!("/api/reservations/{place}/player/add"), &added).await.status, 200);
    let evas = jan.place_of(&place, "eva").await;
    let eva = test.portal.login("eva").await;
    assert_eq!(eva.post(&format!("/api/reservations/{evas}/cancel"), &Value::Null).await.status, 200);
    assert_eq!(test.deliver().await, Vec::<Value>::new(), "it waits");
    assert_eq!(jan.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await.status, 200);
    let told = test.deliver().await;
    assert_eq!(told.len(), 1, "the end of the own place tells what waited, and does not wait: {told:?}");
    assert_eq!(told[0]["body"], "Je ronde is geannuleerd. Open Fairway voor de details.");
    test.portal.clock.advance(TimeDelta::minutes(10));
    assert_eq!(test.deliver().await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_device_that_is_gone_is_forgotten() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    for (name, status) in [("a", 404), ("b", 410)] {
        jan.subscribe(&test.service.device(name)).await;
        test.service.answer(name, Answering { status, retry_after: None });
    }
    jan.subscribe(&test.service.device("c")).await;
    test.portal.clock.advance(TimeDelta::minutes(10));
    jan.book(ALONE, &["jan"]).await;
    assert_eq!(test.deliver().await.len(), 1);
    assert_eq!(jan.push_state().await["devices"].as_array().map(Vec::len), Some(1));
    assert_eq!(test.counts.values(), [1, 0, 2]);
}

#[tokio::test]
async fn a_new_device_that_its_service_does_not_know_yet_is_tried_again_and_forgotten_after_ten_minutes() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    for (name, status) in [("late", 410), ("gone", 404)] {
        jan.subscribe(&test.service.device(name)).await;
        test.service.answer(name, Answering { status, retry_after: None });
    }
    let devices = async || jan.push_state().await["devices"].as_array().map(Vec::len);
    jan.book(ALONE, &["jan"]).await;
    assert_eq!(test.deliver().await.len(), 0);
    assert_eq!((devices().await, test.states().await), (Some(2), vec!["waiting".to_owned(); 2]));
    test.service.recover("late");
    test.portal.clock.advance(TimeDelta::minutes(1));
    assert_eq!(test.deliver().await.len(), 1);
    test.portal.clock.advance(TimeDelta::minutes(10));
    test.deliver().await;
    assert_eq!(devices().await, Some(1));
    assert_eq!(test.counts.values(), [1, 0, 1]);
}

#[tokio::test]
async fn a_busy_push_service_is_asked_again_when_it_says_and_a_refused_message_is_dropped() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    for (name, status, retry_after) in
        [("busy", 429, Some(120)), ("broken", 503, None), ("large", 413, None), ("elsewhere", 302, None)]
    {
        jan.subscribe(&test.service.device(name)).await;
        test.service.answer(name, Answering { status, retry_after });
    }
    jan.book(ALONE, &["jan"]).await;
    test.deliver().await;
    let mut states = test.states().await;
    states.sort();
    assert_eq!(states, ["failed", "failed", "waiting", "waiting"]);
    let pauses: Vec<f64> = sqlx::query_scalar(
        "SELECT extract(epoch FROM due_at - queued_at)::float8 FROM push_messages WHERE state = 'waiting' ORDER BY 1",
    )
    .fetch_all(&test.portal.pool)
    .await
    .expect("pauses");
    assert_eq!(pauses, [15.0, 120.0]);
    // Until it is of no use any more.
    for _ in 0..12 {
        test.portal.clock.advance(TimeDelta::hours(1));
        test.deliver().await;
    }
    assert_eq!(test.states().await, ["failed"; 4]);
    assert_eq!(test.counts.values(), [0, 4, 0]);
}

#[tokio::test]
async fn what_a_killed_sender_had_in_hand_is_sent_once_by_the_next_and_two_senders_send_nothing_twice() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    jan.subscribe(&test.service.device("a")).await;
    jan.book(ALONE, &["jan"]).await;
    test.queue().await;
    test.service.close().await;
    let killed = test.sender().with_lease(Lease::lasting(Duration::from_secs(60)));
    let sending = tokio::spawn(async move { killed.send_due().await });
    test.service.arrived().await;
    // The other sees nothing to do as long as this one may be at work.
    assert_eq!(test.sender().send_due().await.expect("a queue"), 0);
    sending.abort();
    assert!(sending.await.expect_err("it was killed").is_cancelled());
    test.service.taken();
    test.service.open();
    assert_eq!(test.sender().send_due().await.expect("a queue"), 0, "its lease has not ended");
    test.portal.clock.advance(TimeDelta::seconds(90));
    assert_eq!(test.sender().send_due().await.expect("a queue"), 0, "by the clock of the database");
    sqlx::query("UPDATE push_messages SET leased_until = clock_timestamp() - interval '1 ms'")
        .execute(&test.portal.pool)
        .await
        .expect("its lease ends");
    let senders = [test.sender(), test.sender(), test.sender()];
    let sent = futures::future::join_all(senders.iter().map(|sender| sender.send_due())).await;
    let sent: usize = sent.into_iter().map(|sent| sent.expect("a queue")).sum();
    assert_eq!(sent, 1);
    assert_eq!(test.states().await, ["sent"]);
}

#[tokio::test]
async fn an_offer_is_told_at_once_as_urgent_and_for_as_long_as_it_holds() {
    let test = PushTest::start().await;
    let portal: &Portal = &test.portal;
    let (eva, jan) = (portal.login("eva").await, portal.login("jan").await);
    let place = eva.fill(&["eva", "w1"]).await;
    jan.subscribe(&test.service.device("a")).await;
    let group = jan.wait_for_day(&["jan", "w2"]).await;
    assert_eq!(
        test.deliver().await[0]["body"],
        "Je groep staat op de wachtlijst. Open Fairway voor de details."
    );
    eva.cancel_group(&place).await;
    crate::mails::offer_places(portal).await;
    test.queue().await;
    assert_eq!(test.sender().send_due().await.expect("a queue"), 1);
    let request = test.service.taken().remove(0);
    assert_eq!(request.content["path"], format!("/waiting/{group}"));
    assert!(
        request.content["body"].as_str().expect("text").starts_with("Er zijn plaatsen voor je groep vrij")
    );
    assert_eq!(
        (&request.headers["urgency"], &request.headers["ttl"]),
        (&"high".parse().expect("a header"), &"7200".parse().expect("a header"))
    );

    // Declined before the message about the next offer is sent.
    assert_eq!(jan.answer(&group, "decline").await.status, 200);
    let told = test.deliver().await;
    assert!(told.iter().all(|content| !content.to_string().contains("vrij")), "{told:?}");
}

#[tokio::test]
async fn an_erased_members_devices_and_messages_are_gone() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    jan.subscribe(&test.service.device("a")).await;
    jan.book(ALONE, &["jan"]).await;
    test.queue().await;
    let mut transaction = test.portal.pool.begin().await.expect("a transaction");
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&mut *transaction)
        .await
        .expect("the member");
    let counts = fairway_store::erasures::remove_owned(&mut transaction, fairway_events::MemberId(id)).await;
    assert!(counts.expect("counts").contains(&("push_devices", 1)));
    transaction.commit().await.expect("a commit");
    assert_eq!(test.count("push_messages").await, 0);
    assert_eq!(test.deliver().await, Vec::<Value>::new());
}
