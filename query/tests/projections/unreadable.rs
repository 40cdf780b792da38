//! An event that this version cannot read stops the projector there: seen by all, skipped by none.

use fairway_events::Holes;
use fairway_query::{ProjectionState, ProjectionStatus, Schema};
use sqlx::Executor;

use crate::support::story::{Story, play_day};
use crate::support::tables::{assert_same, dump, from_zero};
use crate::support::{Bench, club, finish, member};

/// A stored event of a version to come, in a stream of its own.
const FROM_THE_FUTURE: &str = r#"
    WITH head AS (UPDATE journal_head SET position = position + 1 RETURNING position)
    INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata,
        position, recorded_at, correlation_id, actor)
    SELECT 'Reservation', gen_random_uuid()::text, 1, 'WeatherTurned', '1.0.0', '{"WeatherTurned": {}}', '{}',
        position, now(), gen_random_uuid(), 'system:test'
    FROM head"#;

fn is_stopped(status: &ProjectionStatus, position: i64) -> bool {
    status.state == ProjectionState::Stopped
        && status.position == position
        && status.last_error.as_ref().is_some_and(|error| {
            error.contains(&format!("position {}", position + 1)) && error.contains("WeatherTurned")
        })
}

#[tokio::test]
async fn an_unreadable_event_stops_every_projection_before_it() {
    let mut bench = Bench::new().await;
    let mut story = Story::default();
    story.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    story.append(&bench.journal).await;
    let readable = bench.journal.head().await.unwrap();
    bench.pool.execute(FROM_THE_FUTURE).await.unwrap();
    story.book(&club(1), play_day(1), Holes::Nine, &[(1, None)]);
    story.append(&bench.journal).await;

    // What stands before it is projected, in the first round as in every later one.
    for events in [usize::try_from(readable).unwrap(), 0, 0] {
        let round = bench.projector.run_once(5_000).await.unwrap();
        assert_eq!((round.events, round.position, round.more), (events, readable, false));
        assert_eq!(round.stopped.unwrap().position, readable + 1);
        let statuses = bench.reads.projections().await.unwrap();
        assert!(statuses.iter().all(|status| is_stopped(status, readable)), "{statuses:?}");
    }
    assert_eq!(
        bench.reads.upcoming(member(1), play_day(0)).await.unwrap().len(),
        1,
        "the later one is not shown"
    );
}

#[tokio::test]
async fn once_it_can_be_read_the_projector_goes_on_from_there() {
    let mut bench = Bench::new().await;
    let mut story = Story::default();
    bench.pool.execute(FROM_THE_FUTURE).await.unwrap();
    story.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    story.append(&bench.journal).await;
    // One event per batch: the stop is found at the batch's very start.
    assert!(bench.projector.run_once(1).await.unwrap().stopped.is_some());

    // A new version that knows the event looks, to this one, like an event that became readable.
    let repair = r#"
        ALTER TABLE events DISABLE TRIGGER events_append_only;
        UPDATE events SET event_type = 'BookingCancelled',
            payload = jsonb_build_object('BookingCancelled', jsonb_build_object('booking', aggregate_id))
        WHERE event_type = 'WeatherTurned';
        ALTER TABLE events ENABLE TRIGGER events_append_only;"#;
    bench.pool.execute(repair).await.unwrap();
    assert_eq!(finish(&mut bench.projector).await, bench.journal.head().await.unwrap());
    let statuses = bench.reads.projections().await.unwrap();
    assert!(statuses.iter().all(|status| (status.state, status.lag()) == (ProjectionState::Running, 0)));
    assert_eq!(bench.reads.upcoming(member(1), play_day(0)).await.unwrap().len(), 1);
    assert_same(&dump(&bench.pool, &Schema::live()).await, &from_zero(&bench.pool).await, "after the repair");
}
