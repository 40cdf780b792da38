//! docs/analytics.md describes every view, and its examples work.

use std::path::Path;

use fairway_events::testing::TestDatabase;

use crate::as_role;
use crate::season;

#[tokio::test]
async fn every_view_is_described_and_every_example_runs_as_the_analyst() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/analytics.md");
    let page = std::fs::read_to_string(page).unwrap();
    let database = TestDatabase::new().await;
    season::play(&database, 120, 1_500).await;
    let pool = as_role(&database, "analyst").await;
    let views: Vec<String> = sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'analytics'::regnamespace AND relkind = 'v'",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    let undocumented: Vec<&String> =
        views.iter().filter(|view| !page.contains(&format!("`{view}`"))).collect();
    assert!(undocumented.is_empty(), "{undocumented:?}");
    let mut examples = 0;
    for example in page.split("```sql\n").skip(1) {
        let (sql, _) = example.split_once("```").unwrap();
        // A club of the demonstration; the season has one of the same name.
        let sql = &sql.replace("wilgenhoek-amersfoort", "de-wilgenhoek");
        let rows = sqlx::query(sql).fetch_all(&pool).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        assert!(!rows.is_empty(), "{sql} shows nothing of a season");
        examples += 1;
    }
    assert!(examples >= 10);
}
