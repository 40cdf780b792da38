//! Every column of every table that may leave the system has a decision about what is personal in it.

use std::collections::BTreeSet;

use fairway_query::Projection;
use fairway_query::personal::{self, Treatment};

use crate::support::Bench;

#[tokio::test]
async fn every_column_has_a_decision_and_every_id_is_personal() {
    let bench = Bench::new().await;
    let read_models = Projection::ALL.iter().flat_map(|projection| projection.tables());
    let wanted: BTreeSet<&str> = read_models.chain(["events"]).collect();
    assert_eq!(personal::tables().collect::<BTreeSet<_>>(), wanted);
    for table in personal::tables() {
        let stored: Vec<(String, String)> = sqlx::query_as(
            "SELECT attname::text, atttypid::regtype::text FROM pg_attribute
             WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
        )
        .bind(table)
        .fetch_all(&bench.pool)
        .await
        .unwrap();
        let decided = personal::columns(table).unwrap();
        let names = |(name, _): &(String, String)| name.clone();
        assert_eq!(
            stored.iter().map(names).collect::<BTreeSet<_>>(),
            decided.iter().map(|(name, _)| (*name).to_owned()).collect(),
            "{table}"
        );
        for (name, kind) in &stored {
            let (_, treatment) = decided.iter().find(|(column, _)| column == name).unwrap();
            let may_hold_ids = kind.starts_with("uuid") || kind == "jsonb";
            assert!(!may_hold_ids || *treatment != Treatment::Open, "{table}.{name} leads to a person");
        }
    }
}
