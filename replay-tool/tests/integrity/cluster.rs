//! PostgreSQL servers of one's own, for tests in which a server is lost, copied or followed.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use fairway_postgres::throwaway::{Copied, Durability, Original, Throwaway};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection};

/// Where clusters of tests are.
pub(crate) fn parent() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn binaries() -> Option<PathBuf> {
    std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// A server with nothing in it.
pub(crate) fn start() -> Throwaway {
    Throwaway::start(parent(), binaries().as_deref(), Durability::None).unwrap()
}

/// The portal's database on a server.
pub(crate) fn portal(server: &Throwaway) -> PgConnectOptions {
    PgConnectOptions::from_str(&server.url()).unwrap().database("fairway")
}

/// Makes the portal's database, empty.
pub(crate) async fn create_portal(server: &Throwaway) {
    let mut admin = PgConnection::connect(&server.url()).await.unwrap();
    admin.execute("CREATE DATABASE fairway").await.unwrap();
}

/// A base backup of a running server, not started: as it is now, whatever happens there afterwards.
pub(crate) async fn base_backup(server: &Throwaway) -> Copied {
    // In one session, or the server forgets about it.
    let mut admin = PgConnection::connect(&server.url()).await.unwrap();
    admin.execute("SELECT pg_backup_start('a test', true)").await.unwrap();
    let copied = Copied::of(&server.data_dir(), parent(), binaries().as_deref(), Original::InBackup).unwrap();
    let label: String = sqlx::query_scalar("SELECT labelfile FROM pg_backup_stop(false)")
        .fetch_one(&mut admin)
        .await
        .unwrap();
    // The log up to the end of the backup, without which nothing of it is whole.
    for entry in std::fs::read_dir(server.data_dir().join("pg_wal")).unwrap() {
        let file = entry.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), copied.cluster().join("pg_wal").join(file.file_name())).unwrap();
        }
    }
    std::fs::write(copied.cluster().join("backup_label"), label).unwrap();
    copied
}
