//! The folders and files of a data folder.
//!
//! ```text
//! <data folder>/serve.lock          one `fairway serve` at a time
//! <data folder>/postgres/           "local": the locks, and normally everything else
//!     start.lock  users.lock        held while starting or stopping; held while using
//!     server.lock                   held by the server itself, as long as any process of it runs
//!     archive                       only where the log is archived: the path of the archive
//!     location                      only where the rest had to move: its path
//!     cluster/                      PostgreSQL's own data folder (mode 0700)
//!     run/                          the unix socket (mode 0700)
//!     server.log                    the server's log
//!     access.conf  names.conf       access rules (`access`)
//!     reserve                       disk space that is reserved for the server
//! ```
//! The rest is in `/var/lib/fairway/<hash>-<number>` when root starts fairway below a folder that no other user may
//! enter, such as `/root`: PostgreSQL does not run as root and could not reach its data. This is decided before the
//! cluster exists, never afterwards.

use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::PostgresError;
use crate::error::At;
use crate::user::RunAs;

/// The folder for a cluster that cannot be in the data folder.
const SYSTEM_HOME: &str = "/var/lib/fairway";

/// The kernel's limit on a socket's path is 108 bytes on Linux and 104 on macOS, terminator included.
const LONGEST_SOCKET_PATH: usize = 100;

/// The socket's name for the default port; the server listens on no TCP port.
pub(crate) const SOCKET_NAME: &str = ".s.PGSQL.5432";

/// The folders of one data folder, and the user that runs the server in them.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Canonical.
    pub(crate) data_dir: PathBuf,
    local: PathBuf,
    home: PathBuf,
    pub(crate) user: RunAs,
}

impl Layout {
    /// Creates what is missing and decides the folder of the cluster and the user that runs it.
    pub(crate) fn prepare(data_dir: &Path) -> Result<Self, PostgresError> {
        create_folder(data_dir)?;
        let data_dir = data_dir.canonicalize().at("resolve", data_dir)?;
        let local = data_dir.join("postgres");
        create_folder(&local)?;
        let home = home_of(&local);
        let exists = home.join("cluster/PG_VERSION").exists();
        let user =
            if exists { RunAs::of_cluster(&home.join("cluster"), &data_dir)? } else { RunAs::decide(None)? };
        let mut layout = Self { data_dir, local, home, user };
        if user.steps_down {
            allow_entering(&layout.data_dir)?;
            allow_entering(&layout.local)?;
        }
        if let Some(folder) = user.first_blocked(&layout.home) {
            if exists {
                return Err(PostgresError::Impassable { folder, uid: user.uid });
            }
            layout.move_home(&folder)?;
        }
        create_folder(&layout.home)?;
        Ok(layout)
    }

    fn move_home(&mut self, obstacle: &Path) -> Result<(), PostgresError> {
        let home = new_system_home(&short_hash(&self.data_dir))?;
        let note = self.local.join("location");
        std::fs::write(&note, home.as_os_str().as_encoded_bytes()).at("write", &note)?;
        tracing::warn!(
            cluster = %home.display(),
            "PostgreSQL does not run as root and no other user may enter {}: its data live in {} instead",
            obstacle.display(),
            home.display(),
        );
        self.home = home;
        Ok(())
    }

    /// Makes the server's user the owner of everything that the server works with, where the owner is another: the
    /// `nobody` of an earlier release, or the user that restored a backup. Only while no server runs.
    pub(crate) fn chown_cluster(&self) -> Result<(), PostgresError> {
        if !self.user.steps_down {
            return Ok(());
        }
        let run = self.home.join("run");
        let run = if fits_a_socket(&run) { run } else { self.short_socket_folder() };
        for path in [run, self.cluster()] {
            if path.exists() {
                self.user.chown_if_other(&path)?;
            }
        }
        Ok(())
    }

    /// The cluster's folder in a data folder, whether it exists or not.
    #[cfg(feature = "supervisor")]
    pub(crate) fn cluster_of(data_dir: &Path) -> PathBuf {
        home_of(&data_dir.join("postgres")).join("cluster")
    }

    fn short_socket_folder(&self) -> PathBuf {
        Path::new("/tmp").join(format!("fairway-{}", short_hash(&self.home)))
    }

    pub(crate) fn start_lock(&self) -> PathBuf {
        self.local.join("start.lock")
    }

    pub(crate) fn users_lock(&self) -> PathBuf {
        self.local.join("users.lock")
    }

    pub(crate) fn server_lock(&self) -> PathBuf {
        self.local.join("server.lock")
    }

    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    pub(crate) fn cluster(&self) -> PathBuf {
        self.home.join("cluster")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.home.join("server.log")
    }

    /// The major version that made the cluster, `None` before the first start.
    pub(crate) fn made_by(&self) -> Option<u32> {
        std::fs::read_to_string(self.cluster().join("PG_VERSION")).ok()?.trim().parse().ok()
    }

    /// The folder of the socket, created for the server's user alone.
    pub(crate) fn socket_folder(&self) -> Result<PathBuf, PostgresError> {
        let folder = self.home.join("run");
        if fits_a_socket(&folder) {
            private_folder(&folder, self.user)?;
            return Ok(folder);
        }
        // Always /tmp, never TMPDIR: the next process may have another TMPDIR, or a long one.
        let short = self.short_socket_folder();
        private_folder(&short, self.user)?;
        Ok(short)
    }
}

fn home_of(local: &Path) -> PathBuf {
    std::fs::read_to_string(local.join("location"))
        .map_or_else(|_| local.to_owned(), |moved| PathBuf::from(moved.trim_end()))
}

/// The file that names the folder into which the log is archived.
#[cfg(feature = "supervisor")]
pub(crate) fn archive_note(data_dir: &Path) -> PathBuf {
    data_dir.join("postgres/archive")
}

/// A new folder: an existing one holds the data of an earlier data folder that was removed.
fn new_system_home(name: &str) -> Result<PathBuf, PostgresError> {
    create_folder(Path::new(SYSTEM_HOME))?;
    // Root's umask may have removed the permission that others need to enter.
    allow_entering(Path::new(SYSTEM_HOME))?;
    let mut number = 1;
    loop {
        let home = Path::new(SYSTEM_HOME).join(format!("{name}-{number}"));
        match std::fs::DirBuilder::new().mode(0o711).create(&home) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            made => {
                made.at("create", &home)?;
                allow_entering(&home)?;
                return Ok(home);
            }
        }
    }
}

/// Whether the kernel accepts the length of a socket's path in this folder.
pub(crate) fn fits_a_socket(folder: &Path) -> bool {
    folder.as_os_str().len() + 1 + SOCKET_NAME.len() <= LONGEST_SOCKET_PATH
}

/// Removes the socket of a server that will not start again, and the lock file beside it.
pub(crate) fn remove_socket(folder: &Path) {
    remove_socket_lock(folder);
    remove_stale(&folder.join(SOCKET_NAME));
}

/// Removes the lock file of a server that has ended: PostgreSQL would refuse to start where the pid in it belongs to
/// another process by now. The socket stays until the next server replaces it: it refuses connections, which clients
/// treat as a server that is starting and retry, while they treat a missing socket as no server.
pub(crate) fn remove_socket_lock(folder: &Path) {
    remove_stale(&folder.join(format!("{SOCKET_NAME}.lock")));
}

fn remove_stale(path: &Path) {
    if let Err(error) = std::fs::remove_file(path)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(path = %path.display(), %error, "cannot remove what a server left");
    }
}

/// A folder of mode 0700 that belongs to the user. An existing one with another owner, in a shared `/tmp`, is refused.
pub(crate) fn private_folder(folder: &Path, user: RunAs) -> Result<(), PostgresError> {
    match std::fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => user.chown(folder)?,
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let found = std::fs::symlink_metadata(folder).at("look at", folder)?;
            if !found.is_dir() || found.uid() != user.uid || found.mode() & 0o077 != 0 {
                return Err(PostgresError::SocketFolder { folder: folder.to_owned(), uid: user.uid });
            }
        }
        Err(error) => return Err(error).at("create", folder),
    }
    Ok(())
}

/// Others may enter but not list it: the server's user has to reach the cluster below.
pub(crate) fn create_folder(folder: &Path) -> Result<(), PostgresError> {
    std::fs::DirBuilder::new().recursive(true).mode(0o711).create(folder).at("create", folder)
}

/// Lets other users enter a folder of ours.
fn allow_entering(folder: &Path) -> Result<(), PostgresError> {
    let mode = std::fs::metadata(folder).at("look at", folder)?.mode() & 0o7777;
    if mode & 0o001 == 0 {
        std::fs::set_permissions(folder, PermissionsExt::from_mode(mode | 0o001))
            .at("open for passage", folder)?;
    }
    Ok(())
}

/// FNV-1a: the standard library's hash may change with a release, and these names must stay the same.
pub(crate) fn short_hash(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_name_of_a_folder_never_changes() {
        assert_eq!(short_hash(Path::new("")), "cbf29ce484222325");
        assert_eq!(short_hash(Path::new("a")), "af63dc4c8601ec8c");
    }

    #[test]
    fn a_socket_moves_only_when_its_path_would_be_too_long() {
        assert!(fits_a_socket(Path::new(&"x".repeat(86))));
        assert!(!fits_a_socket(Path::new(&"x".repeat(87))));
    }

    #[test]
    fn a_socket_folder_that_others_can_enter_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("run");
        let me = RunAs { uid: rustix::process::geteuid().as_raw(), gid: 0, steps_down: false };
        private_folder(&folder, me).unwrap();
        private_folder(&folder, me).unwrap();
        std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).unwrap();
        let error = private_folder(&folder, me).unwrap_err();
        assert!(matches!(error, PostgresError::SocketFolder { .. }), "{error}");
    }
}
