//! A temporary cluster for tests and measurements: stopped and removed when its owner drops it.
//!
//! Not durable for tests, where only speed matters; durable for measurements, where a figure without `fsync`
//! would be wrong. A [copy](Copied) of another server's data is served the same way.

mod copy;

use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::PostgresError;
use crate::binaries::{Binaries, Candidates, choose};
use crate::cluster::DURABLE;
use crate::error::At;
use crate::initdb::{SUPERUSER, ensure_cluster};
use crate::layout::{create_folder, fits_a_socket, private_folder, remove_socket};
use crate::portable::runnable_by;
use crate::process;
use crate::server::{Launch, StopTimeouts, stop, wait_started};
use crate::user::RunAs;
use crate::wait::Wait;

pub use copy::{Copied, Original};

/// A folder's name begins with this; the owner's process id and a number follow.
const NAME: &str = "fairway-throwaway-";

const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Whether the cluster survives a power failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// PostgreSQL's defaults: every commit reaches the disk.
    Full,
    /// `fsync` off: for tests.
    None,
}

impl Durability {
    fn settings(self) -> Vec<(&'static str, &'static str)> {
        // Many tests, or many programs that are measured side by side.
        let many = ("max_connections", "300");
        match self {
            Self::Full => DURABLE.iter().copied().chain([many]).collect(),
            Self::None => vec![
                ("fsync", "off"),
                ("synchronous_commit", "off"),
                ("full_page_writes", "off"),
                many,
                ("autovacuum_naptime", "10s"),
            ],
        }
    }
}

/// A running throw-away cluster. Dropping it stops the server and removes the folder. On Linux the server also
/// ends when the thread that started it ends, so start it on the main thread.
#[derive(Debug)]
pub struct Throwaway {
    home: PathBuf,
    socket_folder: PathBuf,
    child: Child,
}

impl Throwaway {
    /// Makes and starts a cluster in a new folder below `parent`, or below `/var/tmp` where the user that runs
    /// PostgreSQL may not enter `parent`.
    ///
    /// # Errors
    /// Any [`PostgresError`] of finding, creating or starting a server.
    pub fn start(
        parent: &Path,
        binaries: Option<&Path>,
        durability: Durability,
    ) -> Result<Self, PostgresError> {
        let user = RunAs::decide(None)?;
        let candidates = Candidates::search(binaries)?;
        let home = make_home(parent, user)?;
        let binaries = runnable_by(user, choose(&candidates, &home, None)?, &home)?;
        match start_in(&home, &binaries, user, durability) {
            Ok((socket_folder, child)) => Ok(Self { home, socket_folder, child }),
            Err(error) => {
                remove(&home);
                Err(error)
            }
        }
    }

    /// Starts it again, not durable, as a standby without a primary: it only answers queries.
    ///
    /// # Errors
    /// Any [`PostgresError`] of finding, stopping or starting a server.
    pub fn become_standby(&mut self, binaries: Option<&Path>) -> Result<(), PostgresError> {
        let cluster = self.home.join("cluster");
        let user = RunAs::decide(Some(&cluster))?;
        let binaries =
            runnable_by(user, choose(&Candidates::search(binaries)?, &self.home, None)?, &self.home)?;
        stop(&cluster, Some(&mut self.child), StopTimeouts::SERVER)?;
        let signal = cluster.join("standby.signal");
        std::fs::write(&signal, "").at("write", &signal)?;
        user.chown(&signal)?;
        (_, self.child) = start_in(&self.home, &binaries, user, Durability::None)?;
        Ok(())
    }

    /// Address of the maintenance database, for the superuser.
    #[must_use]
    pub fn url(&self) -> String {
        let folder = percent_encode(&self.socket_folder);
        format!("postgres://{SUPERUSER}@localhost/postgres?host={folder}")
    }

    /// The folder of the unix socket, for callers that name user and database themselves.
    #[must_use]
    pub fn socket_folder(&self) -> &Path {
        &self.socket_folder
    }

    /// PostgreSQL's data folder.
    #[must_use]
    pub fn data_dir(&self) -> PathBuf {
        self.home.join("cluster")
    }

    /// Ends the server cleanly; its data folder stays until this is dropped.
    ///
    /// # Errors
    /// When it does not end.
    pub fn end(&mut self) -> Result<(), PostgresError> {
        stop(&self.data_dir(), Some(&mut self.child), StopTimeouts::SERVER)
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            tracing::error!(%error, "the throw-away PostgreSQL was not stopped");
        }
        remove_socket(&self.socket_folder);
        remove(&self.socket_folder);
        remove(&self.home);
    }
}

/// `parent`, created, or `/var/tmp` where the user that would run PostgreSQL may not enter `parent`.
///
/// # Errors
/// [`PostgresError`] when the folder cannot be made or there is no user to step down to.
pub fn reachable(parent: &Path) -> Result<PathBuf, PostgresError> {
    create_folder(parent)?;
    let parent = parent.canonicalize().at("resolve", parent)?;
    let hidden = RunAs::decide(None)?.first_blocked(&parent).is_some();
    Ok(if hidden { PathBuf::from("/var/tmp") } else { parent })
}

/// One folder per process and start.
fn make_home(parent: &Path, user: RunAs) -> Result<PathBuf, PostgresError> {
    static STARTS: AtomicU32 = AtomicU32::new(0);
    let parent = reachable(parent)?;
    remove_abandoned(&parent);
    let number = STARTS.fetch_add(1, Ordering::Relaxed);
    let home = parent.join(format!("{NAME}{}-{number}", std::process::id()));
    remove(&home);
    private_folder(&home, user)?;
    Ok(home)
}

/// Removes the folders of processes that were killed: their servers ended with them, their folders did not.
fn remove_abandoned(parent: &Path) {
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for home in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = home.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let owner = name
            .strip_prefix(NAME)
            .and_then(|rest| rest.split_once('-'))
            .and_then(|(pid, _)| pid.parse().ok());
        if owner.is_some_and(|pid| !process::exists(pid))
            && process::servers_of(&home.join("cluster")).is_empty()
        {
            remove(&home);
        }
    }
}

fn start_in(
    home: &Path,
    binaries: &Binaries,
    user: RunAs,
    durability: Durability,
) -> Result<(PathBuf, Child), PostgresError> {
    let (cluster, log) = (home.join("cluster"), home.join("server.log"));
    ensure_cluster(binaries, &cluster, user, durability == Durability::Full)?;
    let socket_folder = socket_folder(home, user)?;
    let launch = Launch {
        binaries,
        cluster: &cluster,
        socket_folder: &socket_folder,
        log: &log,
        user,
        settings: &durability.settings(),
        dies_with_thread: true,
    };
    let mut child = launch.start(None)?;
    match wait_started(&cluster, &log, &mut child, &Wait::at_most(START_TIMEOUT)) {
        Ok(_) => Ok((socket_folder, child)),
        Err(error) => {
            stop(&cluster, Some(&mut child), StopTimeouts::SERVER)?;
            Err(error)
        }
    }
}

/// The folder of the socket: beside the cluster, or below `/tmp` where its path would be too long.
fn socket_folder(home: &Path, user: RunAs) -> Result<PathBuf, PostgresError> {
    let beside = home.join("run");
    let name = home.file_name().unwrap_or_default();
    let folder = if fits_a_socket(&beside) { beside } else { Path::new("/tmp").join(name) };
    private_folder(&folder, user)?;
    Ok(folder)
}

fn remove(folder: &Path) {
    if let Err(error) = std::fs::remove_dir_all(folder)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!(folder = %folder.display(), %error, "cannot remove a throw-away folder");
    }
}

/// A path as the value of a query parameter.
fn percent_encode(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes
        .map(|&byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn an_address_may_contain_spaces_and_special_characters() {
        assert_eq!(percent_encode(Path::new("/tmp/a b&c=é")), "/tmp/a%20b%26c%3D%C3%A9");
    }

    #[test]
    fn only_folders_of_ended_processes_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let mut ended = std::process::Command::new("true").spawn().unwrap();
        ended.wait().unwrap();
        let abandoned = parent.path().join(format!("{NAME}{}-0", ended.id()));
        let in_use = parent.path().join(format!("{NAME}{}-0", std::process::id()));
        let other = parent.path().join("fairway-throwaway-notes");
        for folder in [&abandoned, &in_use, &other] {
            std::fs::create_dir(folder).unwrap();
        }
        remove_abandoned(parent.path());
        assert!(!abandoned.exists() && in_use.exists() && other.exists());
    }

    #[test]
    fn a_cluster_is_usable_after_start_and_removed_after_drop() {
        let parent =
            tempfile::Builder::new().permissions(PermissionsExt::from_mode(0o755)).tempdir().unwrap();
        let cluster = Throwaway::start(parent.path(), None, Durability::None).unwrap();
        let socket = cluster.socket_folder.join(".s.PGSQL.5432");
        assert!(std::os::unix::net::UnixStream::connect(&socket).is_ok());
        drop(cluster);
        assert!(!socket.exists());
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 0);
    }
}
