//! Whether the log of a running server reaches its archive. Otherwise an archiving that stopped would be noticed only
//! when a backup is needed.

use std::path::PathBuf;

use super::archive_of;
use super::files::GAP;
use crate::supervisor::OwnPostgres;

/// So many segments may wait when a disk is slow; more are reported.
const USUAL_BACKLOG: usize = 8;

/// The state of archiving a data folder's log. Cheap to read.
#[derive(Debug, Clone)]
pub struct Archiving {
    data_dir: PathBuf,
    cluster: PathBuf,
}

impl From<&OwnPostgres> for Archiving {
    fn from(own: &OwnPostgres) -> Self {
        let layout = own.layout();
        Self { data_dir: layout.data_dir.clone(), cluster: layout.cluster() }
    }
}

impl Archiving {
    /// The problem and its remedy for the operator; `None` where it archives, or is not configured to.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        let archive = archive_of(&self.data_dir)?;
        let archive = archive.display();
        if self.cluster.join(GAP).exists() {
            return Some(format!(
                "the log could not be archived for so long that parts of it were given up: moments since then cannot be \
                 brought back. Run `fairway backup {archive}`"
            ));
        }
        let waiting = std::fs::read_dir(self.cluster.join("pg_wal/archive_status")).ok()?.filter(|entry| {
            entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some_and(|end| end == "ready"))
        });
        let waiting = waiting.count();
        (waiting > USUAL_BACKLOG).then(|| {
            format!(
                "{waiting} segments of the log wait to be archived into {archive}: see the end of PostgreSQL's server.log \
                 for the reason. Beyond 64 they are given up"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_waiting_segments_are_reported_and_missing_ones_until_the_next_backup() {
        let folder = tempfile::tempdir().unwrap();
        let archiving = Archiving { data_dir: folder.path().join("data"), cluster: folder.path().to_owned() };
        let status = folder.path().join("pg_wal/archive_status");
        std::fs::create_dir_all(&status).unwrap();
        std::fs::create_dir_all(folder.path().join("data/postgres")).unwrap();
        for segment in 0..=USUAL_BACKLOG {
            std::fs::write(status.join(format!("{segment:024X}.done")), "").unwrap();
            std::fs::write(status.join(format!("{segment:024X}.ready")), "").unwrap();
        }
        assert_eq!(archiving.problem(), None, "it archives nothing");
        std::fs::write(folder.path().join("data/postgres/archive"), "/backup").unwrap();
        let problem = archiving.problem().unwrap();
        assert!(problem.starts_with("9 segments") && problem.contains("/backup"), "{problem}");
        std::fs::remove_file(status.join(format!("{:024X}.ready", 0))).unwrap();
        assert_eq!(archiving.problem(), None);
        std::fs::write(folder.path().join(GAP), "").unwrap();
        assert!(archiving.problem().unwrap().contains("Run `fairway backup /backup`"));
    }
}
