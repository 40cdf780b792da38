//! A cluster for tests and measurements: made in a moment, ended and removed with its owner.
//!
//! Not durable for tests, where only speed matters; durable for measurements, where a figure without `fsync`
//! would be a lie.

use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::PostgresError;
use crate::binaries::{Binaries, Candidates, choose};
use crate::cluster::DURABLE;
use crate::error::At;
use crate::initdb::{SUPERUSER, ensure_cluster};
use crate::place::{create_folder, fits_a_socket, private_folder, remove_socket};
use crate::portable::runnable_by;
use crate::server::{Launch, stop, wait_ready};
use crate::user::RunAs;

const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Whether the cluster survives a power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// PostgreSQL's defaults: every commit reaches the disk.
    Full,
    /// `fsync` off: for tests.
    None,
}

impl Durability {
    fn settings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Full => DURABLE,
            Self::None => &[
                ("fsync", "off"),
                ("synchronous_commit", "off"),
                ("full_page_writes", "off"),
                ("max_connections", "300"),
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

    /// Address of the maintenance database, for the superuser.
    #[must_use]
    pub fn url(&self) -> String {
        let folder = percent_encode(&self.socket_folder);
        format!("postgres://{SUPERUSER}@localhost/postgres?host={folder}")
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        if let Err(error) = stop(&self.home.join("cluster"), Some(&mut self.child)) {
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
    let hidden = RunAs::decide(None)?.stopped_at(&parent).is_some();
    Ok(if hidden { PathBuf::from("/var/tmp") } else { parent })
}

/// One folder per process and start; what a killed predecessor with the same id left is removed.
fn make_home(parent: &Path, user: RunAs) -> Result<PathBuf, PostgresError> {
    static STARTS: AtomicU32 = AtomicU32::new(0);
    let number = STARTS.fetch_add(1, Ordering::Relaxed);
    let home = reachable(parent)?.join(format!("fairway-throwaway-{}-{number}", std::process::id()));
    remove(&home);
    private_folder(&home, user)?;
    Ok(home)
}

fn start_in(
    home: &Path,
    binaries: &Binaries,
    user: RunAs,
    durability: Durability,
) -> Result<(PathBuf, Child), PostgresError> {
    let (cluster, log) = (home.join("cluster"), home.join("server.log"));
    ensure_cluster(binaries, &cluster, user, durability == Durability::Full)?;
    let beside = home.join("run");
    let name = home.file_name().unwrap_or_default();
    let socket_folder = if fits_a_socket(&beside) { beside } else { Path::new("/tmp").join(name) };
    private_folder(&socket_folder, user)?;
    let launch = Launch {
        binaries,
        cluster: &cluster,
        socket_folder: &socket_folder,
        log: &log,
        user,
        settings: durability.settings(),
        dies_with_thread: true,
    };
    let mut child = launch.start()?;
    match wait_ready(&cluster, &log, Some(&mut child), START_TIMEOUT) {
        Ok(_) => Ok((socket_folder, child)),
        Err(error) => {
            stop(&cluster, Some(&mut child))?;
            Err(error)
        }
    }
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

    #[test]
    fn an_address_survives_blanks_and_signs_in_the_path() {
        assert_eq!(percent_encode(Path::new("/tmp/a b&c=é")), "/tmp/a%20b%26c%3D%C3%A9");
    }
}
