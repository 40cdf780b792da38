//! The twins have the same definition as the live tables, so that they can replace them.

use fairway_query::{Projection, Schema};
use sqlx::PgPool;

use crate::support::Bench;
use crate::support::scenario::Scenario;
use crate::support::tables::{beside, dump};

/// Columns, constraints, indexes, comments, options and grants of every table, without the schema's name.
async fn shape(pool: &PgPool, schema: &Schema) -> Vec<String> {
    let tables: Vec<&str> =
        Projection::ALL.iter().flat_map(|projection| projection.tables()).chain(["projections"]).collect();
    let mut shape: Vec<String> = sqlx::query_scalar(include_str!("twins/shape.sql"))
        .bind(schema.name())
        .bind(tables)
        .fetch_all(pool)
        .await
        .unwrap();
    shape.sort_unstable();
    shape
}

#[tokio::test]
async fn twins_equal_the_live_tables_including_comments_and_grants() {
    let bench = Bench::new().await;
    let (twins, _) = beside(&bench.pool, "twins").await;
    let live = shape(&bench.pool, &Schema::live()).await;
    assert!(live.len() > 60, "{live:#?}");
    let twins = shape(&bench.pool, &twins).await;
    crate::support::tables::assert_same(&twins, &live, "the twins");
}

#[tokio::test]
async fn creating_twins_again_does_not_change_their_rows() {
    let bench = Bench::new().await;
    let (twins, mut projector) = beside(&bench.pool, "twins").await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.append(&bench.journal).await;
    crate::support::finish(&mut projector).await;
    let rows = dump(&bench.pool, &twins).await;
    assert!(!rows.is_empty());

    let (_, mut second_projector) = beside(&bench.pool, "twins").await;
    assert_eq!(dump(&bench.pool, &twins).await, rows);
    assert_eq!(
        second_projector.run_once(10).await.unwrap().position,
        1,
        "the checkpoint is not changed either"
    );
    assert!(dump(&bench.pool, &Schema::live()).await.is_empty(), "the live tables are not written");
}
