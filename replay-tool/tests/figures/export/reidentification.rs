//! Attacks on exports without personal data: on one file by what few members have, on two by what is alike in them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{NaiveDate, TimeZone, Utc};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::{Actor, Event, Holes, Journal, MembershipEvent, StreamId, SubscriptionId};
use fairway_query::{Projection, Projector, ProjectorOptions};

use super::*;
use crate::season::id;

/// Appends the first event of a stream, and projects it.
pub(super) async fn begin(database: &TestDatabase, stream: StreamId, event: impl Into<Event>) {
    let append = StreamAppend {
        stream,
        version: 0,
        events: vec![event.into()],
        correlation_id: id(9, 900),
        actor: Actor::System("test".to_owned()),
        metadata: BTreeMap::new(),
    };
    let batch = Batch { appends: vec![append], ..Batch::default() };
    let at = Utc.with_ymd_and_hms(2026, 11, 25, 9, 30, 15).unwrap();
    Journal::new(database.pool()).append(&batch, at).await.unwrap();
    let options = ProjectorOptions { projections: Projection::ALL.to_vec(), ..ProjectorOptions::default() };
    let mut projector = Projector::new(database.pool(), options);
    while projector.run_once(5_000).await.unwrap().events > 0 {}
}

/// A member whom no other event mentions gets a pass.
pub(super) async fn start_pass(database: &TestDatabase, number: u64, name: &str) {
    let who = member(number);
    let started = MembershipEvent::SubscriptionStarted {
        member: who,
        subscription: SubscriptionId(id(4, number)),
        name: name.to_owned(),
        startdate: NaiveDate::from_ymd_opt(2026, 3, 17).unwrap(),
        enddate: NaiveDate::from_ymd_opt(2027, 3, 16).unwrap(),
        paymentdate: None,
        amount_cents: 777_700,
        max: 171,
        per_month: Some(17),
        max_holes: Holes::Eighteen,
    };
    begin(database, StreamId::Membership(who), started).await;
}

#[tokio::test]
async fn a_rare_pass_is_not_named_in_a_default_export() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 60).await;
    let pool = as_role(&database, "fairway_reader").await;
    for holders in 1..=5 {
        start_pass(&database, 900 + holders, "Erelidmaatschap").await;
        for table in ["events", "play_rights_subscriptions"] {
            let text = |lines: &[Value]| Value::from(lines).to_string();
            let open = text(&lines(&pool, table, false).await);
            let tells = ["Erelidmaatschap", ":777700,"].map(|part| open.contains(part));
            assert_eq!(tells, [holders >= 5; 2], "{holders} in {table}");
            assert!(open.contains("Fairway Compleet") && open.contains(":34950,"), "{table}: many have it");
            assert!(text(&lines(&pool, table, true).await).contains("Erelidmaatschap"), "{table}");
        }
    }
}

/// The members of a row, in its order.
fn members(row: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = vec![row];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(fields) => {
                found.extend(fields.get("member").and_then(Value::as_str).map(str::to_owned));
                found.extend(fields.get("member_id").and_then(Value::as_str).map(str::to_owned));
                left.extend(fields.values());
            }
            Value::Array(values) => left.extend(values),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

/// Lays the rows of two files side by side; the number of members of the first who are then always beside the same one
/// of the second, and the number of members.
fn joined(first: &[Value], second: &[Value]) -> (usize, usize) {
    let mut beside: HashMap<String, BTreeSet<String>> = HashMap::new();
    for (one, other) in first.iter().zip(second) {
        for (one, other) in
            members(one).into_iter().zip(members(other).into_iter().chain(std::iter::repeat(String::new())))
        {
            beside.entry(one).or_default().insert(other);
        }
    }
    (beside.values().filter(|others| others.len() == 1).count(), beside.len())
}

fn has_instant(value: &Value) -> bool {
    match value {
        Value::String(text) => chrono::DateTime::parse_from_rfc3339(text).is_ok(),
        Value::Array(values) => values.iter().any(has_instant),
        Value::Object(fields) => fields.values().any(has_instant),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

#[tokio::test]
async fn no_instant_position_or_row_order_joins_two_exports() {
    let database = TestDatabase::new().await;
    season::play(&database, 24, 120).await;
    let pool = as_role(&database, "fairway_reader").await;
    let whole = lines(&pool, "events", true).await;
    assert_eq!(joined(&whole, &whole), (24, 24), "rows in the same order join all members");
    assert!(whole.iter().any(has_instant));
    for table in personal::tables() {
        let decisions = personal::columns(table).unwrap();
        if decisions.iter().all(|(_, treatment)| *treatment == Treatment::Withheld) {
            continue;
        }
        let (first, second) = (lines(&pool, table, false).await, lines(&pool, table, false).await);
        for row in &first {
            assert!(!has_instant(row), "{table}: {row}");
            assert!(row.get("position").or(row.get("sequence")).is_none(), "{table}: {row}");
        }
        let (alike, all) = joined(&first, &second);
        // A member of one row is beside one other, wherever it stands.
        let rows_a_member = first.len() / all.max(1);
        assert!(rows_a_member < 5 || alike == 0, "{table}: the order joins {alike} of {all} members");
    }
}

#[tokio::test]
async fn the_pseudonyms_of_two_files_differ_unless_they_have_one_key() {
    let database = TestDatabase::new().await;
    season::play(&database, 8, 10).await;
    let folder = folder("key");
    let key = folder.join("key");
    let exported = |key: &[&str]| {
        let export = ["export", "--format", "jsonl", "--what", "ledger"];
        let done = replay_tool(&database, &[&export[..], &NAMED, key].concat());
        succeeded(&done);
        let text = String::from_utf8(done.stdout).unwrap();
        text.lines().flat_map(|line| members(&serde_json::from_str(line).unwrap())).collect::<BTreeSet<_>>()
    };
    let with_key = ["--key", key.to_str().unwrap()];
    assert_eq!(exported(&with_key), exported(&with_key));
    assert!(exported(&[]).is_disjoint(&exported(&[])));
    assert!(exported(&[]).is_disjoint(&exported(&with_key)));
    assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(records(&database).await[0].2.ends_with(", under a kept key"));

    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).unwrap();
    let export = ["export", "--format", "jsonl", "--what", "ledger"];
    let refused = replay_tool(&database, &[&export[..], &NAMED, &with_key].concat());
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0), "others may read the key");
    std::fs::remove_dir_all(folder).unwrap();
}
