//! A copy of another server's data folder, started beside it: the folder itself is only read, and may be needed as
//! evidence.
//!
//! The copy runs with our settings only. The folder's own configuration is about the original server: an archive that
//! must not get a second history, a primary to follow, a point to recover to, the files of a cluster manager.

use std::fs::Metadata;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::statvfs;

use super::{Throwaway, make_home, remove, socket_folder};
use crate::PostgresError;
use crate::binaries::{Binaries, Candidates, choose};
use crate::error::At;
use crate::portable::runnable_by;
use crate::process;
use crate::server::{Launch, StopTimeouts, stop, wait_started};
use crate::user::RunAs;
use crate::wait::Wait;

/// Bytes that a start needs beside the copy: the log that recovery writes, and a margin for other programs.
const SPARE: u64 = 256 * 1024 * 1024;

/// How long the recovery of what the server had not written to its tables may take.
const START_TIMEOUT: Duration = Duration::from_secs(600);

/// Files of the original server that are not its data.
const LEFT_OUT: [&str; 5] =
    ["postmaster.pid", "postmaster.opts", "standby.signal", "recovery.signal", "postgresql.auto.conf"];

/// Every process that may enter the socket's folder (mode 0700) is trusted; the server listens nowhere else.
const ACCESS: &str = "local all all trust\nlocal replication all trust\n";

/// Whether the folder is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Original {
    /// No server works on it, and none may while it is copied.
    Stopped,
    /// Its server runs and is in backup mode (`pg_backup_start`), so that a copy is complete once it has the backup's
    /// label.
    InBackupMode,
}

/// A data folder's copy that is not started yet. Dropping it removes it.
#[derive(Debug)]
pub struct Copied {
    home: PathBuf,
    binaries: Binaries,
    user: RunAs,
    /// The folder belongs to the started server, which removes it.
    started: bool,
}

/// The size and the age of a folder's files.
#[derive(Debug, Default, PartialEq, Eq)]
struct Contents {
    bytes: u64,
    /// The latest change of any file, seconds and nanoseconds.
    changed: (i64, i64),
}

impl Copied {
    /// Copies a data folder into a new private folder below `parent`, or below `/var/tmp` where the user that runs
    /// PostgreSQL may not enter `parent`.
    ///
    /// # Errors
    /// [`PostgresError::NoCluster`] when it is no data folder, `CopyInUse` and `CopyChanged` when a server works on
    /// one that should be at rest, `CopyLeads` when it contains links, `NoRoomForCopy`, and those of finding
    /// PostgreSQL's programs in its major version.
    pub fn from_folder(
        data: &Path,
        parent: &Path,
        binaries: Option<&Path>,
        original: Original,
    ) -> Result<Self, PostgresError> {
        let data = data.canonicalize().at("resolve", data)?;
        let version = std::fs::read_to_string(data.join("PG_VERSION")).ok();
        let made_by = version.and_then(|text| text.trim().parse().ok());
        let Some(made_by) = made_by else { return Err(PostgresError::NoCluster { folder: data }) };
        let user = RunAs::decide(Some(&data))?;
        if original == Original::Stopped
            && let Some(&pid) = process::servers_of(&data).first()
        {
            return Err(PostgresError::CopyInUse { folder: data, pid });
        }
        let found = choose(&Candidates::search(binaries)?, &data, Some(made_by))?;
        let mut before = Contents::default();
        before.add(&data, original)?;
        let home = make_home(parent, user)?;
        // From here on dropping it removes the folder.
        let copied = Self { binaries: runnable_by(user, found, &home)?, home, user, started: false };
        copied.check_room(&data, before.bytes)?;
        copied.fill(&data, original)?;
        let mut after = Contents::default();
        after.add(&data, original)?;
        if original == Original::Stopped && after != before {
            return Err(PostgresError::CopyChanged { folder: data });
        }
        Ok(copied)
    }

    /// The copied data folder, for files that a caller has to add.
    #[must_use]
    pub fn cluster(&self) -> PathBuf {
        self.home.join("cluster")
    }

    /// Starts PostgreSQL on the copy, which recovers from its log, and waits until it accepts connections. It listens on
    /// a socket that only its own user may reach.
    ///
    /// # Errors
    /// When it does not start; the copy is then removed.
    pub fn start(mut self) -> Result<Throwaway, PostgresError> {
        let cluster = self.cluster();
        let conf = self.write("postgresql.conf", "")?;
        let hba = self.write("pg_hba.conf", ACCESS)?;
        let ident = self.write("pg_ident.conf", "")?;
        self.user.chown(&self.home)?;
        let socket_folder = socket_folder(&self.home, self.user)?;
        let log = self.home.join("server.log");
        let settings = [
            ("config_file", conf.as_str()),
            ("hba_file", hba.as_str()),
            ("ident_file", ident.as_str()),
            // It is temporary, and an operator waits for it.
            ("fsync", "off"),
            ("shared_buffers", "64MB"),
            // A standby must allow as many as its primary, which may be a throw-away cluster.
            ("max_connections", "300"),
            // Recovery needs a slot for each prepared transaction.
            ("max_prepared_transactions", "100"),
            // Reading it must not change it.
            ("autovacuum", "off"),
        ];
        let launch = Launch {
            binaries: &self.binaries,
            cluster: &cluster,
            socket_folder: &socket_folder,
            log: &log,
            user: self.user,
            settings: &settings,
            dies_with_thread: true,
        };
        let mut child = launch.start(None)?;
        if let Err(error) = wait_started(&cluster, &log, &mut child, &Wait::at_most(START_TIMEOUT)) {
            stop(&cluster, Some(&mut child), StopTimeouts::SERVER)?;
            remove(&socket_folder);
            return Err(error);
        }
        self.started = true;
        Ok(Throwaway { home: self.home.clone(), socket_folder, child })
    }

    fn check_room(&self, data: &Path, bytes: u64) -> Result<(), PostgresError> {
        let found = statvfs(&self.home).map_err(std::io::Error::from).at("look at", &self.home)?;
        let free = found.f_bavail.saturating_mul(found.f_frsize);
        let needed = bytes.saturating_add(SPARE);
        if free >= needed {
            return Ok(());
        }
        let folder = self.home.parent().unwrap_or(&self.home).to_owned();
        Err(PostgresError::NoRoomForCopy { of: data.to_owned(), folder, needed, free })
    }

    fn fill(&self, data: &Path, original: Original) -> Result<(), PostgresError> {
        let cluster = self.cluster();
        copy_folder(data, &cluster, original)?;
        for name in LEFT_OUT {
            let path = cluster.join(name);
            if path.exists() {
                std::fs::remove_file(&path).at("remove", &path)?;
            }
        }
        // The copy has no standby, and a server refuses to start with more slots than its setting allows.
        let slots = cluster.join("pg_replslot");
        for slot in std::fs::read_dir(&slots).into_iter().flatten() {
            let slot = slot.at("list", &slots)?.path();
            std::fs::remove_dir_all(&slot).at("remove", &slot)?;
        }
        Ok(())
    }

    fn write(&self, name: &str, text: &str) -> Result<String, PostgresError> {
        let path = self.home.join(name);
        std::fs::write(&path, text).at("write", &path)?;
        Ok(path.to_string_lossy().into_owned())
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        if !self.started {
            remove(&self.home);
        }
    }
}

/// An entry of a data folder.
enum Entry {
    Folder,
    File(Metadata),
    /// A pipe or a socket, or one that was removed meanwhile.
    Nothing,
}

/// The log's folder is often a link to another disk. Any other link leads to files that the copy would share with the
/// original, and change.
fn entry(path: &Path, original: Original) -> Result<Entry, PostgresError> {
    let mut found = match std::fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if is_gone(&error, original) => return Ok(Entry::Nothing),
        Err(error) => return Err(error).at("look at", path),
    };
    if found.is_symlink() {
        if path.file_name().is_none_or(|name| name != "pg_wal") {
            return Err(PostgresError::CopyLeads { link: path.to_owned() });
        }
        found = std::fs::metadata(path).at("look at", path)?;
    }
    Ok(if found.is_dir() {
        Entry::Folder
    } else if found.is_file() {
        Entry::File(found)
    } else {
        Entry::Nothing
    })
}

/// A running server removes files at any time; recovery repeats that from the log.
fn is_gone(error: &std::io::Error, original: Original) -> bool {
    original == Original::InBackupMode && error.kind() == std::io::ErrorKind::NotFound
}

impl Contents {
    fn add(&mut self, folder: &Path, original: Original) -> Result<(), PostgresError> {
        for found in std::fs::read_dir(folder).at("list", folder)? {
            let path = found.at("list", folder)?.path();
            match entry(&path, original)? {
                Entry::Folder => self.add(&path, original)?,
                Entry::File(file) => {
                    self.bytes += file.len();
                    self.changed = self.changed.max((file.mtime(), file.mtime_nsec()));
                }
                Entry::Nothing => {}
            }
        }
        Ok(())
    }
}

fn copy_folder(from: &Path, to: &Path, original: Original) -> Result<(), PostgresError> {
    std::fs::DirBuilder::new().mode(0o700).create(to).at("create", to)?;
    for found in std::fs::read_dir(from).at("list", from)? {
        let source = found.at("list", from)?.path();
        let target = to.join(source.file_name().unwrap_or_default());
        match entry(&source, original)? {
            Entry::Folder => copy_folder(&source, &target, original)?,
            // Shares the blocks where the file system can.
            Entry::File(_) => match std::fs::copy(&source, &target) {
                Ok(_) => {}
                Err(error) if is_gone(&error, original) => {}
                Err(error) => return Err(error).at("copy", &source),
            },
            Entry::Nothing => {}
        }
    }
    let mode = std::fs::metadata(from).at("look at", from)?.permissions().mode() | 0o700;
    std::fs::set_permissions(to, PermissionsExt::from_mode(mode)).at("set the mode of", to)
}

#[cfg(test)]
mod tests {
    use super::super::Durability;
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::Builder::new().permissions(PermissionsExt::from_mode(0o755)).tempdir().unwrap()
    }

    fn copy(of: &Path, parent: &Path) -> Result<Copied, PostgresError> {
        Copied::from_folder(of, parent, None, Original::Stopped)
    }

    #[test]
    fn the_folder_of_a_stopped_server_is_copied_and_stays_unchanged() {
        let (parent, other) = (folder(), folder());
        let mut original = Throwaway::start(parent.path(), None, Durability::None).unwrap();
        let data = original.data_dir();
        let error = copy(&data, other.path()).unwrap_err();
        assert!(error.to_string().contains("is in use by process"), "{error}");
        original.end().unwrap();
        // As a cluster manager leaves it: settings about other servers, and the mark of a standby.
        std::fs::write(data.join("standby.signal"), "").unwrap();
        let log = parent.path().join("log-on-another-disk");
        std::fs::rename(data.join("pg_wal"), &log).unwrap();
        std::os::unix::fs::symlink(&log, data.join("pg_wal")).unwrap();
        std::fs::write(
            data.join("postgresql.auto.conf"),
            "archive_mode = on\narchive_command = 'false'\nprimary_conninfo = 'host=/nowhere'\nlisten_addresses = '*'\n",
        )
        .unwrap();
        let contents_of = |data: &Path| {
            let mut contents = Contents::default();
            contents.add(data, Original::Stopped).unwrap();
            contents
        };
        let before = contents_of(&data);
        let served = copy(&data, other.path()).unwrap().start().unwrap();
        let socket = served.socket_folder.join(".s.PGSQL.5432");
        assert!(std::os::unix::net::UnixStream::connect(&socket).is_ok());
        drop(served);
        assert_eq!(before, contents_of(&data));
        assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0, "nothing is left of it");
    }

    #[test]
    fn a_folder_without_cluster_of_another_version_or_with_links_is_refused() {
        let (parent, other) = (folder(), folder());
        let data = parent.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let error_text = || copy(&data, other.path()).unwrap_err().to_string();
        assert!(error_text().contains("is no data folder of PostgreSQL"), "{}", error_text());
        std::fs::write(data.join("PG_VERSION"), "9\n").unwrap();
        assert!(error_text().contains("was made by PostgreSQL 9"), "{}", error_text());
        let found = Candidates::search(None).unwrap().usable[0].major;
        std::fs::write(data.join("PG_VERSION"), format!("{found}\n")).unwrap();
        std::fs::create_dir(data.join("pg_tblspc")).unwrap();
        std::os::unix::fs::symlink("/elsewhere", data.join("pg_tblspc/16400")).unwrap();
        assert!(error_text().contains("pg_tblspc/16400"), "{}", error_text());
        assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_copy_without_enough_disk_space_is_not_started() {
        let (parent, other) = (folder(), folder());
        let data = parent.path().join("data");
        std::fs::create_dir(&data).unwrap();
        let found = Candidates::search(None).unwrap().usable[0].major;
        std::fs::write(data.join("PG_VERSION"), format!("{found}\n")).unwrap();
        // A sparse file takes no space here, but its copy might.
        std::fs::File::create(data.join("base")).unwrap().set_len(1 << 43).unwrap();
        let error = copy(&data, other.path()).unwrap_err();
        assert!(matches!(error, PostgresError::NoRoomForCopy { .. }), "{error}");
        assert_eq!(std::fs::read_dir(other.path()).unwrap().count(), 0);
    }
}
