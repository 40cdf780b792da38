//! A process with projectors publishes the figures for analysts on its own.

use std::time::{Duration, Instant};

use fairway_api::services::figures;
use fairway_audit::publication;
use fairway_import::import;
use fairway_query::{Projection, Projector, ProjectorOptions};
use serde_json::json;
use sqlx::PgPool;

use crate::importing::changed;
use crate::projecting;
use crate::support::{Portal, data_set, email, installation};

/// Starting takes a second or two; a busy machine may take longer.
const TIME_LIMIT: Duration = Duration::from_secs(120);

async fn published_on(pool: &PgPool) -> Option<String> {
    let day = "SELECT day::text FROM publication";
    sqlx::query_scalar(day).fetch_optional(pool).await.expect("an answer")
}

/// A test's portal has no task for the projections of analysts.
async fn project_for_analysts(portal: &Portal) {
    let options =
        ProjectorOptions { projections: Projection::background().collect(), ..ProjectorOptions::default() };
    let mut projector = Projector::new(portal.pool.clone(), options);
    while projector.run_once(1_000).await.expect("a step").more {}
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
    // Until the projections have caught up, it waits.
    let catching_up = async {
        assert_eq!(published_on(&portal.pool).await, None);
        project_for_analysts(&portal).await;
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

#[tokio::test]
async fn nothing_is_published_while_an_import_runs_or_on_a_part_of_it() {
    let portal = Portal::start().await;
    portal.caught_up().await;
    project_for_analysts(&portal).await;
    // The portal's members were imported after the journal's first position.
    let today = portal.clock.today();
    let published = publication::publish(&portal.pool, today, 0).await.expect("an answer");
    assert_eq!((published, published_on(&portal.pool).await), (None, None));

    let mut running = portal.pool.begin().await.expect("a transaction");
    publication::exclude(&mut running).await.expect("the lock that an import has");
    figures::once(&portal.pool, &portal.clock).await.expect("later");
    assert_eq!(published_on(&portal.pool).await, None);
    running.rollback().await.expect("ended");
    figures::once(&portal.pool, &portal.clock).await.expect("published");
    assert_eq!(published_on(&portal.pool).await, Some(today.to_string()));
}

#[tokio::test]
async fn an_import_waits_for_a_publication_and_says_from_which_published_month_on_it_changes_figures() {
    let portal = Portal::start().await;
    portal.caught_up().await;
    project_for_analysts(&portal).await;
    let more = changed("history.json", |history| {
        let round = json!({"club": "klein", "date": "2026-10-17", "holes": 9, "players": [email("jan"), email("eva")]});
        history.as_array_mut().expect("a list").push(round);
    });
    let key = installation();
    let mut publishing = portal.pool.begin().await.expect("a transaction");
    sqlx::query("SELECT publish_figures($1)")
        .bind(portal.clock.today())
        .execute(&mut *publishing)
        .await
        .expect("published");
    let publication_ends = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&portal.pool).await.expect("an answer") {
            tokio::task::yield_now().await;
        }
        publishing.commit().await.expect("ended");
    };
    let (imported, ()) =
        tokio::join!(import(&portal.pool, &portal.clock, &key, more.path()), publication_ends);
    let said = imported.expect("an import").to_string();
    assert!(
        said.contains("figures of 2026-10 and later") && said.contains("replay-tool publish --again"),
        "{said}"
    );
    let same = import(&portal.pool, &portal.clock, &key, &data_set()).await.expect("an import");
    assert_eq!(same.published_since, None);
}
