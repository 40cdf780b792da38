//! `fairway erase`: no personal data remain, the journal stays complete, and nothing brings the person back by
//! accident.

mod coming_back;
mod program;
mod restored;
mod rounds;
mod traces;

use std::collections::BTreeSet;
use std::path::Path;

use fairway_api::config::Config;
use fairway_api::services::writer;
use fairway_audit::permanent_text::PermanentText;
use fairway_import as import;
use fairway_members::erasure::report::Report;
use fairway_members::erasure::{EraseRequest, Eraser};
use fairway_notifications::mail::bookings::BookingMails;
use fairway_notifications::mail::delivery::MailDelivery;
use fairway_notifications::mail::sender::Sender;
use fairway_store::operator_actions::OperatorAct;
use fairway_store::outbox::queue::Outbox;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::importing::changed;
use crate::support::{PASSWORD, Portal, email, installation};

/// Texts that no other row of the tests contains.
const TRACES: &[&str] = &[
    "zed@test.example",
    "Zebedeus",
    "Quastenberg",
    "Zonneklaarlaan",
    "Ootmarsum",
    "+31687654399",
    "NL87650099",
    "1951-07-23",
    "Alleen voor Zeb",
];

/// A member whose data can be found everywhere: plays with Jan, and once alone.
fn zed() -> Value {
    json!({
        "email": email("zed"), "password": PASSWORD, "first_name": "Zebedeus", "prefix": "van 't",
        "last_name": "Quastenberg", "initials": "Z.", "street": "Zonneklaarlaan", "housenumber": "77",
        "postcode": "7631 ZX", "city": "Ootmarsum", "gsn": "NL87650099", "telephone": "06 87654399",
        "gender": "M", "birthdate": "1951-07-23",
        "subscriptions": [{
            "name": "Compleet", "startdate": "2026-01-01", "enddate": "2026-12-31", "amount_cents": 34950,
            "max": 60, "max_holes": 18,
        }],
        "vouchers": [{"kind": "bonus", "title": "Zomeractie", "holes": 18, "expires": "2026-12-31"}],
        "personal_offers":
            [{"amount_cents": 100, "name": "Alleen voor Zeb", "url": "/offers", "properties": []}],
        "federation_registration": {"year": 2026, "package": "homecourse"},
    })
}

/// The data set with Zebedeus, changed further by `change`.
fn set(change: impl FnOnce(&mut Vec<Value>, &mut Vec<Value>)) -> tempfile::TempDir {
    let dir = changed("clubs.json", |clubs| clubs[0]["max_plays_per_year"] = json!(30));
    let read = |file: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(dir.path().join(file)).expect("a file");
        serde_json::from_str(&text).expect("rows")
    };
    let (mut members, mut history) = (read("members.json"), read("history.json"));
    members.push(zed());
    for (date, players) in [
        ("2026-09-05", vec![email("zed")]),
        ("2026-09-12", vec![email("jan"), email("zed")]),
        ("2026-09-19", vec![email("zed"), email("jan"), email("eva")]),
    ] {
        history.push(json!({"club": "de-es", "date": date, "holes": 18, "players": players}));
    }
    change(&mut members, &mut history);
    for (file, rows) in [("members.json", members), ("history.json", history)] {
        std::fs::write(dir.path().join(file), Value::from(rows).to_string()).expect("written");
    }
    dir
}

/// A portal with Zebedeus, where the test runs the eraser and the mails step by step.
struct ErasureTest {
    portal: Portal,
    eraser: Eraser,
    bookings: BookingMails,
    sender: Sender,
    data: tempfile::TempDir,
}

impl ErasureTest {
    async fn open() -> Self {
        let portal = Portal::empty().await;
        import::import(&portal.pool, &portal.clock, &installation(), set(|_, _| ()).path())
            .await
            .expect("the data set");
        portal.caught_up().await;
        let data = tempfile::tempdir().expect("a folder");
        let config = config(data.path());
        let (pool, clock) = (portal.pool.clone(), portal.clock.clone());
        let delivery = MailDelivery::new(Outbox::new(clock.clone()));
        let links = config.links().expect("links");
        let settings = config.notifications().expect("settings");
        let (writer, _task) = writer::start(&pool, &clock);
        Self {
            eraser: Eraser::new(&config.erasing(), pool.clone(), clock.clone(), writer),
            bookings: BookingMails::new(pool.clone(), clock.clone(), delivery.clone(), links),
            sender: Sender::new(&settings, pool, clock, delivery).expect("a sender"),
            portal,
            data,
        }
    }

    fn erase_request(&self) -> EraseRequest {
        EraseRequest {
            email: " ZED@test.example".to_owned(),
            by: by(),
            cancel_upcoming: true,
            rehearse: false,
        }
    }

    /// With `--cancel-upcoming`.
    async fn erase(&self) -> Report {
        self.eraser.erase(&self.erase_request()).await.expect("erased")
    }

    async fn queue_mails(&self) {
        while self.bookings.process_events().await.expect("a look").more {}
    }

    async fn send_mails(&self) {
        while self.sender.send_due().await.expect("an outbox") > 0 {}
    }

    async fn id_of(&self, name: &str) -> Option<uuid::Uuid> {
        sqlx::query_scalar("SELECT id FROM members WHERE email = $1")
            .bind(email(name))
            .fetch_optional(&self.portal.pool)
            .await
            .expect("an id")
    }
}

fn by() -> OperatorAct {
    OperatorAct {
        operator: "Anke de Boer".to_owned(),
        operator_id: None,
        reason: PermanentText::stored("verzoek 2026-17".to_owned()),
    }
}

fn config(data: &Path) -> Config {
    Config::from_lookup(|key| (key == "FAIRWAY_DATA_DIR").then(|| data.to_str().map(str::to_owned)).flatten())
        .expect("a configuration")
}

/// Every table that contains data of Zebedeus.
async fn tables_with_traces(pool: &PgPool) -> BTreeSet<String> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    )
    .fetch_all(pool)
    .await
    .expect("tables");
    assert!(tables.len() > 30, "{tables:?}");
    let patterns: Vec<String> = TRACES.iter().map(|trace| format!("%{trace}%")).collect();
    let mut found = BTreeSet::new();
    for table in tables {
        let sql = format!("SELECT count(*) FROM {table} AS line WHERE line::text ILIKE ANY ($1)");
        let count: i64 = sqlx::query_scalar(&sql).bind(&patterns).fetch_one(pool).await.expect("a count");
        if count > 0 {
            found.insert(table.trim_start_matches("public.").to_owned());
        }
    }
    found
}
