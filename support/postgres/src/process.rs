//! Inspects and signals other processes. A process id alone proves nothing: ids are reused, so a server is recognised
//! by its program and its working folder.

#[cfg(target_os = "linux")]
use std::os::unix::fs::MetadataExt;
use std::path::Path;

pub(crate) use rustix::process::Signal;
use rustix::process::{Pid, test_kill_process};

/// True for a running PostgreSQL process of the cluster: PostgreSQL's processes work in their data folder.
#[cfg(target_os = "linux")]
pub(crate) fn is_server_of(pid: u32, cluster: &Path) -> bool {
    let folder = Path::new("/proc").join(pid.to_string());
    // By inode: the operator may have put the cluster behind a symbolic link.
    let identity = |path: &Path| std::fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
    let works_there = identity(cluster).is_some_and(|here| identity(&folder.join("cwd")) == Some(here));
    // After a package upgrade the link reads "…/postgres (deleted)".
    let is_postgres = std::fs::read_link(folder.join("exe")).is_ok_and(|exe| {
        exe.file_name()
            .is_some_and(|name| name.to_string_lossy().trim_end_matches(" (deleted)") == "postgres")
    });
    works_there && is_postgres && !is_zombie(pid)
}

/// Elsewhere there is no /proc: the pid file and an existing process have to suffice.
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_server_of(pid: u32, cluster: &Path) -> bool {
    // EPERM also means that it exists.
    let exists =
        as_pid(pid).is_some_and(|pid| !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH)));
    exists && crate::pidfile::PidFile::read(cluster).is_some_and(|file| file.pid == pid)
}

/// Every PostgreSQL process that works in the cluster, the postmaster's orphaned children included.
#[cfg(target_os = "linux")]
pub(crate) fn servers_of(cluster: &Path) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter(|&pid| is_server_of(pid, cluster)).collect()
}

/// See [`is_server_of`].
#[cfg(not(target_os = "linux"))]
pub(crate) fn servers_of(cluster: &Path) -> Vec<u32> {
    let pid = crate::pidfile::PidFile::read(cluster).map(|file| file.pid);
    pid.into_iter().filter(|&pid| is_server_of(pid, cluster)).collect()
}

/// Whether a process has ended completely. One that is just ending is not recognised as a server any more, but may
/// still hold its files and their locks.
pub(crate) fn has_ended(pid: u32) -> bool {
    #[cfg(target_os = "linux")]
    let waits_for_parent = is_zombie(pid);
    #[cfg(not(target_os = "linux"))]
    let waits_for_parent = false;
    waits_for_parent || !exists(pid)
}

/// Whether any process has the id.
pub(crate) fn exists(pid: u32) -> bool {
    // EPERM also means that it exists.
    as_pid(pid).is_some_and(|pid| !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH)))
}

/// Sends a signal. A process that has ended already is not an error.
pub(crate) fn signal(pid: u32, signal: Signal) {
    if let Some(process) = as_pid(pid)
        && let Err(error) = rustix::process::kill_process(process, signal)
    {
        tracing::debug!(pid, ?signal, %error, "signal not delivered");
    }
}

fn as_pid(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}

/// A process that has ended and that its parent has not reaped yet.
/// `/proc/<pid>/stat` is "pid (name) state …", and the name may itself hold brackets and spaces.
#[cfg(target_os = "linux")]
fn is_zombie(pid: u32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next());
    matches!(state, Some('Z' | 'X'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn an_ended_child_is_recognised_before_it_is_reaped() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
        while !is_zombie(child.id()) {
            assert!(std::time::Instant::now() < deadline, "`true` never ended");
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(!is_zombie(std::process::id()));
    }

    #[test]
    fn a_process_that_is_no_postgres_is_no_server() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_server_of(std::process::id(), folder.path()));
        assert_eq!(servers_of(folder.path()), Vec::<u32>::new());
    }
}
