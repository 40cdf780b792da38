//! On a real database: a migration that waits for a lock, and readers at the same time.

use std::path::Path;

use fairway_events::testing::TestDatabase;
use sqlx::Executor;

use super::*;

/// This program's migrations, and one more whose lock request blocks later readers of the table.
async fn with_another(folder: &Path) -> Migrator {
    for migration in MIGRATOR.iter() {
        let name = format!("{}_{}.sql", migration.version, migration.description.replace(' ', "_"));
        std::fs::write(folder.join(name), migration.sql.as_bytes()).expect("a file");
    }
    std::fs::write(
        folder.join("29990101000000_add_remark.sql"),
        "ALTER TABLE members ADD COLUMN remark text",
    )
    .expect("a file");
    Migrator::new(folder).await.expect("migrations")
}

#[tokio::test]
async fn a_migration_that_waits_for_a_lock_lets_readers_run_and_is_retried() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    let migrator = with_another(folder.path()).await;
    let options = database.options();
    let mut reading = options.connect().await.expect("a connection");
    reading.execute("BEGIN; SELECT count(*) FROM members").await.expect("a lock that readers hold");
    let migrating = migrate_with(&migrator, &options);
    let concurrent_reading = async {
        // It waits for the reader, and later readers wait behind it until its lock time-out.
        let mut second_reader = options.connect().await.expect("a connection");
        let waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock')";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut second_reader).await.expect("locks") {
            tokio::task::yield_now().await;
        }
        second_reader
            .execute("SELECT count(*) FROM members")
            .await
            .expect("an answer while the first still reads");
        reading.execute("ROLLBACK").await.expect("an end");
        second_reader
    };
    let (migrated, mut second_reader) = tokio::join!(migrating, concurrent_reading);
    migrated.expect("migrated in the end");
    second_reader.execute("SELECT remark FROM members").await.expect("the column");
}

#[tokio::test]
async fn a_database_without_anything_lacks_every_migration() {
    let database = TestDatabase::new().await;
    let mut connection = database.options().connect().await.expect("a connection");
    assert_eq!(missing_migrations(&mut connection).await.expect("an answer"), 0);
    connection.execute("DROP TABLE _sqlx_migrations").await.expect("dropped");
    assert_eq!(missing_migrations(&mut connection).await.expect("an answer"), MIGRATOR.iter().count());
    let refused = require(&mut connection).await.expect_err("it is older").to_string();
    assert!(refused.contains("fairway migrate"), "{refused}");
}
