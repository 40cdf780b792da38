//! Two releases on one database: migrating is a command of its own, and no node writes events that another cannot read.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fairway_events::READABLE;
use fairway_events::testing::TestDatabase;
use serde_json::Value;
use sqlx::PgPool;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::process::{Server, fairway, program};
use crate::races::checker;
use crate::support::{Answer, Portal, data_set, round};

/// The settings of a server for members.
const PRODUCTION: [(&str, &str); 7] = [
    ("FAIRWAY_ENV", "production"),
    ("FAIRWAY_SECRET", "0123456789abcdef0123456789abcdef"),
    ("FAIRWAY_PAYMENTS", "mollie"),
    ("MOLLIE_API_KEY", "live_x"),
    ("FAIRWAY_PUBLIC_URL", "https://golf.example"),
    ("FAIRWAY_TRUSTED_PROXIES", "none"),
    // The previous release understands it too. Nobody listens there.
    ("FAIRWAY_MAIL", "smtps://127.0.0.1:1"),
];

/// Announces a process of another release, as `fairway` does every few seconds.
async fn announce(pool: &PgPool, node: u128, role: &str, reads: &[String]) -> Vec<String> {
    let sql = "SELECT held_back FROM announce_node($1, $2, 'another', $3)";
    let announcing = sqlx::query_scalar(sql).bind(Uuid::from_u128(node)).bind(role).bind(reads);
    announcing.fetch_one(pool).await.expect("announced")
}

fn all_but(left_out: &str) -> Vec<String> {
    READABLE.iter().filter(|kind| kind.name() != left_out).map(ToString::to_string).collect()
}

#[tokio::test]
async fn events_that_an_older_node_cannot_read_are_written_after_it_is_gone() {
    let portal = Portal::start().await;
    announce(&portal.pool, 7, "project", &all_but("RoundBooked")).await;
    let data = tempfile::tempdir().expect("a folder");
    let server = Server::start_with(data.path(), &[("DATABASE_URL", &portal.database_url())]).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let book = async || {
        let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
        Answer::to(request.header("idempotency-key", "k").json(&round("2026-11-28", &["jan"]))).await
    };
    let refused = book().await;
    refused.fails(503, "Dit wordt op dit moment ingevoerd. Probeer het over een paar minuten opnieuw.");
    assert_eq!(refused.headers["retry-after"], "60");
    let ready = Answer::to(http.get(format!("{}/readyz", server.base))).await;
    assert_eq!(ready.status, 200, "it serves everything else");
    let warning = ready.body["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("RoundBooked 1.0.0"), "{warning}");
    let metrics = http.get(format!("{}/metrics", server.base)).send().await.expect("metrics");
    let metrics = metrics.text().await.expect("text");
    assert!(metrics.contains("fairway_event_kinds_held_back 1"), "{metrics}");

    sqlx::query("DELETE FROM nodes WHERE version = 'another'").execute(&portal.pool).await.expect("gone");
    let booked = loop {
        let answer = book().await;
        if answer.status != 503 {
            break answer;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(booked.status, 200, "{}", booked.body);
    assert!(server.terminate().success());
    let left: i64 =
        sqlx::query_scalar("SELECT count(*) FROM nodes").fetch_one(&portal.pool).await.expect("a count");
    assert_eq!(left, 0, "who ends says so");
}

#[tokio::test]
async fn a_node_not_seen_during_an_outage_does_not_count_as_gone() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    let (older, newer) = (all_but("RoundBooked"), all_but(""));
    let held_back = ["RoundBooked 1.0.0".to_owned()];
    let pass = async |which: &str, time: &str| {
        let statement = format!(
            "UPDATE nodes SET seen_at = seen_at - interval '{time}', seen_since = seen_since - interval '{time}'
             WHERE {which}"
        );
        sqlx::query(&statement).execute(&pool).await.expect("time passes");
    };
    announce(&pool, 7, "serve", &older).await;
    assert_eq!(announce(&pool, 8, "serve", &newer).await, held_back);
    // No node could announce itself for ten minutes: the first one afterwards does not know about the other.
    pass("true", "10 minutes").await;
    assert_eq!(announce(&pool, 8, "serve", &newer).await, held_back);
    pass("true", "10 seconds").await;
    assert_eq!(announce(&pool, 8, "serve", &newer).await, held_back, "the other has half a minute");
    pass("true", "10 seconds").await;
    assert_eq!(announce(&pool, 8, "serve", &newer).await, held_back);
    pass("true", "11 seconds").await;
    assert_eq!(announce(&pool, 8, "serve", &newer).await, [""; 0], "and then it is gone");
}

#[tokio::test]
async fn a_release_that_cannot_read_what_others_write_does_not_start() {
    let portal = Portal::start().await;
    let mut reads = all_but("");
    reads.push("WeatherTurned 1.0.0".to_owned());
    announce(&portal.pool, 7, "serve", &reads).await;
    let data = tempfile::tempdir().expect("a folder");
    for arguments in [&["serve"][..], &["project"][..]] {
        let mut command = fairway(data.path(), arguments);
        command.env("DATABASE_URL", portal.database_url()).env("FAIRWAY_LISTEN", "127.0.0.1:0");
        let output = command.output().expect("it runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && words.contains("(WeatherTurned 1.0.0)"), "{words}");
    }
}

#[tokio::test]
async fn in_production_only_the_command_migrates() {
    let portal = Portal::empty().await;
    for statement in [
        "DROP FUNCTION announce_node, kinds_of_others",
        "DROP TABLE nodes",
        "DELETE FROM _sqlx_migrations WHERE version = 20261122000010",
    ] {
        sqlx::query(statement).execute(&portal.pool).await.expect(statement);
    }
    let data = tempfile::tempdir().expect("a folder");
    let url = portal.database_url();
    let run = |arguments: &[&str]| {
        let mut command = fairway(data.path(), arguments);
        command.envs(PRODUCTION).env_remove("FAIRWAY_CLOCK").env("DATABASE_URL", &url);
        let output = command.env("FAIRWAY_LISTEN", "127.0.0.1:0").output().expect("it runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let folder = data.path().to_str().expect("a path");
    for arguments in [
        &["serve"][..],
        &["project"],
        &["import", folder],
        &["impersonate", "jan@test.example", "--operator", "Eva", "--reason", "belt"],
        &["erase", "--reapply"],
        &["verify-voucher", "x"],
    ] {
        let (success, words) = run(arguments);
        assert!(!success && words.contains("has 1 more migrations: run `fairway migrate`"), "{words}");
    }
    for _ in 0..2 {
        let (success, words) = run(&["migrate"]);
        assert!(success, "{words}");
    }
    let (_, words) = run(&["verify-voucher", "x"]);
    assert!(!words.contains("migrate"), "{words}");
}

#[tokio::test]
async fn a_node_that_is_asked_to_end_is_unready_and_serves_until_the_second_signal() {
    let portal = Portal::start().await;
    let data = tempfile::tempdir().expect("a folder");
    let environment = [("DATABASE_URL", &*portal.database_url()), ("FAIRWAY_DRAIN_SECONDS", "60")];
    let mut server = Server::start_with(data.path(), &environment).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let terminate = |server: &Server| {
        let sent = Command::new("kill").arg(server.process.id().to_string()).status().expect("kill");
        assert!(sent.success());
    };
    terminate(&server);
    let unready = loop {
        let answer = Answer::to(http.get(format!("{}/readyz", server.base))).await;
        if answer.status != 200 {
            break answer;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!((unready.status, &unready.body["draining"]), (503, &Value::Bool(true)), "{}", unready.body);
    assert_eq!(Answer::to(http.get(format!("{}/healthz", server.base))).await.status, 200);
    let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
    let booked = Answer::to(request.json(&round("2026-11-28", &["jan"]))).await;
    assert_eq!(booked.status, 200, "who is there already is served: {}", booked.body);
    terminate(&server);
    assert!(server.process.wait().expect("its end").success());
}

/// Rounds that every member books on each release, at least.
const ROUNDS: usize = 5;

/// On a quick machine a member books more often during a migration than an hour allows.
const NO_LIMITS: [(&str, &str); 2] = [("FAIRWAY_BOOKINGS_PER_HOUR", "0"), ("FAIRWAY_CHANGES_PER_HOUR", "0")];

/// Books and cancels on a node, without end. Every request must succeed: each member has rights, and plays alone.
async fn book_and_cancel(base: String, name: &'static str, token: String, done: Arc<AtomicUsize>) {
    let http = reqwest::Client::new();
    let send = async |path: &str, body: Value| {
        let request = http.post(format!("{base}{path}")).bearer_auth(&token);
        let answer = Answer::to(request.json(&body)).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    };
    loop {
        let booked = send("/api/reservations", round("2026-11-28", &[name])).await;
        let id = booked["reservation_id"].as_str().expect("an id");
        let list = Answer::to(http.get(format!("{base}/api/reservations")).bearer_auth(&token)).await;
        assert!(list.data().iter().any(|place| place["reservation_id"] == id), "not shown: {}", list.body);
        send(&format!("/api/reservations/{id}/cancel"), Value::Null).await;
        done.fetch_add(1, Ordering::Relaxed);
    }
}

/// Members who book on a node until this is dropped.
struct Load {
    members: JoinSet<()>,
    done: Arc<AtomicUsize>,
}

impl Load {
    async fn on(server: &Server, names: [&'static str; 2]) -> Self {
        let (mut members, done) = (JoinSet::new(), Arc::new(AtomicUsize::new(0)));
        for name in names {
            let token = server.login_as(&reqwest::Client::new(), name).await;
            members.spawn(book_and_cancel(server.base.clone(), name, token, Arc::clone(&done)));
        }
        Self { members, done }
    }

    /// Waits for some more bookings; fails when a member was not served.
    async fn makes_progress(&mut self) {
        let wanted = self.done.load(Ordering::Relaxed) + 2 * ROUNDS;
        while self.done.load(Ordering::Relaxed) < wanted {
            if let Some(ended) = self.members.try_join_next() {
                ended.expect("everybody is served");
            }
            tokio::task::yield_now().await;
        }
    }
}

/// The data set without the keys that this release has added.
fn data_set_of_the_previous_release() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in std::fs::read_dir(data_set()).expect("the data set") {
        let file = file.expect("a file");
        let text = std::fs::read_to_string(file.path()).expect("JSON");
        let mut json: Value = serde_json::from_str(&text).expect("JSON");
        if let Some(settings) = json.as_object_mut() {
            settings.retain(|key, _| !["voucher_titles", "pass_names"].contains(&key.as_str()));
        }
        std::fs::write(folder.path().join(file.file_name()), json.to_string()).expect("written");
    }
    folder
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs the program of the release before in FAIRWAY_PREVIOUS_RELEASE; `cargo xtask test --only releases` builds it"]
async fn the_previous_release_and_this_one_serve_together_during_a_migration() {
    let previous = std::env::var_os("FAIRWAY_PREVIOUS_RELEASE").map(PathBuf::from).expect("a program");
    let database = TestDatabase::without_tables().await;
    let url = database.url();
    let (old_data, new_data) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let mut import = program(&previous, old_data.path(), &["import"]);
    let known_to_it = data_set_of_the_previous_release();
    let imported = import.arg(known_to_it.path()).env("DATABASE_URL", &url).output().expect("it runs");
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));

    let mut serve = program(&previous, old_data.path(), &["serve"]);
    let old = Server::run(serve.env("DATABASE_URL", &url).envs(NO_LIMITS)).await;
    let mut on_old = Load::on(&old, ["jan", "eva"]).await;
    on_old.makes_progress().await;

    let mut migrate = fairway(new_data.path(), &["migrate"]);
    let migrated = migrate.env("DATABASE_URL", &url).output().expect("it runs");
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    on_old.makes_progress().await;

    let mut serve = fairway(new_data.path(), &["serve"]);
    serve.env("DATABASE_URL", &url).env("FAIRWAY_MIGRATE_AT_START", "no").envs(NO_LIMITS);
    let new = Server::run(&mut serve).await;
    let mut on_new = Load::on(&new, ["w1", "w2"]).await;
    tokio::join!(on_old.makes_progress(), on_new.makes_progress());

    // As a proxy does: it sends no clients there any more, and then the node is ended.
    drop(on_old);
    assert!(old.terminate().success());
    on_new.makes_progress().await;
    drop(on_new);
    assert_eq!(checker::broken_rules(&database.pool()).await, Vec::<&str>::new());
    assert!(new.terminate().success());
}
