//! A journal that goes back, as after a failover to a standby without the last commits: state from the lost events is
//! dropped, and the events that replace them are projected.

use std::time::Duration;

use fairway_query::{ProgressSender, ProjectionState, ProjectionStatus, Projector, ProjectorOptions, Schema};
use sqlx::{Executor, PgPool};

use crate::rebuild::begin;
use crate::support::scenario::Scenario;
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, all, finish, follow, until};

/// Appends one event for each number: a pass. Returns the new head.
async fn append(bench: &Bench, numbers: std::ops::Range<u32>) -> i64 {
    let mut scenario = Scenario::beginning_at(numbers.start);
    for number in numbers {
        scenario.subscribe(number, 40, None);
    }
    scenario.append(&bench.journal).await;
    bench.journal.head().await.unwrap()
}

/// Removes the journal's events after a position.
async fn lose_events(pool: &PgPool, after: i64) {
    for statement in [
        "ALTER TABLE events DISABLE TRIGGER USER".to_owned(),
        format!("DELETE FROM events WHERE position > {after}"),
        format!("UPDATE journal_head SET position = {after}"),
    ] {
        pool.execute(statement.as_str()).await.unwrap();
    }
}

/// Removes the events after a position from the journal and the read models. `passes` is the number of passes up to it.
async fn roll_back(pool: &PgPool, after: i64, passes: u32) {
    lose_events(pool, after).await;
    for statement in [
        format!(
            "DELETE FROM play_rights_subscriptions
             WHERE subscription_id > '{}'",
            crate::support::subscription(passes)
        ),
        format!(
            "UPDATE projections SET position = {after}, as_of = recorded_at FROM events
             WHERE events.position = {after} AND projections.position > {after}"
        ),
    ] {
        pool.execute(statement.as_str()).await.unwrap();
    }
}

async fn all_match(bench: &Bench, condition: impl Fn(&ProjectionStatus) -> bool) -> bool {
    bench.reads.projections().await.unwrap().iter().all(condition)
}

#[tokio::test]
async fn a_projector_and_its_waiting_callers_follow_a_journal_that_went_back() {
    let mut bench = Bench::new().await;
    let progress = bench.projector.progress();
    let common_head = append(&bench, 1..4).await;
    let lost_head = append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    assert_eq!(progress.reached(), lost_head);
    roll_back(&bench.pool, common_head, 3).await;

    let new_head = append(&bench, 40..45).await;
    assert!(new_head < lost_head);
    assert_eq!(finish(&mut bench.projector).await, new_head);
    assert_eq!(progress.reached(), new_head);
    assert!(
        progress.wait_until(lost_head, Duration::ZERO).await.is_err(),
        "this journal has no such position"
    );
    assert_eq!(progress.changed_from(lost_head).await, new_head, "the lower position is reported");
    assert_same(
        &dump(&bench.pool, &Schema::live()).await,
        &from_zero(&bench.pool).await,
        "on the new branch",
    );
}

#[tokio::test]
async fn a_wait_continues_when_another_projector_takes_over_also_after_the_journal_went_back() {
    let bench = Bench::new().await;
    let sender = ProgressSender::default();
    let (progress, next) =
        (sender.progress(), || Projector::with_sender(bench.pool.clone(), all(), sender.clone()));
    let common_head = append(&bench, 1..4).await;
    let lost_head = append(&bench, 10..30).await;
    finish(&mut next()).await;
    progress.wait_until(lost_head, Duration::ZERO).await.unwrap();
    roll_back(&bench.pool, common_head, 3).await;

    let new_head = append(&bench, 40..45).await;
    let mut second = next();
    let waiting = progress.changed_from(lost_head);
    let (at, _) = tokio::join!(waiting, finish(&mut second));
    assert_eq!((at, progress.reached()), (new_head, new_head));
    let later_head = append(&bench, 50..55).await;
    assert!(later_head < lost_head);
    assert!(
        progress.wait_until(later_head, Duration::ZERO).await.is_err(),
        "only the lost events had this position"
    );
    let (waited, _) = tokio::join!(progress.wait_until(later_head, PATIENCE), finish(&mut second));
    assert_eq!(waited, Ok(()));
}

#[tokio::test]
async fn events_read_ahead_are_not_applied_when_the_journal_holds_other_events() {
    let mut bench = Bench::new().await;
    append(&bench, 1..30).await;
    assert_eq!(bench.projector.run_once(5).await.unwrap().position, 5);
    let read = "SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle' AND query LIKE '%FROM events WHERE position > $1 %'";
    until("the next batch is read", async || sqlx::query_scalar(read).fetch_one(&bench.pool).await.unwrap())
        .await;
    // The checkpoint is not changed: only the events differ.
    lose_events(&bench.pool, 5).await;
    append(&bench, 50..90).await;
    finish(&mut bench.projector).await;
    assert_same(
        &dump(&bench.pool, &Schema::live()).await,
        &from_zero(&bench.pool).await,
        "on the new branch",
    );
}

#[tokio::test]
async fn a_commit_on_a_lower_position_wakes_the_projector() {
    let bench = Bench::new().await;
    let common_head = append(&bench, 1..4).await;
    let lost_head = append(&bench, 10..30).await;
    let (committed, writer) = tokio::sync::watch::channel(lost_head);
    let never = Duration::from_secs(3_600);
    let projector = Projector::new(bench.pool.clone(), ProjectorOptions { poll: never, ..all() });
    let progress = projector.progress();
    let _running = tokio::spawn(projector.run(Some(writer), std::future::pending()));
    progress.wait_until(lost_head, PATIENCE).await.unwrap();
    roll_back(&bench.pool, common_head, 3).await;
    let new_head = append(&bench, 40..45).await;
    committed.send(new_head).unwrap();
    // The wait may end at any position up to the new head.
    let reached = tokio::time::timeout(PATIENCE, progress.changed_from(lost_head)).await.unwrap();
    assert!((common_head..=new_head).contains(&reached), "{reached}");
    progress.wait_until(new_head, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn read_models_that_are_ahead_of_the_journal_are_not_updated_until_they_are_rebuilt() {
    let mut bench = Bench::new().await;
    let common_head = append(&bench, 1..4).await;
    let lost_head = append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    // The journal was restored, the read models were not.
    lose_events(&bench.pool, common_head).await;
    append(&bench, 40..45).await;
    let before = dump(&bench.pool, &Schema::live()).await;
    let soon = Duration::from_millis(20);
    let options = ProjectorOptions { poll: soon, pauses: (soon, soon), ..all() };
    let projector = Projector::new(bench.pool.clone(), options);
    let progress = projector.progress();
    let _running = tokio::spawn(projector.run(None, std::future::pending()));
    let fails_with = |status: &ProjectionStatus, message: &str| {
        status.state == ProjectionState::Failing
            && status.last_error.as_ref().is_some_and(|error| error.contains(message))
    };
    until("the error is reported", async || {
        all_match(&bench, |status| fails_with(status, "the journal ends at 8")).await
    })
    .await;

    // When the journal has grown beyond them, they still belong to another journal.
    let head = append(&bench, 50..90).await;
    assert!(head > lost_head);
    until("the other error is reported", async || {
        all_match(&bench, |status| fails_with(status, "is not the one that")).await
    })
    .await;
    assert_same(&dump(&bench.pool, &Schema::live()).await, &before, "nothing was projected");
    assert!(progress.wait_until(1, Duration::ZERO).await.is_err(), "no wait ends");

    begin(&bench.pool).await.replace_tables().await.unwrap();
    progress.wait_until(head, PATIENCE).await.unwrap();
    assert!(all_match(&bench, |status| status.state == ProjectionState::Running).await);
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "rebuilt");
}

#[tokio::test]
async fn a_journal_that_grows_beyond_the_read_models_while_a_projector_waits_is_another_one_still() {
    let mut bench = Bench::new().await;
    let common_head = append(&bench, 1..4).await;
    append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    lose_events(&bench.pool, common_head).await;
    append(&bench, 40..45).await;
    let before = dump(&bench.pool, &Schema::live()).await;

    let mut holder = bench.pool.begin().await.unwrap();
    holder.execute("SELECT FROM projections FOR UPDATE").await.unwrap();
    let mut projector = Projector::new(bench.pool.clone(), all());
    let projecting = tokio::spawn(async move { projector.run_once(5_000).await });
    let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock')";
    until("it waits for the checkpoints", async || {
        sqlx::query_scalar(waits).fetch_one(&bench.pool).await.unwrap()
    })
    .await;
    append(&bench, 50..90).await;
    holder.rollback().await.unwrap();

    let refused = projecting.await.unwrap().unwrap_err();
    assert!(refused.to_string().contains("is not the one that"), "{refused}");
    assert_same(&dump(&bench.pool, &Schema::live()).await, &before, "nothing was projected");
}

#[tokio::test]
async fn a_rebuild_replaces_read_models_that_are_ahead_of_the_journal() {
    let mut bench = Bench::new().await;
    let common_head = append(&bench, 1..4).await;
    append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    lose_events(&bench.pool, common_head).await;
    let replaced = begin(&bench.pool).await.replace_tables().await.unwrap();
    assert_eq!(replaced.position, common_head);
    assert_eq!(finish(&mut bench.projector).await, common_head);
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "rebuilt");
}

#[tokio::test]
async fn a_process_without_projectors_sees_that_the_journal_went_back() {
    let mut bench = Bench::new().await;
    let common_head = append(&bench, 1..4).await;
    let lost_head = append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    let (progress, follower) = follow(&bench.pool);
    let _following = tokio::spawn(follower.run(std::future::pending()));
    progress.wait_until(lost_head, PATIENCE).await.unwrap();
    let announce = format!("SELECT pg_notify('fairway_projected', '{lost_head}')");
    bench.pool.execute(announce.as_str()).await.unwrap();

    roll_back(&bench.pool, common_head, 3).await;
    assert_eq!(tokio::time::timeout(PATIENCE, progress.changed_from(lost_head)).await.unwrap(), common_head);
    assert!(progress.wait_until(common_head + 1, Duration::ZERO).await.is_err());
    let new_head = append(&bench, 40..45).await;
    finish(&mut bench.projector).await;
    progress.wait_until(new_head, PATIENCE).await.unwrap();
    assert_eq!(progress.reached(), new_head);
}
