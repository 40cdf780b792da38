//! Files as other programs read them: types, what a file says about itself, dialects, and series of files.

use std::path::Path;
use std::process::{Child, Output, Stdio};

use chrono::{TimeZone, Utc};
use fairway_events::{ClubId, CourseDayEvent, StreamId, WaitingGroupId};
use parquet::record::Row;
use replay_tool::export::Format::Parquet;

use super::reidentification::{begin, start_pass};
use super::*;

fn reader(bytes: Vec<u8>) -> SerializedFileReader<bytes::Bytes> {
    SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap()
}

fn values(rows: &[Row], name: &str) -> Vec<Field> {
    let of = |row: &Row| row.get_column_iter().find(|(column, _)| *column == name).unwrap().1.clone();
    rows.iter().map(of).collect()
}

#[tokio::test]
async fn arrays_are_lists_and_numbers_are_decimals() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 60).await;
    let pool = as_role(&database, "fairway_reader").await;
    let (club, date) = (ClubId::from("de-wilgenhoek"), season::last_day() + chrono::Days::new(90));
    let until = Utc.with_ymd_and_hms(2027, 2, 1, 23, 30, 0).unwrap();
    let held = CourseDayEvent::PlacesHeld {
        club: club.clone(),
        date,
        group: WaitingGroupId(season::id(9, 7)),
        places: 3,
        until,
    };
    begin(&database, StreamId::CourseDay(club, date), held).await;
    let rows = async |what: &str, personal| -> Vec<Row> {
        let (_, bytes) = exported(&pool, what, Parquet, personal).await;
        reader(bytes).get_row_iter(None).unwrap().map(Result::unwrap).collect()
    };

    let holes = values(&rows("clubs", true).await, "holes");
    assert_eq!(holes[0].to_string(), "[9, 18]");
    assert!(matches!(holes[0], Field::ListInternal(_)));

    let holds = |rows: &[Row]| -> Vec<String> {
        let holds = values(rows, "holds").into_iter().filter(|holds| *holds != Field::Null);
        holds.map(|holds| holds.to_string()).collect()
    };
    let whole = holds(&rows("club_days", true).await);
    assert_eq!(whole.len(), 1);
    assert!(whole[0].contains(&season::id(9, 7).to_string()) && whole[0].contains("places: 3"), "{whole:?}");
    assert!(whole[0].contains("until: 2027-02-01 23:30:00"), "{whole:?}");
    let coarse = holds(&rows("club_days", false).await);
    assert!(coarse[0].contains("places: 3, until: 2027-02-02}"), "the day in Amsterdam: {coarse:?}");

    let stored: Vec<String> = sqlx::query_scalar(
        "SELECT mean_group::text FROM analytics.rounds_by_month WHERE mean_group IS NOT NULL",
    )
    .fetch_all(&database.pool())
    .await
    .unwrap();
    let read = values(&rows("rounds_by_month", true).await, "mean_group");
    assert!(read.iter().all(|field| matches!(field, Field::Decimal(_) | Field::Null)));
    let read: BTreeSet<String> =
        read.iter().filter(|field| **field != Field::Null).map(|field| field.to_string()).collect();
    assert_eq!(
        read,
        stored.iter().map(|mean| format!("{mean:0<6}")).collect(),
        "four digits after the point"
    );

    for view in replay_tool::export::rows::Source::names(&pool).await.unwrap() {
        let (rows, bytes) = exported(&pool, &view, Parquet, true).await;
        assert_eq!(reader(bytes).metadata().file_metadata().num_rows(), rows, "{view}");
    }
}

#[tokio::test]
async fn the_file_says_head_time_version_and_definitions() {
    let database = TestDatabase::new().await;
    season::play(&database, 8, 10).await;
    let head: i64 =
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&database.pool()).await.unwrap();
    let contract =
        "CREATE OR REPLACE FUNCTION analytics.contract() RETURNS text LANGUAGE sql AS $$ SELECT '9.7' $$";
    sqlx::query(contract).execute(&database.pool()).await.unwrap();
    let pool = as_role(&database, "fairway_reader").await;
    for (what, treatment, defined) in [
        ("events", "pseudonymous", Some(("recorded_at", "Only its day in Europe/Amsterdam."))),
        ("orders", "pseudonymous", Some(("placed_at", "Only its day in Europe/Amsterdam."))),
        ("ledger", "pseudonymous", None),
        ("analytics.rounds_by_day", "published figures", Some(("club_id", "slug"))),
    ] {
        let (_, bytes) = exported(&pool, what, Parquet, false).await;
        let reader = reader(bytes);
        let said = reader.metadata().file_metadata().key_value_metadata().unwrap();
        let found = |name: &str| said.iter().find(|entry| entry.key == name);
        let said = |name: &str| found(name).unwrap().value.clone().unwrap();
        assert_eq!(
            (said("fairway.what"), said("fairway.treatment")),
            (what.to_owned(), treatment.to_owned())
        );
        if what == "analytics.rounds_by_day" {
            assert_eq!(said("fairway.published"), season::last_day().to_string());
            assert!(found("fairway.head").is_none(), "its figures are older");
        } else {
            assert_eq!(said("fairway.head"), head.to_string());
            assert!(found("fairway.published").is_none());
        }
        assert_eq!((said("fairway.version").as_str(), said("fairway.contract").as_str()), ("0.1.0", "9.7"));
        chrono::DateTime::parse_from_rfc3339(&said("fairway.at")).unwrap();
        let definitions: Value = serde_json::from_str(&said("fairway.definitions")).unwrap();
        if let Some((column, meaning)) = defined {
            assert!(definitions[column].as_str().unwrap().contains(meaning), "{definitions}");
        }
        if what == "events" {
            let columns = reader.metadata().file_metadata().schema_descr().num_columns();
            assert_eq!(definitions.as_object().unwrap().len(), columns);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_values_are_read_without_options() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 60).await;
    let view =
        ["export", "--format", "csv", "--csv", "plain", "--what", "rounds_by_month", "--with-personal-data"];
    let done = replay_tool(&database, &[&view[..], &NAMED].concat());
    succeeded(&done);
    let mut reader = csv::Reader::from_reader(done.stdout.as_slice());
    let column = reader.headers().unwrap().iter().position(|name| name == "mean_group").unwrap();
    let means = reader.records().filter_map(|record| record.unwrap()[column].parse::<f64>().ok());
    assert!(means.filter(|mean| mean.fract() > 0.0).count() > 0, "a decimal with a point");
}

fn export_into(database: &TestDatabase, folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_replay-tool"))
        .args(["export", "--format", "jsonl", "--what", "events", "--with-personal-data", "--into"])
        .arg(folder)
        .args(NAMED)
        .env("DATABASE_URL", database.url())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The positions in the files, in the order of the files' names.
fn positions(folder: &Path) -> Vec<i64> {
    let files = names(folder).into_iter().map(|name| std::fs::read_to_string(folder.join(name)).unwrap());
    let lines = files.flat_map(|file| file.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.map(|line| serde_json::from_str::<Value>(&line).unwrap()["position"].as_i64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_of_files_has_every_event_once() {
    let database = TestDatabase::new().await;
    season::play(&database, 8, 10).await;
    let folder = tempfile::tempdir().unwrap();
    let folder = &folder.path().join("journal");
    assert!(export_into(&database, folder).wait().unwrap().success());
    let first = names(folder);
    assert_eq!(first.len(), 1);
    assert!(export_into(&database, folder).wait().unwrap().success());
    assert_eq!(names(folder), first, "nothing new, no file");

    start_pass(&database, 901, "Fairway Compleet").await;
    // It has begun its file and asks for the views' version, which waits for a table, when it is killed.
    let waits = "CREATE OR REPLACE FUNCTION analytics.contract() RETURNS text LANGUAGE sql SECURITY DEFINER
        AS $$ SELECT count(*)::text FROM public.push_keys $$";
    sqlx::query(waits).execute(&database.pool()).await.unwrap();
    let mut blocked = database.pool().begin().await.unwrap();
    sqlx::query("LOCK TABLE push_keys IN ACCESS EXCLUSIVE MODE").execute(&mut *blocked).await.unwrap();
    let mut killed = export_into(&database, folder);
    while !names(folder).iter().any(|name| name.ends_with(".part")) {
        assert!(killed.try_wait().unwrap().is_none(), "ended before it began a file");
        tokio::task::yield_now().await;
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    blocked.rollback().await.unwrap();
    assert_eq!(names(folder).len(), 2, "what the killed run had begun");

    start_pass(&database, 902, "Fairway Compleet").await;
    assert!(export_into(&database, folder).wait().unwrap().success());
    assert_eq!(names(folder).len(), 2, "a second file, and nothing of the killed run");
    let head: i64 =
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&database.pool()).await.unwrap();
    assert_eq!(positions(folder), (1..=head).collect::<Vec<_>>());

    let refused = replay_tool(
        &database,
        &[&["export", "--format", "jsonl", "--what", "ledger", "--from", "3"], &NAMED[..]].concat(),
    );
    assert_eq!(refused.status.code(), Some(1), "only the journal has positions to go on from");
}

/// As after a restore: the events after a position are gone.
async fn lose_events(database: &TestDatabase, after: i64) {
    let statements = format!(
        "ALTER TABLE events DISABLE TRIGGER USER;
         DELETE FROM events WHERE position > {after};
         ALTER TABLE events ENABLE TRIGGER USER;
         UPDATE journal_head SET position = {after}, stamp = (SELECT append_stamp FROM events WHERE position = {after});
         UPDATE projections SET position = {after}, as_of = (SELECT recorded_at FROM events WHERE position = {after})"
    );
    sqlx::raw_sql(&statements).execute(&database.pool()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_does_not_go_on_in_a_journal_that_went_back() {
    let database = TestDatabase::new().await;
    season::play(&database, 8, 10).await;
    let (folder, pool) = (tempfile::tempdir().unwrap(), database.pool());
    let (folder, head) = (folder.path(), "SELECT position FROM journal_head");
    let export = async || {
        export_what_into(&database, "events", folder, &[&NAMED[..], &["--with-personal-data"]].concat())
    };
    succeeded(&export().await);
    let found: i64 = sqlx::query_scalar(head).fetch_one(&pool).await.unwrap();
    let kept = names(folder);
    for number in [901, 902] {
        start_pass(&database, number, "Fairway Compleet").await;
        succeeded(&export().await);
    }
    let all = names(folder);
    let gone: Vec<&String> = all.difference(&kept).collect();
    assert_eq!(gone.len(), 2);

    lose_events(&database, found).await;
    let why = format!("the journal does not have the last event of {}, {}:", gone[0], gone[1]);
    refused(export().await, 1, &why);
    for number in [903, 904, 905] {
        start_pass(&database, number, "Fairway Compleet").await;
    }
    refused(export().await, 1, &why);
    assert_eq!(names(folder), all);

    for file in gone {
        std::fs::remove_file(folder.join(file)).unwrap();
    }
    succeeded(&export().await);
    assert_eq!(positions(folder), (1..=found + 3).collect::<Vec<_>>());
}

/// Exports events or something else into a folder, with more arguments.
fn export_what_into(database: &TestDatabase, what: &str, folder: &Path, more: &[&str]) -> Output {
    let export = ["export", "--format", "jsonl", "--what", what, "--into", folder.to_str().unwrap()];
    replay_tool(database, &[&export[..], more].concat())
}

fn refused(done: Output, status: i32, why: &str) {
    let stderr = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(status), "{stderr}");
    assert!(stderr.contains(why), "{stderr}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_is_refused_before_anything_is_made() {
    let database = TestDatabase::new().await;
    let parent = tempfile::tempdir().unwrap();
    let (folder, key) = (parent.path().join("journal"), parent.path().join("key"));
    let into = |what: &str, more: &[&str]| export_what_into(&database, what, &folder, more);
    let with_key = ["--key", key.to_str().unwrap()];
    let telephone = ["--operator", "Eva Bos", "--reason", "bel 06-12345678"];
    refused(into("ledger", &[&NAMED[..], &with_key].concat()), 1, "only events are written as a series");
    refused(into("events", &with_key), 2, "--operator and --reason go on record");
    refused(into("events", &[&telephone[..], &with_key].concat()), 1, "--reason");
    refused(into("events", &NAMED), 1, "a series needs --key");
    refused(
        into("events", &[&NAMED[..], &with_key, &["--with-personal-data"]].concat()),
        2,
        "cannot be used",
    );
    assert!(!folder.exists() && !key.exists());
    assert!(records(&database).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_series_of_pseudonyms_has_one_key() {
    let database = TestDatabase::new().await;
    season::play(&database, 8, 10).await;
    let parent = tempfile::tempdir().unwrap();
    let (folder, key) = (parent.path().join("journal"), parent.path().join("key"));
    let with_key = [&NAMED[..], &["--key", key.to_str().unwrap()]].concat();
    succeeded(&export_what_into(&database, "events", &folder, &with_key));
    let first = names(&folder);
    std::fs::remove_file(&key).unwrap();
    start_pass(&database, 901, "Fairway Compleet").await;
    refused(export_what_into(&database, "events", &folder, &with_key), 1, "is missing");
    assert_eq!((names(&folder), key.exists()), (first, false));

    // With personal data they are another series, though in the same folder.
    assert!(export_into(&database, &folder).wait().unwrap().success());
    let head: i64 =
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(&database.pool()).await.unwrap();
    let personal = format!("events-personal-000000000000-{head:012}-");
    assert!(names(&folder).iter().any(|name| name.starts_with(&personal)), "{:?}", names(&folder));
}
