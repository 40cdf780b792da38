//! Backing up the own PostgreSQL and restoring it to a moment, with the programs themselves: a member who was erased
//! since stays erased, the restored journal is checked against its seal, and a node that kept running notices the
//! restore.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::str::FromStr;

use fairway_audit::seal;
use serde_json::json;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Executor, PgPool};

use crate::book_again::{json as lines, salvage};
use crate::own_postgres::until;
use crate::process::{Server, fairway};
use crate::support::{Answer, PASSWORD, data_set, email, round};

/// The command's success, and its output.
fn run(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> (bool, String) {
    let done = fairway(data, arguments).envs(environment.iter().copied()).output().expect("the program runs");
    let output = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8(output).expect("text"))
}

fn says(data: &Path, arguments: &[&str]) -> String {
    let (succeeded, output) = run(data, arguments, &[]);
    assert!(succeeded, "{arguments:?}: {output}");
    output
}

/// The output of a refused command.
fn refuses(data: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let (succeeded, output) = run(data, arguments, environment);
    assert!(!succeeded, "{arguments:?}: {output}");
    output
}

/// The address of the server of a data folder, for another node on the machine.
fn address(data: &Path) -> String {
    format!("postgres://postgres@localhost/fairway?host={}", data.join("postgres/run").display())
}

fn pool(address: &str) -> PgPool {
    let options = PgConnectOptions::from_str(address).expect("an address");
    PgPoolOptions::new().max_connections(2).connect_lazy_with(options)
}

/// The warnings for operators.
async fn warnings(server: &Server) -> String {
    let readiness = Answer::to(reqwest::Client::new().get(format!("{}/readyz", server.base))).await;
    readiness.body["warnings"].to_string()
}

async fn sealed(pool: &PgPool) {
    let sealing = async {
        loop {
            let head = seal::head(pool).await.expect("a head").map_or(0, |head| head.position);
            let last: i64 = sqlx::query_scalar("SELECT position FROM journal_head")
                .fetch_one(pool)
                .await
                .expect("a position");
            if head == last {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), sealing).await.expect("it is sealed in time");
}

struct Member<'a> {
    http: reqwest::Client,
    server: &'a Server,
    token: String,
}

impl<'a> Member<'a> {
    async fn log_in(server: &'a Server, name: &str) -> Self {
        let http = reqwest::Client::new();
        let token = server.login_as(&http, name).await;
        Self { http, server, token }
    }

    async fn ask(&self) -> Answer {
        let url = format!("{}/api/reservations", self.server.base);
        Answer::to(self.http.get(url).bearer_auth(&self.token)).await
    }

    async fn book(&self, date: &str, players: &[&str]) -> Answer {
        let url = format!("{}/api/reservations", self.server.base);
        let request = self.http.post(url).bearer_auth(&self.token).header("idempotency-key", date);
        Answer::to(request.json(&round(date, players))).await
    }

    async fn books(&self, date: &str, players: &[&str]) {
        let answer = self.book(date, players).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    async fn dates(&self) -> Vec<String> {
        let answer = self.ask().await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let date = |round: &serde_json::Value| round["play_date"].as_str().expect("a date").to_owned();
        let mut dates: Vec<String> = answer.data().iter().map(date).collect();
        dates.sort();
        dates
    }
}

#[tokio::test]
async fn a_restore_to_a_moment_keeps_erasures_and_the_seal_and_a_running_node_notices() {
    let open = PermissionsExt::from_mode(0o755);
    let folder = tempfile::Builder::new().permissions(open).tempdir().expect("a folder");
    let (data, backups) = (folder.path().join("data"), folder.path().join("backups"));
    let (other, address) = (folder.path().join("other"), address(&data));
    let dir = backups.to_str().expect("a path");
    says(&data, &["import", data_set().to_str().expect("a path")]);
    let serving = Server::start(&data).await;
    let node = Server::start_with(&other, &[("DATABASE_URL", &address)]).await;
    let pool = pool(&address);
    let (jan, at_node) = (Member::log_in(&serving, "jan").await, Member::log_in(&node, "w1").await);
    jan.books("2026-11-28", &["jan", "eva"]).await;

    // While members book.
    sealed(&pool).await;
    let made = says(&data, &["backup", dir, "--keep", "1"]);
    assert!(made.contains("Any moment from then on"), "{made}");
    // As after a long failure of the archive's disk: reported until a new backup is made.
    let gap = data.join("postgres/cluster/archive_gap");
    std::fs::write(&gap, "000000010000000000000001\n").expect("given up");
    let warnings_text = warnings(&serving).await;
    assert!(
        warnings_text.contains("given up") && warnings_text.contains("Run `fairway backup"),
        "{warnings_text}"
    );
    let made = says(&data, &["backup", dir, "--keep", "1"]);
    assert!(made.contains("1 older backup(s) removed"), "{made}");
    assert_eq!(warnings(&serving).await, "[]");
    at_node.books("2026-11-29", &["w1", "jan"]).await;
    let sql = r#"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#;
    let moment: String = sqlx::query_scalar(sql).fetch_one(&pool).await.expect("a moment");
    let eva = email("eva");
    let by = ["--cancel-upcoming", "--operator", "Anke", "--reason", "verzoek 17"];
    says(&data, &[&["erase", eva.as_str()], by.as_slice()].concat());
    let ledger = |folder: &Path| std::fs::read_to_string(folder.join("erasures.jsonl")).expect("a ledger");
    assert_eq!(ledger(&backups), ledger(&data), "it outlives the data folder");
    at_node.books("2026-11-30", &["w1"]).await;

    let restore = ["restore", dir, "--to", &moment];
    let running = refuses(&data, &restore, &[]);
    assert!(running.contains("stop `fairway serve`"), "{running}");
    let theirs = refuses(&data, &["backup", dir], &[("DATABASE_URL", &address)]);
    assert!(theirs.contains("for the own PostgreSQL"), "{theirs}");
    assert!(serving.terminate().success());
    std::fs::rename(&data, folder.path().join("data.before")).expect("it is lost");

    let restored = says(&data, &restore);
    assert!(restored.contains("The journal is as it was sealed"), "{restored}");
    assert!(restored.contains("was erased"), "{restored}");
    assert!(!data.join("postgres/archive").exists(), "what was restored leaves the archive alone");

    let serving = Server::start(&data).await;
    let jan = Member::log_in(&serving, "jan").await;
    assert_eq!(jan.dates().await, ["2026-11-28", "2026-11-29"], "as it was at the moment");
    let login = json!({"grant_type": "password", "client_id": "fairway-webapp",
        "client_secret": "fairway-webapp-public", "username": eva, "password": PASSWORD});
    let url = format!("{}/api/users/login", serving.base);
    let refused = Answer::to(reqwest::Client::new().post(url).json(&login)).await;
    assert_eq!(refused.status, 401, "{}", refused.body);

    // The node kept running during the restore.
    let booked = async || at_node.book("2026-12-01", &["w1"]).await;
    until("a booking at the node", booked, |answer| {
        assert!([200, 503].contains(&answer.status), "{}", answer.body);
        answer.status == 200
    })
    .await;
    let warnings_text = warnings(&node).await;
    assert!(warnings_text.contains("gone back"), "{warnings_text}");
    let gone = lines(&salvage(&pool, None, Some(&other.join("acknowledged"))).await);
    assert!(gone.contains("2026-11-30") && !gone.contains("2026-11-29"), "{gone}");

    // Into the same folder, on a timeline of its own, and after somebody changed an event.
    sealed(&pool).await;
    let rewrite =
        "ALTER TABLE events DISABLE TRIGGER USER; UPDATE events SET actor = 'somebody' WHERE position = 1;
        ALTER TABLE events ENABLE TRIGGER USER";
    pool.execute(rewrite).await.expect("rewritten");
    says(&data, &["backup", dir, "--keep", "1"]);
    assert!(serving.terminate().success());
    let rehearsal = folder.path().join("rehearsal");
    let found = refuses(&rehearsal, &["restore", dir], &[]);
    assert!(
        found.contains("does not fit its seal (1 finding(s))") && found.contains("at position 1 "),
        "{found}"
    );
    let refused = refuses(&rehearsal, &["restore", dir], &[]);
    assert!(refused.contains("is not empty"), "{refused}");

    // Then archiving is stopped.
    let stopped = says(&data, &["backup", "--stop"]);
    assert!(
        stopped.contains("Nothing is archived any more") && !data.join("postgres/archive").exists(),
        "{stopped}"
    );
}
