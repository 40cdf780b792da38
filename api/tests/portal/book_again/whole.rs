//! The whole procedure, with the programs themselves: a killed server, a primary that is lost with its last commits, a
//! backup in its place, the operators' tool, and `book-again`.

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::str::FromStr;

use fairway_postgres::throwaway::{Copied, Durability, Original, Throwaway};
use serde_json::{Value, json};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

use super::{binaries, json, mails, salvage};
use crate::process::{Server, fairway};
use crate::support::{Answer, data_set, round};

/// A server program with a database and a data folder of its own.
struct Site {
    server: Server,
    http: reqwest::Client,
    data: tempfile::TempDir,
    url: String,
    pool: PgPool,
}

impl Site {
    /// On a cluster that has the database; `set` is imported first.
    async fn on(cluster: &Throwaway, set: Option<&Path>) -> Self {
        let options = PgConnectOptions::from_str(&cluster.url()).expect("an address").database("fairway");
        let url = options.to_url_lossy().to_string();
        let data = tempfile::tempdir().expect("a folder");
        if let Some(set) = set {
            let import = ["import", set.to_str().expect("a path")];
            let done = fairway(data.path(), &import).env("DATABASE_URL", &url).output().expect("an import");
            assert!(done.status.success(), "{done:?}");
        }
        let server = Server::start_with(data.path(), &[("DATABASE_URL", &url)]).await;
        let pool = PgPoolOptions::new().max_connections(3).connect_with(options).await.expect("a pool");
        Self { server, http: reqwest::Client::new(), data, url, pool }
    }

    async fn ask(&self, name: &str, path: &str, body: Option<&Value>) -> Value {
        let token = self.server.login_as(&self.http, name).await;
        let url = format!("{}{path}", self.server.base);
        let request = match body {
            Some(body) => self.http.post(url).json(body),
            None => self.http.get(url),
        };
        let answer = Answer::to(request.bearer_auth(token)).await;
        assert_eq!(answer.status, 200, "{name} {path}: {}", answer.body);
        answer.body
    }

    async fn book(&self, name: &str, club: &str, date: &str, players: &[&str]) -> String {
        let mut round = round(date, players);
        round["golfclub"] = json!(club);
        let booked = self.ask(name, "/api/reservations", Some(&round)).await;
        booked["reservation_id"].as_str().expect("an id").to_owned()
    }

    /// Dates and reservation ids of the member's rounds to come.
    async fn upcoming(&self, name: &str) -> Vec<(String, String)> {
        let rounds = self.ask(name, "/api/reservations", None).await;
        let text = |round: &Value, field: &str| round[field].as_str().unwrap_or_default().to_owned();
        let rounds = rounds["data"].as_array().expect("a list");
        let mut rounds: Vec<_> =
            rounds.iter().map(|round| (text(round, "play_date"), text(round, "reservation_id"))).collect();
        rounds.sort();
        rounds
    }

    fn book_again(&self, lost: &str, more: &[&str]) -> String {
        let by = ["book-again", "-", "--operator", "Eva Bos", "--reason", "storing van 20 november"];
        let mut command = fairway(self.data.path(), &[&by, more].concat());
        command.env("DATABASE_URL", &self.url).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut running = command.spawn().expect("the program runs");
        running.stdin.take().expect("its input").write_all(lost.as_bytes()).expect("read");
        let Output { status, stdout, .. } = running.wait_with_output().expect("an end");
        let output = String::from_utf8(stdout).expect("text");
        assert!(status.success(), "{output}");
        output
    }

    async fn events(&self) -> i64 {
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&self.pool).await.expect("a head")
    }
}

/// A base backup, not started: the present state of the server.
async fn base_backup(cluster: &Throwaway) -> Copied {
    let mut admin = PgConnection::connect(&cluster.url()).await.expect("a connection");
    admin.execute("SELECT pg_backup_start('a test', true)").await.expect("begun");
    let (parent, binaries) = (Path::new(env!("CARGO_TARGET_TMPDIR")), binaries());
    let copied =
        Copied::from_folder(&cluster.data_dir(), parent, binaries.as_deref(), Original::InBackupMode);
    let copied = copied.expect("a copy");
    let label: String = sqlx::query_scalar("SELECT labelfile FROM pg_backup_stop(false)")
        .fetch_one(&mut admin)
        .await
        .expect("ended");
    for entry in std::fs::read_dir(cluster.data_dir().join("pg_wal")).expect("the log") {
        let file = entry.expect("an entry");
        if file.file_type().expect("a kind").is_file() {
            let to = copied.cluster().join("pg_wal").join(file.file_name());
            std::fs::copy(file.path(), to).expect("copied");
        }
    }
    std::fs::write(copied.cluster().join("backup_label"), label).expect("written");
    copied
}

#[tokio::test]
async fn lost_bookings_are_found_and_booked_again_and_other_members_get_one_mail() {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut old = Throwaway::start(parent, binaries().as_deref(), Durability::None).expect("a cluster");
    let mut admin = PgConnection::connect(&old.url()).await.expect("a connection");
    admin.execute("CREATE DATABASE fairway").await.expect("a database");
    admin.close().await.expect("closed");
    let site = Site::on(&old, Some(&data_set())).await;
    let existing = site.book("w1", "de-es", "2026-11-29", &["w1", "w2"]).await;
    let backup = base_backup(&old).await;

    // Acknowledged, and then lost.
    let again = site.book("jan", "de-es", "2026-11-28", &["jan", "eva"]).await;
    site.book("w3", "vol", "2026-11-30", &["w3", "w4"]).await;
    let joins = json!({ "players": ["w3@test.example"] });
    site.ask("w1", &format!("/api/reservations/{existing}/player/add"), Some(&joins)).await;
    site.ask("w1", &format!("/api/reservations/{existing}/cancel"), Some(&json!({}))).await;
    site.book("w4", "de-es", "2026-12-01", &["w4"]).await;
    let acknowledged = site.data.path().join("acknowledged");
    // The log of `fairway serve` is complete soon after, even if the process is killed then.
    let last = site.events().await;
    let recorded = || {
        let read = std::fs::read_dir(&acknowledged).into_iter().flatten();
        let files = read.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok());
        files.collect::<String>().contains(&format!("\"last\":{last},"))
    };
    while !recorded() {
        tokio::task::yield_now().await;
    }
    let Site { server, data: record, pool, .. } = site;
    drop(server);
    pool.close().await;
    old.end().expect("the old primary ends");

    // A backup takes its place. Members try again, and others take free places.
    let new = backup.start().expect("the new primary");
    let site = Site::on(&new, None).await;
    assert_eq!(site.upcoming("jan").await, []);
    site.book("w4", "de-es", "2026-12-01", &["w4"]).await;
    site.book("jan", "vol", "2026-11-30", &["jan", "w2"]).await;

    let acknowledged = record.path().join("acknowledged");
    let by_record = salvage(&site.pool, None, Some(&acknowledged)).await;
    let by_old = salvage(&site.pool, Some(&old.data_dir()), None).await;
    let things = |text: &str| -> Vec<(Value, Value)> {
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.map(|line| (line["id"].clone(), line["made_good"].clone())).collect()
    };
    let (lost, by_old) = (json(&by_record), json(&by_old));
    assert_eq!(things(&lost), things(&by_old), "both tell the same");
    let made_good: Vec<Value> = things(&lost).into_iter().map(|(_, made_good)| made_good).collect();
    assert_eq!(made_good, [false, false, false, true], "two bookings, one that changed, one booked again");

    let before = site.events().await;
    let rehearsed = site.book_again(&lost, &["--dry-run"]);
    assert!(rehearsed.starts_with("Nothing was changed. This would be done:"), "{rehearsed}");
    let tally = "3 booked again, 1 cancelled again, 2 not possible, 0 left to you";
    assert!(rehearsed.trim_end().ends_with(tally), "{rehearsed}");
    assert_eq!((site.events().await, mails(&site.pool).await.len()), (before, 0));

    let done = site.book_again(&lost, &[]);
    assert!(done.trim_end().ends_with(tally), "{done}");
    assert!(done.contains("De baan is op deze datum volgeboekt"), "{done}");
    assert!(
        site.upcoming("jan").await.contains(&("2026-11-28".to_owned(), again)),
        "under the id that Jan knows"
    );
    assert_eq!(site.upcoming("eva").await.len(), 1);
    assert_eq!(site.upcoming("w3").await.iter().map(|(date, _)| &**date).collect::<Vec<_>>(), ["2026-11-29"]);
    assert_eq!(site.upcoming("w1").await, [], "cancelled again");
    assert_eq!(site.upcoming("w4").await.len(), 1, "not booked a second time");
    let mailed: Vec<String> = mails(&site.pool).await.into_iter().map(|(to, _)| to).collect();
    assert_eq!(mailed, ["w3@test.example", "w4@test.example"]);
    let actor: String = sqlx::query_scalar(
        "SELECT actor || ', ' || (metadata ->> 'reason') FROM events WHERE event_type = 'RoundBooked'
         ORDER BY position DESC LIMIT 1",
    )
    .fetch_one(&site.pool)
    .await
    .expect("the booking");
    assert!(actor.contains("Eva Bos") && actor.ends_with("storing van 20 november"), "{actor}");

    // A second run changes nothing, and restored bookings are recognised.
    let position = site.events().await;
    let twice = site.book_again(&lost, &[]);
    assert!(twice.contains("0 booked again, 0 cancelled again"), "{twice}");
    assert_eq!((site.events().await, mails(&site.pool).await.len()), (position, 2));
    let now = things(&json(&salvage(&site.pool, Some(&old.data_dir()), Some(&acknowledged)).await));
    let left = now.iter().filter(|(_, made_good)| *made_good == json!(false)).count();
    assert_eq!((now.len(), left), (4, 1), "all but the round for which there is no room");
}
