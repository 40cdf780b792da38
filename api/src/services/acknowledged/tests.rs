//! Tests the files' contents and size, and what happens to lines that cannot be written.

use std::os::unix::fs::PermissionsExt;
use std::sync::mpsc::sync_channel;

use chrono::{DateTime, Utc};
use fairway_events::journal::{Acknowledged, Batch, Rows, StreamAppend};
use fairway_events::{Actor, MemberId, MembershipEvent, OrderId, StreamId};
use uuid::Uuid;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

fn bounds(bytes: u64) -> Bounds {
    Bounds { age: TimeDelta::days(2), bytes }
}

/// The files by name, with their lines.
fn stored_files(folder: &Path) -> Vec<(String, Vec<String>)> {
    let mut stored_files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("text");
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, text.lines().map(str::to_owned).collect())
        })
        .collect();
    stored_files.sort();
    stored_files
}

fn rows() -> Rows {
    let member = MemberId(Uuid::from_u128(1));
    let event =
        MembershipEvent::VoucherOrderClosed { member, order: OrderId(Uuid::from_u128(2)), bought: true };
    let append = StreamAppend {
        stream: StreamId::Membership(member),
        version: 0,
        events: vec![event.into()],
        correlation_id: Uuid::from_u128(3),
        actor: Actor::Member(member),
        metadata: Default::default(),
    };
    Rows::from_batch(&Batch { appends: vec![append], receipts: Vec::new() }).expect("rows")
}

fn acknowledge(listener: &dyn AppendListener, rows: &Rows, last: i64) {
    let (stamp, at) = (Uuid::from_u128(4), at("2026-11-22T13:00:00Z"));
    listener.acknowledged(&Acknowledged { stamp, at, base: None, last, rows: vec![rows] });
}

#[test]
fn each_hour_has_a_file_that_only_its_owner_may_read() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("acknowledged");
    let mut files = Files::in_folder(folder.clone(), bounds(1 << 20));
    for (line, now) in [
        ("one\n", "2026-11-22T13:10:00Z"),
        ("two\n", "2026-11-22T13:59:59Z"),
        ("three\n", "2026-11-22T14:00:00Z"),
    ] {
        files.append(line.as_bytes(), at(now)).expect("written");
    }
    let stored_files = stored_files(&folder);
    assert_eq!(stored_files.len(), 2, "{stored_files:?}");
    assert!(stored_files[0].0.starts_with("2026-11-22T13."), "{stored_files:?}");
    assert_eq!(
        (stored_files[0].1.as_slice(), stored_files[1].1.as_slice()),
        (&["one".to_owned(), "two".to_owned()][..], &["three".to_owned()][..])
    );
    let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&folder.join(&stored_files[0].0))), (0o700, 0o600));

    // Another process, or the same one after a restart: in a container both may have the same id.
    let mut again = Files::in_folder(folder.clone(), bounds(1 << 20));
    again.append(b"four\n", at("2026-11-22T14:30:00Z")).expect("written");
    assert_eq!(
        super::tests::stored_files(&folder).len(),
        3,
        "nobody goes on in a file of an earlier process"
    );
}

#[test]
fn old_files_are_removed_by_age_and_by_total_size() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("acknowledged");
    let mut files = Files::in_folder(folder.clone(), bounds(1_600));
    let line = [b'x'; 60];
    let mut now = at("2026-11-20T00:00:00Z");
    for _ in 0..40 {
        files.append(&line, now).expect("written");
        now += TimeDelta::hours(1);
    }
    std::fs::write(folder.join("notes.txt"), "an operator's").expect("written");
    let all: u64 = stored_files(&folder)
        .iter()
        .map(|(_, lines)| lines.iter().map(|line| line.len() as u64).sum::<u64>())
        .sum();
    assert!(all <= 1_600 + 60, "{all} bytes");
    assert!(
        stored_files(&folder).iter().any(|(name, _)| name.starts_with("2026-11-21T15")),
        "the latest stays"
    );
    // Nothing is appended for days: expired files are still removed.
    files.remove_expired(now + TimeDelta::days(30));
    assert_eq!(stored_files(&folder).into_iter().map(|(name, _)| name).collect::<Vec<_>>(), ["notes.txt"]);
}

#[test]
fn a_large_file_is_followed_by_another_of_the_same_hour() {
    let home = tempfile::tempdir().expect("a folder");
    let mut files = Files::in_folder(home.path().to_owned(), bounds(1_600));
    for _ in 0..5 {
        files.append(&[b'x'; 60], at("2026-11-22T13:10:00Z")).expect("written");
    }
    assert_eq!(stored_files(home.path()).len(), 3, "two lines to each file of 100 bytes at most");
}

#[test]
fn all_acknowledged_appends_are_on_disk_when_the_log_ends() {
    let home = tempfile::tempdir().expect("a folder");
    let clock = Clock::fixed_at(at("2026-11-22T13:00:00Z"));
    let recording = Recording::start(home.path(), bounds(1 << 20), clock).expect("a thread");
    let (listener, stats) = (recording.listener(), recording.stats());
    let rows = rows();
    for last in 1..=500 {
        acknowledge(&*listener, &rows, last);
    }
    recording.finish(Duration::from_secs(60));
    let lines: Vec<String> = stored_files(home.path()).into_iter().flat_map(|(_, lines)| lines).collect();
    assert_eq!((lines.len(), stats.written(), stats.dropped()), (500, 500, 0));
    assert!(lines[499].contains(r#""last":500"#), "{}", lines[499]);
}

#[test]
fn a_refusing_disk_drops_lines_without_failing_appends() {
    let home = tempfile::tempdir().expect("a folder");
    // A file where the folder should be.
    let folder = home.path().join("acknowledged");
    std::fs::write(&folder, "").expect("written");
    let clock = Clock::fixed_at(at("2026-11-22T13:00:00Z"));
    let recording = Recording::start(&folder, bounds(1 << 20), clock).expect("a thread");
    let (listener, stats) = (recording.listener(), recording.stats());
    acknowledge(&*listener, &rows(), 1);
    recording.finish(Duration::from_secs(60));
    assert_eq!((stats.written(), stats.dropped()), (0, 1));
}

#[test]
fn a_full_channel_drops_lines_at_once_and_counts_them() {
    let (lines, waiting) = sync_channel(2);
    let recorder = Recorder { lines, stats: Arc::default() };
    let rows = rows();
    for last in 1..=5 {
        // Nothing takes them out: a blocking send would wait for ever.
        acknowledge(&recorder, &rows, last);
    }
    assert_eq!(recorder.stats.dropped(), 3);
    assert!(matches!(waiting.try_recv(), Ok(Message::Line(line)) if line.contains(r#""last":1"#)));
}
