//! Backups of the own PostgreSQL: a copy of its files (the base) and every segment of its log from then on (the
//! archive), so that the state at any moment since the base can be restored.
//!
//! The server archives each segment itself, by its `archive_command`, and keeps those that it could not archive. It is
//! PostgreSQL's own procedure (`pg_backup_start`, `pg_backup_stop`, `recovery.signal`); `pg_basebackup` would do the
//! copying, but the npm package does not contain it.
//!
//! ```text
//! <archive>/lock
//! <archive>/base/<moment>/about       its first segment, its server, when it was complete
//! <archive>/base/<moment>/cluster/    the files
//! <archive>/wal/<segment>.gz          the log, written by the server's user
//! ```

mod archive;
mod archiving;
mod error;
mod files;
mod restore;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::{Connection, Executor, PgConnection};

use crate::archive_settings::{NOTHING, archive_by, scalar, show};
use crate::error::At;
use crate::supervisor::{OwnPostgres, blocking};
use crate::{PostgresError, layout};
use files::GAP;

pub use archive::{Archive, Base};
pub use archiving::Archiving;
pub use error::BackupError;
pub use restore::{Restored, require_empty, restore};

/// A segment is archived when it is full, and at the latest this long after a commit: what may be lost with a disk.
const LONGEST_GAP: &str = "60s";

/// How long archiving the last segment of a base may take.
const TIMEOUT: Duration = Duration::from_secs(120);
/// The number of failed attempts to archive a segment after which the backup fails.
const MAX_FAILURES: i64 = 3;

/// A backup that was made.
#[derive(Debug)]
pub struct BackupReport {
    /// The base.
    pub base: Base,
    /// Its size in bytes.
    pub bytes: u64,
    /// The number of older bases that were removed.
    pub removed: usize,
}

/// The folder into which the server of a data folder archives; `None` where it archives nothing.
#[must_use]
pub fn archive_of(data_dir: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(layout::archive_note(data_dir)).ok()?;
    Some(PathBuf::from(text.trim_end())).filter(|folder| !folder.as_os_str().is_empty())
}

/// Makes a base in the folder, configures the server to archive its log there from now on, and keeps the newest `keep`
/// bases with the log that they need. `note` is stored with the base.
///
/// # Errors
/// [`BackupError`]; then the server archives into the same folder as before.
pub async fn back_up(
    own: &OwnPostgres,
    folder: &Path,
    keep: usize,
    note: &str,
) -> Result<BackupReport, BackupError> {
    let layout = own.layout();
    let (user, home, wanted) = (layout.user, layout.data_dir.clone(), folder.to_owned());
    let archive = tokio::task::spawn_blocking(move || Archive::prepare(&wanted, &home, user));
    let archive = archive.await.map_err(|_| PostgresError::Supervisor)??;
    let _lock = archive.lock()?;
    let mut connection = own.admin_connection().await?;
    let before = show(&mut connection, "archive_command").await?;
    let result = make(own, &archive, &mut connection, note).await;
    let (base, bytes) = match result {
        Ok(base_and_size) => base_and_size,
        Err(error) => {
            if before == NOTHING {
                connection.execute("ALTER SYSTEM RESET archive_timeout").await?;
            }
            archive_by(&mut connection, &before).await?;
            return Err(error);
        }
    };
    connection.close().await?;
    let note_file = layout::archive_note(&layout.data_dir);
    std::fs::write(&note_file, archive.folder().as_os_str().as_encoded_bytes()).at("write", &note_file)?;
    remove_gaps_before(&layout.cluster().join(GAP), &base)?;
    let removed = archive.prune(keep)?;
    Ok(BackupReport { base, bytes, removed })
}

/// Removes the note about segments that are missing in the archive, where all of them are older than the base.
fn remove_gaps_before(gap: &Path, base: &Base) -> Result<(), PostgresError> {
    let Ok(segments) = std::fs::read_to_string(gap) else { return Ok(()) };
    if segments.lines().all(|segment| archive::is_before(segment, &base.segment)) {
        std::fs::remove_file(gap).at("remove", gap)?;
    }
    Ok(())
}

/// Configures the server to archive nothing any more. The existing archive stays.
///
/// # Errors
/// When the server does not answer, or the note of it cannot be removed.
pub async fn stop_archiving(own: &OwnPostgres) -> Result<(), BackupError> {
    let mut connection = own.admin_connection().await?;
    connection.execute("ALTER SYSTEM RESET archive_timeout").await?;
    archive_by(&mut connection, NOTHING).await?;
    connection.close().await?;
    let note = layout::archive_note(&own.layout().data_dir);
    match std::fs::remove_file(&note) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error).at("remove", &note)?,
        _ => Ok(()),
    }
}

async fn make(
    own: &OwnPostgres,
    archive: &Archive,
    connection: &mut PgConnection,
    note: &str,
) -> Result<(Base, u64), BackupError> {
    if show(connection, "archive_mode").await? != "on" {
        return Err(BackupError::NoArchive);
    }
    let system: String =
        scalar(connection, "SELECT system_identifier::text FROM pg_control_system()").await?;
    if archive.bases()?.iter().any(|base| base.system != system) {
        return Err(BackupError::OtherSystem { folder: archive.folder().to_owned() });
    }
    connection.execute(format!("ALTER SYSTEM SET archive_timeout = '{LONGEST_GAP}'").as_str()).await?;
    archive_by(connection, &archive.archive_command()).await?;
    let failures = failed_attempts(connection).await?;

    connection.execute("SELECT pg_backup_start('fairway backup', true)").await?;
    let (from, unfinished) = (own.layout().cluster(), archive.unfinished()?);
    let to = unfinished.join("cluster");
    let bytes = blocking(move || files::copy_cluster(&from, &to)).await?;
    let sql = "SELECT labelfile, spcmapfile, pg_walfile_name(lsn) FROM pg_backup_stop(false)";
    let (label, map, end): (String, String, String) = sqlx::query_as(sql).fetch_one(&mut *connection).await?;
    files::write(&unfinished.join("cluster/backup_label"), &label)?;
    if !map.is_empty() {
        files::write(&unfinished.join("cluster/tablespace_map"), &map)?;
    }
    wait_until_archived(archive, connection, &end, failures).await?;
    let sql = r#"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#;
    let whole_at: String = scalar(connection, sql).await?;
    let base = Base::new(whole_at, &label, system, note)?;
    Ok((archive.finish(base, &unfinished)?, bytes))
}

/// The base needs every segment up to its end.
async fn wait_until_archived(
    archive: &Archive,
    connection: &mut PgConnection,
    segment: &str,
    failures_before: i64,
) -> Result<(), BackupError> {
    let begun = Instant::now();
    while !archive.segment(segment).exists() {
        if begun.elapsed() > TIMEOUT || failed_attempts(connection).await? >= failures_before + MAX_FAILURES {
            return Err(BackupError::NotArchived { folder: archive.wal() });
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn failed_attempts(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    scalar(connection, "SELECT failed_count FROM pg_stat_archiver").await
}
