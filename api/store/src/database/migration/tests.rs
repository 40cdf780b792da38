//! On a real database: a migration that waits for a lock, and readers at the same time.

use std::path::Path;

use fairway_events::GRANT_LOGIN_ROLES;
use fairway_events::testing::TestDatabase;
use futures::future;
use sqlx::Executor;

use super::*;

/// This program's migrations, and one more.
async fn with_another(folder: &Path, sql: &str) -> Migrator {
    for migration in MIGRATOR.iter() {
        let name = format!("{}_{}.sql", migration.version, migration.description.replace(' ', "_"));
        std::fs::write(folder.join(name), migration.sql.as_bytes()).expect("a file");
    }
    std::fs::write(folder.join("29990101000000_add_remark.sql"), sql).expect("a file");
    Migrator::new(folder).await.expect("migrations")
}

#[tokio::test]
async fn a_migration_that_waits_for_a_lock_lets_readers_run_and_is_retried() {
    let database = TestDatabase::new().await;
    let folder = tempfile::tempdir().expect("a folder");
    // Its lock request blocks later readers of the table.
    let migrator = with_another(folder.path(), "ALTER TABLE members ADD COLUMN remark text").await;
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

/// Leaves the rights incomplete, as another function, another table or a role that was made later does.
const LACKING: &str = "ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE DELETE ON TABLES FROM fairway_app";

/// The default rights on tables of later migrations.
async fn granted_by_default(connection: &mut PgConnection) -> String {
    let sql = "SELECT string_agg(defaclacl::text, ' ') FROM pg_default_acl
        WHERE defaclnamespace = 'public'::regnamespace AND defaclobjtype = 'r'";
    sqlx::query_scalar(sql).fetch_one(connection).await.expect("default privileges")
}

#[tokio::test]
async fn eight_processes_start_at_once_twenty_times() {
    let database = TestDatabase::new().await;
    let options = database.options();
    let mut connection = options.connect().await.expect("a connection");
    for round in 0..20 {
        // In every other round nothing is missing.
        if round % 2 == 0 {
            connection.execute(LACKING).await.expect("revoked");
        }
        let starts = future::join_all((0..8).map(|_| migrate(&options))).await;
        for start in starts {
            start.unwrap_or_else(|error| panic!("round {round}: {error:?}"));
        }
        let granted = granted_by_default(&mut connection).await;
        assert!(granted.contains("fairway_app=arwd/"), "{granted}");
    }
}

#[tokio::test]
async fn a_start_that_loses_a_race_for_the_rights_tries_again() {
    let database = TestDatabase::new().await;
    let options = database.options();
    let mut connection = options.connect().await.expect("a connection");
    connection.execute(LACKING).await.expect("revoked");
    // As the previous release and roles.sql do, without the lock.
    let mut other = options.connect().await.expect("a connection");
    other.execute("BEGIN; SELECT grant_login_roles()").await.expect("granted");
    let commits = async {
        let waits = "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND locktype = 'transactionid' AND datname = current_database())";
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&mut connection).await.expect("locks") {
            tokio::task::yield_now().await;
        }
        other.execute("COMMIT").await.expect("committed");
    };
    let (started, ()) = tokio::join!(migrate(&options), commits);
    started.expect("it grants once the other has");
    let granted = granted_by_default(&mut connection).await;
    assert!(granted.contains("fairway_app=arwd/"), "{granted}");
}

#[tokio::test]
async fn a_start_where_nothing_is_missing_changes_nothing() {
    let database = TestDatabase::new().await;
    let options = database.options();
    migrate(&options).await.expect("granted");
    let mut connection = options.connect().await.expect("a connection");
    // Each change of a right makes a new version of its row.
    let versions = "SELECT (SELECT max(xmin::text::bigint) FROM pg_default_acl) + (SELECT max(xmin::text::bigint) FROM pg_class)";
    let before: i64 = sqlx::query_scalar(versions).fetch_one(&mut connection).await.expect("versions");
    migrate(&options).await.expect("nothing to do");
    let after: i64 = sqlx::query_scalar(versions).fetch_one(&mut connection).await.expect("versions");
    assert_eq!(after, before);
}

/// Another text of the function that grants the rights.
const ANOTHER_TEXT: &str =
    "CREATE OR REPLACE FUNCTION grant_login_roles() RETURNS void LANGUAGE sql AS 'SELECT'";

async fn text(connection: &mut PgConnection) -> String {
    let sql = "SELECT prosrc FROM pg_proc WHERE oid = 'grant_login_roles()'::regprocedure";
    sqlx::query_scalar(sql).fetch_one(connection).await.expect("a text")
}

#[tokio::test]
async fn a_start_grants_by_its_own_text_and_leaves_that_of_a_newer_release() {
    let database = TestDatabase::new().await;
    let options = database.options();
    let mut connection = options.connect().await.expect("a connection");
    connection.execute(ANOTHER_TEXT).await.expect("replaced");
    connection.execute(LACKING).await.expect("revoked");
    migrate(&options).await.expect("granted");
    assert_eq!(GRANT_LOGIN_ROLES.split("$$").nth(1), Some(text(&mut connection).await.as_str()));
    let granted = granted_by_default(&mut connection).await;
    assert!(granted.contains("fairway_app=arwd/"), "{granted}");

    connection.execute(ANOTHER_TEXT).await.expect("replaced");
    connection
        .execute("UPDATE _sqlx_migrations SET version = 29990101000000 WHERE version = (SELECT max(version) FROM _sqlx_migrations)")
        .await
        .expect("a migration of a newer release");
    roles::grant(&mut connection).await.expect("granted by the newer text");
    assert_eq!(text(&mut connection).await, "SELECT");
}

#[tokio::test]
async fn addresses_keep_their_form_where_a_migration_is_refused_and_get_the_one_form_at_a_later_start() {
    let database = TestDatabase::new().await;
    let options = database.options();
    let mut connection = options.connect().await.expect("a connection");
    connection
        .execute(
            "INSERT INTO operators (id, email, name, roles, created_at)
             VALUES (gen_random_uuid(), 'jan@xn--mnchen-golf-thb.nl', 'Jan', '{admin}', now())",
        )
        .await
        .expect("an operator");
    let address = "SELECT email FROM operators";
    let folder = tempfile::tempdir().expect("a folder");
    let migrator = with_another(folder.path(), "DO $$ BEGIN RAISE EXCEPTION 'no'; END $$").await;
    migrate_with(&migrator, &options).await.expect_err("it is refused");
    let stored: String = sqlx::query_scalar(address).fetch_one(&mut connection).await.expect("an address");
    assert_eq!(stored, "jan@xn--mnchen-golf-thb.nl");
    migrate(&options).await.expect("nothing is missing but this");
    let stored: String = sqlx::query_scalar(address).fetch_one(&mut connection).await.expect("an address");
    assert_eq!(stored, "jan@münchen-golf.nl");
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
