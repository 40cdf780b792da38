//! Rebuilds and verifications from the screens: what a row asks for is carried out by a projecting process, stays visible,
//! and survives the end of that process.

use fairway_events::connections::Sessions;
use fairway_operator_tasks::TaskRunner;
use fairway_query::{Projection, Rebuild, RebuildOptions};
use fairway_store::operator_tasks::work;
use fairway_store::operators::Role;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Operator, names_no_command};
use crate::support::{Answer, Portal};

impl Portal {
    /// A projecting process that has the owner's log-in.
    fn task_runner(&self) -> TaskRunner {
        TaskRunner::new(
            self.pool.clone(),
            Sessions::with_options(self.database().options()),
            self.clock.clone(),
        )
    }

    /// One that has not.
    fn weak_task_runner(&self) -> TaskRunner {
        let sessions =
            Sessions { role: Some("fairway_app"), ..Sessions::with_options(self.database().options()) };
        TaskRunner::new(self.pool.clone(), sessions, self.clock.clone())
    }

    async fn carries_out(&self) {
        assert!(self.task_runner().step().await.expect("the database answers"), "there is a task");
    }

    async fn alter_rows(&self, statement: &str) {
        let done = sqlx::query(statement).execute(&self.pool).await.expect(statement);
        assert!(done.rows_affected() > 0, "{statement}");
    }

    async fn stored_number(&self, sql: &str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&self.pool).await.expect(sql)
    }

    /// Whether the new tables of a rebuild exist.
    async fn has_new_tables(&self) -> bool {
        self.stored_number("SELECT count(*) FROM pg_namespace WHERE nspname IN ('rebuild', 'verify_scratch')")
            .await
            > 0
    }
}

impl Operator<'_> {
    async fn ask(&self, path: &str, body: Value) -> Uuid {
        let answer = self.post(path, &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body["id"].as_str().expect("an id").parse().expect("an id")
    }

    async fn rebuild(&self, projections: &[&str], dry_run: bool) -> Uuid {
        let body = json!({ "projections": projections, "dry_run": dry_run, "reason": "ticket 12" });
        self.ask("/operator/api/projections/rebuild", body).await
    }

    async fn task(&self, id: Uuid) -> Value {
        let answer = self.get(&format!("/operator/api/tasks/task?id={id}")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    }

    async fn decide(&self, what: &str, id: Uuid) -> Answer {
        self.post(&format!("/operator/api/{what}"), &json!({ "id": id, "reason": "compared" })).await
    }
}

/// The findings of a rebuild about a table.
fn table<'a>(task: &'a Value, name: &str) -> &'a Value {
    let tables = task["result"]["tables"].as_array().unwrap_or_else(|| panic!("no tables in {task}"));
    tables.iter().find(|table| table["table"] == name).unwrap_or_else(|| panic!("no {name} in {task}"))
}

const SPOILT: &str = "UPDATE club_days SET claimed = claimed + 3 WHERE play_date = '2026-11-28'";
const CLAIMED: &str = "SELECT claimed::bigint FROM club_days WHERE play_date = '2026-11-28'";

/// A portal with a booked day, whose places are counted wrongly.
async fn spoilt() -> Portal {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    jan.book("2026-11-28", &["jan"]).await;
    portal.caught_up().await;
    portal.alter_rows(SPOILT).await;
    portal
}

#[tokio::test]
async fn a_rebuild_shows_the_differences_and_a_swap_of_its_own_heals_them() {
    let portal = spoilt().await;
    let admin = portal.operator("anke", &[Role::Admin]).await;
    let id = admin.rebuild(&["club_days"], false).await;
    assert_eq!(admin.task(id).await["state"], "waiting");
    admin
        .decide("projections/swap", id)
        .await
        .fails(409, "Its tables are not compared yet: wait until it is ready.");
    portal.carries_out().await;

    let ready = admin.task(id).await;
    assert_eq!((&ready["state"], &ready["error"]), (&json!("ready"), &Value::Null), "{ready}");
    let compared = table(&ready, "club_days");
    assert_eq!(compared["differences"], 1, "{compared}");
    assert_eq!(compared["live_rows"], compared["rebuilt_rows"]);
    let example = &compared["examples"][0];
    let claimed = |side: &str| example[side]["claimed"].as_i64().expect("a count");
    assert_eq!(claimed("live"), claimed("rebuilt") + 3, "{example}");
    assert_eq!(portal.stored_number(CLAIMED).await, claimed("live"), "{example}");

    let again = admin.post("/operator/api/projections/rebuild", &json!({ "reason": "again" })).await;
    again.fails(
        409,
        "A rebuild is running, or waits for a decision: swap or cancel it before you start another.",
    );
    assert_eq!(admin.decide("projections/swap", id).await.status, 200);
    admin.decide("projections/cancel", id).await.fails(409, "The swap was decided and is being carried out.");
    portal.carries_out().await;
    let done = admin.task(id).await;
    assert_eq!(done["state"], "done", "{done}");
    assert!(done["result"]["swapped"]["old"].as_str().is_some_and(|old| old.starts_with("old_")), "{done}");
    assert_eq!(table(&done, "club_days")["differences"], 1, "what was found stays visible");
    assert_eq!(portal.stored_number(CLAIMED).await, claimed("rebuilt"));
    assert!(!portal.task_runner().step().await.expect("the database answers"), "nothing is left to do");

    let acts: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT action, subject, reason FROM operator_actions WHERE action NOT IN ('view', 'log in') ORDER BY action",
    )
    .fetch_all(&portal.pool)
    .await
    .expect("the acts");
    let recorded =
        |action: &str, reason: &str| (action.to_owned(), "club_days".to_owned(), reason.to_owned());
    assert_eq!(acts, [recorded("rebuild", "ticket 12"), recorded("swap read models", "compared")]);
}

#[tokio::test]
async fn a_dry_run_and_a_cancelled_rebuild_leave_no_tables_and_change_none() {
    let portal = spoilt().await;
    let admin = portal.operator("anke", &[Role::Admin]).await;
    let claimed = portal.stored_number(CLAIMED).await;
    let dry = admin.rebuild(&[], true).await;
    portal.carries_out().await;
    let done = admin.task(dry).await;
    assert_eq!(done["state"], "done", "{done}");
    assert_eq!(table(&done, "club_days")["differences"], 1);
    assert!(table(&done, "ledger")["live_rows"].is_number(), "all projections are compared: {done}");
    assert!(!portal.has_new_tables().await);
    admin.decide("projections/swap", dry).await.fails(409, "It has ended.");

    let waiting = admin.rebuild(&[], false).await;
    assert_eq!(admin.decide("projections/cancel", waiting).await.status, 200);
    assert_eq!(admin.task(waiting).await["state"], "cancelled", "no process had it");
    let compared = admin.rebuild(&["club_days"], false).await;
    portal.carries_out().await;
    assert!(portal.has_new_tables().await);
    assert_eq!(admin.decide("projections/cancel", compared).await.status, 200);
    portal.carries_out().await;
    assert_eq!(admin.task(compared).await["state"], "cancelled");
    assert!(!portal.has_new_tables().await);
    assert_eq!(portal.stored_number(CLAIMED).await, claimed, "as before");
    let list = admin.get("/operator/api/tasks?kind=rebuild").await;
    let states: Vec<&str> = list.body["tasks"]
        .as_array()
        .expect("tasks")
        .iter()
        .filter_map(|one| one["state"].as_str())
        .collect();
    assert_eq!(states.len(), 3, "{}", list.body);
    let unknown = json!({ "projections": ["weather"], "reason": "x" });
    assert_eq!(admin.post("/operator/api/projections/rebuild", &unknown).await.status, 422);
}

#[tokio::test]
async fn another_process_continues_the_rebuild_of_one_that_is_gone() {
    let portal = spoilt().await;
    let admin = portal.operator("anke", &[Role::Admin]).await;
    let id = admin.rebuild(&["club_days"], false).await;
    // A process takes it, makes the new tables, and is killed.
    let killed = Uuid::from_u128(7);
    let taken = work::take(&portal.pool, killed, portal.clock.now()).await.expect("the task");
    assert_eq!(taken.expect("the task").id, id);
    let projections = [Projection::named("club_days").expect("a projection")];
    let begun = Rebuild::begin(portal.pool.clone(), &projections, RebuildOptions::gentle()).await;
    begun.expect("new tables").pause().await.expect("kept");

    let runner = portal.task_runner();
    assert!(!runner.step().await.expect("an answer"), "while the other says that it works, nobody takes it");
    portal.alter_rows("UPDATE operator_tasks SET heartbeat_at = now() - interval '31 seconds'").await;
    assert!(runner.step().await.expect("an answer"));
    let ready = admin.task(id).await;
    assert_eq!(ready["state"], "ready", "{ready}");
    assert_eq!(ready["result"]["continued_after"], 0, "with the tables of the one that is gone: {ready}");
    // The one that was thought to be gone writes nothing any more.
    let progress = work::TaskProgress::default();
    let late = work::progress(&portal.pool, id, killed, &progress).await.expect("an answer");
    assert_eq!(late, None);
}

#[tokio::test]
async fn without_the_owners_log_in_a_task_says_what_to_do_instead() {
    let portal = spoilt().await;
    let admin = portal.operator("anke", &[Role::Admin]).await;
    let rebuild = admin.rebuild(&["club_days"], false).await;
    let runner = portal.weak_task_runner();
    assert!(runner.step().await.expect("an answer"));
    let failed = admin.task(rebuild).await;
    assert_eq!(failed["state"], "failed", "{failed}");
    let error = failed["error"].as_str().expect("a sentence");
    assert!(error.contains("FAIRWAY_OWNER_URL") && error.contains("rebuild on the machine"), "{error}");
    let list = admin.get("/operator/api/tasks?kind=rebuild").await;
    names_no_command(&failed);
    assert_eq!(list.body["tasks"][0]["error"], *error, "it stays visible");

    let verify = admin.ask("/operator/api/integrity/verify", json!({ "reason": "weekly" })).await;
    assert!(runner.step().await.expect("an answer"));
    let done = admin.task(verify).await;
    assert_eq!(done["state"], "done", "{done}");
    names_no_command(&done);
    let not_checked = done["result"]["not_checked"][0].as_str().expect("a sentence");
    assert!(
        not_checked.contains("read models") && not_checked.contains("FAIRWAY_OWNER_URL"),
        "{not_checked}"
    );
}

#[tokio::test]
async fn a_verification_links_each_finding_to_its_subject() {
    let portal = spoilt().await;
    portal.alter_rows("UPDATE reservations_bookings SET holes = 9 WHERE play_date = '2026-11-28'").await;
    let auditor = portal.operator("eva", &[Role::Auditor]).await;
    let body = json!({ "reason": "weekly", "heads": ["1:zz"] });
    let refused = auditor.post("/operator/api/integrity/verify", &body).await;
    assert_eq!(refused.status, 422);
    let id = auditor.ask("/operator/api/integrity/verify", json!({ "reason": "weekly" })).await;
    let second = auditor.post("/operator/api/integrity/verify", &json!({ "reason": "weekly" })).await;
    second.fails(409, "A verification is running: wait for its end, or cancel it.");
    portal.carries_out().await;
    let done = auditor.task(id).await;
    names_no_command(&done);
    assert_eq!((&done["state"], &done["error"]), (&json!("done"), &Value::Null), "{done}");
    let report = &done["result"];
    assert_eq!(report["counted"], 2, "{report}");
    let findings = report["kinds"][0]["findings"].as_array().expect("findings");
    let subject = |table: &str| {
        let finding = findings.iter().find(|one| one["at"].as_str().is_some_and(|at| at.starts_with(table)));
        finding.unwrap_or_else(|| panic!("no {table} in {report}"))["subject"].clone()
    };
    let booking: Uuid =
        sqlx::query_scalar("SELECT booking_id FROM reservations_bookings WHERE play_date = '2026-11-28'")
            .fetch_one(&portal.pool)
            .await
            .expect("the booking");
    assert_eq!(subject("reservations_bookings"), json!({ "kind": "booking", "id": booking }));
    assert_eq!(subject("club_days"), json!({ "kind": "club_day", "id": "de-es/2026-11-28" }));
    assert!(!portal.has_new_tables().await);
    let support = portal.operator("sam", &[Role::Auditor, Role::Support]).await;
    let page = format!("/operator/api/subject?kind=booking&id={booking}");
    assert_eq!(support.get(&page).await.status, 200, "the link leads somewhere");
}
