//! The program itself: started, stopped, killed and restarted, on a data folder of its own.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Answer, NOW, PASSWORD, data_set, email, round};

/// Starting Postgres takes a second or two; a busy machine may take longer.
const TIME_LIMIT: Duration = Duration::from_secs(120);

pub(crate) fn fairway(data: &Path, arguments: &[&str]) -> Command {
    program(Path::new(env!("CARGO_BIN_EXE_fairway")), data, arguments)
}

/// The same for the program of another release.
pub(crate) fn program(program: &Path, data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    for variable in ["FAIRWAY_POSTGRES_BIN", "HOME", "TMPDIR"] {
        if let Some(value) = std::env::var_os(variable) {
            command.env(variable, value);
        }
    }
    command.env("FAIRWAY_DATA_DIR", data).env("FAIRWAY_CLOCK", NOW);
    command
}

fn run(data: &Path, arguments: &[&str]) -> Output {
    fairway(data, arguments).output().expect("the program runs")
}

/// A running `fairway serve`; killed when dropped.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) base: String,
}

impl Server {
    pub(crate) async fn start(data: &Path) -> Self {
        Self::start_with(data, &[]).await
    }

    /// With additional environment variables.
    pub(crate) async fn start_with(data: &Path, environment: &[(&str, &str)]) -> Self {
        Self::run(fairway(data, &["serve"]).envs(environment.iter().copied())).await
    }

    /// Runs a serving command, and waits until it is ready.
    pub(crate) async fn run(command: &mut Command) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .expect("a port")
            .local_addr()
            .expect("an address")
            .port();
        let address = format!("127.0.0.1:{port}");
        let process = command
            .env("FAIRWAY_LISTEN", &address)
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let server = Self { process, base: format!("http://{address}") };
        let started = Instant::now();
        while !reqwest::get(format!("{}/readyz", server.base))
            .await
            .is_ok_and(|answer| answer.status() == 200)
        {
            assert!(started.elapsed() < TIME_LIMIT, "the server is not ready in time");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        server
    }

    pub(crate) async fn login(&self, http: &reqwest::Client) -> String {
        self.login_as(http, "jan").await
    }

    pub(crate) async fn login_as(&self, http: &reqwest::Client, name: &str) -> String {
        let body = json!({"grant_type": "password", "client_id": "fairway-webapp",
            "client_secret": "fairway-webapp-public", "username": email(name), "password": PASSWORD});
        let answer = Answer::to(http.post(format!("{}/api/users/login", self.base)).json(&body)).await;
        answer.body["access_token"].as_str().expect("a token").to_owned()
    }

    pub(crate) fn terminate(mut self) -> std::process::ExitStatus {
        let killed = Command::new("kill").arg(self.process.id().to_string()).status().expect("kill");
        assert!(killed.success());
        self.process.wait().expect("the end")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn a_booking_survives_a_kill_and_the_next_start_recovers() {
    let data = tempfile::tempdir().expect("a folder");
    let imported = run(data.path(), &["import", data_set().to_str().expect("a path")]);
    let words = String::from_utf8_lossy(&imported.stderr);
    assert!(imported.status.success(), "{words}");
    assert!(words.contains("INFO") && !words.contains('\x1b'), "lines without colours, in a pipe: {words}");

    let http = reqwest::Client::new();
    let mut first = Server::start(data.path()).await;
    let token = first.login(&http).await;
    let request = http.post(format!("{}/api/reservations", first.base)).bearer_auth(&token);
    let booked = Answer::to(request.json(&round("2026-11-28", &["jan", "eva"]))).await;
    assert_eq!(booked.status, 200, "{}", booked.body);

    let second =
        fairway(data.path(), &["serve"]).env("FAIRWAY_LISTEN", "127.0.0.1:0").output().expect("it runs");
    let refusal = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && refusal.contains("already runs"), "{refusal}");
    let beside = run(data.path(), &["import", data_set().to_str().expect("a path")]);
    let words = String::from_utf8_lossy(&beside.stdout);
    assert!(beside.status.success() && words.contains("(0 events)"), "{words}");

    let again = run(data.path(), &["import", "--if-empty", "/nowhere/at/all"]);
    let words = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && words.contains("members already"), "{words}");

    first.process.kill().expect("kill -9");
    first.process.wait().expect("its end");
    let second = Server::start(data.path()).await;
    let request = http.get(format!("{}/api/reservations", second.base)).bearer_auth(&token);
    let list = Answer::to(request).await;
    assert_eq!(list.data()[0]["reservation_id"], booked.body["reservation_id"]);

    assert!(second.terminate().success(), "SIGTERM is a clean end");
    let stale_pid_file = data.path().join("postgres/cluster/postmaster.pid");
    assert!(!stale_pid_file.exists(), "the own Postgres ended with the program");
}

#[test]
fn production_does_not_start_with_missing_settings() {
    let data = tempfile::tempdir().expect("a folder");
    let output = fairway(data.path(), &["serve"]).env("FAIRWAY_ENV", "production").output().expect("it runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for key in [
        "FAIRWAY_SECRET",
        "FAIRWAY_PAYMENTS",
        "FAIRWAY_CLOCK",
        "FAIRWAY_PUBLIC_URL",
        "FAIRWAY_TRUSTED_PROXIES",
        "FAIRWAY_MAIL",
    ] {
        assert!(words.contains(key), "{key} is not named: {words}");
    }
    assert!(std::fs::read_dir(data.path()).expect("the folder").next().is_none(), "nothing was started");
}

#[test]
fn development_does_not_start_on_a_public_address() {
    let data = tempfile::tempdir().expect("a folder");
    let mut command = fairway(data.path(), &["serve"]);
    let output = command.env("FAIRWAY_LISTEN", "0.0.0.0:0").output().expect("it runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && words.contains("FAIRWAY_LOOPBACK_BY_HOST=yes"), "{words}");
    assert!(std::fs::read_dir(data.path()).expect("the folder").next().is_none(), "nothing was started");
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let data = tempfile::tempdir().expect("a folder");
    let file = data.path().join("fairway.conf");
    std::fs::write(&file, "FAIRWAY_ENV=production\n").expect("a file");
    let arguments = ["serve", "--config", file.to_str().expect("a path")];
    for (arguments, reached) in [(&arguments[..], "FAIRWAY_SECRET"), (&arguments[..1], "FAIRWAY_LISTEN")] {
        let mut command = fairway(data.path(), arguments);
        // The last one is refused, so that nothing starts.
        command.env("FAIRWAY_CONFIG", "").env("FAIRWAY_ENV", "").env("FAIRWAY_LISTEN", "nowhere");
        let output = command.output().expect("it runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && words.contains(reached), "{reached}: {words}");
    }
}

#[test]
fn a_bad_data_set_is_refused_with_every_problem_on_its_own_line() {
    let data = tempfile::tempdir().expect("a folder");
    let set = tempfile::tempdir().expect("a folder");
    std::fs::write(set.path().join("pages.json"), r#"[{"slug": "A B", "title": ""}]"#).expect("a file");
    let output = run(data.path(), &["import", set.path().to_str().expect("a path")]);
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for line in [
        "  pages.json: [0].slug: must be a slug: small letters, digits and single hyphens",
        "  pages.json: [0].title: must not be empty",
        "  pages.json: [0].contents: is missing",
    ] {
        assert!(words.lines().any(|found| found == line), "{line:?} is not in {words}");
    }
}
