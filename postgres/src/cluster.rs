//! Starts, joins and leaves the server of a data folder. Blocking: `supervisor` is the asynchronous face.
//!
//! Two locks carry it. `start.lock` is held by whoever starts or stops, so these never overlap. `users.lock` is
//! held in shared mode by every process that uses the server: who can turn it exclusive is alone, and only then
//! starts a server over leftovers, or stops it on leaving. After a kill -9 both locks are free by themselves; the
//! server that the killed process had started is an orphan, which the next one joins. For that reason the server
//! does *not* die with the process that started it: others may be using it.

use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::Mutex;
use std::time::Duration;

use crate::PostgresError;
use crate::binaries::{Candidates, choose};
use crate::initdb::ensure_cluster;
use crate::lock::{FileLock, holder};
use crate::pidfile::{PidFile, Status};
use crate::place::{Place, remove_socket};
use crate::portable::runnable_by;
use crate::process;
use crate::server::{Launch, stop, wait_ready};

/// Recovery after a crash replays up to `max_wal_size` of changes; five minutes are ample for that.
const START_TIMEOUT: Duration = Duration::from_secs(300);

/// What makes an acknowledged booking durable. Given on the command line, where nothing overrules it.
pub(crate) const DURABLE: &[(&str, &str)] =
    &[("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on")];

/// What the caller decides.
#[derive(Debug, Clone)]
pub struct Options {
    /// The program's data folder; created when missing.
    pub data_dir: PathBuf,
    /// A folder with `postgres` and `initdb` that the operator configured; `None` searches the machine.
    pub binaries: Option<PathBuf>,
    /// How long a start may take, recovery included.
    pub start_timeout: Duration,
}

impl Options {
    /// The usual options for a data folder.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self { data_dir: data_dir.into(), binaries: None, start_timeout: START_TIMEOUT }
    }
}

/// A share in a running server. Dropping it leaves like [`Cluster::leave`], with errors only logged.
#[derive(Debug)]
pub struct Cluster {
    place: Place,
    socket_folder: PathBuf,
    pid: u32,
    /// Present when this process started the server: then the server is our child and must be reaped by us.
    child: Mutex<Option<Child>>,
    users: Option<FileLock>,
    patience: Duration,
}

impl Cluster {
    /// Joins the server of the data folder, or starts it when none runs. Creates the cluster on first use.
    ///
    /// # Errors
    /// Any [`PostgresError`] but `AlreadyServing`; nothing is left running by a failed start.
    pub fn join_or_start(options: &Options) -> Result<Self, PostgresError> {
        let place = Place::prepare(&options.data_dir)?;
        let _starting = start_lock(&place, options.start_timeout)?;
        let mut users = FileLock::shared(&place.users_lock())?;
        let cluster = place.cluster();

        if let Some(file) = running(&cluster) {
            if file.status != Status::Stopping {
                let file = wait_ready(&cluster, &place.log(), None, options.start_timeout)?;
                tracing::info!(pid = file.pid, cluster = %cluster.display(), "joined the running PostgreSQL");
                return Ok(Self::sharing(place, file, None, users, options.start_timeout));
            }
            // Somebody signalled it from outside; it cannot be joined any more.
            stop(&cluster, None)?;
        }
        if !users.upgrade()? {
            return Err(PostgresError::UsedElsewhere { data_dir: place.data_dir });
        }
        clear_leftovers(&place)?;
        let (file, child) = launch(&place, options)?;
        users.downgrade()?;
        tracing::info!(pid = file.pid, cluster = %cluster.display(), log = %place.log().display(), "started PostgreSQL");
        Ok(Self::sharing(place, file, Some(child), users, options.start_timeout))
    }

    fn sharing(
        place: Place,
        file: PidFile,
        child: Option<Child>,
        users: FileLock,
        patience: Duration,
    ) -> Self {
        let socket_folder = file.socket_folder.unwrap_or_default();
        Self { place, socket_folder, pid: file.pid, child: Mutex::new(child), users: Some(users), patience }
    }

    /// The folder of the unix socket.
    #[must_use]
    pub fn socket_folder(&self) -> &Path {
        &self.socket_folder
    }

    /// Process id of the server.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Whether the server still runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        if let Ok(mut child) = self.child.lock()
            && let Some(child) = child.as_mut()
        {
            return matches!(child.try_wait(), Ok(None));
        }
        process::is_server_of(self.pid, &self.place.cluster())
    }

    /// Gives up the share; the last one out stops the server.
    ///
    /// # Errors
    /// `Busy` when another process holds the start lock too long, `DoesNotStop` when the server will not end.
    pub fn leave(mut self) -> Result<(), PostgresError> {
        self.leave_once()
    }

    fn leave_once(&mut self) -> Result<(), PostgresError> {
        let Some(mut users) = self.users.take() else { return Ok(()) };
        let _stopping = start_lock(&self.place, self.patience)?;
        let mut child = self.child.lock().map(|mut child| child.take()).unwrap_or_default();
        if !users.upgrade()? {
            tracing::debug!(pid = self.pid, "left PostgreSQL to its other users");
            return Ok(());
        }
        stop(&self.place.cluster(), child.as_mut())?;
        tracing::info!(pid = self.pid, "stopped PostgreSQL");
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.leave_once() {
            tracing::error!(%error, "PostgreSQL was not stopped cleanly; the next start recovers");
        }
    }
}

fn start_lock(place: &Place, patience: Duration) -> Result<FileLock, PostgresError> {
    let path = place.start_lock();
    FileLock::exclusive(&path, patience)?.ok_or_else(|| PostgresError::Busy {
        data_dir: place.data_dir.clone(),
        pid: holder(&path),
        seconds: patience.as_secs(),
    })
}

/// The server that runs on the cluster, if the process in its pid file really is one.
fn running(cluster: &Path) -> Option<PidFile> {
    PidFile::read(cluster).filter(|file| process::is_server_of(file.pid, cluster))
}

/// After a crash: ends sessions that outlived their postmaster, then removes its pid file and socket. PostgreSQL
/// would refuse to start over a pid that belongs to some other process by now.
fn clear_leftovers(place: &Place) -> Result<(), PostgresError> {
    let cluster = place.cluster();
    if !process::servers_of(&cluster).is_empty() {
        tracing::warn!(cluster = %cluster.display(), "ending sessions that outlived their PostgreSQL server");
        stop(&cluster, None)?;
    }
    let path = PidFile::path(&cluster);
    if path.exists() {
        tracing::warn!(path = %path.display(), "removing the pid file of a server that did not stop cleanly");
        std::fs::remove_file(&path).map_err(|source| PostgresError::Io {
            what: "remove",
            path: path.clone(),
            source,
        })?;
    }
    remove_socket(&place.socket_folder()?);
    Ok(())
}

fn launch(place: &Place, options: &Options) -> Result<(PidFile, Child), PostgresError> {
    let cluster = place.cluster();
    let candidates = Candidates::search(options.binaries.as_deref())?;
    let binaries = choose(&candidates, &cluster, place.made_by())?;
    let binaries = runnable_by(place.user, binaries, place.home())?;
    ensure_cluster(&binaries, &cluster, place.user, true)?;
    place.user.take_over(&cluster)?;
    let (log, socket_folder) = (place.log(), place.socket_folder()?);
    let launch = Launch {
        binaries: &binaries,
        cluster: &cluster,
        socket_folder: &socket_folder,
        log: &log,
        user: place.user,
        settings: DURABLE,
        dies_with_thread: false,
    };
    let mut child = launch.start()?;
    match wait_ready(&cluster, &log, Some(&mut child), options.start_timeout) {
        Ok(file) => Ok((file, child)),
        Err(error) => {
            stop(&cluster, Some(&mut child))?;
            Err(error)
        }
    }
}
