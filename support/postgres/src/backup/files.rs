//! Copying a cluster's files, also while a server writes to them: recovery repeats its changes from the log.

use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use crate::PostgresError;
use crate::error::At;

/// Folders whose contents a server creates again, or takes from the archive.
const EMPTY: [&str; 8] = [
    "pg_wal",
    "pg_replslot",
    "pg_dynshmem",
    "pg_notify",
    "pg_serial",
    "pg_snapshots",
    "pg_stat_tmp",
    "pg_subtrans",
];

/// The file with the names of the segments that were not archived. It is in the cluster's folder, where the server's user
/// may write.
pub(super) const GAP: &str = "archive_gap";

/// Files about the running server, not about its data.
const LEFT_OUT: [&str; 5] = ["postmaster.pid", "postmaster.opts", "recovery.signal", "standby.signal", GAP];

/// The file that names the start of the log: copied last, so that it is not older than the other files.
const CONTROL: &str = "global/pg_control";

/// Copies a cluster, and waits until it is on disk. Returns its size in bytes.
pub(super) fn copy_cluster(from: &Path, to: &Path) -> Result<u64, PostgresError> {
    let tablespaces = from.join("pg_tblspc");
    if let Some(link) = std::fs::read_dir(&tablespaces).at("list", &tablespaces)?.next() {
        return Err(PostgresError::CopyLeads { link: link.at("list", &tablespaces)?.path() });
    }
    let mut bytes = copy_folder(from, to, Path::new(""))?;
    bytes += copy_file(&from.join(CONTROL), &to.join(CONTROL))?;
    sync_below(to)?;
    Ok(bytes)
}

fn copy_folder(from: &Path, to: &Path, below: &Path) -> Result<u64, PostgresError> {
    std::fs::DirBuilder::new().mode(0o700).create(to).at("create", to)?;
    let mut bytes = 0;
    for entry in std::fs::read_dir(from).at("list", from)? {
        let source = entry.at("list", from)?.path();
        let name = source.file_name().unwrap_or_default();
        let (target, below) = (to.join(name), below.join(name));
        let text = below.to_string_lossy();
        if EMPTY.contains(&&*text) {
            std::fs::DirBuilder::new().mode(0o700).create(&target).at("create", &target)?;
        } else if source.is_dir() {
            bytes += copy_folder(&source, &target, &below)?;
        } else if !LEFT_OUT.contains(&&*text) && text != CONTROL && !is_temporary(&name.to_string_lossy()) {
            bytes += copy_file(&source, &target)?;
        }
    }
    Ok(bytes)
}

/// Files that a server removes when it starts.
fn is_temporary(name: &str) -> bool {
    name.starts_with("pgsql_tmp") || name.starts_with("pg_internal.init")
}

fn copy_file(from: &Path, to: &Path) -> Result<u64, PostgresError> {
    match std::fs::copy(from, to) {
        // A table that was dropped meanwhile: recovery drops it from the log too.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !from.exists() => Ok(0),
        copied => copied.at("copy", from),
    }
}

/// Waits until everything below a folder is on disk: by one call, since a cluster is a thousand small files.
#[cfg(target_os = "linux")]
fn sync_below(folder: &Path) -> Result<(), PostgresError> {
    let opened = std::fs::File::open(folder);
    opened.and_then(|file| rustix::fs::syncfs(file).map_err(Into::into)).at("sync", folder)
}

#[cfg(not(target_os = "linux"))]
fn sync_below(folder: &Path) -> Result<(), PostgresError> {
    for entry in std::fs::read_dir(folder).at("list", folder)? {
        let path = entry.at("list", folder)?.path();
        if path.is_dir() { sync_below(&path)? } else { sync(&path)? }
    }
    sync(folder)
}

/// Waits until a file, or a folder's list, is on disk.
pub(super) fn sync(path: &Path) -> Result<(), PostgresError> {
    std::fs::File::open(path).and_then(|file| file.sync_all()).at("sync", path)
}

/// Writes a small file.
pub(super) fn write(path: &Path, text: &str) -> Result<(), PostgresError> {
    let file = std::fs::OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all())).at("write", path)
}
