//! Exports: complete, with their types, without ids and what else tells persons unless that is requested, and recorded.

mod files;
mod reidentification;

use std::collections::BTreeSet;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex};

use fairway_events::testing::TestDatabase;
use fairway_query::personal::{self, Treatment};
use parquet::basic::{LogicalType, Type as Physical};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use replay_tool::export::{Format, to_writer};
use serde_json::Value;
use sqlx::PgPool;

use crate::as_role;
use crate::season::{self, member};

/// A writer whose content a test can read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

async fn exported(pool: &PgPool, what: &str, format: Format, personal: bool) -> (i64, Vec<u8>) {
    let to = Shared::default();
    let rows = to_writer(pool, what, format, personal, to.clone()).await.unwrap();
    let bytes = to.0.lock().unwrap().clone();
    (rows, bytes)
}

async fn lines(pool: &PgPool, what: &str, personal: bool) -> Vec<Value> {
    let (rows, bytes) = exported(pool, what, Format::Jsonl, personal).await;
    let lines: Vec<Value> = std::str::from_utf8(&bytes)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows, i64::try_from(lines.len()).unwrap());
    lines
}

/// Every text that looks like an id.
fn ids(value: &Value, found: &mut BTreeSet<uuid::Uuid>) {
    match value {
        Value::String(text) => {
            found.extend(text.split([':', ' ']).filter_map(|part| uuid::Uuid::parse_str(part).ok()));
        }
        Value::Array(values) => values.iter().for_each(|value| ids(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| ids(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn all_ids(lines: &[Value]) -> BTreeSet<uuid::Uuid> {
    let mut found = BTreeSet::new();
    lines.iter().for_each(|line| ids(line, &mut found));
    found
}

#[tokio::test]
async fn exported_ids_are_consistent_pseudonyms_by_default() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 60).await;
    let pool = as_role(&database, "fairway_reader").await;
    for table in personal::tables() {
        let decisions = personal::columns(table).unwrap();
        if decisions.iter().all(|(_, treatment)| *treatment == Treatment::Withheld) {
            let refused = to_writer(&pool, table, Format::Jsonl, false, std::io::sink()).await.unwrap_err();
            assert!(refused.to_string().contains("--with-personal-data"), "{table}: {refused}");
            continue;
        }
        let (open, whole) = (lines(&pool, table, false).await, lines(&pool, table, true).await);
        assert_eq!(open.len(), whole.len(), "{table}");
        let (hidden, real) = (all_ids(&open), all_ids(&whole));
        assert!(hidden.is_disjoint(&real), "{table} tells {:?}", hidden.intersection(&real).next());
        if table != "events" {
            assert_eq!(hidden.len(), real.len(), "{table}: one pseudonym an id");
        }
        let of_clubs = ["statements_tariffs", "statements_months", "statements_clubs"];
        if !["club_days", "orders_registrations", "course_states"].contains(&table)
            && !of_clubs.contains(&table)
        {
            assert!(!real.is_empty(), "{table} has nothing to hide: the season is too short");
        }
    }
    let events = lines(&pool, "events", false).await;
    let head: i64 =
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&database.pool()).await.unwrap();
    assert_eq!(events.len(), usize::try_from(head).unwrap());
    let whole = lines(&pool, "events", true).await;
    assert!(
        (1..).zip(&whole).all(|(position, event)| event["position"] == position),
        "in order, without gaps"
    );
    assert!(events.iter().all(|event| event.get("metadata").is_none()));
    let booked = events.iter().find(|event| event["event_type"] == "RoundBooked").unwrap();
    assert_eq!(booked["payload"]["RoundBooked"]["booking"], booked["aggregate_id"], "one id, one pseudonym");
    let days = events.iter().find(|event| event["aggregate_type"] == "CourseDay").unwrap();
    assert!(days["aggregate_id"].as_str().unwrap().contains("202"), "clubs and days are not hidden: {days}");
    assert!(
        !events.iter().any(|event| event.to_string().contains("\"tr_")),
        "payments' ids are the provider's"
    );
}

/// The instant of joining, the play date, holes, whether it was forfeited, the mode of cancelling.
type Place = (chrono::DateTime<chrono::Utc>, chrono::NaiveDate, i16, bool, Option<String>);

#[tokio::test]
async fn parquet_preserves_types_and_values() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 60).await;
    let pool = as_role(&database, "fairway_reader").await;
    let (rows, bytes) = exported(&pool, "analytics_places", Format::Parquet, true).await;
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let kind = |name: &str| {
        let column = schema.columns().iter().find(|column| column.name() == name).unwrap().clone();
        (column.physical_type(), column.logical_type_ref().cloned())
    };
    assert_eq!(kind("play_date"), (Physical::INT32, Some(LogicalType::Date)));
    assert_eq!(kind("club_id"), (Physical::BYTE_ARRAY, Some(LogicalType::String)));
    assert_eq!(kind("holes"), (Physical::INT32, None));
    assert_eq!(kind("forfeited"), (Physical::BOOLEAN, None));
    let (physical, logical) = kind("joined_at");
    assert_eq!(physical, Physical::INT64);
    assert!(format!("{logical:?}").contains("is_adjusted_to_u_t_c: true"), "{logical:?}");

    let mut stored: Vec<Place> =
        sqlx::query_as("SELECT joined_at, play_date, holes, forfeited, cancel_mode FROM analytics_places")
            .fetch_all(&database.pool())
            .await
            .unwrap();
    assert_eq!(usize::try_from(rows).unwrap(), stored.len());
    assert!(stored.iter().any(|row| row.4.is_some()) && stored.iter().any(|row| row.4.is_none()));
    let mut read = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let fields: std::collections::HashMap<String, Field> =
            row.unwrap().get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect();
        let (Field::TimestampMicros(joined), Field::Date(day), Field::Int(holes), Field::Bool(forfeited)) =
            (&fields["joined_at"], &fields["play_date"], &fields["holes"], &fields["forfeited"])
        else {
            panic!("{fields:?}")
        };
        let mode = match &fields["cancel_mode"] {
            Field::Null => None,
            Field::Str(mode) => Some(mode.clone()),
            other => panic!("{other:?}"),
        };
        let joined = chrono::DateTime::from_timestamp_micros(*joined).unwrap();
        let day = chrono::NaiveDate::default() + chrono::TimeDelta::days((*day).into());
        read.push((joined, day, i16::try_from(*holes).unwrap(), *forfeited, mode));
    }
    read.sort();
    stored.sort();
    let differs = read.iter().zip(&stored).find(|(read, stored)| read != stored);
    assert!(read == stored, "{differs:?}");
}

#[tokio::test]
async fn views_and_tables_are_exported_as_comma_separated_values() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 60).await;
    let pool = as_role(&database, "fairway_reader").await;
    for what in ["analytics.rounds_by_day", "rounds_by_day"] {
        let (rows, bytes) = exported(&pool, what, Format::Csv, true).await;
        let text =
            bytes.strip_prefix("\u{feff}".as_bytes()).expect("a mark, by which spreadsheets read UTF-8");
        let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(text);
        assert_eq!(&reader.headers().unwrap()[0], "play_date");
        let mut players = 0;
        let mut found = 0;
        for record in reader.records() {
            let record = record.unwrap();
            record[0].parse::<chrono::NaiveDate>().unwrap();
            players += record[5].parse::<i64>().unwrap();
            found += 1;
        }
        assert_eq!(found, rows);
        let stored: i64 =
            sqlx::query_scalar("SELECT count(*) FROM analytics_places WHERE cancelled_at IS NULL")
                .fetch_one(&database.pool())
                .await
                .unwrap();
        assert_eq!(players, stored);
    }
}

fn replay_tool(database: &TestDatabase, arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_replay-tool"))
        .args(arguments)
        .env("DATABASE_URL", database.url())
        .output()
        .unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fairway-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const NAMED: [&str; 4] = ["--operator", "Eva Bos", "--reason", "inzage 14"];

async fn records(database: &TestDatabase) -> Vec<(String, String, String)> {
    let on_record = "SELECT operator, reason, subject FROM operator_actions ORDER BY at";
    sqlx::query_as(on_record).fetch_all(&database.pool()).await.unwrap()
}

fn succeeded(done: &std::process::Output) {
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_of_personal_data_records_an_operator_and_a_reason() {
    let database = TestDatabase::new().await;
    season::play(&database, 8, 10).await;
    let folder = folder("personal");
    let file = folder.join("places.csv");
    let file = file.to_str().unwrap();
    let export = ["export", "--format", "csv", "--what", "reservations_places", "--out", file];

    for nameless in [&export[..], &[&export[..], &["--with-personal-data"]].concat()] {
        let refused = replay_tool(&database, nameless);
        assert_eq!(refused.status.code(), Some(2), "operator and reason are required");
        assert!(!std::path::Path::new(file).exists());
    }
    assert!(records(&database).await.is_empty());

    let has_ids =
        || (0..8).any(|number| std::fs::read_to_string(file).unwrap().contains(&member(number).to_string()));
    succeeded(&replay_tool(&database, &[&export[..], &NAMED].concat()));
    assert!(!has_ids());
    assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    succeeded(&replay_tool(&database, &[&export[..], &["--with-personal-data"], &NAMED].concat()));
    assert!(has_ids());
    let subjects =
        ["reservations_places as csv, pseudonymous", "reservations_places as csv, with personal data"];
    let expected = subjects.map(|subject| ("Eva Bos".to_owned(), "inzage 14".to_owned(), subject.to_owned()));
    assert_eq!(records(&database).await, expected);
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_export_is_recorded() {
    let database = TestDatabase::new().await;
    let view = ["export", "--format", "csv", "--what", "rounds_by_day"];
    succeeded(&replay_tool(&database, &view));
    succeeded(&replay_tool(&database, &[&view[..], &NAMED].concat()));
    succeeded(&replay_tool(&database, &[&view[..], &NAMED, &["--with-personal-data"]].concat()));
    let folder = folder("views");
    let key = folder.join("key");
    succeeded(&replay_tool(&database, &[&view[..], &NAMED, &["--key", key.to_str().unwrap()]].concat()));
    assert!(!key.exists(), "views have no pseudonyms");
    std::fs::remove_dir_all(folder).unwrap();
    let events = ["export", "--format", "jsonl", "--what", "events", "--from", "0"];
    succeeded(&replay_tool(&database, &[&events[..], &NAMED].concat()));
    let recorded = records(&database).await;
    let log_in: String =
        sqlx::query_scalar("SELECT session_user::text").fetch_one(&database.pool()).await.unwrap();
    let expected = [
        (log_in.as_str(), "published figures", "analytics.rounds_by_day as csv, published figures"),
        ("Eva Bos", "inzage 14", "analytics.rounds_by_day as csv, published figures"),
        ("Eva Bos", "inzage 14", "analytics.rounds_by_day as csv, exact figures"),
        ("Eva Bos", "inzage 14", "analytics.rounds_by_day as csv, published figures"),
        ("Eva Bos", "inzage 14", "events as jsonl, pseudonymous, positions 1 to 0"),
    ];
    assert_eq!(recorded, expected.map(|(who, why, what)| (who.to_owned(), why.to_owned(), what.to_owned())));

    // An analyst's log-in cannot write, and exports what it may read anyway.
    let analyst = as_role(&database, "analyst").await;
    replay_tool::export::rows::record_published(&analyst, None, None, "analytics.rounds_by_day")
        .await
        .unwrap();
    to_writer(&analyst, "rounds_by_day", Format::Parquet, false, std::io::sink()).await.unwrap();
    assert_eq!(records(&database).await.len(), expected.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_export_leaves_no_file() {
    let database = TestDatabase::new().await;
    let folder = folder("nothing");
    let file = folder.join("members.csv");
    for what in ["members", "access_tokens", "public.members", "pg_authid"] {
        let done = replay_tool(
            &database,
            &["export", "--format", "csv", "--what", what, "--out", file.to_str().unwrap()],
        );
        assert_eq!(done.status.code(), Some(2), "{what}");
        let stderr = String::from_utf8(done.stderr).unwrap();
        assert!(stderr.contains("analytics.rounds_by_day") && stderr.contains("  events\n"), "{stderr}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    std::fs::remove_dir_all(folder).unwrap();
}
