//! Starts, joins and leaves the server of a data folder. Blocking: `supervisor` is the asynchronous interface.
//!
//! It uses three locks. `start.lock` is held while a process starts or stops the server, so these never overlap.
//! `users.lock` is held in shared mode by every process that uses the server: a process that can make it exclusive is
//! the only user, and only then stops the server on leaving. `server.lock` is held by the server: a process that gets
//! it knows that no process of a server runs on the cluster, visible or not, and only then starts one. After a kill -9
//! all are released by the kernel; the server that the killed process had started is an orphan, which the next process
//! joins. For that reason the server does *not* end with the process that started it: others may be using it.
//!
//! A server that is found is waited for: until it accepts connections, or until it has ended and can be replaced. An
//! existing process is not enough to join it: a process stays visible for a moment after it has ended.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::PostgresError;
use crate::access::Access;
use crate::binaries::{Candidates, choose};
use crate::disk::Disk;
use crate::error::At;
use crate::initdb::ensure_cluster;
use crate::layout::{Layout, remove_socket_lock};
use crate::lock::{FileLock, holder};
use crate::pidfile::PidFile;
use crate::portable::runnable_by;
use crate::process;
use crate::server::{Launch, StopTimeouts, running, stop, wait_joined, wait_started};
use crate::wait::Wait;

/// Recovery after a crash replays up to `max_wal_size` of changes; five minutes are more than enough for that.
const START_TIMEOUT: Duration = Duration::from_secs(300);

/// How long a leaving process waits for another one that is starting or stopping the server. After that the server
/// keeps running, and the next process joins it.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long processes that are not visible (any more) may hold the server's lock.
const INVISIBLE_TIMEOUT: Duration = Duration::from_secs(2);

/// The settings that make an acknowledged booking durable. Given on the command line, which overrides every
/// configuration file.
pub(crate) const DURABLE: &[(&str, &str)] =
    &[("fsync", "on"), ("synchronous_commit", "on"), ("full_page_writes", "on")];

/// How to start or join a server.
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

/// A share in a running server; released by [`Cluster::leave`].
#[derive(Debug)]
pub struct Cluster {
    layout: Layout,
    options: Options,
    socket_folder: PathBuf,
    server: Mutex<Server>,
    users: Mutex<Option<FileLock>>,
    /// Set when the share is released: waiting for a start ends.
    leaving: AtomicBool,
}

/// The server that is used at present.
#[derive(Debug)]
struct Server {
    pid: u32,
    socket_folder: PathBuf,
    /// Present when this process started it: then it is our child, and we must reap it.
    child: Option<Child>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum IfMissing {
    Create,
    /// It existed when this process started: an empty one in its place would look like a loss of all data.
    Refuse,
}

impl Cluster {
    /// Joins the server of the data folder, or starts it when none runs. Creates the cluster on first use.
    ///
    /// # Errors
    /// Any [`PostgresError`] but `AlreadyServing`; nothing is left running by a failed start.
    pub fn join_or_start(options: &Options) -> Result<Self, PostgresError> {
        let layout = Layout::prepare(&options.data_dir)?;
        let wait = Wait::at_most(options.start_timeout);
        let _starting = start_lock(&layout, &wait)?;
        let users = FileLock::shared(&layout.users_lock())?;
        let server = join_or_launch(&layout, options, IfMissing::Create, &wait)?;
        Ok(Self {
            layout,
            options: options.clone(),
            socket_folder: server.socket_folder.clone(),
            server: Mutex::new(server),
            users: Mutex::new(Some(users)),
            leaving: AtomicBool::new(false),
        })
    }

    /// After the server has died: starts it again, or joins the one that another process has started. Waits for as long
    /// as it recovers; ends early when [`Cluster::leave`] is called.
    ///
    /// # Errors
    /// As `join_or_start`, and `ClusterGone`: a cluster that disappeared is not created again.
    pub fn restart(&self) -> Result<(), PostgresError> {
        let wait = Wait::until(&self.leaving);
        let _starting = start_lock(&self.layout, &wait)?;
        let mut server = self.server();
        *server = join_or_launch(&self.layout, &self.options, IfMissing::Refuse, &wait)?;
        Ok(())
    }

    /// The folder of the unix socket: the same for every server of the cluster.
    #[must_use]
    pub fn socket_folder(&self) -> &Path {
        &self.socket_folder
    }

    /// The disk of the cluster.
    #[must_use]
    pub fn disk(&self) -> Disk {
        Disk::new(self.layout.home())
    }

    /// Its folders and its user.
    #[cfg(feature = "supervisor")]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the server still runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let mut server = self.server();
        match server.child.as_mut() {
            Some(child) => matches!(child.try_wait(), Ok(None)),
            None => process::is_server_of(server.pid, &self.layout.cluster()),
        }
    }

    /// Releases the share; the last process to leave stops the server.
    ///
    /// # Errors
    /// `Busy` when another process holds the start lock too long, `DoesNotStop` when the server does not end.
    pub fn leave(&self) -> Result<(), PostgresError> {
        self.leaving.store(true, Relaxed);
        let users = self.users.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut users) = users else { return Ok(()) };
        let _stopping = start_lock(&self.layout, &Wait::at_most(LEAVE_TIMEOUT))?;
        let mut server = self.server();
        if !users.upgrade()? {
            tracing::debug!(pid = server.pid, "PostgreSQL continues for its other users");
            return Ok(());
        }
        stop(&self.layout.cluster(), server.child.as_mut(), StopTimeouts::SERVER)?;
        tracing::info!(pid = server.pid, "stopped PostgreSQL");
        Ok(())
    }

    fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn start_lock(layout: &Layout, wait: &Wait<'_>) -> Result<FileLock, PostgresError> {
    let path = layout.start_lock();
    FileLock::exclusive(&path, wait)?.ok_or_else(|| PostgresError::Busy {
        data_dir: layout.data_dir.clone(),
        pid: holder(&path),
        seconds: wait.seconds(),
    })
}

/// Returns a server, under the start lock: the running one, once it accepts connections; a new one where none runs, or
/// as soon as the one that was found has ended.
fn join_or_launch(
    layout: &Layout,
    options: &Options,
    if_missing: IfMissing,
    wait: &Wait<'_>,
) -> Result<Server, PostgresError> {
    let cluster = layout.cluster();
    if let Some(file) = wait_joined(&cluster, &layout.log(), wait)? {
        tracing::info!(
            pid = file.pid,
            cluster = %cluster.display(),
            "using the PostgreSQL that is already running"
        );
        if Access::write(layout.home(), layout.user)?.changed {
            // The process that started it was of another release, and has left or was killed.
            process::signal(file.pid, process::Signal::HUP);
        }
        return Ok(Server {
            pid: file.pid,
            socket_folder: file.socket_folder.unwrap_or_default(),
            child: None,
        });
    }
    if running(&cluster).is_some() {
        // It was stopped from outside; it cannot be joined any more.
        stop(&cluster, None, StopTimeouts::SERVER)?;
    }
    if if_missing == IfMissing::Refuse && layout.made_by().is_none() {
        return Err(PostgresError::ClusterGone { cluster });
    }
    clear_leftovers(layout)?;
    let disk = Disk::new(layout.home());
    disk.make_room().at("make room in", layout.home())?;
    let (file, child) = launch(layout, options, wait).map_err(|error| match disk.too_full_to_start() {
        Some(free) => {
            PostgresError::DiskFull { folder: layout.home().to_owned(), free, source: Box::new(error) }
        }
        None => error,
    })?;
    tracing::info!(
        pid = file.pid,
        cluster = %cluster.display(),
        log = %layout.log().display(),
        "started PostgreSQL"
    );
    let socket_folder = file.socket_folder.unwrap_or_default();
    Ok(Server { pid: file.pid, socket_folder, child: Some(child) })
}

/// After a crash: ends sessions that outlived their postmaster, then removes its pid file and the socket's lock file.
/// PostgreSQL would refuse to start where the pid in them belongs to another process by now.
fn clear_leftovers(layout: &Layout) -> Result<(), PostgresError> {
    let cluster = layout.cluster();
    if !process::servers_of(&cluster).is_empty() {
        tracing::warn!(cluster = %cluster.display(), "ending sessions that outlived their PostgreSQL server");
        stop(&cluster, None, StopTimeouts::ORPHANS)?;
    }
    // Checked before any file is touched: a server may run that is not visible from here.
    drop(server_lock(layout)?);
    layout.chown_cluster()?;
    let path = PidFile::path(&cluster);
    if path.exists() {
        tracing::warn!(path = %path.display(), "removing the pid file of a server that did not stop cleanly");
        std::fs::remove_file(&path).at("remove", &path)?;
    }
    remove_socket_lock(&layout.socket_folder()?);
    Ok(())
}

/// The lock that the server will hold. Processes that are just ending may hold it a moment longer than they are visible.
fn server_lock(layout: &Layout) -> Result<File, PostgresError> {
    let lock = FileLock::for_child(&layout.server_lock(), &Wait::at_most(INVISIBLE_TIMEOUT))?;
    lock.ok_or_else(|| PostgresError::UsedElsewhere { data_dir: layout.data_dir.clone() })
}

fn launch(layout: &Layout, options: &Options, wait: &Wait<'_>) -> Result<(PidFile, Child), PostgresError> {
    let cluster = layout.cluster();
    let candidates = Candidates::search(options.binaries.as_deref())?;
    let binaries = choose(&candidates, &cluster, layout.made_by())?;
    let binaries = runnable_by(layout.user, binaries, layout.home())?;
    ensure_cluster(&binaries, &cluster, layout.user, true)?;
    let access = Access::write(layout.home(), layout.user)?;
    let access = access.settings();
    let access = access.iter().map(|(name, value)| (*name, value.as_str()));
    // archive_mode cannot change while the server runs; archive_command, which decides whether it archives, can.
    let archive = ("archive_mode", "on");
    let settings: Vec<(&str, &str)> = DURABLE.iter().copied().chain([archive]).chain(access).collect();
    let (log, socket_folder) = (layout.log(), layout.socket_folder()?);
    let launch = Launch {
        binaries: &binaries,
        cluster: &cluster,
        socket_folder: &socket_folder,
        log: &log,
        user: layout.user,
        settings: &settings,
        dies_with_thread: false,
    };
    let mut child = launch.start(Some(server_lock(layout)?))?;
    match wait_started(&cluster, &log, &mut child, wait) {
        Ok(file) => Ok((file, child)),
        Err(error) => {
            stop(&cluster, Some(&mut child), StopTimeouts::SERVER)?;
            Err(error)
        }
    }
}
