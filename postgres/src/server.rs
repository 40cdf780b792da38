//! One server process: started, waited for, stopped. Who may do so and when is decided in `cluster`.

use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::PostgresError;
use crate::binaries::Binaries;
use crate::error::At;
use crate::initdb::quiet;
use crate::pidfile::{PidFile, Status};
use crate::process::{self, Signal};
use crate::user::RunAs;

/// How often a server that starts or stops is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// A fast shutdown ends sessions and writes a checkpoint, which takes its time on a slow disk.
const FAST_STOP: Duration = Duration::from_secs(60);

/// How long each harder signal gets.
const HARD_STOP: Duration = Duration::from_secs(10);

/// A log longer than this is set aside at the next start; one older log is kept.
const LONGEST_LOG: u64 = 10 * 1024 * 1024;

/// Everything that a start needs.
pub(crate) struct Launch<'a> {
    pub(crate) binaries: &'a Binaries,
    pub(crate) cluster: &'a Path,
    pub(crate) socket_folder: &'a Path,
    pub(crate) log: &'a Path,
    pub(crate) user: RunAs,
    pub(crate) settings: &'a [(&'a str, &'a str)],
    /// End the server when the *thread* that starts it ends (Linux). Only for servers that nobody shares.
    pub(crate) dies_with_thread: bool,
}

impl Launch<'_> {
    /// Starts the server; it is not ready yet.
    pub(crate) fn start(&self) -> Result<Child, PostgresError> {
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
            // A Ctrl-C in the terminal is for us: the server ends after our own last write.
            .process_group(0);
        if self.dies_with_thread {
            die_with_thread(&mut command);
        }
        self.user.apply(quiet(&mut command)).stdin(Stdio::null()).spawn().at("run", &program)
    }

    fn open_log(&self) -> Result<File, PostgresError> {
        if std::fs::metadata(self.log).is_ok_and(|log| log.len() > LONGEST_LOG) {
            let old = self.log.with_extension("log.1");
            std::fs::rename(self.log, &old).at("set aside", self.log)?;
        }
        // A failed statement stands in it with its values, which may be personal data.
        File::options().create(true).append(true).mode(0o600).open(self.log).at("open", self.log)
    }
}

/// Waits until the server takes connections. `child` is given when it is our own.
pub(crate) fn wait_ready(
    cluster: &Path,
    log: &Path,
    mut child: Option<&mut Child>,
    timeout: Duration,
) -> Result<PidFile, PostgresError> {
    let deadline = Instant::now() + timeout;
    loop {
        let file = PidFile::read(cluster);
        if let Some(child) = child.as_deref_mut()
            && let Some(status) = child.try_wait().at("wait for", cluster)?
        {
            return Err(did_not_start(&status.to_string(), log));
        }
        match file {
            // Our own server's file, not one that a predecessor left.
            Some(file) if child.as_deref().is_none_or(|child| child.id() == file.pid) => {
                if file.status == Status::Ready && file.socket_folder.is_some() {
                    return Ok(file);
                }
                if child.is_none() && !process::is_server_of(file.pid, cluster) {
                    return Err(did_not_start("it ended", log));
                }
            }
            Some(_) => {}
            None if child.is_none() => return Err(did_not_start("it ended", log)),
            None => {}
        }
        if Instant::now() > deadline {
            return Err(PostgresError::NotReady { seconds: timeout.as_secs(), log: log.to_owned() });
        }
        std::thread::sleep(LOOK);
    }
}

/// Ends every process of the cluster: politely, then firmly. Data that were committed survive each way.
pub(crate) fn stop(cluster: &Path, mut child: Option<&mut Child>) -> Result<(), PostgresError> {
    let postmaster = PidFile::read(cluster).map(|file| file.pid);
    for (signal, patience) in [(Signal::INT, FAST_STOP), (Signal::QUIT, HARD_STOP), (Signal::KILL, HARD_STOP)]
    {
        let present = process::servers_of(cluster);
        // The postmaster ends its children itself. Children without one get the signal themselves: for them
        // SIGINT would only cancel a query, SIGTERM ends the session.
        let lead = postmaster.filter(|pid| present.contains(pid));
        for &pid in
            present.iter().filter(|&&pid| lead.is_none_or(|lead| lead == pid || signal == Signal::KILL))
        {
            process::signal(pid, if lead.is_none() && signal == Signal::INT { Signal::TERM } else { signal });
        }
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if let Some(child) = child.as_deref_mut() {
                child.try_wait().at("wait for", cluster)?;
            }
            if process::servers_of(cluster).is_empty() {
                return Ok(());
            }
            std::thread::sleep(LOOK);
        }
        tracing::warn!(cluster = %cluster.display(), ?signal, "PostgreSQL has not ended yet, signalling harder");
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
