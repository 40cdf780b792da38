//! Prometheus itself, with the configuration and the alerts of `deploy/prometheus`, reads two nodes and a projector:
//! the metrics of the alerts exist under those names, and alerts fire when a node dies and when no target is found any
//! more.
//!
//! Only addresses, intervals and the path of the token differ from the containers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::process::{Server, fairway};
use crate::projecting::Projector;
use crate::support::Portal;

/// The time limit for each condition; a busy machine is slow.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Metrics that are absent on a node with an external database without log archiving.
const ABSENT_METRICS: &[&str] = &[
    "fairway_postgres_running",
    "fairway_disk_short",
    "fairway_log_archive_failing",
    "fairway_log_archive_age_seconds",
];

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/prometheus").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A running Prometheus; killed when dropped.
struct Prometheus {
    process: Child,
    base: String,
    folder: PathBuf,
}

impl Prometheus {
    /// Scrapes the targets, by job.
    fn start(folder: &Path, token: &Path, targets: &[(&str, &[&str])]) -> Self {
        let alerts = with_short_pending_time(&file("alerts.yml"));
        std::fs::write(folder.join("alerts.yml"), alerts).expect("the alerts");
        let mut config: Value =
            serde_norway::from_str(&file("prometheus.yml")).expect("the configuration of the containers");
        config["global"] = json!({ "scrape_interval": "1s", "evaluation_interval": "1s" });
        config["alerting"] = json!({});
        for scraped in config["scrape_configs"].as_array_mut().expect("what is scraped") {
            let job = scraped["job_name"].as_str().expect("a name").to_owned();
            let scraped = scraped.as_object_mut().expect("a map");
            scraped.remove("dns_sd_configs").expect("where the containers are found");
            let found = folder.join(format!("{job}.json"));
            scraped["authorization"]["credentials_file"] = json!(token);
            scraped.insert(
                "file_sd_configs".to_owned(),
                json!([{ "files": [found], "refresh_interval": "1s" }]),
            );
        }
        std::fs::write(folder.join("prometheus.yml"), config.to_string()).expect("the configuration");
        let listen = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it");
        for (job, addresses) in targets {
            find(folder, job, addresses);
        }
        let process = Command::new("prometheus")
            .arg(format!("--config.file={}", folder.join("prometheus.yml").display()))
            .arg(format!("--storage.tsdb.path={}", folder.join("tsdb").display()))
            .arg(format!("--web.listen-address={listen}"))
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(folder.join("prometheus.log")).expect("a log"))
            .spawn()
            .expect("Prometheus starts");
        Self { process, base: format!("http://{listen}"), folder: folder.to_owned() }
    }

    /// The `data` of a response; null without one.
    async fn ask(&self, path: &str) -> Value {
        let Ok(answer) = reqwest::get(format!("{}{path}", self.base)).await else { return Value::Null };
        answer.json::<Value>().await.map_or(Value::Null, |mut answer| answer["data"].take())
    }

    async fn until(&self, what: &str, path: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let data = self.ask(path).await;
            if holds(&data) {
                return data;
            }
            let log = || std::fs::read_to_string(self.folder.join("prometheus.log")).unwrap_or_default();
            assert!(began.elapsed() < TIME_LIMIT, "not in time: {what}; {path} says {data}; {}", log());
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes the file for service discovery.
fn find(folder: &Path, job: &str, addresses: &[&str]) {
    let (path, new) = (folder.join(format!("{job}.json")), folder.join(format!("{job}.new")));
    std::fs::write(&new, json!([{ "targets": addresses }]).to_string()).expect("what is found");
    std::fs::rename(new, path).expect("in one step");
}

/// The alerts with a pending time of a second.
fn with_short_pending_time(alerts: &str) -> String {
    let quick = |line: &str| {
        let is_patience = line.trim_start().starts_with("for: ");
        if is_patience { "        for: 1s".to_owned() } else { line.to_owned() }
    };
    alerts.lines().map(quick).collect::<Vec<_>>().join("\n")
}

/// Every metric of ours that the alerts use.
fn metrics_of_alerts() -> BTreeSet<String> {
    let code = file("alerts.yml");
    let code = code.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n");
    let words = code.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("fairway_")).map(str::to_owned).collect()
}

fn fires<'a>(alerts: &'a Value, name: &str) -> Option<&'a Value> {
    let alerts = alerts["alerts"].as_array()?;
    alerts.iter().find(|alert| alert["labels"]["alertname"] == name && alert["state"] == "firing")
}

#[tokio::test]
async fn prometheus_reads_two_nodes_and_a_projector_and_alerts_when_one_or_all_are_gone() {
    if Command::new("prometheus").arg("--version").output().is_err() {
        // `cargo xtask test` installs it, and counts this test as skipped if it may not.
        eprintln!("skipped: Prometheus is not installed");
        return;
    }
    let portal = Portal::start().await;
    let url = portal.database_url();
    let [data, other, third, folder] = [(); 4].map(|()| tempfile::tempdir().expect("a folder"));
    let projector = Projector::start(third.path(), &url).await;
    let token = third.path().join("token");
    let token = token.to_str().expect("a path");
    let node = async |data: &Path| {
        let mut command = fairway(data, &["serve", "--no-projectors"]);
        Server::run(command.env("DATABASE_URL", &url).env("FAIRWAY_METRICS_TOKEN_FILE", token)).await
    };
    let (first, mut second) = (node(data.path()).await, node(other.path()).await);
    let [one, two] = [&first, &second].map(|server| server.base.trim_start_matches("http://").to_owned());
    let prometheus = Prometheus::start(
        folder.path(),
        Path::new(token),
        &[("fairway", &[&one, &two]), ("fairway-projector", &[&projector.address])],
    );

    let up = "/api/v1/query?query=sum%20by%20(job)%20(up)";
    let all = prometheus
        .until("two nodes and a projector answer", up, |data| {
            let count = |job: &str| {
                let found =
                    data["result"].as_array().into_iter().flatten().find(|one| one["metric"]["job"] == job);
                found.map_or(Value::Null, |found| found["value"][1].clone())
            };
            count("fairway") == "2" && count("fairway-projector") == "1"
        })
        .await;
    assert_eq!(all["result"].as_array().map(Vec::len), Some(2), "{all}");
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan", "eva"]).await;
    let wanted: BTreeSet<String> = metrics_of_alerts();
    assert!(wanted.len() > 15, "{wanted:?}");
    let wanted: Vec<&String> =
        wanted.iter().filter(|name| !ABSENT_METRICS.contains(&name.as_str())).collect();
    prometheus
        .until("every metric that an alert looks at", "/api/v1/label/__name__/values", |known| {
            wanted.iter().all(|name| known.as_array().is_some_and(|known| known.contains(&json!(name))))
        })
        .await;
    // Before its first scrape Prometheus has no targets, for longer than this test's pending time of a second.
    let is_calm = |alerts: &Value| alerts["alerts"].is_array() && fires(alerts, "FairwayDown").is_none();
    prometheus.until("nothing is told while both answer", "/api/v1/alerts", is_calm).await;

    second.process.kill().expect("kill -9");
    second.process.wait().expect("its end");
    let alerts = prometheus
        .until("a dead node is told", "/api/v1/alerts", |alerts| fires(alerts, "FairwayDown").is_some())
        .await;
    let alert = fires(&alerts, "FairwayDown").expect("it fires");
    assert_eq!(alert["annotations"]["summary"], format!("{two} does not answer"), "{alert}");
    assert_eq!(alert["labels"]["severity"], "page");

    find(folder.path(), "fairway", &[]);
    let is_of_nobody = |alerts: &Value| {
        fires(alerts, "FairwayDown").is_some_and(|alert| alert["labels"].get("instance").is_none())
    };
    let alerts = prometheus.until("that nobody is found is told", "/api/v1/alerts", is_of_nobody).await;
    let alert = fires(&alerts, "FairwayDown").expect("it fires");
    assert!(
        alert["annotations"]["summary"].as_str().is_some_and(|text| text.contains("no web server")),
        "{alert}"
    );
}
