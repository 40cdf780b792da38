//! Restores the state at a moment into a new data folder: from the newest base before it, and the log up to it.
//!
//! The restored server writes a log of its own (another timeline) and archives nothing, so that a test restore on another
//! machine does not change the archive of the real one.

use std::path::Path;
use std::time::Duration;

use sqlx::{Connection, Executor};

use super::{Archive, BackupError, Base, files};
use crate::archive_settings::NOTHING;
use crate::error::At;
use crate::layout::Layout;
use crate::lock::SERVE_LOCK;
use crate::server::running;
use crate::supervisor::{OwnPostgres, blocking};
use crate::{Options, PostgresError, ServeLock};

/// Replaying the log of weeks takes hours.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// Settings of a restore and of the archive, which the restored server must not keep.
const RESTORE_SETTINGS: [&str; 8] = [
    "archive_command",
    "archive_timeout",
    "restore_command",
    "recovery_target_time",
    "recovery_target_action",
    "recovery_target_timeline",
    "recovery_target_inclusive",
    "hot_standby",
];

/// PostgreSQL's message for a log that ends before the moment.
const TOO_LATE: &str = "recovery ended before configured recovery target was reached";
/// Its message for a base on a branch of the log that an earlier restore abandoned.
const OTHER_BRANCH: &str = "is not a child of this server's history";

/// A finished restore.
#[derive(Debug)]
pub struct Restored {
    /// The base that was used.
    pub base: Base,
}

/// Restores the data folder of `options`, which must be missing or hold nothing but the files that `preserved` names,
/// to the moment (UTC, `2026-11-22T21:46:01.123456Z`), or to the end of the archive. The server is stopped afterwards.
/// A failed restore leaves the folder as it was.
///
/// # Errors
/// [`BackupError`].
pub async fn restore(
    options: Options,
    folder: &Path,
    to: Option<&str>,
    preserved: &[&str],
) -> Result<Restored, BackupError> {
    let data_dir = options.data_dir.clone();
    require_empty(&data_dir, preserved)?;
    let archive = Archive::open(folder)?;
    let bases = archive.bases()?;
    let first = bases.first().ok_or_else(|| BackupError::NoBase { folder: archive.folder().to_owned() })?;
    let early_enough = |base: &&Base| to.is_none_or(|to| base.whole_at.as_str() <= to);
    let mut error = BackupError::TooEarly { first: first.whole_at.clone() };
    for base in bases.iter().rev().filter(early_enough) {
        match restore_from(&options, &archive, base, to).await {
            Ok(()) => return Ok(Restored { base: base.clone() }),
            Err(failed) => {
                clear(&data_dir, preserved)?;
                let is_other_branch = has_message(&failed, OTHER_BRANCH);
                error = match archive.missing_segment(base)? {
                    Some(segment) if has_message(&failed, TOO_LATE) => {
                        missing_segment(&archive, base, segment)
                    }
                    None if has_message(&failed, TOO_LATE) => BackupError::TooLate,
                    _ => failed,
                };
                if !is_other_branch {
                    break;
                }
            }
        }
    }
    Err(error)
}

/// Refuses a data folder that is in use, or that holds anything but the files that `preserved` names: it may be the
/// only copy of its data. [`restore`] calls it itself; this is for callers that prepare the folder first.
///
/// # Errors
/// [`BackupError::Running`], [`BackupError::NotEmpty`], or when it cannot be read.
pub fn require_empty(data_dir: &Path, preserved: &[&str]) -> Result<(), BackupError> {
    let cluster = Layout::cluster_of(data_dir);
    if let Some(file) = running(&cluster) {
        return Err(BackupError::Running { folder: data_dir.to_owned(), pid: file.pid });
    }
    let Ok(entries) = std::fs::read_dir(data_dir) else { return Ok(()) };
    for entry in entries {
        let name = entry.at("list", data_dir)?.file_name();
        // The lock file of a failed attempt.
        if name != SERVE_LOCK && !preserved.iter().any(|preserved| name == *preserved) {
            return Err(BackupError::NotEmpty { folder: data_dir.to_owned() });
        }
    }
    Ok(())
}

fn missing_segment(archive: &Archive, base: &Base, segment: String) -> BackupError {
    BackupError::MissingSegment { folder: archive.wal(), segment, whole_at: base.whole_at.clone() }
}

fn has_message(error: &BackupError, message: &str) -> bool {
    matches!(error, BackupError::Postgres(PostgresError::DidNotStart { tail, .. }) if tail.contains(message))
}

async fn restore_from(
    options: &Options,
    archive: &Archive,
    base: &Base,
    to: Option<&str>,
) -> Result<(), BackupError> {
    // Without a moment the log is replayed up to the first missing segment: none may be missing before its real end.
    let missing = archive.missing_segment(base)?;
    if let Some(segment) = missing.filter(|segment| to.is_none() || *segment == base.segment) {
        return Err(missing_segment(archive, base, segment));
    }
    let _serving = ServeLock::acquire(&options.data_dir)?;
    let (data_dir, from, wal) = (options.data_dir.clone(), archive.cluster(base), archive.wal());
    let settings = settings(archive, to);
    blocking(move || {
        let layout = Layout::prepare(&data_dir)?;
        let (cluster, unfinished) = (layout.cluster(), layout.cluster().with_extension("new"));
        files::copy_cluster(&from, &unfinished)?;
        configure(&unfinished, &settings)?;
        files::write(&unfinished.join("recovery.signal"), "")?;
        layout.user.chown(&unfinished)?;
        // The server's user of another machine may have written it.
        layout.user.chown_if_other(&wal)?;
        std::fs::rename(&unfinished, &cluster).at("move into place", &unfinished)
    })
    .await?;
    let options = Options { start_timeout: LONGEST, ..options.clone() };
    // It accepts connections once it has replayed everything and begun a timeline of its own.
    let own = OwnPostgres::join_or_start(options).await?;
    let cleared = async {
        let mut connection = own.admin_connection().await?;
        for name in RESTORE_SETTINGS.iter().filter(|name| **name != "archive_command") {
            connection.execute(format!("ALTER SYSTEM RESET {name}").as_str()).await?;
        }
        connection.close().await
    }
    .await;
    own.stop().await?;
    Ok(cleared?)
}

/// Lines of `postgresql.auto.conf`.
fn settings(archive: &Archive, to: Option<&str>) -> String {
    let mut text = format!(
        "archive_command = '{NOTHING}'\nhot_standby = off\nrecovery_target_action = 'promote'\n\
         recovery_target_timeline = 'latest'\nrestore_command = '{}'\n",
        archive.restore_command().replace('\'', "''")
    );
    if let Some(to) = to {
        // PostgreSQL reads settings before it knows the names of time zones, `Z` among them.
        let to = to.replace('T', " ").replace('Z', "+00");
        text.push_str(&format!("recovery_target_time = '{to}'\n"));
    }
    text
}

fn configure(cluster: &Path, settings: &str) -> Result<(), PostgresError> {
    let path = cluster.join("postgresql.auto.conf");
    let text = std::fs::read_to_string(&path).at("read", &path)?;
    let is_ours =
        |line: &&str| RESTORE_SETTINGS.iter().any(|name| line.split([' ', '=']).next() == Some(*name));
    let preserved: String =
        text.lines().filter(|line| !is_ours(line)).map(|line| format!("{line}\n")).collect();
    files::write(&path, &(preserved + settings))
}

/// A failed restore leaves nothing: the folder is empty for the next attempt.
fn clear(data_dir: &Path, preserved: &[&str]) -> Result<(), PostgresError> {
    let location = data_dir.join("postgres/location");
    if let Ok(home) = std::fs::read_to_string(&location) {
        let home = Path::new(home.trim_end());
        if home.exists() {
            std::fs::remove_dir_all(home).at("remove", home)?;
        }
    }
    let Ok(entries) = std::fs::read_dir(data_dir) else { return Ok(()) };
    for entry in entries {
        let path = entry.at("list", data_dir)?.path();
        if preserved.iter().any(|preserved| path.ends_with(preserved)) {
            continue;
        }
        let removed =
            if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        removed.at("remove", &path)?;
    }
    Ok(())
}
