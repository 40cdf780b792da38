//! News on members' devices: a real subscription with keys of the test, and a push service of the test that reads what
//! only the device could (docs/domain.md §3.20).

mod sending;
mod service;

use fairway_api::config::Config;
use fairway_notifications::mail::bookings::BookingMails;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_notifications::push::PushCounts;
use fairway_notifications::push::sender::PushSender;
use fairway_store::outbox::queue::Outbox;
use serde_json::{Value, json};
use service::{Device, PushService};

use crate::support::{Answer, Member, Portal};

const PATH: &str = "/api/users/me/push";

/// A portal whose server may post to the push service of the test.
struct PushTest {
    portal: Portal,
    service: PushService,
    config: Config,
    bookings: BookingMails,
    counts: PushCounts,
}

fn config(service: &PushService) -> Config {
    let further = |key: &str| (key == "FAIRWAY_PUSH_SERVICES").then(|| service.origin.clone());
    Config::from_lookup(further).expect("a configuration")
}

impl PushTest {
    async fn start() -> Self {
        let service = PushService::start().await;
        let config = config(&service);
        let portal = Portal::start_with(config.clone()).await;
        let links = config.links().expect("links");
        let delivery = MailDelivery::new(Outbox::new(portal.clock.clone()));
        let bookings = BookingMails::new(portal.pool.clone(), portal.clock.clone(), delivery, links);
        Self { portal, service, config, bookings, counts: PushCounts::default() }
    }

    fn sender(&self) -> PushSender {
        let settings = self.config.notifications().expect("settings");
        let (pool, clock) = (self.portal.pool.clone(), self.portal.clock.clone());
        PushSender::new(&settings, pool, clock, self.counts.clone()).expect("a sender")
    }

    /// Queues the news of new events.
    async fn queue(&self) {
        self.portal.caught_up().await;
        while self.bookings.process_events().await.expect("a look").more {}
    }

    /// Queues and sends; returns what the devices read.
    async fn deliver(&self) -> Vec<Value> {
        self.queue().await;
        while self.sender().send_due().await.expect("a queue") > 0 {}
        self.service.taken().into_iter().map(|request| request.content).collect()
    }

    /// States of all messages, in their order.
    async fn states(&self) -> Vec<String> {
        sqlx::query_scalar("SELECT state FROM push_messages ORDER BY queued_at, dedup_key")
            .fetch_all(&self.portal.pool)
            .await
            .expect("messages")
    }

    async fn count(&self, table: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        sqlx::query_scalar(&sql).fetch_one(&self.portal.pool).await.expect("a count")
    }
}

impl Member<'_> {
    async fn try_subscribe(&self, device: &Device) -> Answer {
        self.post(PATH, &device.subscription()).await
    }

    /// Switches news on; returns the device's id.
    async fn subscribe(&self, device: &Device) -> String {
        // As a browser, which needs the key for it.
        assert!(self.push_state().await["public_key"].is_string());
        let answer = self.try_subscribe(device).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["id"].as_str().expect("an id").to_owned()
    }

    async fn push_state(&self) -> Value {
        let answer = self.get(PATH).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["data"].clone()
    }
}

#[tokio::test]
async fn every_node_uses_the_one_key_that_was_made_first_and_it_is_stored_encrypted() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    let asking: Vec<_> = (0..8).map(|_| jan.push_state()).collect();
    let states = futures::future::join_all(asking).await;
    let key = states[0]["public_key"].as_str().expect("a key").to_owned();
    assert!(states.iter().all(|state| state["public_key"] == key.as_str()), "{states:?}");
    assert_eq!(test.count("push_keys").await, 1);

    let sealed: Vec<u8> = sqlx::query_scalar("SELECT private_key FROM push_keys")
        .fetch_one(&test.portal.pool)
        .await
        .expect("a key");
    assert!(p256::SecretKey::from_slice(&sealed).is_err(), "it is no key as it is stored");
    let other = Config { secret: "another secret of this portal".to_owned(), ..test.config.clone() };
    let cipher = |config: &Config| fairway_notifications::push::cipher::PushCipher::new(&config.secrets());
    assert_eq!(cipher(&other).decrypt(&sealed), None);
    let rotated = Config { former_secrets: vec![test.config.secret.clone()], ..other };
    let opened = cipher(&rotated).decrypt(&sealed).expect("a former secret opens it");
    assert!(p256::SecretKey::from_slice(&opened).is_ok());
}

#[tokio::test]
async fn a_key_of_another_secret_is_never_replaced_by_itself() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    jan.subscribe(&test.service.device("a")).await;
    drop(jan.push_state().await);
    sqlx::query("UPDATE push_keys SET private_key = '\\x00'")
        .execute(&test.portal.pool)
        .await
        .expect("a key");
    assert_eq!(jan.push_state().await["public_key"], Value::Null);
    assert_eq!((test.count("push_keys").await, test.count("push_devices").await), (1, 1));
    // An operator's remedy: a new key, for which every browser subscribes again.
    sqlx::query("DELETE FROM push_keys").execute(&test.portal.pool).await.expect("no key");
    assert!(jan.push_state().await["public_key"].is_string());
    assert_eq!(test.count("push_devices").await, 0);
}

#[tokio::test]
async fn a_device_is_listed_changed_and_removed_by_its_member_alone() {
    let test = PushTest::start().await;
    let (jan, eva) = (test.portal.login("jan").await, test.portal.login("eva").await);
    let device = test.service.device("a");
    let id = jan.subscribe(&device).await;
    assert_eq!(jan.subscribe(&device).await, id, "the same device");
    let listed = jan.push_state().await["devices"][0].clone();
    assert_eq!((&listed["id"], &listed["shows_details"]), (&json!(id), &json!(false)));
    assert_eq!(listed["fingerprint"], device.fingerprint());
    let path = format!("{PATH}/{id}");
    let gone = "Dit apparaat krijgt al geen meldingen meer.";
    eva.post(&path, &json!({"shows_details": true})).await.fails(404, gone);
    eva.post(&format!("{path}/remove"), &Value::Null).await.fails(404, gone);
    assert_eq!(jan.post(&path, &json!({"shows_details": true})).await.status, 200);
    assert_eq!(jan.subscribe(&device).await, id, "renewed");
    assert_eq!(jan.push_state().await["devices"][0]["shows_details"], true, "what was chosen stays");

    // On a browser that two members use, it is the last one's who switched it on, with a choice of their own.
    let hers = eva.subscribe(&device).await;
    assert_ne!(hers, id);
    assert_eq!(jan.push_state().await["devices"], json!([]));
    assert_eq!(eva.push_state().await["devices"][0]["shows_details"], false);
    assert_eq!(eva.post(&format!("{PATH}/{hers}/remove"), &Value::Null).await.status, 200);
    assert_eq!(test.count("push_devices").await, 0);
}

#[tokio::test]
async fn a_device_on_which_two_members_switch_news_on_at_once_is_one_of_theirs_as_a_whole() {
    let test = PushTest::start().await;
    let (jan, eva) = (test.portal.login("jan").await, test.portal.login("eva").await);
    assert!(jan.push_state().await["public_key"].is_string());
    for number in 0..25 {
        let device = test.service.device(&number.to_string());
        let (hers, his) = tokio::join!(eva.try_subscribe(&device), jan.try_subscribe(&device));
        assert_eq!((hers.status, his.status), (200, 200));
        test.portal.clock.advance(chrono::TimeDelta::seconds(1));
    }
    let mixed: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM push_devices AS device JOIN access_tokens AS session ON session.id = device.session_id
         WHERE session.member_id <> device.member_id",
    )
    .fetch_one(&test.portal.pool)
    .await
    .expect("a count");
    assert_eq!(mixed, 0, "bound to the other member's session");
}

#[tokio::test]
async fn of_more_than_ten_devices_the_oldest_is_forgotten() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    let mut ids = Vec::new();
    for number in 0..11 {
        ids.push(jan.subscribe(&test.service.device(&number.to_string())).await);
        test.portal.clock.advance(chrono::TimeDelta::seconds(1));
    }
    let state = jan.push_state().await;
    let listed: Vec<&str> = state["devices"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|device| device["id"].as_str())
        .collect();
    assert_eq!(listed, ids[1..].iter().map(String::as_str).collect::<Vec<_>>());
}

#[tokio::test]
async fn the_server_takes_no_address_but_of_a_known_push_service_and_no_key_that_is_none() {
    let test = PushTest::start().await;
    let jan = test.portal.login("jan").await;
    let device = test.service.device("a");
    let long = format!("{}/{}", test.service.origin, "a".repeat(1000));
    for (field, value) in [
        ("endpoint", "http://127.0.0.1:5432/"),
        ("endpoint", "https://169.254.169.254/latest/meta-data"),
        ("endpoint", "https://fcm.googleapis.com.evil.example/a"),
        ("endpoint", "http://fcm.googleapis.com/a"),
        ("endpoint", "x"),
        ("endpoint", long.as_str()),
        ("p256dh", "BAAA"),
        ("p256dh", &"A".repeat(87)),
        ("auth", "AAAA"),
        ("auth", &"é".repeat(60)),
    ] {
        let mut subscription = device.subscription();
        subscription[field] = json!(value);
        let answer = jan.post(PATH, &subscription).await;
        assert_eq!(answer.status, 422, "{field} {value}: {}", answer.body);
        assert!(answer.body["errors"][field].is_string(), "{}", answer.body);
    }
    let mut google = device.subscription();
    google["endpoint"] = json!("https://fcm.googleapis.com/fcm/send/a");
    assert_eq!(jan.post(PATH, &google).await.status, 200);
}

#[tokio::test]
async fn whoever_logs_out_gets_no_more_news_on_that_device() {
    let test = PushTest::start().await;
    let (phone, desk) = (test.portal.login("jan").await, test.portal.login("jan").await);
    let (there, here) = (test.service.device("phone"), test.service.device("desk"));
    phone.subscribe(&there).await;
    let kept = desk.subscribe(&here).await;
    phone.book("2026-11-27", &["jan"]).await;
    test.queue().await;
    assert_eq!(test.count("push_messages").await, 2);
    assert_eq!(phone.post("/api/users/logout", &Value::Null).await.status, 200);
    assert_eq!(test.count("push_messages").await, 1, "what waited for it is gone with it");
    assert_eq!(desk.push_state().await["devices"][0]["id"], json!(kept));
    let everywhere = json!({"including_this": true});
    assert_eq!(desk.post("/api/users/me/sessions/logout_everywhere", &everywhere).await.status, 200);
    assert_eq!(test.count("push_devices").await, 0);
    assert_eq!(test.deliver().await, Vec::<Value>::new());
}
