//! Tasks that operators start in the browser, with the log-ins of production: the web server as `fairway_web`, the
//! projector as `fairway_projector` with the owner's log-in for such tasks alone.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use fairway_clock::random;
use fairway_members::password::Passwords;
use fairway_store::operators::{self, Role};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection, PgPool};

use super::server::Roles;
use crate::process::{Server, fairway};
use crate::projecting::Projector;
use crate::support::{Answer, NOW, round};

/// A task rests most of its time, on a machine that may be busy.
const TIME_LIMIT: Duration = Duration::from_secs(120);
const PASSWORD: &str = "groene-fairway-47";
const SEAL_TO: &str = "accountant@outside.example";

/// An admin who is logged in to a running server.
pub(super) struct Admin<'a> {
    server: &'a Server,
    http: reqwest::Client,
    cookie: String,
    form_token: String,
}

impl<'a> Admin<'a> {
    pub(super) async fn log_in(server: &'a Server, pool: &PgPool) -> Self {
        let now = NOW.parse::<DateTime<Utc>>().expect("an instant");
        let id = random::new_id(now);
        let hash = Passwords::new().expect("argon2").hash(PASSWORD.to_owned()).await.expect("a hash");
        let email = "anke@test.example";
        assert!(operators::add(pool, id, email, "Anke", &[Role::Admin], now).await.expect("an account"));
        operators::set_first_password(pool, id, &hash).await.expect("a password");
        let http = reqwest::Client::new();
        let body = json!({ "email": "anke@test.example", "password": PASSWORD, "code": null });
        let login = http.post(format!("{}/operator/api/login", server.base)).header("origin", &server.base);
        let answer = Answer::to(login.json(&body)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let set = answer.headers["set-cookie"].to_str().expect("text");
        let cookie = set.split(';').next().expect("a cookie").to_owned();
        let form_token = answer.body["csrf_token"].as_str().expect("a token").to_owned();
        Self { server, http, cookie, form_token }
    }

    async fn get(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}/operator/api/{path}", self.server.base));
        let answer = Answer::to(request.header("cookie", &self.cookie)).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.body
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Value {
        let answer = self.try_post(path, &body).await;
        assert!((200..300).contains(&answer.status), "{path}: {} {}", answer.status, answer.body);
        answer.body
    }

    pub(super) async fn try_post(&self, path: &str, body: &Value) -> Answer {
        let request = self.http.post(format!("{}/operator/api/{path}", self.server.base));
        let request = request.header("cookie", &self.cookie).header("origin", &self.server.base);
        Answer::to(request.header("x-csrf-token", &self.form_token).json(body)).await
    }

    /// Starts a task, and waits until a process left it in the state.
    async fn carried_out(&self, path: &str, body: Value, state: &str) -> Value {
        let task = self.post(path, body).await;
        self.until(task["id"].as_str().expect("an id"), state).await
    }

    async fn until(&self, id: &str, state: &str) -> Value {
        self.until_it(id, |task| task["state"] == state && task["wanted"].is_null()).await
    }

    async fn until_it(&self, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let task = self.get(&format!("tasks/task?id={id}")).await;
            if is_so(&task) {
                return task;
            }
            assert!(task["state"] != "failed", "{task}");
            assert!(began.elapsed() < TIME_LIMIT, "not in time: {task}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

async fn until_true(connection: &mut PgConnection, sql: &str) {
    let began = Instant::now();
    while !sqlx::query_scalar::<_, bool>(sql).fetch_one(&mut *connection).await.expect(sql) {
        assert!(began.elapsed() < TIME_LIMIT, "not in time: {sql}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Whether the projectors and the seal have every event. Only a node of the former release moves `historic_players`.
const CAUGHT_UP: &str =
    "SELECT bool_and(projections.position = journal_head.position) FROM projections, journal_head
    WHERE name <> 'historic_players'";
const CLAIMED: &str = "SELECT claimed::bigint FROM club_days WHERE play_date = '2026-11-28'";

async fn number(connection: &mut PgConnection, sql: &str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(connection).await.expect(sql)
}

#[tokio::test]
async fn operators_rebuild_verify_and_get_the_seal_mailed_with_the_log_ins_of_production() {
    let mut roles = Roles::made().await;
    roles.migrate();
    roles.import();
    let data = tempfile::tempdir().expect("a folder");
    let project = || {
        let mut command = fairway(data.path(), &["project"]);
        command
            .env("DATABASE_URL", roles.url("fairway_projector"))
            .env("FAIRWAY_OWNER_URL", roles.url("fairway"))
            .env("FAIRWAY_SEAL_TO", SEAL_TO)
            .env("FAIRWAY_MIGRATE_AT_START", "no");
        command
    };
    let projector = Projector::run(project()).await;
    let mut serve = fairway(data.path(), &["serve", "--no-projectors"]);
    serve
        .env("DATABASE_URL", roles.url("fairway_web"))
        .env("FAIRWAY_SEAL_TO", SEAL_TO)
        .env("FAIRWAY_MIGRATE_AT_START", "no");
    let server = Server::run(&mut serve).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let book = async |day: &str| {
        let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
        let booked = Answer::to(request.json(&round(day, &["jan"]))).await;
        assert_eq!(booked.status, 200, "{}", booked.body);
    };
    book("2026-11-28").await;
    let mut owner = roles.connect("fairway").await;
    until_true(&mut owner, CAUGHT_UP).await;
    let counted = number(&mut owner, CLAIMED).await;
    owner
        .execute("UPDATE club_days SET claimed = claimed + 3 WHERE play_date = '2026-11-28'")
        .await
        .expect("a wrong row");

    let accounts = PgPool::connect(&roles.url("fairway")).await.expect("a pool");
    let admin = Admin::log_in(&server, &accounts).await;
    accounts.close().await;
    let found = admin.carried_out("integrity/verify", json!({ "reason": "weekly" }), "done").await;
    assert_eq!(found["result"]["not_checked"], json!([]), "the read models are compared too: {found}");
    assert_eq!(found["result"]["counted"], 1, "{found}");
    assert_eq!(found["result"]["kinds"][0]["findings"][0]["subject"]["id"], "de-es/2026-11-28", "{found}");

    let asked = json!({ "projections": ["club_days"], "dry_run": true, "reason": "ticket 12" });
    let dry = admin.carried_out("projections/rebuild", asked, "done").await;
    let differences = |task: &Value| {
        let tables = task["result"]["tables"].as_array().expect("tables").clone();
        tables.iter().find(|table| table["table"] == "club_days").expect("the table")["differences"].clone()
    };
    assert_eq!(differences(&dry), 1, "{dry}");
    assert_eq!(number(&mut owner, CLAIMED).await, counted + 3, "a dry run changes nothing");

    // While it waits for somebody's lock, it says how far it is.
    let mut holding = owner.begin().await.expect("a transaction");
    holding.execute("LOCK TABLE club_days IN ACCESS EXCLUSIVE MODE").await.expect("a lock");
    let asked = json!({ "dry_run": false, "reason": "ticket 12" });
    let asked = admin.post("projections/rebuild", asked).await;
    let id = asked["id"].as_str().expect("an id");
    let running = admin.until_it(id, |task| task["state"] == "running" && task["step"] != "").await;
    assert!(running["silent_seconds"].as_f64().is_some_and(|seconds| seconds < 30.0), "{running}");
    holding.rollback().await.expect("given back");
    let ready = admin.until(id, "ready").await;
    assert_eq!(differences(&ready), 1, "{ready}");
    admin.post("projections/swap", json!({ "id": id, "reason": "compared" })).await;
    let done = admin.until(id, "done").await;
    assert!(done["result"]["swapped"]["position"].is_number(), "{done}");
    assert_eq!(number(&mut owner, CLAIMED).await, counted);

    // The new tables are read and written by the log-ins that read and wrote the old ones.
    book("2026-11-29").await;
    until_true(&mut owner, CAUGHT_UP).await;
    let list = http.get(format!("{}/api/reservations", server.base)).bearer_auth(&token);
    assert_eq!(Answer::to(list).await.data().len(), 2);
    let clean = admin.carried_out("integrity/verify", json!({ "reason": "after it" }), "done").await;
    assert_eq!(clean["result"]["counted"], 0, "{clean}");

    // It looks once a minute, and when it starts.
    drop(projector);
    let projector = Projector::run(project()).await;
    let mailed = format!(
        "SELECT EXISTS (SELECT FROM mail_outbox WHERE address = '{SEAL_TO}' AND dedup_key LIKE 'seal/%' AND state = 'sent')"
    );
    until_true(&mut owner, &mailed).await;
    assert_eq!(admin.get("seal").await["is_mailed"], true, "the screen says so");

    let sql = "SELECT DISTINCT usename::text FROM pg_stat_activity
        WHERE datname = 'fairway' AND application_name = 'fairway' ORDER BY 1";
    let who: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut owner).await.expect("the sessions");
    assert_eq!(who, ["fairway_projector", "fairway_web"], "the owner logs in for a task only");
    drop(projector);
    assert!(server.terminate().success());
    roles.stop();
}
