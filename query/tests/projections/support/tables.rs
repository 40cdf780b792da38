//! Whole tables as text, to compare two projections of the same history.

use fairway_query::{Projection, Projector, ProjectorOptions, Schema};
use sqlx::PgPool;

use super::{all, finish};

/// Every row of every table of the projections, in a fixed order.
pub(crate) async fn dump(pool: &PgPool, schema: &Schema) -> Vec<String> {
    let mut rows = Vec::new();
    for table in Projection::ALL.iter().flat_map(|projection| projection.tables()) {
        let name = schema.name();
        let of_table: Vec<String> = sqlx::query_scalar(&format!(
            "SELECT '{table} ' || to_jsonb(rows)::text FROM {name}.{table} AS rows ORDER BY 1"
        ))
        .fetch_all(pool)
        .await
        .unwrap();
        rows.extend(of_table);
    }
    rows
}

/// A projector over twins of the live tables.
pub(crate) async fn beside(pool: &PgPool, name: &str) -> (Schema, Projector) {
    let schema = Schema::named(name).unwrap();
    schema.create(pool, Projection::ALL).await.unwrap();
    let options = ProjectorOptions { schema: schema.clone(), ..all() };
    (schema, Projector::new(pool.clone(), options))
}

/// The rows of a projector that starts at position 0, in other tables.
pub(crate) async fn from_zero(pool: &PgPool) -> Vec<String> {
    let (schema, mut projector) = beside(pool, "from_zero").await;
    finish(&mut projector).await;
    dump(pool, &schema).await
}

/// Fails with the rows that differ, not with two whole dumps.
pub(crate) fn assert_same(left: &[String], right: &[String], what: &str) {
    let missing: Vec<_> = right.iter().filter(|row| !left.contains(row)).take(5).collect();
    let extra: Vec<_> = left.iter().filter(|row| !right.contains(row)).take(5).collect();
    assert!(left == right, "{what}: missing {missing:#?}, extra {extra:#?}");
}
