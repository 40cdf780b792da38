//! Reads `postmaster.pid`, the file in which a PostgreSQL server writes its process id, its socket and its status.

use std::path::{Path, PathBuf};

/// The server's status as it writes it, the last line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Accepts connections.
    Ready,
    /// Is stopping.
    Stopping,
    /// Starts or recovers; also while the file is only half written.
    Starting,
}

/// The lines of the file that matter here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PidFile {
    /// Process id of the postmaster. `process` checks whether it still is one.
    pub(crate) pid: u32,
    /// The first unix socket folder, once the server has opened it.
    pub(crate) socket_folder: Option<PathBuf>,
    pub(crate) status: Status,
}

impl PidFile {
    /// Path of the file in a cluster.
    pub(crate) fn path(cluster: &Path) -> PathBuf {
        cluster.join("postmaster.pid")
    }

    /// Reads the file; `None` where it is absent, empty or unreadable.
    pub(crate) fn read(cluster: &Path) -> Option<Self> {
        Self::parse(&std::fs::read_to_string(Self::path(cluster)).ok()?)
    }

    /// Lines: pid, data folder, start time, port, socket folder, listen address, shared memory, status.
    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        // A negative number marks a standalone backend (`postgres --single`): it uses the cluster as a server does.
        let pid = lines.first()?.trim_start_matches('-').parse().ok().filter(|&pid| pid > 0)?;
        let socket_folder = lines.get(4).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let status = match lines.get(7).copied() {
            Some("ready" | "standby") => Status::Ready,
            Some("stopping") => Status::Stopping,
            _ => Status::Starting,
        };
        Some(Self { pid, socket_folder, status })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READY: &str = "4711\n/data/cluster\n1790000000\n5432\n/data/run\n\n  1234567         0\nready   \n";

    #[test]
    fn reads_a_server_that_is_ready() {
        let file = PidFile::parse(READY).unwrap();
        assert_eq!(
            file,
            PidFile { pid: 4711, socket_folder: Some("/data/run".into()), status: Status::Ready }
        );
    }

    #[test]
    fn an_incomplete_file_is_a_starting_server() {
        let file = PidFile::parse("4711\n/data/cluster\n1790000000\n5432\n").unwrap();
        assert_eq!(file, PidFile { pid: 4711, socket_folder: None, status: Status::Starting });
    }

    #[test]
    fn recognises_a_stopping_server() {
        assert_eq!(PidFile::parse(&READY.replace("ready", "stopping")).unwrap().status, Status::Stopping);
    }

    #[test]
    fn a_standalone_backend_counts_as_a_server() {
        assert_eq!(PidFile::parse("-4711\n/data\n").unwrap().pid, 4711);
    }

    #[test]
    fn a_malformed_file_is_no_server() {
        for text in ["", "\n", "0\n", "what\n", "12 34\n"] {
            assert_eq!(PidFile::parse(text), None, "{text:?}");
        }
    }
}
