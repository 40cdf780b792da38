//! As whom the server runs. PostgreSQL refuses to be root, so a root process hands it to an unprivileged user and
//! gives that user exactly the folders that it needs. Never to `nobody`, as whom any number of other programs run: each
//! of them would own the data.

mod system;

use std::fs::Metadata;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::PostgresError;
use crate::error::At;
use system::Users;

/// The user that runs the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunAs {
    /// User id, never 0.
    pub uid: u32,
    /// Group id.
    pub gid: u32,
    /// True when this process is root and steps down to that user for the server.
    pub steps_down: bool,
}

impl RunAs {
    /// Decides for a cluster: ourselves, or as root the present owner of `existing`, else an unprivileged user.
    ///
    /// # Errors
    /// [`PostgresError::ForeignOwner`] when the cluster is somebody else's, `NoUnprivilegedUser` when root has no one
    /// to step down to and cannot make one, `Io` when `/etc/passwd` cannot be read.
    pub fn decide(existing: Option<&Path>) -> Result<Self, PostgresError> {
        let me = rustix::process::geteuid().as_raw();
        if let Some(path) = existing {
            let owner = std::fs::metadata(path).at("look at", path)?;
            if me != 0 && owner.uid() != me {
                return Err(PostgresError::ForeignOwner { path: path.to_owned(), owner: owner.uid(), me });
            }
            if me == 0 && owner.uid() != 0 {
                return Ok(Self { uid: owner.uid(), gid: owner.gid(), steps_down: true });
            }
        }
        if me != 0 {
            return Ok(Self { uid: me, gid: rustix::process::getegid().as_raw(), steps_down: false });
        }
        let (uid, gid) = Users::of_this_machine().unprivileged()?;
        Ok(Self { uid, gid, steps_down: true })
    }

    /// Decides for a cluster that is there. One that an earlier release gave to `nobody`, for want of another, is to be
    /// somebody's; `nobody` keeps what lies in a folder of its own.
    pub(crate) fn of_cluster(cluster: &Path, data_dir: &Path) -> Result<Self, PostgresError> {
        let owner = |path: &Path| std::fs::metadata(path).map(|found| found.uid()).at("look at", path);
        let nobody = Users::of_this_machine().nobody()?;
        let is_root = rustix::process::geteuid().is_root();
        if is_root && owner(cluster)? == nobody && owner(data_dir)? != nobody {
            return Self::decide(None);
        }
        Self::decide(Some(cluster))
    }

    /// This user's name, as PostgreSQL learns it of whoever connects.
    pub(crate) fn name(&self) -> Result<String, PostgresError> {
        system::name_of(self.uid)
    }

    /// Makes a command run as this user, without root's groups.
    pub(crate) fn apply<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        if self.steps_down {
            // The standard library also drops the supplementary groups when root changes the user.
            command.uid(self.uid).gid(self.gid);
        }
        command
    }

    /// Hands a folder and everything in it to this user; links are not followed.
    ///
    /// # Errors
    /// [`PostgresError::Io`] when something of it cannot be handed over.
    pub fn own(&self, path: &Path) -> Result<(), PostgresError> {
        if !self.steps_down {
            return Ok(());
        }
        let kind = std::fs::symlink_metadata(path).at("look at", path)?;
        if kind.is_symlink() {
            return std::os::unix::fs::lchown(path, Some(self.uid), Some(self.gid)).at("hand over", path);
        }
        if kind.is_dir() {
            for entry in std::fs::read_dir(path).at("list", path)? {
                self.own(&entry.at("list", path)?.path())?;
            }
        }
        // Last: whoever is killed in between finds by the folder's owner that not all of it was handed over.
        chown(path, Some(self.uid), Some(self.gid)).at("hand over", path)
    }

    /// Hands a file or folder over where it belongs to somebody else, for instance restored from a backup by root.
    pub(crate) fn take_over(&self, path: &Path) -> Result<(), PostgresError> {
        if std::fs::symlink_metadata(path).at("look at", path)?.uid() == self.uid {
            Ok(())
        } else {
            self.own(path)
        }
    }

    /// The first folder on the way to `path`, itself included, that this user may not enter.
    pub(crate) fn stopped_at(&self, path: &Path) -> Option<PathBuf> {
        if !self.steps_down {
            return None;
        }
        let mut way: Vec<&Path> = path.ancestors().collect();
        way.reverse();
        let stops = |folder: &&Path| std::fs::metadata(folder).is_ok_and(|found| !self.may_execute(&found));
        way.into_iter().find(stops).map(Path::to_owned)
    }

    /// Whether this user may run the file.
    pub(crate) fn can_run(&self, program: &Path) -> bool {
        self.stopped_at(program).is_none()
    }

    /// Unix permission rules: the first class that fits decides. Access lists are not considered.
    fn may_execute(&self, found: &Metadata) -> bool {
        let bit = if found.uid() == self.uid {
            0o100
        } else if found.gid() == self.gid {
            0o010
        } else {
            0o001
        };
        found.mode() & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn names_the_folder_that_another_user_may_not_enter() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        std::fs::create_dir(&inner).unwrap();
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
        std::fs::set_permissions(&inner, PermissionsExt::from_mode(0o700)).unwrap();
        let somebody = RunAs { uid: 987_654, gid: 987_654, steps_down: true };
        assert_eq!(somebody.stopped_at(folder.path()), None);
        assert_eq!(somebody.stopped_at(&inner.join("deeper")), Some(inner.clone()));
        let owner = std::fs::metadata(&inner).unwrap();
        let owner = RunAs { uid: owner.uid(), gid: owner.gid(), steps_down: true };
        assert_eq!(owner.stopped_at(&inner), None);
    }
}
