//! `lag`, `projections`, `resume` and `record`, for operators and monitoring: output and exit statuses of the program.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::projections::watch;
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{Actor, Holes, Journal, MemberId, StreamId, VoucherEvent, VoucherId, VoucherKind};
use fairway_query::{Projector, ProjectorOptions};
use serde_json::Value;
use sqlx::Executor;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use uuid::Uuid;

/// An event of a future version, in a separate stream.
const INSERT_FUTURE_EVENT: &str = r#"
    WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
    INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
        position, recorded_at, correlation_id, actor)
    SELECT 'Voucher', gen_random_uuid()::text, 1, 'VoucherFramed', '1.0.0', '{"VoucherFramed": {}}', '{}',
        position, now(), gen_random_uuid(), 'system:test'
    FROM head"#;

/// Changes the event to one that this version can read.
const REPAIR: &str = r#"
    ALTER TABLE events DISABLE TRIGGER events_append_only;
    UPDATE events SET event_type = known.event_type, payload = jsonb_set(known.payload,
        '{VoucherGranted,voucher}', to_jsonb(events.aggregate_id))
    FROM (SELECT event_type, payload FROM events WHERE position = 1) AS known
    WHERE events.event_type = 'VoucherFramed';
    ALTER TABLE events ENABLE TRIGGER events_append_only;"#;

struct Fixture {
    database: TestDatabase,
    journal: Journal,
}

/// The output of the program.
struct CommandOutput {
    code: i32,
    out: String,
    err: String,
}

impl CommandOutput {
    fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }
}

impl Fixture {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let journal = Journal::new(database.pool());
        Self { database, journal }
    }

    async fn grant(&self, number: u128, at: DateTime<Utc>) {
        let voucher = VoucherId(Uuid::from_u128(number));
        let granted = VoucherEvent::VoucherGranted {
            voucher,
            member: MemberId(Uuid::from_u128(7)),
            kind: VoucherKind::Free,
            title: "Welkom".to_owned(),
            holes: Holes::Nine,
            expires: NaiveDate::from_ymd_opt(2026, 12, 31).expect("a day"),
        };
        let append = StreamAppend {
            stream: StreamId::Voucher(voucher),
            version: 0,
            events: vec![granted.into()],
            correlation_id: Uuid::from_u128(number),
            actor: Actor::import(),
            metadata: BTreeMap::new(),
        };
        let batch = Batch { appends: vec![append], receipts: Vec::new() };
        self.journal.append(&batch, at).await.expect("an append");
    }

    async fn some_time_ago(&self) -> DateTime<Utc> {
        let pool = self.database.pool();
        sqlx::query_scalar("SELECT now() - interval '90 seconds'").fetch_one(&pool).await.expect("an instant")
    }

    fn projector(&self) -> Projector {
        let soon = Duration::from_millis(20);
        let options = ProjectorOptions { poll: soon, pauses: (soon, soon), ..ProjectorOptions::default() };
        Projector::new(self.database.pool(), options)
    }

    async fn tool(&self, arguments: &[&str]) -> CommandOutput {
        let output = self.command(arguments).output().await.expect("the program runs");
        CommandOutput {
            code: output.status.code().expect("an exit status"),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_replay-tool"));
        command.args(arguments).env("DATABASE_URL", self.database.url());
        command
    }
}

fn line<'a>(lines: &'a Value, name: &str) -> &'a Value {
    let found = lines.as_array().expect("a list").iter().find(|line| line["name"] == name);
    found.expect("the projection")
}

#[tokio::test]
async fn lag_shows_events_and_time_and_its_exit_status_follows_the_limits() {
    let fixture = Fixture::new().await;
    let then = fixture.some_time_ago().await;
    for number in [1, 2, 3] {
        fixture.grant(number, then).await;
    }
    let behind = fixture.tool(&["lag", "--json"]).await;
    assert_eq!(behind.code, 0, "without a limit any lag is only shown: {}", behind.err);
    let look = &behind.json()[0];
    assert_eq!(look["journal_position"], 3);
    let vouchers = line(&look["projections"], "vouchers");
    assert_eq!((&vouchers["position"], &vouchers["lag_events"]), (&0.into(), &3.into()));
    let waited = vouchers["lag_seconds"].as_f64().expect("seconds");
    assert!((90.0..3_600.0).contains(&waited), "{waited}");
    assert_eq!(fixture.tool(&["lag", "--max-events", "2"]).await.code, 4);
    assert_eq!(fixture.tool(&["lag", "--max-seconds", "60"]).await.code, 4);
    assert_eq!(fixture.tool(&["lag", "--max-events", "3", "--max-seconds", "3600"]).await.code, 0);

    fixture.projector().run_once(100).await.expect("a round");
    sqlx::query("DELETE FROM projections WHERE position = 0")
        .execute(&fixture.database.pool())
        .await
        .expect("rows");
    let up_to_date = fixture.tool(&["lag", "--max-events", "0", "--max-seconds", "0"]).await;
    assert_eq!(up_to_date.code, 0, "{}{}", up_to_date.out, up_to_date.err);
    assert!(up_to_date.out.starts_with("journal at position 3, "), "{}", up_to_date.out);
    assert!(up_to_date.out.lines().any(|line| line.starts_with("vouchers") && line.contains("running")));

    sqlx::query("UPDATE projections SET state = 'failing', last_error = 'x' WHERE name = 'ledger'")
        .execute(&fixture.database.pool())
        .await
        .expect("a failing projection");
    let failing = fixture.tool(&["lag", "--watch", "1", "--max-events", "0"]).await;
    assert_eq!(failing.code, 4, "monitoring hears of one that does not run, also while watching");
    assert!(failing.err.contains("ledger"), "{}", failing.err);
}

#[tokio::test]
async fn a_stopped_projection_names_its_event_and_resume_waits_until_it_continues() {
    let fixture = Fixture::new().await;
    let then = fixture.some_time_ago().await;
    fixture.grant(1, then).await;
    fixture.database.pool().execute(INSERT_FUTURE_EVENT).await.expect("an event");
    fixture.grant(2, then).await;
    let round = fixture.projector().run_once(100).await.expect("a round");
    assert!(round.stopped.is_some());

    let shown = fixture.tool(&["projections"]).await;
    assert_eq!(shown.code, 4);
    let named = "stands before position 2, VoucherFramed version 1.0.0; this version cannot read it either";
    assert!(shown.out.contains(named), "{}", shown.out);
    let line = fixture.tool(&["projections", "--json"]).await.json();
    let vouchers = line.iter().find(|line| line["name"] == "vouchers").expect("the projection");
    assert_eq!((&vouchers["state"], &vouchers["unreadable"]["position"]), (&"stopped".into(), &2.into()));
    assert!(vouchers["last_error"].as_str().is_some_and(|error| error.contains("position 2")));

    let cannot = fixture.tool(&["projections", "resume", "vouchers"]).await;
    assert_eq!(cannot.code, 4, "it does not wait for an event that cannot be read: {}", cannot.out);
    assert!(cannot.out.contains("position 2"), "{}", cannot.out);
    assert_eq!(fixture.tool(&["projections", "resume", "nonsense"]).await.code, 3);

    fixture.database.pool().execute(REPAIR).await.expect("a repair");
    let without_projector = fixture.tool(&["projections", "resume", "vouchers", "--patience", "1"]).await;
    assert_eq!(without_projector.code, 4);
    assert!(
        without_projector.out.contains("does `fairway serve` or `fairway project` run"),
        "{}",
        without_projector.out
    );

    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let mut projecting = tokio::task::JoinSet::new();
    let mut resume = fixture.command(&["projections", "resume", "vouchers", "ledger"]);
    let mut resume = resume.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut stderr_lines = BufReader::new(resume.stderr.take().expect("its errors")).lines();
    let waits = stderr_lines.next_line().await.expect("text").expect("a line");
    assert_eq!(waits, "vouchers: at position 1, waits for a projector, 30 s at most");
    let projector = fixture.projector();
    projecting.spawn(projector.run(None, async { drop(stopped.await) }));
    let resumed = resume.wait_with_output().await.expect("its end");
    let out = String::from_utf8(resumed.stdout).expect("text");
    assert!(resumed.status.success(), "{out}");
    assert!(out.contains("vouchers: goes on, at position 3"), "{out}");
    drop(stop);
    projecting.join_all().await;
    assert_eq!(fixture.tool(&["projections"]).await.code, 0);
}

#[tokio::test]
async fn a_screen_shows_the_lag_and_the_stored_event_that_a_projection_cannot_pass() {
    let fixture = Fixture::new().await;
    fixture.grant(1, fixture.some_time_ago().await).await;
    let pool = fixture.database.pool();
    pool.execute(INSERT_FUTURE_EVENT).await.expect("an event");
    fixture.grant(2, fixture.some_time_ago().await).await;
    fixture.projector().run_once(100).await.expect("a round");
    let watch = serde_json::to_value(watch(&pool).await.expect("an answer")).expect("JSON");
    assert_eq!(watch["head"], 3);
    let vouchers = line(&watch["projections"], "vouchers");
    assert_eq!((&vouchers["state"], &vouchers["lag_events"]), (&"stopped".into(), &2.into()));
    assert!(vouchers["lag_seconds"].as_f64().expect("seconds") >= 0.0);
    let event = &vouchers["event"];
    assert_eq!((&event["position"], &event["sequence"]), (&2.into(), &1.into()));
    assert_eq!((&event["event"], &event["readable_here"]), (&"VoucherFramed".into(), &false.into()));
    assert_eq!(event["payload"], serde_json::json!({"VoucherFramed": {}}));
    assert!(event["stream"].as_str().expect("a stream").starts_with("Voucher "));
    let running = line(&watch["projections"], "reservations");
    assert_eq!((&running["state"], &running["event"]), (&"running".into(), &Value::Null));
}

#[tokio::test]
async fn record_counts_events_and_its_check_finds_unreadable_and_lossy_ones() {
    let fixture = Fixture::new().await;
    let then = fixture.some_time_ago().await;
    for number in 1..=7 {
        fixture.grant(number, then).await;
    }
    let undamaged = fixture.tool(&["record", "--upcast-check", "--batch", "2"]).await;
    assert_eq!(undamaged.code, 0, "{}{}", undamaged.out, undamaged.err);
    assert!(undamaged.out.contains("7 events, positions 1 to 7"), "{}", undamaged.out);

    for _ in 0..2 {
        fixture.database.pool().execute(INSERT_FUTURE_EVENT).await.expect("an event");
    }
    // A later version's payload with a field that this one does not know.
    let wider = r#"
        WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
        INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
            position, recorded_at, correlation_id, actor)
        SELECT 'Voucher', gen_random_uuid()::text, 1, 'VoucherGranted', known.event_version,
            jsonb_set(known.payload, '{VoucherGranted,frame}', '"gold"'), '{}', head.position, now(),
            gen_random_uuid(), 'system:test'
        FROM head, (SELECT * FROM events WHERE position = 1) AS known"#;
    fixture.database.pool().execute(wider).await.expect("an event");

    let found = fixture.tool(&["record", "--upcast-check", "--json", "--batch", "3"]).await;
    assert_eq!(found.code, 4, "{}", found.err);
    let check = &found.json()[0];
    assert_eq!((&check["events"], &check["up_to"]), (&10.into(), &10.into()));
    let findings = check["findings"].as_array().expect("findings");
    assert_eq!(findings.len(), 2, "{check:#}");
    assert_eq!((&findings[0]["event"], &findings[0]["fault"]), (&"VoucherFramed".into(), &"payload".into()));
    assert_eq!((&findings[0]["events"], &findings[0]["positions"]), (&2.into(), &serde_json::json!([8, 9])));
    assert_eq!(
        (&findings[1]["fault"], &findings[1]["positions"]),
        (&"round_trip".into(), &serde_json::json!([10]))
    );
    assert_eq!(findings[1]["example"], ".VoucherGranted.frame differs");
    let later = fixture.tool(&["record", "--upcast-check", "--after", "9", "--json"]).await.json();
    assert_eq!(later[0]["events"], 1);

    let kinds = fixture.tool(&["record", "--json"]).await;
    assert_eq!(kinds.code, 0);
    let granted = &kinds.json()[1];
    assert_eq!(
        (&granted["event"], &granted["events"], &granted["last"]),
        (&"VoucherGranted".into(), &8.into(), &10.into())
    );
    let text = fixture.tool(&["record", "--upcast-check"]).await.out;
    assert!(text.contains("unreadable payload") && text.contains("8, 9"), "{text}");
}

#[tokio::test]
async fn every_command_has_help_with_an_example() {
    let fixture = Fixture::new().await;
    for command in ["lag", "projections", "record"] {
        let help = fixture.tool(&[command, "--help"]).await;
        assert_eq!(help.code, 0);
        assert!(
            help.out.contains(&format!("replay-tool {command}")) && help.out.contains("Exit status"),
            "{}",
            help.out
        );
    }
}
