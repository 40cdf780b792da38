//! A portal per test: a database, the small data set of `tests/data`, a fixed clock, a real port.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_api::app::{App, Components};
use fairway_api::config::Config;
use fairway_api::http::{router::router, server};
use fairway_api::services::acknowledged::Recording;
use fairway_api::services::health::Health;
use fairway_api::services::tasks as background;
use fairway_api::services::writer::{self, FollowedWriter};
use fairway_clock::clock::Clock;
use fairway_endpoint::client_address::Origin;
use fairway_events::testing::TestDatabase;
use fairway_import as import;
use fairway_import::Installation;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_postgres::Condition;
use fairway_postgres::disk::Room;
use fairway_query::Progress;
use fairway_store::database::Pools;
use fairway_store::outbox::queue::Outbox;
use fairway_tasks::supervisor::Supervisor;
use serde_json::{Value, json};
use sqlx::postgres::PgPoolOptions;
use sqlx::{ConnectOptions, PgPool};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};

/// A Friday; the booking window runs from Monday 16 November up to and including Sunday 6 December.
pub(crate) const NOW: &str = "2026-11-20T10:00:00Z";
/// The password of every member of the data set.
pub(crate) const PASSWORD: &str = "fairway-test";

/// The data set of the tests.
pub(crate) fn data_set() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The configuration of an import, which is the default one.
pub(crate) fn installation() -> Installation {
    Config::from_lookup(|_| None).expect("the defaults").installation().expect("addresses")
}

/// Imports the data set, and waits until the read models show it.
async fn store_data_set(pool: &PgPool) {
    let clock = clock();
    let node = Node::start(pool, &clock, Config::from_lookup(|_| None).expect("the defaults"), true).await;
    import::import(pool, &clock, &installation(), &data_set()).await.expect("the data set");
    node.caught_up(pool).await;
}

fn clock() -> Clock {
    Clock::fixed_at(NOW.parse::<DateTime<Utc>>().expect("an instant"))
}

async fn count_events(pool: &PgPool) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM events").fetch_one(pool).await.expect("a count")
}

/// A running portal.
pub(crate) struct Portal {
    pub(crate) pool: PgPool,
    pub(crate) clock: Clock,
    pub(crate) base: String,
    pub(crate) http: reqwest::Client,
    // Fields drop in this order: the server first, the database last.
    pub(crate) node: Node,
    database: TestDatabase,
}

/// One serving process, as far as a test needs it.
pub(crate) struct Node {
    pub(crate) base: String,
    pub(crate) app: Arc<App>,
    /// The free disk space that it assumes.
    pub(crate) room: watch::Sender<Room>,
    /// Its log of acknowledged appends, if the configuration names a database.
    pub(crate) recording: Option<Recording>,
    progress: Progress,
    _ended: oneshot::Sender<()>,
    _stopping: watch::Sender<bool>,
}

impl Node {
    /// On one pool for everything.
    pub(crate) async fn start(pool: &PgPool, clock: &Clock, config: Config, projects: bool) -> Self {
        let [requests, writer, projectors, health] = std::array::from_fn(|_| pool.clone());
        Self::start_on(&Pools { requests, writer, projectors, health }, clock, config, projects).await
    }

    pub(crate) async fn start_on(pools: &Pools, clock: &Clock, config: Config, projects: bool) -> Self {
        let (_stopping, stop) = watch::channel(false);
        let room = watch::Sender::new(Room::default());
        let mut health = Health {
            postgres: Some(watch::channel(Condition::default()).1),
            disk: Some(room.subscribe()),
            ..Health::default()
        };
        let mut tasks = Supervisor::new(stop, health.tasks.clone());
        let recording = Recording::start_as_configured(&config, clock).expect("a thread");
        let listener = recording.as_ref().map(Recording::listener);
        let FollowedWriter { handle: writer, task: _task, local: local_writer } =
            writer::start_followed(&pools.writer, clock, listener);
        health.acknowledged = recording.as_ref().map(Recording::stats);
        let progress = if projects {
            background::project(&pools.projectors, Some(&local_writer), &mut tasks)
        } else {
            background::follow(&pools.projectors, &mut tasks)
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let listen = listener.local_addr().expect("an address");
        // The sandbox is reached at the address on which the server listens.
        let config = Config { listen, ..config };
        let delivery = MailDelivery::new(Outbox::new(clock.clone()));
        let parts = Components {
            config,
            clock: clock.clone(),
            pool: pools.requests.clone(),
            health_pool: pools.health.clone(),
            progress: progress.clone(),
            writer,
            delivery,
            health,
        };
        let app = App::new(parts).expect("an app");
        fairway_rounds::tasks::notify_screens(&app.rounds, &mut tasks);
        background::record_refusals(&app.common.refusals, &pools.projectors, &mut tasks);
        fairway_content::tasks::start(&pools.projectors, clock, &mut tasks);
        let base = format!("http://{listen}");
        let (_ended, end) = oneshot::channel::<()>();
        let ended = async { drop(end.await) };
        tokio::spawn(server::serve(listener, router(&app), app.connections.clone(), ended, Duration::ZERO));
        Self { base, app, room, recording, progress, _ended, _stopping }
    }

    async fn caught_up(&self, pool: &PgPool) {
        let head = count_events(pool).await;
        self.progress.wait_until(head, Duration::from_secs(60)).await.expect("the read models");
    }
}

impl Portal {
    /// With the data set.
    pub(crate) async fn start() -> Self {
        Self::start_with(Config::from_lookup(|_| None).expect("the defaults")).await
    }

    /// With the data set and another configuration.
    pub(crate) async fn start_with(config: Config) -> Self {
        Self::on(TestDatabase::filled(store_data_set).await, config).await
    }

    /// With the data set, and with a log of acknowledged appends in the returned folder.
    pub(crate) async fn recording() -> (Self, tempfile::TempDir) {
        let data = tempfile::tempdir().expect("a folder");
        let folder = data.path().to_string_lossy().into_owned();
        let config = Config::from_lookup(|key| match key {
            // Only its presence matters; the test's own pools connect elsewhere.
            "DATABASE_URL" => Some("postgres://localhost/unused".to_owned()),
            "FAIRWAY_DATA_DIR" => Some(folder.clone()),
            _ => None,
        });
        (Self::start_with(config.expect("a configuration")).await, data)
    }

    /// Waits until the read models show all events of the journal.
    pub(crate) async fn caught_up(&self) {
        self.node.caught_up(&self.pool).await;
    }

    /// Waits until this many statements wait for locks.
    pub(crate) async fn until_locked_out(&self, statements: i64) {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let wait = async {
            while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&self.pool).await.expect("a count")
                < statements
            {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), wait).await.expect("statements that wait for locks");
    }

    /// Without any data.
    pub(crate) async fn empty() -> Self {
        Self::empty_with(Config::from_lookup(|_| None).expect("the defaults")).await
    }

    /// Without any data, and with another configuration.
    pub(crate) async fn empty_with(config: Config) -> Self {
        Self::on(TestDatabase::new().await, config).await
    }

    async fn on(database: TestDatabase, config: Config) -> Self {
        let options = database
            .options()
            .log_statements(log::LevelFilter::Debug)
            .log_slow_statements(log::LevelFilter::Debug, Duration::from_secs(1));
        let pool = PgPoolOptions::new().max_connections(20).connect_with(options).await.expect("a pool");
        let clock = clock();
        let node = Node::start(&pool, &clock, config, true).await;
        Self { pool, clock, base: node.base.clone(), http: reqwest::Client::new(), node, database }
    }

    /// Logs a member of the data set in; `name` is the part before the at sign.
    pub(crate) async fn login(&self, name: &str) -> Member<'_> {
        let answer = self.try_login(&email(name), PASSWORD).await;
        let token = answer.body["access_token"].as_str().expect("a token").to_owned();
        Member { portal: self, token }
    }

    /// Attempts a log-in.
    pub(crate) async fn try_login(&self, username: &str, password: &str) -> Answer {
        let body = json!({
            "grant_type": "password", "client_id": "fairway-webapp", "client_secret": "fairway-webapp-public",
            "username": username, "password": password,
        });
        Answer::to(self.http.post(self.url("/api/users/login")).json(&body)).await
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Without a token.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::to(self.http.get(self.url(path))).await
    }

    /// For a test's own pools.
    pub(crate) fn database(&self) -> &TestDatabase {
        &self.database
    }

    /// For a test's own processes and pools.
    pub(crate) fn database_url(&self) -> String {
        self.database.url()
    }

    /// The key under which the failures of this test's own address are counted.
    pub(crate) fn own_address(&self) -> Vec<u8> {
        Origin::from_address([127, 0, 0, 1].into()).digest(&self.node.app.members.pseudonyms)
    }

    /// The number of events in the journal.
    pub(crate) async fn events(&self) -> i64 {
        count_events(&self.pool).await
    }

    /// Stores an event of a future version.
    pub(crate) async fn append_unknown(&self, kind: &str) {
        let statement = format!(
            r#"WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
            INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
                position, recorded_at, correlation_id, actor)
            SELECT '{kind}', gen_random_uuid()::text, 1, 'WeatherTurned', '1.0.0', '{{"WeatherTurned": {{}}}}', '{{}}',
                position, now(), gen_random_uuid(), 'system:test'
            FROM head"#
        );
        sqlx::query(&statement).execute(&self.pool).await.expect("an event");
    }
}

/// The address of a member of the data set.
pub(crate) fn email(name: &str) -> String {
    format!("{name}@test.example")
}

/// A member who is logged in.
pub(crate) struct Member<'a> {
    pub(crate) portal: &'a Portal,
    pub(crate) token: String,
}

impl Member<'_> {
    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::to(self.portal.http.get(self.portal.url(path)).bearer_auth(&self.token)).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.request(path).json(body)).await
    }

    pub(crate) async fn post_with_key(&self, path: &str, key: &str, body: &Value) -> Answer {
        Answer::to(self.request(path).header("idempotency-key", key).json(body)).await
    }

    /// A POST with the token, to be completed.
    pub(crate) fn request(&self, path: &str) -> reqwest::RequestBuilder {
        self.portal.http.post(self.portal.url(path)).bearer_auth(&self.token)
    }

    /// Books 18 holes at De Es; returns the caller's own place.
    pub(crate) async fn book(&self, date: &str, players: &[&str]) -> String {
        let answer = self.post("/api/reservations", &round(date, players)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["reservation_id"].as_str().expect("an id").to_owned()
    }

    /// The upcoming reservations.
    pub(crate) async fn upcoming(&self) -> Vec<Value> {
        self.get("/api/reservations").await.data().clone()
    }

    /// The place of a player in the booking of `id`.
    pub(crate) async fn place_of(&self, id: &str, name: &str) -> String {
        let booking = self.get(&format!("/api/reservations/{id}")).await;
        let players = booking.body["data"]["players"].as_array().expect("players").clone();
        let player = players.iter().find(|player| player["email"] == email(name)).expect("the player");
        player["reservation_id"].as_str().expect("an id").to_owned()
    }
}

/// A round at De Es.
pub(crate) fn round(date: &str, players: &[&str]) -> Value {
    let players: Vec<String> = players.iter().map(|name| email(name)).collect();
    json!({ "holes": 18, "golfclub": "de-es", "players": players, "date": date })
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    pub(crate) async fn to(request: reqwest::RequestBuilder) -> Self {
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.expect("a body");
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self { status, headers, body }
    }

    pub(crate) fn data(&self) -> &Vec<Value> {
        self.body["data"].as_array().unwrap_or_else(|| panic!("no list in {}", self.body))
    }

    pub(crate) fn error(&self) -> &str {
        self.body["error"].as_str().unwrap_or_else(|| panic!("no sentence in {}", self.body))
    }

    /// Checks for a failure with this status and sentence.
    #[track_caller]
    pub(crate) fn fails(&self, status: u16, sentence: &str) {
        assert_eq!((self.status, self.error()), (status, sentence), "{}", self.body);
        assert_eq!(self.body["success"], false);
    }
}
