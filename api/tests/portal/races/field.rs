//! The setup of a race: a portal with sixty-four members without limits, three with few rights, two nodes, and a
//! simultaneous start.

use std::path::Path;
use std::time::Duration;

use chrono::{NaiveDate, TimeDelta};
use fairway_api::config::Config;
use fairway_clock::random;
use fairway_events::MemberId;
use fairway_import as import;
use fairway_store::sessions::{self, NewSession};
use futures::future::{BoxFuture, FutureExt, join_all};
use serde_json::{Value, json};

use super::checker::check;
use crate::support::{Answer, Node, Portal, data_set, installation};

pub(crate) use crate::support::email;

/// The number of competing clients.
pub(crate) const CLIENTS: usize = 64;

/// Two nodes on one database.
pub(crate) struct Field {
    pub(crate) portal: Portal,
    second: Node,
}

/// The name of a competing master.
pub(crate) fn master(n: usize) -> String {
    format!("p{n:02}")
}

/// The dates of the booking window, from tomorrow.
pub(crate) fn dates() -> Vec<String> {
    let first = NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
    first.iter_days().take(16).map(|day| day.to_string()).collect()
}

/// The caller's place in a new booking.
pub(crate) fn place(answer: &Answer) -> String {
    answer.body["reservation_id"].as_str().expect("an id").to_owned()
}

impl Field {
    pub(crate) async fn start() -> Self {
        let portal = Portal::empty().await;
        let folder = tempfile::tempdir().expect("a folder");
        write_data_set(folder.path());
        import::import(&portal.pool, &portal.clock, &installation(), folder.path())
            .await
            .expect("the data set");
        portal.caught_up().await;
        let members: Vec<(uuid::Uuid, String, String)> =
            sqlx::query_as("SELECT id, email, password_hash FROM members")
                .fetch_all(&portal.pool)
                .await
                .expect("the members");
        let now = portal.clock.now();
        for (id, email, password) in members {
            let token = random::digest(email.as_bytes());
            let session = NewSession {
                token_hash: &token,
                browser: "",
                created_at: now,
                expires_at: now + TimeDelta::days(1),
            };
            sessions::start(&portal.pool, &session, MemberId(id), &password).await.expect("a session");
        }
        let config = Config::from_lookup(|_| None).expect("the defaults");
        let second = Node::start(&portal.pool, &portal.clock, config, false).await;
        Self { portal, second }
    }

    /// A booking by a member, through the node of number `n`. The members' tokens are their addresses.
    pub(crate) fn book(&self, n: usize, by: &str, body: &Value) -> BoxFuture<'static, Answer> {
        Answer::to(self.request(n, by).json(body)).boxed()
    }

    /// The same, with an idempotency key.
    pub(crate) fn book_once(
        &self,
        n: usize,
        by: &str,
        key: &str,
        body: &Value,
    ) -> BoxFuture<'static, Answer> {
        Answer::to(self.request(n, by).header("idempotency-key", key).json(body)).boxed()
    }

    fn request(&self, n: usize, by: &str) -> reqwest::RequestBuilder {
        let base = if n.is_multiple_of(2) { &self.portal.base } else { &self.second.base };
        self.portal.http.post(format!("{base}/api/reservations")).bearer_auth(email(by))
    }

    /// Sends all requests at once.
    pub(crate) async fn race(&self, requests: Vec<(usize, String, Value)>) -> Vec<Answer> {
        let requests = requests.iter().map(|(n, by, body)| self.book(*n, by, body)).collect();
        self.send_while_head_is_locked(requests, 2).await
    }

    /// Sends while the journal's head is locked, and unlocks it when so many writers wait for it.
    pub(crate) async fn send_while_head_is_locked(
        &self,
        requests: Vec<BoxFuture<'static, Answer>>,
        writers: i64,
    ) -> Vec<Answer> {
        let mut hold = self.portal.pool.begin().await.expect("a transaction");
        sqlx::query("SELECT * FROM journal_head FOR UPDATE").execute(&mut *hold).await.expect("the head");
        let racing = tokio::spawn(join_all(requests));
        let waiting = async {
            loop {
                let waiting: i64 = sqlx::query_scalar(
                    "SELECT count(*) FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock'",
                )
                .fetch_one(&mut *hold)
                .await
                .expect("who waits");
                if waiting >= writers {
                    return;
                }
                // pg_stat_activity is fixed within a transaction: start a new one.
                sqlx::query("SELECT pg_stat_clear_snapshot()")
                    .execute(&mut *hold)
                    .await
                    .expect("a new picture");
            }
        };
        tokio::time::timeout(Duration::from_secs(60), waiting).await.expect("both nodes come to the head");
        hold.rollback().await.expect("the signal");
        racing.await.expect("the race")
    }

    /// Checks that exactly `winners` succeed, that the others get the reason, and that no rule is violated.
    #[track_caller]
    pub(crate) fn verdict<'a>(
        &'a self,
        answers: &'a [Answer],
        winners: usize,
        why: &'a str,
    ) -> impl Future<Output = ()> + 'a {
        let won: Vec<String> = answers.iter().filter(|answer| answer.status == 200).map(place).collect();
        assert_eq!(
            won.len(),
            winners,
            "{:?}",
            answers.iter().map(|answer| answer.status).collect::<Vec<_>>()
        );
        for loser in answers.iter().filter(|answer| answer.status != 200) {
            assert_eq!(loser.status, 409, "{}", loser.body);
            assert!(loser.error().contains(why), "{}", loser.body);
        }
        async move { check(&self.portal, &won).await }
    }
}

/// Writes the data set of the races: the tests' own, with other clubs and members.
fn write_data_set(folder: &Path) {
    for file in ["settings.json", "offers.json", "news.json", "faq.json", "pages.json"] {
        std::fs::copy(data_set().join(file), folder.join(file)).expect("a copy");
    }
    let club = |id: &str, capacity: Option<u32>| {
        json!({
            "id": id, "name": id, "city": "Ede", "short_name": id, "keywords": "", "lat": 52.1, "lon": 5.2,
            "holes": [9, 18], "starttime_description": "", "reservation_instruction": "",
            "reservation_description": "", "max_plays_per_year": 50, "daily_capacity": capacity,
            "closed_weekdays": [], "closures": [],
        })
    };
    let member = |name: &str, rounds: u32, vouchers: Value| {
        let pass = json!({
            "name": "Pas", "startdate": "2026-01-01", "enddate": "2026-12-31", "paymentdate": null,
            "amount_cents": 100, "max": rounds, "per_month": null, "max_holes": 18,
        });
        json!({
            "email": email(name), "password": "fairway-test", "first_name": name, "last_name": "Racer",
            "initials": "R.", "street": "Laan", "housenumber": "1", "postcode": "1234 AB", "city": "Ede",
            "telephone": "0612345678", "gender": "M", "birthdate": "1970-01-02",
            "subscriptions": if rounds == 0 { json!([]) } else { json!([pass]) }, "vouchers": vouchers,
        })
    };
    let mut members: Vec<Value> = (0..CLIENTS).map(|n| member(&master(n), 40, json!([]))).collect();
    members.push(member("t", 1, json!([])));
    members.push(member("d", 40, json!([])));
    let voucher = json!([{ "kind": "bonus", "title": "Bonus", "holes": 18, "expires": "2026-12-31" }]);
    members.push(member("v", 0, voucher));
    let write = |name: &str, value: Value| {
        std::fs::write(folder.join(name), value.to_string()).expect("a file");
    };
    write("clubs.json", json!([club("klein", Some(5)), club("ruim", None)]));
    write("members.json", Value::Array(members));
    write("history.json", json!([]));
}
