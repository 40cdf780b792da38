//! Databases that tests clone. Each is made once, by the first test that needs it, while the others wait.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::time::SystemTime;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Executor, PgConnection, PgPool};
use uuid::Uuid;

use crate::{GRANT_LOGIN_ROLES, MIGRATOR};

/// The advisory locks that all test processes share.
const MIGRATING: i64 = 724_577;
const FILLING: i64 = 724_578;

/// The template of exactly these migrations.
pub(super) async fn migrated(admin: &mut PgConnection, server: &PgConnectOptions) -> String {
    let migrations: Vec<_> =
        MIGRATOR.iter().map(|migration| (migration.version, migration.checksum.as_ref())).collect();
    let template = name_for(&(migrations, GRANT_LOGIN_ROLES));
    if exists(admin, &template).await {
        return template;
    }
    lock(admin, MIGRATING).await;
    if !exists(admin, &template).await {
        let name = unique_name();
        execute(admin, &format!("CREATE DATABASE {name}")).await;
        let mut fresh =
            PgConnection::connect_with(&server.clone().database(&name)).await.expect("no connection");
        MIGRATOR.run_direct(&mut fresh).await.expect("the migrations fail");
        execute(&mut fresh, GRANT_LOGIN_ROLES).await;
        fresh.close().await.expect("cannot close the template's connection");
        make(admin, &name, &template).await;
    }
    unlock(admin, MIGRATING).await;
    template
}

/// The template with the data that `fill` stores. A program that was built anew has one of its own, because other code
/// may store other data.
pub(super) async fn filled(
    admin: &mut PgConnection,
    server: &PgConnectOptions,
    fill: impl AsyncFnOnce(&PgPool),
) -> String {
    let migrated = migrated(admin, server).await;
    let template = name_for(&(&migrated, build_of_this_program()));
    if exists(admin, &template).await {
        return template;
    }
    lock(admin, FILLING).await;
    if !exists(admin, &template).await {
        let name = unique_name();
        execute(admin, &format!("CREATE DATABASE {name} TEMPLATE {migrated}")).await;
        let pool = connect(server.clone().database(&name)).await;
        fill(&pool).await;
        pool.close().await;
        make(admin, &name, &template).await;
    }
    unlock(admin, FILLING).await;
    template
}

/// A pool of 20 connections.
pub(super) async fn connect(database: PgConnectOptions) -> PgPool {
    let pool = PgPoolOptions::new().max_connections(20).connect_with(database).await;
    pool.expect("cannot connect to the new database")
}

/// A name that no other database has.
#[expect(clippy::disallowed_methods, reason = "the name of a throw-away database, not a fact of the domain")]
pub(super) fn unique_name() -> String {
    format!("fairway_test_{}", Uuid::new_v4().simple())
}

/// Makes a template of the database, which has the name only from then on. Whoever is connected is disconnected.
async fn make(admin: &mut PgConnection, database: &str, template: &str) {
    execute(admin, &format!("ALTER DATABASE {database} WITH ALLOW_CONNECTIONS false")).await;
    let disconnect = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = $1";
    sqlx::query(disconnect).bind(database).execute(&mut *admin).await.expect("cannot disconnect others");
    execute(admin, &format!("ALTER DATABASE {database} RENAME TO {template}")).await;
    execute(admin, &format!("ALTER DATABASE {template} WITH IS_TEMPLATE true")).await;
}

async fn exists(admin: &mut PgConnection, template: &str) -> bool {
    let exists = "SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate)";
    sqlx::query_scalar(exists).bind(template).fetch_one(admin).await.expect("cannot read pg_database")
}

async fn lock(admin: &mut PgConnection, key: i64) {
    execute(admin, &format!("SELECT pg_advisory_lock({key})")).await;
}

async fn unlock(admin: &mut PgConnection, key: i64) {
    execute(admin, &format!("SELECT pg_advisory_unlock({key})")).await;
}

async fn execute(admin: &mut PgConnection, statement: &str) {
    admin.execute(statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
}

fn name_for(contents: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    contents.hash(&mut hasher);
    format!("fairway_template_{:016x}", hasher.finish())
}

/// The file of this program and when it was written.
fn build_of_this_program() -> (PathBuf, SystemTime) {
    let file = std::env::current_exe().expect("this program's file");
    let written = file.metadata().and_then(|about| about.modified()).expect("when it was written");
    (file, written)
}
