//! An event that this version cannot read stops the projections that read its kind: none of them skips it. The other
//! projections continue, and callers do not wait for the stopped ones.

use std::time::Duration;

use fairway_events::{AggregateType, Holes};
use fairway_query::{Projection, ProjectionState, ProjectionStatus, Projector, ProjectorOptions, Schema};
use sqlx::{Executor, PgPool};

use crate::support::scenario::{Scenario, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, PATIENCE, all, club, finish, follow, member};

/// Inserts an event of a later version, in its own stream.
fn insert_unreadable(kind: &str) -> String {
    let id = if matches!(kind, "CourseDay" | "WaitingList" | "ArrivalList") {
        "'club-1/2026-11-20'"
    } else {
        "gen_random_uuid()::text"
    };
    format!(
        r#"WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
        INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
            position, recorded_at, correlation_id, actor)
        SELECT '{kind}', {id}, 1, 'WeatherTurned', '1.0.0', '{{"WeatherTurned": {{}}}}', '{{}}',
            position, now(), gen_random_uuid(), 'system:test'
        FROM head"#
    )
}

fn is_stopped(status: &ProjectionStatus, position: i64) -> bool {
    status.state == ProjectionState::Stopped
        && status.position == position
        && status.last_error.as_ref().is_some_and(|error| {
            error.contains(&format!("position {}", position + 1)) && error.contains("WeatherTurned")
        })
}

/// Whether the projection of that name reads the kind.
fn reads(name: &str, kind: AggregateType) -> bool {
    Projection::ALL.iter().any(|projection| projection.name() == name && projection.reads().contains(&kind))
}

/// Appends a round, an unreadable event of that kind, and another round. Returns the position before the unreadable
/// event.
async fn append_around_unreadable(bench: &Bench, scenario: &mut Scenario, kind: &str) -> i64 {
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    let readable = bench.journal.head().await.unwrap();
    bench.pool.execute(insert_unreadable(kind).as_str()).await.unwrap();
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    readable
}

/// Makes the event readable, as a new version of the program would.
async fn repair(pool: &PgPool) {
    let statements = r#"
        ALTER TABLE events DISABLE TRIGGER events_append_only;
        UPDATE events SET event_type = 'BookingCancelled',
            payload = jsonb_build_object('BookingCancelled', jsonb_build_object('booking', aggregate_id))
        WHERE event_type = 'WeatherTurned';
        ALTER TABLE events ENABLE TRIGGER events_append_only;"#;
    pool.execute(statements).await.unwrap();
}

#[tokio::test]
async fn an_unreadable_event_stops_only_the_projections_of_its_kind() {
    for kind in AggregateType::ALL {
        let mut bench = Bench::new().await;
        let readable = append_around_unreadable(&bench, &mut Scenario::default(), kind.as_str()).await;
        let head = bench.journal.head().await.unwrap();
        // Events before it are applied, in the first round as in every later one.
        for events in [usize::try_from(head).unwrap(), 0, 0] {
            let round = bench.projector.run_once(5_000).await.unwrap();
            assert_eq!((round.events, round.position, round.more), (events, head, false));
            assert_eq!(round.stopped.unwrap().position, readable + 1);
            for status in bench.reads.projections().await.unwrap() {
                if reads(&status.name, kind) {
                    assert!(is_stopped(&status, readable), "{kind:?}: {status:?}");
                } else {
                    assert_eq!((status.state, status.position), (ProjectionState::Running, head), "{kind:?}");
                }
            }
        }
        let shown = bench.reads.upcoming(member(1), play_day(0)).await.unwrap().len();
        let expected = if kind == AggregateType::Reservation { 1 } else { 2 };
        assert_eq!(shown, expected, "{kind:?}: the later round");
    }
}

#[tokio::test]
async fn an_event_of_an_unknown_kind_stops_no_projection() {
    let mut bench = Bench::new().await;
    append_around_unreadable(&bench, &mut Scenario::default(), "Weather").await;
    assert_eq!(finish(&mut bench.projector).await, bench.journal.head().await.unwrap());
    let statuses = bench.reads.projections().await.unwrap();
    assert!(statuses.iter().all(|status| (status.state, status.lag()) == (ProjectionState::Running, 0)));
    assert_eq!(bench.reads.upcoming(member(1), play_day(0)).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_wait_skips_a_projection_that_is_stopped() {
    let mut bench = Bench::new().await;
    let progress = bench.projector.progress();
    append_around_unreadable(&bench, &mut Scenario::default(), "Reservation").await;
    let head = bench.journal.head().await.unwrap();
    bench.projector.run_once(5_000).await.unwrap();
    progress.wait_until(head, Duration::ZERO).await.unwrap();

    let (follower_progress, follower) = follow(&bench.pool);
    let _following = tokio::spawn(follower.run(std::future::pending()));
    follower_progress.wait_until(head, PATIENCE).await.unwrap();

    // Also where all projections are stopped.
    let options = ProjectorOptions { projections: vec![fairway_query::reservations::PROJECTION], ..all() };
    let mut projector = Projector::new(bench.pool.clone(), options);
    let progress = projector.progress();
    projector.run_once(5_000).await.unwrap();
    progress.wait_until(head, Duration::ZERO).await.unwrap();
}

#[tokio::test]
async fn when_the_event_becomes_readable_the_projections_continue_there() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    bench.pool.execute(insert_unreadable("Reservation").as_str()).await.unwrap();
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    scenario.append(&bench.journal).await;
    // One event per batch: the unreadable event is the first of its batch.
    assert!(bench.projector.run_once(1).await.unwrap().stopped.is_some());
    while bench.projector.run_once(2).await.unwrap().events > 0 {}

    repair(&bench.pool).await;
    // First another projector continues, then the one that was stopped.
    let mut upgraded = Projector::new(bench.pool.clone(), all());
    upgraded.run_once(1).await.unwrap();
    assert_eq!(finish(&mut bench.projector).await, bench.journal.head().await.unwrap());
    let statuses = bench.reads.projections().await.unwrap();
    assert!(statuses.iter().all(|status| (status.state, status.lag()) == (ProjectionState::Running, 0)));
    assert_eq!(bench.reads.upcoming(member(1), play_day(0)).await.unwrap().len(), 1);
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "after the repair");
}

#[tokio::test]
async fn a_step_without_new_events_checks_stopped_projections_again() {
    let mut bench = Bench::new().await;
    let readable = append_around_unreadable(&bench, &mut Scenario::default(), "Reservation").await;
    assert!(bench.projector.run_once(5_000).await.unwrap().stopped.is_some());
    // It still cannot be read.
    let round = bench.projector.run_once(5_000).await.unwrap();
    assert_eq!(round.stopped.map(|stopped| stopped.position), Some(readable + 1));
    repair(&bench.pool).await;
    let round = bench.projector.run_once(5_000).await.unwrap();
    assert!(round.events > 0 && round.stopped.is_none(), "{round:?}");
}

#[tokio::test]
async fn stopped_projections_are_checked_again_also_while_events_keep_arriving() {
    let mut bench = Bench::new().await;
    let options = ProjectorOptions { poll: Duration::ZERO, ..all() };
    bench.projector = Projector::new(bench.pool.clone(), options);
    let mut scenario = Scenario::default();
    append_around_unreadable(&bench, &mut scenario, "Voucher").await;
    for day in 2..4 {
        assert!(bench.projector.run_once(5_000).await.unwrap().stopped.is_some());
        scenario.book(&club(1), play_day(day), Holes::Nine, &[(1, None)]);
        scenario.append(&bench.journal).await;
    }
    bench.pool.execute("ALTER TABLE events DISABLE TRIGGER events_append_only").await.unwrap();
    let known = "UPDATE events SET aggregate_type = 'Weather' WHERE event_type = 'WeatherTurned'";
    bench.pool.execute(known).await.unwrap();
    let round = bench.projector.run_once(5_000).await.unwrap();
    assert!(round.events > 0 && round.stopped.is_none(), "{round:?}");
}
