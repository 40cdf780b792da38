//! A process with projectors publishes the figures for analysts on its own.

use std::time::{Duration, Instant};

use fairway_api::services::figures;
use fairway_query::{Projection, Projector, ProjectorOptions};
use sqlx::PgPool;

use crate::projecting;
use crate::support::Portal;

/// Starting takes a second or two; a busy machine may take longer.
const TIME_LIMIT: Duration = Duration::from_secs(120);

async fn published_on(pool: &PgPool) -> Option<String> {
    let day = "SELECT day::text FROM publication";
    sqlx::query_scalar(day).fetch_optional(pool).await.expect("an answer")
}

#[tokio::test]
async fn a_projecting_process_publishes_when_it_is_started() {
    let portal = Portal::start().await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    let data = tempfile::tempdir().expect("a folder");
    let _projector = projecting::Projector::start(data.path(), &portal.database_url()).await;
    let began = Instant::now();
    while published_on(&portal.pool).await.is_none() {
        assert!(began.elapsed() < TIME_LIMIT, "nothing is published in time");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn figures_are_published_once_a_day_when_the_projections_have_caught_up() {
    let portal = Portal::start().await;
    portal.login("jan").await.book("2026-11-28", &["jan", "eva"]).await;
    portal.caught_up().await;
    // A test's portal has no task for the projections of analysts: until they have caught up, it waits.
    let options =
        ProjectorOptions { projections: Projection::background().collect(), ..ProjectorOptions::default() };
    let mut projector = Projector::new(portal.pool.clone(), options);
    let catching_up = async {
        assert_eq!(published_on(&portal.pool).await, None);
        while projector.run_once(1_000).await.expect("a step").more {}
    };
    let (published, ()) = tokio::join!(figures::once(&portal.pool, &portal.clock), catching_up);
    published.expect("published");
    let today = portal.clock.today().to_string();
    assert_eq!(published_on(&portal.pool).await, Some(today.clone()), "the portal's day");
    sqlx::query("UPDATE publication SET at = '2000-01-01'").execute(&portal.pool).await.expect("changed");
    figures::once(&portal.pool, &portal.clock).await.expect("nothing to do");
    let touched = "SELECT at > '2000-01-01' FROM publication";
    let touched: bool = sqlx::query_scalar(touched).fetch_one(&portal.pool).await.expect("an answer");
    assert!(!touched, "the day is published");
    portal.clock.advance(chrono::TimeDelta::days(1));
    figures::once(&portal.pool, &portal.clock).await.expect("published");
    assert_ne!(published_on(&portal.pool).await, Some(today), "the next day");
}
