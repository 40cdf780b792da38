//! The clubs' own systems: their tokens, and what each reads of the journal.

use chrono::TimeDelta;
use fairway_clock::random;
use fairway_query::rebuild::{Rebuild, RebuildOptions};
use fairway_query::{Projection, Projector, ProjectorOptions};
use fairway_store::club_accounts::ClubRole;
use serde_json::{Value, json};

use crate::at_club::AtClub;
use crate::support::{Answer, Portal, email};

const ALL: [&str; 4] = ["arrivals.read", "arrivals.write", "course.read", "course.write"];

/// A club's system with a token.
pub(crate) struct System<'a> {
    portal: &'a Portal,
    id: Value,
    pub(crate) token: String,
}

impl<'a> System<'a> {
    fn of(portal: &'a Portal, answer: &Answer) -> Self {
        assert_eq!(answer.status, 200, "{}", answer.body);
        let token = answer.body["token"].as_str().expect("a token").to_owned();
        Self { portal, id: answer.body["id"].clone(), token }
    }

    pub(crate) async fn added(portal: &'a Portal, manager: &AtClub<'_>, scopes: &[&str]) -> Self {
        let wish = json!({"name": "Kassa", "scopes": scopes});
        Self::of(portal, &manager.post("/club/api/systems", &wish).await)
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::to(self.portal.http.get(self.portal.url(path)).bearer_auth(&self.token)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.portal.http.post(self.portal.url(path)).bearer_auth(&self.token).json(body)).await
    }

    /// The position after what the data set brought.
    async fn after_history(&self, portal: &Portal) -> i64 {
        project(portal).await;
        self.part(0, 500).await["next"].as_i64().expect("a position")
    }

    async fn part(&self, after: i64, limit: u32) -> Value {
        let answer = self.get(&format!("/club/api/arrivals?after={after}&limit={limit}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }
}

/// Reads on after `next`, as a consumer that keeps nothing else.
struct Consumer<'a> {
    system: System<'a>,
    next: i64,
    items: Vec<Value>,
}

impl Consumer<'_> {
    async fn read(&mut self, limit: u32) {
        loop {
            let part = self.system.part(self.next, limit).await;
            let before = self.next;
            self.next = part["next"].as_i64().expect("a position");
            let items = part["items"].as_array().expect("items");
            assert!(items.iter().all(|item| (before + 1..=self.next).contains(&position(item))), "{part}");
            self.items.extend_from_slice(items);
            if items.is_empty() {
                return;
            }
        }
    }

    fn kinds(&self) -> Vec<&str> {
        self.items.iter().filter_map(|item| item["kind"].as_str()).collect()
    }
}

fn position(item: &Value) -> i64 {
    item["position"].as_i64().expect("a position")
}

/// A test's portal has no task for the projections for which no request waits.
async fn project(portal: &Portal) {
    let projections = Projection::background().collect();
    let options = ProjectorOptions { projections, ..ProjectorOptions::default() };
    let mut projector = Projector::new(portal.pool.clone(), options);
    while projector.run_once(100).await.expect("a step").more {}
}

async fn rebuild(portal: &Portal) {
    let options = RebuildOptions::default();
    let feed = [fairway_query::club_feed::PROJECTION];
    let rebuild = Rebuild::begin(portal.pool.clone(), &feed, options).await.expect("a rebuild");
    rebuild.fill(|_| ()).await.expect("filled");
    rebuild.index().await.expect("indexed");
    rebuild.replace_tables().await.expect("swapped");
}

fn round(club: &str, date: &str, players: &[&str]) -> Value {
    let players: Vec<String> = players.iter().map(|name| email(name)).collect();
    json!({"holes": 9, "golfclub": club, "players": players, "date": date})
}

#[tokio::test]
async fn a_consumer_sees_each_change_of_its_club_once_and_in_order() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let (jan, eva, w1) = (portal.login("jan").await, portal.login("eva").await, portal.login("w1").await);
    let system = System::added(&portal, &manager, &ALL).await;
    let begin = system.after_history(&portal).await;
    let mut consumer = Consumer { system, next: begin, items: Vec::new() };

    let book = async || {
        for (date, partner) in [("2026-11-28", "w2"), ("2026-11-29", "w3"), ("2026-12-05", "w4")] {
            let booked = jan.post("/api/reservations", &round("de-es", date, &["jan", partner])).await;
            assert_eq!(booked.status, 200, "{}", booked.body);
            let place = booked.body["reservation_id"].as_str().expect("a place").to_owned();
            let left = jan.post(&format!("/api/reservations/{place}/cancel"), &Value::Null).await;
            assert_eq!(left.status, 200, "{}", left.body);
        }
    };
    let elsewhere = async || {
        let booked = eva.post("/api/reservations", &round("klein", "2026-11-28", &["eva"])).await;
        assert_eq!(booked.status, 200, "{}", booked.body);
        let booked = w1.post("/api/reservations", &round("de-es", "2026-11-28", &["w1"])).await;
        assert_eq!(booked.status, 200, "{}", booked.body);
    };
    let follow = async {
        for _ in 0..8 {
            project(&portal).await;
            consumer.read(1).await;
        }
        rebuild(&portal).await;
        consumer.read(1).await;
    };
    tokio::join!(book(), elsewhere(), follow);
    project(&portal).await;
    consumer.read(1).await;

    let positions: Vec<i64> = consumer.items.iter().map(position).collect();
    assert!(positions.is_sorted(), "{positions:?}");
    let count = |kind: &str| consumer.kinds().into_iter().filter(|found| *found == kind).count();
    assert_eq!((count("booked"), count("cancelled")), (7, 3), "{:?}", consumer.items);
    let whole = consumer.system.part(begin, 500).await;
    assert_eq!(whole["items"].as_array(), Some(&consumer.items), "each once");
    assert_eq!(whole["behind"], false, "also where the last events are another club's");
    let numbers = |kind: &str| {
        let of_kind = consumer.items.iter().filter(|item| item["kind"] == kind);
        of_kind.map(|item| item["booking_number"].clone()).collect::<Vec<_>>()
    };
    assert!(numbers("cancelled").iter().all(|number| numbers("booked").contains(number)));
    let names: Vec<_> = consumer.items.iter().filter_map(|item| item["name"].as_str()).collect();
    assert!(names.contains(&"Jan de Vries"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("Eva")), "another club's player: {names:?}");

    let beyond = consumer.system.get("/club/api/arrivals?after=100000000").await;
    let sentence = "Deze positie is er niet. Begin opnieuw bij 0.";
    assert_eq!((beyond.status, &beyond.body["errors"]["after"]), (422, &json!(sentence)), "{}", beyond.body);
}

#[tokio::test]
async fn a_system_records_arrivals_in_its_name_once() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let jan = portal.login("jan").await;
    let system = System::added(&portal, &manager, &ALL).await;
    let begin = system.after_history(&portal).await;
    let today = portal.clock.today().to_string();
    let booked = jan.post("/api/reservations", &round("de-es", &today, &["jan"])).await;
    let place = booked.body["reservation_id"].as_str().expect("a place").to_owned();
    let timed =
        jan.post(&format!("/api/reservations/{place}/start_time"), &json!({"start_time": "14:10"})).await;
    assert_eq!(timed.status, 200, "{}", timed.body);
    let scan = json!({
        "nonce": random::id(), "day": today, "scanned_at": "2026-11-20T11:00:00+01:00", "age_ms": 0,
        "method": "list", "place": place,
    });
    let body = json!({"scans": [scan]});
    let first = system.post("/club/api/arrivals", &body).await;
    assert_eq!(first.body["results"][0]["outcome"], "welcome", "{}", first.body);
    assert_eq!(system.post("/club/api/arrivals", &body).await.body, first.body);
    let day = manager.get(&format!("/club/api/days/{today}")).await.body;
    assert_eq!(day["flights"][0]["players"][0]["arrived_by"], "Kassa", "{day}");

    let report = json!({"status": "partly", "winter_greens": true, "no_carts": false, "note": ""});
    assert_eq!(system.post("/club/api/course-state", &report).await.status, 204);
    let reports = system.get("/club/api/course-state").await.body;
    assert_eq!(reports["reports"][0]["by"], "Kassa", "{reports}");
    let quota = system.get(&format!("/club/api/quotas?date={today}")).await.body;
    assert_eq!((&quota["taken"], &quota["held"], &quota["closed"]), (&json!(1), &json!(0), &json!(false)));

    project(&portal).await;
    let part = system.part(begin, 10).await;
    let kinds: Vec<_> = part["items"].as_array().expect("items").iter().map(|item| &item["kind"]).collect();
    assert_eq!(kinds, ["booked", "start_time", "arrived", "course"], "{part}");
    assert_eq!(part["items"][1]["start_time"], "14:10");
    assert_eq!(part["items"][2]["name"], "Jan de Vries");
    let looks: i64 =
        sqlx::query_scalar("SELECT count(*) FROM club_actions WHERE action = 'view' AND user_name = 'Kassa'")
            .fetch_one(&portal.pool)
            .await
            .expect("a count");
    assert_eq!(looks, 2, "the feed and the day of the scan, each once a day");
}

#[tokio::test]
async fn a_token_is_rotated_with_a_day_for_the_change_and_revoked_at_once() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let other = portal.at_club("klein", "mia", ClubRole::Manager).await;
    let first = System::added(&portal, &manager, &["arrivals.read"]).await;
    assert!(first.token.starts_with("fwc_"), "{}", first.token);
    let target = json!({"id": first.id});
    assert_eq!(other.post("/club/api/systems/rotate", &target).await.status, 404);
    assert_eq!(other.post("/club/api/systems/revoke", &target).await.status, 404);
    assert_eq!(other.get("/club/api/systems").await.body["systems"], json!([]));

    let rotated = manager.post("/club/api/systems/rotate", &target).await;
    let second = System::of(&portal, &rotated);
    let quota = "/club/api/quotas";
    assert_eq!((first.get(quota).await.status, second.get(quota).await.status), (200, 200));
    let listed = manager.get("/club/api/systems").await.body;
    assert!(listed["systems"][0]["previous_until"].is_string(), "{listed}");
    assert!(!listed.to_string().contains("fwc_"), "{listed}");
    portal.clock.advance(TimeDelta::hours(24));
    assert_eq!((first.get(quota).await.status, second.get(quota).await.status), (401, 200));

    // The session of the manager lasts longer than a day.
    assert_eq!(manager.post("/club/api/systems/revoke", &target).await.status, 204);
    assert_eq!(second.get(quota).await.status, 401);
    assert_eq!(manager.post("/club/api/systems/revoke", &target).await.status, 404);
    assert_eq!(manager.get("/club/api/systems").await.body["systems"], json!([]));
    let acts: Vec<String> = sqlx::query_scalar(
        "SELECT action || ' ' || subject FROM club_actions WHERE action LIKE '%system' ORDER BY at, action",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("acts");
    assert_eq!(acts, ["add system Kassa: arrivals.read", "rotate system Kassa", "revoke system Kassa"]);

    let expiring = System::added(&portal, &manager, &["arrivals.read"]).await;
    sqlx::query("UPDATE club_systems SET expires_at = $1 WHERE revoked_at IS NULL")
        .bind(portal.clock.now())
        .execute(&portal.pool)
        .await
        .expect("an end");
    assert_eq!(expiring.get(quota).await.status, 401);
    for wish in [json!({"name": "", "scopes": ALL}), json!({"name": "Kassa", "scopes": []})] {
        assert_eq!(manager.post("/club/api/systems", &wish).await.status, 422, "{wish}");
    }
}

#[tokio::test]
async fn a_system_makes_600_requests_a_minute() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let system = System::added(&portal, &manager, &["arrivals.read"]).await;
    let quota = "/club/api/quotas";
    assert_eq!(system.get(quota).await.status, 200);
    sqlx::query("UPDATE club_systems SET requests = 599").execute(&portal.pool).await.expect("requests");
    assert_eq!(system.get(quota).await.status, 200, "the 600th");
    let refused = system.get(quota).await;
    assert_eq!(refused.status, 429, "{}", refused.body);
    let wait: i64 = refused.headers["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    let another = System::added(&portal, &manager, &["arrivals.read"]).await;
    assert_eq!(another.get(quota).await.status, 200, "each has its own limit");
    portal.clock.advance(TimeDelta::seconds(wait));
    assert_eq!(system.get(quota).await.status, 200);
}

/// What the description says of a system's endpoints is what a client that was generated from it meets.
#[tokio::test]
async fn each_answer_to_a_system_is_described() {
    let portal = Portal::start().await;
    let manager = portal.at_club("de-es", "ruud", ClubRole::Manager).await;
    let jan = portal.login("jan").await;
    let booked = jan.post("/api/reservations", &round("de-es", "2026-11-28", &["jan"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    project(&portal).await;
    let (may, may_not) =
        (System::added(&portal, &manager, &ALL).await, System::added(&portal, &manager, &ALL[..1]).await);
    let document = portal.get("/club/api/openapi.json").await.body;
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let Some(scopes) = operation["security"][0]["system"].as_array() else { continue };
            asked += 1;
            let ask = async |system: &System<'_>| match method.as_str() {
                "get" => system.get(path).await,
                _ => {
                    let course = json!({"scans": [], "status": "open", "winter_greens": false, "no_carts": false, "note": ""});
                    system.post(path, &course).await
                }
            };
            let answer = ask(&may).await;
            assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.body);
            let described = &operation["responses"][answer.status.to_string()];
            let reference = described["content"]["application/json"]["schema"]["$ref"].as_str();
            if let Some(reference) = reference {
                check(&document, reference, &answer.body);
            } else {
                assert_eq!(answer.status, 204, "{method} {path}");
            }
            let is_allowed = scopes.contains(&json!("arrivals.read"));
            assert_eq!(ask(&may_not).await.status == 403, !is_allowed, "{method} {path}");
            for status in ["401", "403", "429"] {
                assert!(operation["responses"][status].is_object(), "{method} {path} {status}");
            }
        }
    }
    assert_eq!(asked, 5);
}

/// An object has exactly the properties of its schema, and so have the objects in it.
fn check(document: &Value, reference: &str, value: &Value) {
    let name = reference.rsplit('/').next().expect("a name");
    let properties = document["components"]["schemas"][name]["properties"].as_object();
    let (Some(properties), Some(object)) = (properties, value.as_object()) else { return };
    assert!(properties.keys().eq(object.keys()), "{name}: {value}");
    for (key, schema) in properties {
        if let Some(item) = schema["items"]["$ref"].as_str() {
            object[key].as_array().expect("a list").iter().for_each(|value| check(document, item, value));
        }
    }
}
