//! The effects of partitioning `events` by position (docs/scale.md). The schema does not do this; these tests show what
//! has to be replaced first.

use fairway_events::Journal;
use fairway_events::testing::TestDatabase;
use sqlx::{Executor, PgPool};

use super::support::{append, batch, noon};

/// Makes the journal the first partition of a partitioned journal. Its second partition begins at `position`.
async fn partition_at(pool: &PgPool, position: i64) {
    let second_key = "ALTER TABLE events_2 ADD UNIQUE (aggregate_type, aggregate_id, sequence)";
    for statement in [
        "ALTER TABLE events RENAME TO events_1",
        "CREATE TABLE events (LIKE events_1 INCLUDING DEFAULTS) PARTITION BY RANGE (position)",
        &format!("ALTER TABLE events ATTACH PARTITION events_1 FOR VALUES FROM (0) TO ({position})"),
        &format!("CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM ({position}) TO (MAXVALUE)"),
        second_key,
        "CREATE TRIGGER no_change BEFORE UPDATE OR DELETE ON events
             FOR EACH ROW EXECUTE FUNCTION refuse_change_of_history()",
        "CREATE TRIGGER no_truncate BEFORE TRUNCATE ON events
             FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history()",
    ] {
        pool.execute(statement).await.unwrap();
    }
}

#[tokio::test]
async fn a_journal_partitioned_by_position_cannot_have_the_key_of_streams() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    partition_at(&pool, 100).await;
    let key = "ALTER TABLE events ADD PRIMARY KEY (aggregate_type, aggregate_id, sequence)";
    let refused = pool.execute(key).await.unwrap_err();
    assert!(refused.to_string().contains("must include all partitioning columns"), "{refused}");
    pool.execute("ALTER TABLE events ADD UNIQUE (position)").await.unwrap();
}

#[tokio::test]
async fn a_key_in_each_partition_refuses_no_second_beginning_of_a_stream_in_another_partition() {
    let database = TestDatabase::new().await;
    let journal = Journal::new(database.pool());
    journal.append(&batch(vec![append(1, 0, 2)]), noon()).await.unwrap();
    // The control: the one key of all events refuses.
    journal.append(&batch(vec![append(1, 0, 1)]), noon()).await.unwrap_err();

    partition_at(&database.pool(), 3).await;
    journal.append(&batch(vec![append(1, 0, 1)]), noon()).await.unwrap();
    // An append that names the version on which it was decided is still checked.
    journal.append(&batch(vec![append(2, 1, 1)]), noon()).await.unwrap_err();
}

#[tokio::test]
async fn a_partition_can_be_truncated_unless_it_has_a_trigger_of_its_own() {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    partition_at(&pool, 1).await;
    Journal::new(pool.clone()).append(&batch(vec![append(1, 0, 2)]), noon()).await.unwrap();
    pool.execute("DELETE FROM events_2").await.unwrap_err();
    pool.execute("TRUNCATE events").await.unwrap_err();
    pool.execute("TRUNCATE events_2").await.unwrap();
}
