//! Starts a server process, waits for it, and stops it. `cluster` decides when.

use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::PostgresError;
use crate::binaries::Binaries;
use crate::error::At;
use crate::initdb::clean_environment;
use crate::pidfile::{PidFile, Status};
use crate::ping::accepts_connections;
use crate::process::{self, Signal};
use crate::user::RunAs;
use crate::wait::Wait;

/// A log longer than this is renamed at the next start; one older log is kept.
const LONGEST_LOG: u64 = 10 * 1024 * 1024;

/// Everything that a start needs.
pub(crate) struct Launch<'a> {
    pub(crate) binaries: &'a Binaries,
    pub(crate) cluster: &'a Path,
    pub(crate) socket_folder: &'a Path,
    pub(crate) log: &'a Path,
    pub(crate) user: RunAs,
    pub(crate) settings: &'a [(&'a str, &'a str)],
    /// End the server when the *thread* that starts it ends (Linux). Only for servers that are not shared.
    pub(crate) dies_with_thread: bool,
}

impl Launch<'_> {
    /// Starts the server; it is not ready yet. It holds the lock of the file `held` as long as it runs: as its standard
    /// input, which every process that it starts inherits and none reads.
    pub(crate) fn start(&self, held: Option<File>) -> Result<Child, PostgresError> {
        let program = self.binaries.program("postgres");
        let mut command = Command::new(&program);
        command.arg("-D").arg(self.cluster).args(["-c", "listen_addresses="]);
        // Quoted: the setting is a list, and a folder may hold a comma.
        let folder = self.socket_folder.to_string_lossy().replace('"', "\"\"");
        command.args(["-c", &format!("unix_socket_directories=\"{folder}\""), "-c", "port=5432"]);
        command.args(["-c", "unix_socket_permissions=0700", "-c", "logging_collector=off"]);
        for (name, value) in self.settings {
            command.args(["-c", &format!("{name}={value}")]);
        }
        let log = self.open_log()?;
        command
            .stdout(Stdio::from(log.try_clone().at("open", self.log)?))
            .stderr(Stdio::from(log))
            // PostgreSQL must be able to enter the folder that it starts in.
            .current_dir(self.cluster)
            // A Ctrl-C in the terminal must only reach this process: the server ends after our last write.
            .process_group(0);
        if self.dies_with_thread {
            die_with_thread(&mut command);
        }
        let input = held.map_or_else(Stdio::null, Stdio::from);
        self.user.apply(clean_environment(&mut command)).stdin(input).spawn().at("run", &program)
    }

    fn open_log(&self) -> Result<File, PostgresError> {
        if std::fs::metadata(self.log).is_ok_and(|log| log.len() > LONGEST_LOG) {
            let old = self.log.with_extension("log.1");
            std::fs::rename(self.log, &old).at("set aside", self.log)?;
        }
        // It contains failed statements with their values, which may be personal data.
        File::options().create(true).append(true).mode(0o600).open(self.log).at("open", self.log)
    }
}

/// Waits until our own child accepts connections.
pub(crate) fn wait_started(
    cluster: &Path,
    log: &Path,
    child: &mut Child,
    wait: &Wait<'_>,
) -> Result<PidFile, PostgresError> {
    loop {
        if let Some(status) = child.try_wait().at("wait for", cluster)? {
            return Err(did_not_start(&status.to_string(), log));
        }
        // Not the file of an earlier server.
        if let Some(file) = PidFile::read(cluster).filter(|file| file.pid == child.id() && is_ready(file)) {
            return Ok(file);
        }
        if wait.is_over() {
            return Err(PostgresError::NotReady { seconds: wait.seconds(), log: log.to_owned() });
        }
        wait.sleep();
    }
}

/// Waits until the server that runs on the cluster accepts connections; `None` when it ends instead, or stops.
pub(crate) fn wait_joined(
    cluster: &Path,
    log: &Path,
    wait: &Wait<'_>,
) -> Result<Option<PidFile>, PostgresError> {
    loop {
        let Some(file) = running(cluster) else { return Ok(None) };
        if file.status == Status::Stopping {
            return Ok(None);
        }
        if is_ready(&file) {
            return Ok(Some(file));
        }
        if wait.is_over() {
            return Err(PostgresError::NotReady { seconds: wait.seconds(), log: log.to_owned() });
        }
        wait.sleep();
    }
}

/// The server that runs on the cluster, if the process in its pid file really is one.
pub(crate) fn running(cluster: &Path) -> Option<PidFile> {
    PidFile::read(cluster).filter(|file| process::is_server_of(file.pid, cluster))
}

fn is_ready(file: &PidFile) -> bool {
    file.status == Status::Ready && file.socket_folder.as_deref().is_some_and(accepts_connections)
}

/// How long to wait after each signal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StopTimeouts {
    /// After SIGINT: a fast shutdown ends sessions and writes a checkpoint, which takes long on a slow disk.
    fast: Duration,
    /// After SIGQUIT and after SIGKILL.
    hard: Duration,
}

impl StopTimeouts {
    /// A server that was in use until now.
    pub(crate) const SERVER: Self = Self { fast: Duration::from_secs(25), hard: Duration::from_secs(5) };
    /// Sessions whose server has ended: they can only roll back, and members wait for the next server.
    pub(crate) const ORPHANS: Self = Self { fast: Duration::from_secs(2), hard: Duration::from_secs(2) };
}

/// Ends every process of the cluster, with increasingly strong signals. Committed data survive each of them.
pub(crate) fn stop(
    cluster: &Path,
    mut child: Option<&mut Child>,
    timeouts: StopTimeouts,
) -> Result<(), PostgresError> {
    let postmaster = PidFile::read(cluster).map(|file| file.pid);
    let StopTimeouts { fast, hard } = timeouts;
    for (signal, timeout) in [(Signal::INT, fast), (Signal::QUIT, hard), (Signal::KILL, hard)] {
        let present = process::servers_of(cluster);
        // The postmaster ends its children itself. Children without one get the signal themselves: for them
        // SIGINT would only cancel a query, SIGTERM ends the session.
        let parent = postmaster.filter(|pid| present.contains(pid));
        for &pid in
            present.iter().filter(|&&pid| parent.is_none_or(|parent| parent == pid || signal == Signal::KILL))
        {
            process::signal(
                pid,
                if parent.is_none() && signal == Signal::INT { Signal::TERM } else { signal },
            );
        }
        let wait = Wait::at_most(timeout);
        loop {
            if let Some(child) = child.as_deref_mut() {
                child.try_wait().at("wait for", cluster)?;
            }
            let all_ended = present.iter().all(|&pid| process::has_ended(pid));
            if all_ended && process::servers_of(cluster).is_empty() {
                return Ok(());
            }
            if wait.is_over() {
                break;
            }
            wait.sleep();
        }
        tracing::warn!(
            cluster = %cluster.display(),
            ?signal,
            "PostgreSQL has not ended yet; sending a stronger signal"
        );
    }
    let pid = process::servers_of(cluster).first().copied().unwrap_or_default();
    Err(PostgresError::DoesNotStop { pid, cluster: cluster.to_owned() })
}

fn did_not_start(status: &str, log: &Path) -> PostgresError {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let tail = lines[lines.len().saturating_sub(12)..].join("\n");
    PostgresError::DidNotStart { status: status.to_owned(), log: PathBuf::from(log), tail }
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a parent-death signal can only be set between fork and exec")]
fn die_with_thread(command: &mut Command) {
    // SAFETY: the closure makes one system call and touches no memory of the parent. It runs after the change of
    // user, which would have cleared the setting.
    unsafe {
        command.pre_exec(|| Ok(rustix::process::set_parent_process_death_signal(Some(Signal::INT))?));
    }
}

#[cfg(not(target_os = "linux"))]
fn die_with_thread(_: &mut Command) {}
