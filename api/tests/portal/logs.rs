//! The log: every line of a request has its id, and none has personal data, at the most detailed level.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;
use fairway_api::config::Config;
use fairway_api::programs::impersonate;
use fairway_api::services::telemetry::with_own_crates;
use fairway_tasks::supervisor::{Supervisor, TaskRestarts};
use serde_json::{Value, json};
use tokio::sync::watch;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::{Answer, Member, PASSWORD, Portal, email, round};

/// A log in memory.
#[derive(Clone, Default)]
struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for LogBuffer {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl LogBuffer {
    /// Our own targets at level trace, others at the level that an operator would use to find a fault.
    fn begin() -> Self {
        let log_buffer = Self::default();
        let own_targets = "fairway_api=trace,fairway_command=trace,fairway_query=trace,fairway_events=trace,fairway_trace=trace";
        let subscriber = tracing_subscriber::fmt()
            .json()
            .with_env_filter(with_own_crates(&format!(
                "{own_targets},fairway_documents=trace,tower_http=debug,sqlx=warn,info"
            )))
            .with_writer(log_buffer.clone())
            .finish();
        tracing::subscriber::set_global_default(subscriber).expect("the only subscriber of this process");
        log_buffer
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()).expect("text")
    }

    fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }
}

const WRONG: &str = "geheim-94715";
const NEW: &str = "een zwarte zwaan op hole zeven";

impl Portal {
    async fn send(&self, path: &str, body: &Value) -> Answer {
        Answer::to(self.http.post(self.url(path)).json(body)).await
    }
}

#[tokio::test]
async fn no_log_line_has_a_name_an_address_a_token_or_a_password() {
    let log_buffer = LogBuffer::begin();
    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().to_str().expect("a path").to_owned();
    let config = Config::from_lookup(|key| (key == "FAIRWAY_DATA_DIR").then(|| folder.clone()))
        .expect("a configuration");
    let portal = Portal::start_with(config.clone()).await;
    let mut secrets: Vec<String> = Vec::new();

    // Log-ins, successful and failed.
    assert_eq!(portal.try_login(&email("jan"), WRONG).await.status, 401);
    assert_eq!(portal.try_login("stranger@elders.example", WRONG).await.status, 401);
    let jan = portal.login("jan").await;
    let eva = portal.login("eva").await;
    secrets.extend([jan.token.clone(), eva.token.clone()]);
    assert_eq!(portal.send("/api/users/forgot_password", &json!({"email": email("eva")})).await.status, 200);
    let reset = reset_token(&portal).await;
    let dead = json!({"token": "dode-sleutel-5512", "password": NEW});
    assert_eq!(portal.send("/api/users/reset_password", &dead).await.status, 422);
    assert_eq!(
        portal.send("/api/users/reset_password", &json!({"token": reset, "password": NEW})).await.status,
        200
    );
    secrets.push(reset);
    let addresses = config.portal().expect("addresses");
    let (member, reason) = (email("jan"), "melding 4711");
    let link = impersonate::grant(&portal.pool, &portal.clock, &addresses, &member, "Anke", reason);
    let link = link.await.expect("a link");
    let (id, login) =
        link.split_once("?id=").and_then(|(_, ids)| ids.split_once("&login=")).expect("both halves");
    let looked_on = portal.send("/api/token/login", &json!({"id_token": id, "login_token": login})).await;
    assert_eq!(looked_on.status, 200, "{}", looked_on.body);
    secrets.extend([login.to_owned(), looked_on.body["access_token"].as_str().expect("a token").to_owned()]);

    // Before the content of sent mails is removed, and the link above with it.
    let (_stopping, stop) = watch::channel(false);
    let app = &portal.node.app;
    let mut tasks = Supervisor::new(stop, TaskRestarts::default());
    let settings = config.notifications().expect("settings");
    let delivery = app.operators.delivery.clone();
    let (pool, clock) = (&portal.pool, &portal.clock);
    fairway_notifications::tasks::mail(&settings, pool, clock, &delivery, None, &mut tasks)
        .expect("a sender");

    // Usual actions of members.
    let profile = json!({"initials": "Q.X.", "street": "Dwaallichtstraat", "housenumber": "97", "postcode": "3811ab",
        "city": "Zwammerdam", "gsn": "nl98765432", "telephone": "06-87654321", "birthdate": "1968-04-17"});
    assert_eq!(jan.post("/api/users/me/profile", &profile).await.status, 200);
    let refused = json!({"telephone": "06-onzin-1234", "postcode": "Dwaalspoor"});
    assert_eq!(jan.post("/api/users/me/profile", &refused).await.status, 422);
    assert_eq!(
        jan.post("/api/reservations/players/check", &json!({"email": email("eva")})).await.status,
        200
    );
    let booked = jan.post("/api/reservations", &round("2026-11-28", &["jan", "eva"])).await;
    assert_eq!(booked.status, 200, "{}", booked.body);
    assert_eq!(jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await.status, 409);
    let upcoming = jan.upcoming().await;
    let feed = jan.post("/api/users/me/calendar_feed/renew", &Value::Null).await;
    let feed = &feed.body["data"]["url"];
    for link in [&upcoming[0]["voucher_uri"], &upcoming[0]["calendar_uri"], feed] {
        let path = link.as_str().map(|uri| uri.trim_start_matches(&config.public_url).to_owned());
        let path = path.expect("a signed link");
        assert_eq!(portal.get(&path).await.status, 200, "{path}");
        secrets.push(path.rsplit('/').next().expect("the signed part").to_owned());
    }
    jan.order(1).await;
    let change = async |current: &str| {
        jan.post("/api/users/me/password", &json!({"current": current, "new": NEW})).await
    };
    assert_eq!(change(WRONG).await.status, 422);
    let changed = change(PASSWORD).await;
    assert_eq!(changed.status, 200, "{}", changed.body);
    let token = changed.body["access_token"].as_str().expect("a token").to_owned();
    secrets.push(token.clone());
    let jan = Member { portal: &portal, token };

    // Failures.
    let garbled = jan.request("/api/reservations").header("content-type", "application/json");
    assert_eq!(Answer::to(garbled.body(format!("{{\"players\": [\"{}\"", email("w1")))).await.status, 400);
    sqlx::query("ALTER TABLE news RENAME TO olds").execute(&portal.pool).await.expect("a broken schema");
    let broken = jan.get("/api/news/important").await;
    assert_eq!(broken.status, 500);
    portal.clock.advance(TimeDelta::minutes(1));
    sent(&portal).await;
    portal.pool.close().await;
    assert_eq!(jan.get("/api/users/me").await.status, 503);

    let text = log_buffer.text();
    assert!(text.lines().count() > 30, "the log was kept: {text}");
    let people = [
        "test.example",
        "elders.example",
        "Vries",
        "Jansen",
        "Dwaallicht",
        "Zwammerdam",
        // With its letters: the digits alone may occur in timestamps and ids by chance.
        "3811ab",
        "3811AB",
        "3811 AB",
        "98765432",
        "87654321",
        "06-onzin",
        "Dwaalspoor",
        "1968-04-17",
    ];
    let secret = [PASSWORD, WRONG, NEW, "dode-sleutel", "fairway-webapp-public", "$argon2"];
    for forbidden in people.into_iter().chain(secret).chain(secrets.iter().map(String::as_str)) {
        let found: Vec<&str> = text.lines().filter(|line| line.contains(forbidden)).collect();
        assert!(found.is_empty(), "{forbidden:?} stands in the log: {found:#?}");
    }
    ids(&log_buffer, &booked, &broken);
}

#[tokio::test]
async fn a_throttled_member_is_logged_by_id() {
    let log_buffer = LogBuffer::begin();
    let one = |key: &str| (key == "FAIRWAY_BOOKINGS_PER_HOUR").then(|| "1".to_owned());
    let portal = Portal::start_with(Config::from_lookup(one).expect("a configuration")).await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    assert_eq!(jan.post("/api/reservations", &round("2026-11-29", &["jan"])).await.status, 429);
    for number in 0..21 {
        let request_body = json!({"email": email(&format!("stranger{number}"))});
        let answer = jan.post("/api/reservations/players/check", &request_body).await;
        assert_eq!(answer.status == 429, number == 20, "{}", answer.body);
    }
    let id: uuid::Uuid = sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
        .bind(email("jan"))
        .fetch_one(&portal.pool)
        .await
        .expect("an id");
    let lines = log_buffer.lines();
    for message in ["a member's commands are throttled", "look-ups of players are throttled"] {
        let line = lines.iter().find(|line| line["fields"]["message"] == message).expect(message);
        let spans = line["spans"].as_array().expect("spans");
        assert!(spans.iter().any(|span| span["member"] == id.to_string().as_str()), "{line}");
        assert_eq!(line["level"], "WARN");
    }
}

/// Every line within a request has its id; an error's line is found by the id in the member's response.
fn ids(log_buffer: &LogBuffer, booked: &Answer, broken: &Answer) {
    let lines = log_buffer.lines();
    let of = |answer: &Answer| {
        let id = answer.headers["x-request-id"].to_str().expect("text").to_owned();
        let spans = |line: &Value| line["spans"].as_array().cloned().unwrap_or_default();
        let bears = |line: &&Value| spans(line).iter().any(|span| span["request_id"] == id.as_str());
        lines.iter().filter(bears).cloned().collect::<Vec<Value>>()
    };
    let answered = of(booked).into_iter().find(|line| line["fields"]["message"] == "answered");
    assert_eq!(answered.expect("the booking's line")["fields"]["status"], 200);
    let errors: Vec<Value> = of(broken).into_iter().filter(|line| line["level"] == "ERROR").collect();
    assert_eq!(errors.len(), 1, "an error is logged once, where it is met: {errors:#?}");
    for line in lines.iter().filter(|line| {
        let is_in_request = |target: &str| {
            target.starts_with("fairway_api::http::")
                || target.starts_with("fairway_endpoint::") && !target.contains("::refusal_queue")
        };
        line["target"].as_str().is_some_and(is_in_request)
    }) {
        let spans = line["spans"].as_array().expect("spans");
        assert!(spans.iter().any(|span| span["request_id"].is_string()), "a line without an id: {line}");
    }
}

async fn reset_token(portal: &Portal) -> String {
    let mail = "SELECT text_body FROM mail_outbox WHERE text_body LIKE '%/auth/reset?token=%'";
    loop {
        let found: Option<String> =
            sqlx::query_scalar(mail).fetch_optional(&portal.pool).await.expect("mails");
        if let Some(text) = found {
            let rest = text.split("/auth/reset?token=").nth(1).expect("a link").to_owned();
            return rest
                .chars()
                .take_while(|char| char.is_ascii_alphanumeric() || "-_".contains(*char))
                .collect();
        }
        tokio::task::yield_now().await;
    }
}

/// Waits until the sender has sent every mail.
async fn sent(portal: &Portal) {
    let left = "SELECT count(*) FROM mail_outbox WHERE settled_at IS NULL";
    while sqlx::query_scalar::<_, i64>(left).fetch_one(&portal.pool).await.expect("a count") > 0 {
        tokio::task::yield_now().await;
    }
}
