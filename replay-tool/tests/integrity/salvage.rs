//! Events that are lost after a database went back to a backup: the old primary's folder and the nodes' records both
//! name exactly these, and neither source is changed.

mod loss;

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fairway_events::MIGRATOR;
use fairway_postgres::throwaway::{Copied, Original, Throwaway};
use serde_json::Value;
use sqlx::ConnectOptions;
use sqlx::postgres::PgPoolOptions;

use crate::cluster::{self, portal};
use crate::support::{day, id};
use loss::{Loss, Node, PLAY_DATE, place};

impl Loss {
    fn run(&self, arguments: &[&str]) -> Output {
        salvage(&self.new, arguments)
    }
}

fn salvage(server: &Throwaway, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_replay-tool"))
        .arg("salvage")
        .args(arguments)
        .args(["--copy-to", &cluster::parent().to_string_lossy()])
        .env("DATABASE_URL", portal(server).to_url_lossy().to_string())
        .env_remove("FAIRWAY_DATA_DIR")
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn lines(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Kind and id of each subject, and whether it was recovered.
fn things(lines: &[Value]) -> Vec<(String, String, bool)> {
    let text = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    lines
        .iter()
        .map(|line| (text(line, "kind"), text(line, "id"), line["made_good"].as_bool().unwrap()))
        .collect()
}

fn booking(number: u128, made_good: bool) -> (String, String, bool) {
    ("booking".to_owned(), id(number).to_string(), made_good)
}

/// Everything about the files below a folder that writing would change.
fn state_of(folder: &Path) -> BTreeMap<PathBuf, (u64, i64, i64)> {
    let mut state = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let found = std::fs::symlink_metadata(&path).unwrap();
        if found.is_dir() {
            state.extend(state_of(&path));
        }
        state.insert(path, (found.len(), found.mtime(), found.mtime_nsec()));
    }
    state
}

#[tokio::test]
async fn both_sources_name_exactly_the_lost_events_and_stay_unchanged() {
    let loss = Loss::new().await;
    let (data, record) = (loss.old.data_dir(), loss.record.path());
    let (data_before, record_before) = (state_of(&data), state_of(record));
    let (data_text, record_text) = (data.to_string_lossy(), record.to_string_lossy());
    let expected = [
        booking(23, false),
        booking(21, false),
        booking(22, false),
        // Booked and cancelled: nothing of it has to be recovered.
        booking(24, true),
        booking(25, false),
        // The other round of its player is older than the loss.
        booking(26, false),
        ("voucher".to_owned(), id(900).to_string(), false),
    ];
    for (source, arguments) in [
        ("old_primary", &["--json", "--old-primary", &data_text][..]),
        ("acknowledged", &["--json", "--acknowledged", &record_text]),
    ] {
        let found = loss.run(arguments);
        assert_eq!(found.status.code(), Some(4), "{found:?}");
        let lines = lines(&found);
        assert_eq!(things(&lines), expected, "{source}");
        let promises = lines[0]["promises"].as_array().unwrap();
        assert_eq!((promises.len(), &promises[0]["witnesses"]), (1, &serde_json::json!([source])));
        assert_eq!(promises[0]["events"].as_array().unwrap().len(), 4, "round, two rights, the club's day");
        assert_eq!(
            promises[0]["what"][0].as_str().unwrap().split(':').next().unwrap(),
            "Nummer4 Speler booked 18 holes at De Es on Sat 28 Nov 2026"
        );
        assert_eq!((&lines[0]["club"], &lines[0]["play_date"]), (&"de-es".into(), &PLAY_DATE.into()));
    }
    let both = loss.run(&["--json", "--old-primary", &data_text, "--acknowledged", &record_text]);
    let both = lines(&both);
    assert_eq!(things(&both), expected, "nothing is listed twice");
    assert_eq!(both[0]["promises"][0]["witnesses"], serde_json::json!(["old_primary", "acknowledged"]));
    assert_eq!((state_of(&data), state_of(record)), (data_before, record_before));

    let text = stdout(&loss.run(&["--acknowledged", &record_text]));
    for expected in [
        "De Es, Sat 28 Nov 2026, 18 holes",
        "Nummer5 Speler <speler5@fairway.example>",
        "Nummer1 Speler added erased member …0006",
        "Nummer3 Speler cancelled their own place",
        "voucher “Welkom”",
        "7 promises are gone, 6 not made good since",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[tokio::test]
async fn rounds_that_were_booked_again_are_recognised_under_other_ids() {
    let loss = Loss::new().await;
    let record = loss.record.path().to_string_lossy().into_owned();
    // With other ids, as when members book again; one of them at another club.
    loss.node.book(31, &[5, 4], day(PLAY_DATE)).await;
    loss.node.cancel(22, 3).await;
    let found = loss.run(&["--json", "--acknowledged", &record]);
    assert_eq!(found.status.code(), Some(4));
    let lines = lines(&found);
    let of = |number: u128| {
        lines.iter().find(|line| line["id"] == id(number).to_string()).unwrap_or_else(|| panic!("{number}"))
    };
    assert_eq!(of(23)["made_good"], true);
    let since = of(23)["since"][0].as_str().unwrap();
    assert_eq!(since, format!("booked again since: Nummer4 Speler, reservation {}", place(31, 4)));
    assert_eq!(of(22)["since"][0], format!("cancelled again since: reservation {}", place(22, 3)));
    assert_eq!((&of(22)["made_good"], &of(25)["made_good"]), (&true.into(), &false.into()));
}

#[tokio::test]
async fn an_intact_journal_has_no_loss_and_unreadable_sources_are_errors() {
    let loss = Loss::new().await;
    let (data, record) = (loss.old.data_dir(), loss.record.path().to_string_lossy().into_owned());
    let data = data.to_string_lossy();
    // The old server itself, running again: no acknowledged event is missing there.
    let copy = Copied::from_folder(&loss.old.data_dir(), cluster::parent(), None, Original::Stopped)
        .unwrap()
        .start()
        .unwrap();
    let whole = salvage(&copy, &["--acknowledged", &record, "--old-primary", &data]);
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    assert_eq!(stdout(&whole), "nothing that was acknowledged is gone\n");

    let fails = |arguments: &[&str], code: i32, words: &str| {
        let output = loss.run(arguments);
        let problem = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {problem}");
        assert!(problem.contains(words), "{arguments:?}: {problem}");
        assert!(output.stdout.is_empty());
    };
    fails(&[], 2, "--old-primary");
    fails(&["--old-primary", &copy.data_dir().to_string_lossy()], 1, "is in use by process");
    fails(&["--old-primary", &record], 1, "is no data folder of PostgreSQL");
    fails(&["--acknowledged", "/nowhere"], 1, "/nowhere cannot be read");
    let empty = tempfile::tempdir().unwrap();
    fails(&["--acknowledged", &empty.path().to_string_lossy()], 1, "holds no record");
    // An incomplete line is the result of a kill; a complete line that is no record is an error.
    let file = empty.path().join("2026-11-25T10.1.0.jsonl");
    std::fs::write(&file, r#"{"stamp":"0000"#).unwrap();
    let truncated = loss.run(&["--acknowledged", &empty.path().to_string_lossy()]);
    assert_eq!(truncated.status.code(), Some(0), "{truncated:?}");
    assert!(String::from_utf8(truncated.stderr).unwrap().contains("1 lines end in the middle"));
    std::fs::write(&file, "{}\n").unwrap();
    fails(&["--acknowledged", &empty.path().to_string_lossy()], 1, "line 1: is no line of a node's record");
    let other = cluster::start();
    cluster::create_portal(&other).await;
    let pool = PgPoolOptions::new().connect_with(portal(&other)).await.unwrap();
    MIGRATOR.run(&pool).await.unwrap();
    Node::on(&other, None, 90_000).await.pass(9).await;
    let foreign = salvage(&other, &["--old-primary", &data]);
    assert_eq!(foreign.status.code(), Some(1), "{foreign:?}");
    assert!(String::from_utf8(foreign.stderr).unwrap().contains("have not one event in common"));
}

/// Replaces the server's program: records its arguments and its input.
const FAIRWAY: &str =
    "#!/bin/sh\n{ echo \"$@\"; echo \"$DATABASE_URL\"; cat; } > \"$RECEIVED\"\nexit $STATUS\n";

#[tokio::test]
async fn book_again_passes_the_whole_report_to_the_servers_program() {
    use std::os::unix::fs::PermissionsExt;
    let loss = Loss::new().await;
    let folder = tempfile::tempdir().unwrap();
    let tool = folder.path().join("replay-tool");
    std::fs::copy(env!("CARGO_BIN_EXE_replay-tool"), &tool).unwrap();
    let fairway = folder.path().join("fairway");
    std::fs::write(&fairway, FAIRWAY).unwrap();
    std::fs::set_permissions(&fairway, PermissionsExt::from_mode(0o755)).unwrap();
    let received = folder.path().join("received");
    let url = portal(&loss.new).to_url_lossy().to_string();
    for (status, code) in [("0", 0), ("1", 1)] {
        let output = Command::new(&tool)
            .args(["--database-url", &url, "salvage", "--acknowledged"])
            .arg(loss.record.path())
            .args(["--book-again", "--operator", "Eva Bos", "--reason", "fail-over", "--dry-run"])
            .env_remove("DATABASE_URL")
            .env("RECEIVED", &received)
            .env("STATUS", status)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
    let received = std::fs::read_to_string(&received).unwrap();
    let mut lines = received.lines();
    assert_eq!(lines.next(), Some("book-again - --operator Eva Bos --reason fail-over --dry-run"));
    assert_eq!(lines.next(), Some(&*url));
    let entries: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(entries.len(), 7);
}
