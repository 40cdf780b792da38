//! A journal that goes back, as after the fail-over to a standby without the last commits: what was known
//! of the lost part is dropped, and what takes its place is seen.

use std::time::Duration;

use fairway_query::{ProgressSender, ProjectionState, ProjectionStatus, Projector, ProjectorOptions, Schema};
use sqlx::{Executor, PgPool};

use crate::rebuild::begin;
use crate::support::scenario::Scenario;
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, all, finish, follow, until};

/// Appends one event for each number: a pass.
async fn append(bench: &Bench, numbers: std::ops::Range<u32>) -> i64 {
    let mut scenario = Scenario::beginning_at(numbers.start);
    for number in numbers {
        scenario.subscribe(number, 40, None);
    }
    scenario.append(&bench.journal).await;
    bench.journal.head().await.unwrap()
}

/// Takes the journal back to a position.
async fn lose_events(pool: &PgPool, after: i64) {
    for statement in [
        "ALTER TABLE events DISABLE TRIGGER USER".to_owned(),
        format!("DELETE FROM events WHERE position > {after}"),
        format!("UPDATE journal_head SET position = {after}"),
    ] {
        pool.execute(statement.as_str()).await.unwrap();
    }
}

/// Takes journal and read models back to a position at which there were `passes`.
async fn lose(pool: &PgPool, after: i64, passes: u32) {
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

async fn all_are(bench: &Bench, holds: impl Fn(&ProjectionStatus) -> bool) -> bool {
    bench.reads.projections().await.unwrap().iter().all(holds)
}

#[tokio::test]
async fn a_projector_follows_a_journal_that_went_back_and_so_does_who_waits_for_it() {
    let mut bench = Bench::new().await;
    let progress = bench.projector.progress();
    let kept = append(&bench, 1..4).await;
    let lost = append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    assert_eq!(progress.reached(), lost);
    lose(&bench.pool, kept, 3).await;

    let again = append(&bench, 40..45).await;
    assert!(again < lost);
    assert_eq!(finish(&mut bench.projector).await, again);
    assert_eq!(progress.reached(), again);
    assert!(progress.wait_until(lost, Duration::ZERO).await.is_err(), "it was not seen in this journal");
    assert_eq!(progress.changed_from(lost).await, again, "who tells others hears of it");
    assert_same(
        &dump(&bench.pool, &Schema::live()).await,
        &from_zero(&bench.pool).await,
        "on the new branch",
    );
}

#[tokio::test]
async fn who_waits_does_not_notice_that_another_projector_tells_also_where_the_journal_went_back_between() {
    let bench = Bench::new().await;
    let sender = ProgressSender::default();
    let (progress, next) =
        (sender.progress(), || Projector::with_sender(bench.pool.clone(), all(), sender.clone()));
    let kept = append(&bench, 1..4).await;
    let lost = append(&bench, 10..30).await;
    finish(&mut next()).await;
    progress.wait_until(lost, Duration::ZERO).await.unwrap();
    lose(&bench.pool, kept, 3).await;

    let again = append(&bench, 40..45).await;
    let mut second = next();
    let waiting = progress.changed_from(lost);
    let (at, _) = tokio::join!(waiting, finish(&mut second));
    assert_eq!((at, progress.reached()), (again, again));
    let later = append(&bench, 50..55).await;
    assert!(later < lost);
    assert!(progress.wait_until(later, Duration::ZERO).await.is_err(), "only the lost journal was there");
    let (seen, _) = tokio::join!(progress.wait_until(later, PATIENCE), finish(&mut second));
    assert_eq!(seen, Ok(()));
}

#[tokio::test]
async fn events_read_ahead_are_not_applied_when_the_journal_holds_other_events() {
    let mut bench = Bench::new().await;
    append(&bench, 1..30).await;
    assert_eq!(bench.projector.run_once(5).await.unwrap().position, 5);
    let read = "SELECT count(*) > 0 FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle' AND query LIKE '%FROM events WHERE position > $1 %'";
    until("the next stretch is read", async || {
        sqlx::query_scalar(read).fetch_one(&bench.pool).await.unwrap()
    })
    .await;
    // The checkpoint stays where it is: nothing but the events tells the difference.
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
    let kept = append(&bench, 1..4).await;
    let lost = append(&bench, 10..30).await;
    let (committed, writer) = tokio::sync::watch::channel(lost);
    let never = Duration::from_secs(3_600);
    let projector = Projector::new(bench.pool.clone(), ProjectorOptions { poll: never, ..all() });
    let progress = projector.progress();
    let _running = tokio::spawn(projector.run(Some(writer), std::future::pending()));
    progress.wait_until(lost, PATIENCE).await.unwrap();
    lose(&bench.pool, kept, 3).await;
    let again = append(&bench, 40..45).await;
    committed.send(again).unwrap();
    // Who looks late sees only where it has come to since.
    let reached = tokio::time::timeout(PATIENCE, progress.changed_from(lost)).await.unwrap();
    assert!((kept..=again).contains(&reached), "{reached}");
    progress.wait_until(again, PATIENCE).await.unwrap();
}

#[tokio::test]
async fn read_models_that_are_ahead_of_the_journal_take_nothing_in_until_they_are_rebuilt() {
    let mut bench = Bench::new().await;
    let kept = append(&bench, 1..4).await;
    let lost = append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    // The journal was restored, the read models were not.
    lose_events(&bench.pool, kept).await;
    append(&bench, 40..45).await;
    let before = dump(&bench.pool, &Schema::live()).await;
    let soon = Duration::from_millis(20);
    let options = ProjectorOptions { poll: soon, pauses: (soon, soon), ..all() };
    let projector = Projector::new(bench.pool.clone(), options);
    let progress = projector.progress();
    let _running = tokio::spawn(projector.run(None, std::future::pending()));
    let says = |status: &ProjectionStatus, what: &str| {
        status.state == ProjectionState::Failing
            && status.last_error.as_ref().is_some_and(|error| error.contains(what))
    };
    until("it is said", async || all_are(&bench, |status| says(status, "the journal ends at 8")).await).await;

    // Also when the journal has grown changed_from them, they are not of that journal.
    let head = append(&bench, 50..90).await;
    assert!(head > lost);
    until("that is said", async || all_are(&bench, |status| says(status, "is not the one that")).await).await;
    assert_same(&dump(&bench.pool, &Schema::live()).await, &before, "nothing was taken in");
    assert!(progress.wait_until(1, Duration::ZERO).await.is_err(), "no wait ends by it");

    begin(&bench.pool).await.swap().await.unwrap();
    progress.wait_until(head, PATIENCE).await.unwrap();
    assert!(all_are(&bench, |status| status.state == ProjectionState::Running).await);
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "rebuilt");
}

#[tokio::test]
async fn a_rebuild_replaces_read_models_that_are_ahead_of_the_journal() {
    let mut bench = Bench::new().await;
    let kept = append(&bench, 1..4).await;
    append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    lose_events(&bench.pool, kept).await;
    let swapped = begin(&bench.pool).await.swap().await.unwrap();
    assert_eq!(swapped.position, kept);
    assert_eq!(finish(&mut bench.projector).await, kept);
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "rebuilt");
}

#[tokio::test]
async fn a_process_without_projectors_sees_that_the_journal_went_back() {
    let mut bench = Bench::new().await;
    let kept = append(&bench, 1..4).await;
    let lost = append(&bench, 10..30).await;
    finish(&mut bench.projector).await;
    let (progress, follower) = follow(&bench.pool);
    let _following = tokio::spawn(follower.run(std::future::pending()));
    progress.wait_until(lost, PATIENCE).await.unwrap();
    let announce = format!("SELECT pg_notify('fairway_projected', '{lost}')");
    bench.pool.execute(announce.as_str()).await.unwrap();

    lose(&bench.pool, kept, 3).await;
    assert_eq!(tokio::time::timeout(PATIENCE, progress.changed_from(lost)).await.unwrap(), kept);
    assert!(progress.wait_until(kept + 1, Duration::ZERO).await.is_err());
    let again = append(&bench, 40..45).await;
    finish(&mut bench.projector).await;
    progress.wait_until(again, PATIENCE).await.unwrap();
    assert_eq!(progress.reached(), again);
}
