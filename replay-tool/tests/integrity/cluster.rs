//! Separate PostgreSQL servers, for tests in which a server is lost, copied or replicated.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use fairway_postgres::throwaway::{Copied, Durability, Original, Throwaway};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};

/// The folder of the tests' clusters.
pub(crate) fn parent() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn binaries() -> Option<PathBuf> {
    std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// An empty server.
pub(crate) fn start() -> Throwaway {
    Throwaway::start(parent(), binaries().as_deref(), Durability::None).unwrap()
}

/// The portal's database on a server.
pub(crate) fn portal(server: &Throwaway) -> PgConnectOptions {
    PgConnectOptions::from_str(&server.url()).unwrap().database("fairway")
}

/// Creates the portal's database, empty.
pub(crate) async fn create_portal(server: &Throwaway) {
    let mut admin = PgConnection::connect(&server.url()).await.unwrap();
    admin.execute("CREATE DATABASE fairway").await.unwrap();
}

/// A base backup of a running server, not started. Later changes of the server are not in it.
pub(crate) async fn base_backup(server: &Throwaway) -> Copied {
    // Both calls need the same session: the server ends the backup with the session.
    let mut admin = PgConnection::connect(&server.url()).await.unwrap();
    admin.execute("SELECT pg_backup_start('a test', true)").await.unwrap();
    let copied =
        Copied::from_folder(&server.data_dir(), parent(), binaries().as_deref(), Original::InBackupMode)
            .unwrap();
    let label: String = sqlx::query_scalar("SELECT labelfile FROM pg_backup_stop(false)")
        .fetch_one(&mut admin)
        .await
        .unwrap();
    // The write-ahead log up to the end of the backup, without which the backup is not consistent.
    for entry in std::fs::read_dir(server.data_dir().join("pg_wal")).unwrap() {
        let file = entry.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), copied.cluster().join("pg_wal").join(file.file_name())).unwrap();
        }
    }
    std::fs::write(copied.cluster().join("backup_label"), label).unwrap();
    copied
}
