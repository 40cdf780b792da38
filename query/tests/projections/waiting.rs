//! Read your own writes: in the projecting process, and in another process.

use std::time::Duration;

use fairway_events::Holes;
use fairway_query::{ModelsBehind, Projector, ProjectorOptions};
use sqlx::Executor;

use crate::support::scenario::{Scenario, play_day};
use crate::support::{Bench, PATIENCE, all, club, finish, follow, member};

#[tokio::test]
async fn a_wait_ends_when_the_projections_reach_the_position() {
    let mut bench = Bench::new().await;
    let progress = bench.projector.progress();
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();

    let early = progress.wait_until(head, Duration::ZERO).await;
    assert_eq!(early, Err(ModelsBehind { wanted: head, reached: 0 }));
    let (waited, _) = tokio::join!(progress.wait_until(head, PATIENCE), finish(&mut bench.projector));
    assert_eq!((waited, progress.reached()), (Ok(()), head));
    assert_eq!(bench.reads.upcoming(member(1), play_day(0)).await.unwrap().len(), 1);
    progress.wait_until(head, Duration::ZERO).await.unwrap();
}

#[tokio::test]
async fn a_process_without_projectors_is_notified_by_the_one_that_has_them() {
    let bench = Bench::new().await;
    let (progress, follower) = follow(&bench.pool);
    let following = tokio::spawn(follower.run(std::future::pending()));
    let projector = Projector::new(bench.pool.clone(), all());
    let projecting = tokio::spawn(projector.run(None, std::future::pending()));
    let mut scenario = Scenario::default();
    for round in 0..10 {
        scenario.book(&club(1), play_day(round), Holes::Nine, &[(1, None)]);
        scenario.append(&bench.journal).await;
        let head = bench.journal.head().await.unwrap();
        bench.journal.announce(head).await.unwrap();
        progress.wait_until(head, PATIENCE).await.unwrap();
        let shown = bench.reads.upcoming(member(1), play_day(0)).await.unwrap();
        assert_eq!(shown.len() as u64, round + 1);
    }
    projecting.abort();
    following.abort();
}

#[tokio::test]
async fn a_lost_announcement_is_replaced_by_the_next_poll() {
    let mut bench = Bench::new().await;
    let (progress, follower) = follow(&bench.pool);
    let following = tokio::spawn(follower.run(std::future::pending()));
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    // A projector that is stepped by a test announces nothing.
    bench.catch_up(&mut scenario).await;
    let head = bench.journal.head().await.unwrap();
    progress.wait_until(head, PATIENCE).await.unwrap();
    following.abort();
}

#[tokio::test]
async fn each_position_that_is_reached_is_announced_once() {
    let bench = Bench::new().await;
    let mut listener = sqlx::postgres::PgListener::connect_with(&bench.pool).await.unwrap();
    listener.listen("fairway_projected").await.unwrap();
    let projector = Projector::new(bench.pool.clone(), all());
    let projecting = tokio::spawn(projector.run(None, std::future::pending()));
    let mut scenario = Scenario::default();
    for round in 0..3 {
        scenario.book(&club(1), play_day(round), Holes::Nine, &[(1, None)]);
        scenario.append(&bench.journal).await;
        let head = bench.journal.head().await.unwrap();
        bench.journal.announce(head).await.unwrap();
        let received =
            tokio::time::timeout(PATIENCE, listener.recv()).await.expect("an announcement").unwrap();
        assert_eq!(received.payload(), head.to_string());
    }
    projecting.abort();
}

#[tokio::test]
async fn a_projector_of_twins_announces_nothing() {
    let bench = Bench::new().await;
    let (schema, _) = crate::support::tables::beside(&bench.pool, "twins").await;
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();
    let mut listener = sqlx::postgres::PgListener::connect_with(&bench.pool).await.unwrap();
    listener.listen("fairway_projected").await.unwrap();

    let options = ProjectorOptions { schema, ..all() };
    let twin = Projector::new(bench.pool.clone(), options);
    let reached = twin.progress();
    let running = tokio::spawn(twin.run(None, std::future::pending()));
    reached.wait_until(head, PATIENCE).await.unwrap();
    bench.pool.execute("SELECT pg_notify('fairway_projected', 'sent by the test')").await.unwrap();
    let received = listener.recv().await.unwrap();
    assert_eq!(received.payload(), "sent by the test");
    running.abort();
}

#[tokio::test]
async fn a_wait_for_an_uncertain_position_makes_the_projector_read_it_again() {
    let bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    let head = bench.journal.head().await.unwrap();
    // The poll must not read the position.
    let never = Duration::from_secs(3_600);
    let projector = Projector::new(bench.pool.clone(), ProjectorOptions { poll: never, ..all() });
    let progress = projector.progress();
    let projecting = tokio::spawn(projector.run_polling(std::future::pending()));
    for _ in 0..3 {
        progress.wait_until(head, PATIENCE).await.unwrap();
        fairway_events::connections::invalidate_all();
    }
    projecting.abort();
}
