//! `fairway project` reports its health and metrics to permitted callers; and `fairway healthcheck` asks it, as a
//! container does.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::fairway;
use crate::support::{Answer, Portal};

/// Starting takes a second or two; a busy machine may take longer.
const TIME_LIMIT: Duration = Duration::from_secs(120);
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A running `fairway project`; killed when dropped.
pub(crate) struct Projector {
    process: Child,
    pub(crate) address: String,
}

impl Projector {
    /// On this database, with the metrics' token in a file, as in containers.
    pub(crate) async fn start(data: &Path, database_url: &str) -> Self {
        let token = data.join("token");
        std::fs::write(&token, format!("{TOKEN}\n")).expect("the token");
        let mut command = fairway(data, &["project"]);
        command.env("DATABASE_URL", database_url).env("FAIRWAY_METRICS_TOKEN_FILE", token);
        Self::run(command).await
    }

    /// Runs a projecting command, and waits until it is ready.
    pub(crate) async fn run(mut command: Command) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it");
        let address = port.to_string();
        let process = command
            .env("FAIRWAY_PROJECT_LISTEN", &address)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let projector = Self { process, address };
        let began = Instant::now();
        while !projector.answers("/readyz", 200).await {
            assert!(began.elapsed() < TIME_LIMIT, "the projector is not ready in time");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        projector
    }

    async fn answers(&self, path: &str, status: u16) -> bool {
        let answer = reqwest::get(format!("http://{}{path}", self.address)).await;
        answer.is_ok_and(|answer| answer.status() == status)
    }
}

impl Drop for Projector {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn a_projector_reports_liveness_readiness_and_with_the_token_metrics() {
    let portal = Portal::start().await;
    let data = tempfile::tempdir().expect("a folder");
    let projector = Projector::start(data.path(), &portal.database_url()).await;
    let http = reqwest::Client::new();
    let get = |path: &str| http.get(format!("http://{}{path}", projector.address));

    assert_eq!(Answer::to(get("/healthz")).await.body["status"], "ok");
    let ready = Answer::to(get("/readyz")).await;
    assert_eq!((&ready.body["ready"], &ready.body["database"]), (&true.into(), &true.into()));
    assert!(ready.body["projections"].as_array().is_some_and(|list| list.len() >= 5), "{}", ready.body);
    assert_eq!(ready.headers["x-content-type-options"], "nosniff");

    assert_eq!(Answer::to(get("/metrics")).await.status, 401);
    // It answers before its tasks begin.
    let began = Instant::now();
    let page = loop {
        let page = Answer::to(get("/metrics").bearer_auth(TOKEN)).await;
        if page.body.as_str().is_some_and(|text| text.contains("task=\"projector\"")) {
            break page;
        }
        assert!(began.elapsed() < TIME_LIMIT, "no projector in {}", page.body);
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let text = page.body.as_str().expect("text");
    assert_eq!(page.status, 200);
    for line in [
        "fairway_database_up 1",
        "fairway_task_restarts_total{task=\"projector\"} 0",
        "fairway_uptime_seconds ",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line} is not in {text}");
    }
    assert!(!text.contains("fairway_http_requests"), "it serves nobody");
    assert_eq!(Answer::to(get("/api/users/me")).await.status, 404, "nothing of the portal is here");
}

#[tokio::test]
async fn the_exit_status_of_the_health_check_shows_whether_the_process_answers() {
    let portal = Portal::start().await;
    let data = tempfile::tempdir().expect("a folder");
    let projector = Projector::start(data.path(), &portal.database_url()).await;
    let check = |arguments: &[&str], address: &str| {
        let mut command = fairway(data.path(), &[&["healthcheck"], arguments].concat());
        let output = command.env("FAIRWAY_PROJECT_LISTEN", address).env("FAIRWAY_LISTEN", address).output();
        let output = output.expect("it runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for arguments in [&["project"][..], &["project", "--ready"], &["serve"]] {
        let (healthy, words) = check(arguments, &projector.address);
        assert!(healthy, "{arguments:?}: {words}");
    }
    let address = projector.address.clone();
    drop(projector);
    let (healthy, words) = check(&["project"], &address);
    assert!(!healthy && words.contains("does not answer"), "{words}");
}

#[tokio::test]
async fn a_port_in_use_stops_the_start_of_a_projector() {
    let portal = Portal::start().await;
    let data = tempfile::tempdir().expect("a folder");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut command = fairway(data.path(), &["project"]);
    let address = taken.local_addr().expect("an address").to_string();
    command.env("DATABASE_URL", portal.database_url()).env("FAIRWAY_PROJECT_LISTEN", address);
    let output = command.output().expect("it runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && words.contains("FAIRWAY_PROJECT_LISTEN"), "{words}");
}
