//! The user that runs the server. PostgreSQL refuses to run as root, so a root process starts it as an unprivileged
//! user, which then owns exactly the folders that it needs. Never as `nobody`: every other program that runs as `nobody`
//! would own the data.

mod system;

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
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
    /// True when this process is root and starts the server as that user.
    pub steps_down: bool,
}

impl RunAs {
    /// Decides for a cluster: ourselves, or as root the present owner of `existing`, else an unprivileged user.
    ///
    /// # Errors
    /// [`PostgresError::ForeignOwner`] when the cluster belongs to another user, `NoUnprivilegedUser` when there is no
    /// unprivileged user and root cannot create one, `Io` when `/etc/passwd` cannot be read.
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

    /// Decides for an existing cluster. One that an earlier release gave to `nobody`, where there was no other user, gets
    /// another owner; a cluster stays with `nobody` where the data folder belongs to `nobody` too.
    pub(crate) fn of_cluster(cluster: &Path, data_dir: &Path) -> Result<Self, PostgresError> {
        let owner = |path: &Path| std::fs::metadata(path).map(|found| found.uid()).at("look at", path);
        let nobody = Users::of_this_machine().nobody()?;
        let is_root = rustix::process::geteuid().is_root();
        if is_root && owner(cluster)? == nobody && owner(data_dir)? != nobody {
            return Self::decide(None);
        }
        Self::decide(Some(cluster))
    }

    /// This user's name, as PostgreSQL sees it when the user connects.
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

    /// Makes this user the owner of a folder and everything in it; links are not followed.
    ///
    /// # Errors
    /// [`PostgresError::Io`] when an owner cannot be changed.
    pub fn chown(&self, path: &Path) -> Result<(), PostgresError> {
        if !self.steps_down {
            return Ok(());
        }
        let kind = std::fs::symlink_metadata(path).at("look at", path)?;
        if kind.is_symlink() {
            return std::os::unix::fs::lchown(path, Some(self.uid), Some(self.gid)).at("hand over", path);
        }
        if kind.is_dir() {
            for entry in std::fs::read_dir(path).at("list", path)? {
                self.chown(&entry.at("list", path)?.path())?;
            }
        }
        // The folder last: after a kill in between its owner shows that not everything in it was changed.
        std::os::unix::fs::chown(path, Some(self.uid), Some(self.gid)).at("hand over", path)
    }

    /// Changes the owner of a file or folder that belongs to another user, for instance because root restored it.
    pub(crate) fn chown_if_other(&self, path: &Path) -> Result<(), PostgresError> {
        if std::fs::symlink_metadata(path).at("look at", path)?.uid() == self.uid {
            Ok(())
        } else {
            self.chown(path)
        }
    }

    /// The first folder of `path`, itself included, that this user may not enter.
    pub(crate) fn first_blocked(&self, path: &Path) -> Option<PathBuf> {
        if !self.steps_down {
            return None;
        }
        let mut folders: Vec<&Path> = path.ancestors().collect();
        folders.reverse();
        let blocked = |folder: &&Path| std::fs::metadata(folder).is_ok_and(|found| !self.may_execute(&found));
        folders.into_iter().find(blocked).map(Path::to_owned)
    }

    /// Whether this user may run the file.
    pub(crate) fn can_run(&self, program: &Path) -> bool {
        self.first_blocked(program).is_none()
    }

    /// Unix permission rules: the first class that matches decides. Access lists are not considered.
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
        let other_user = RunAs { uid: 987_654, gid: 987_654, steps_down: true };
        assert_eq!(other_user.first_blocked(folder.path()), None);
        assert_eq!(other_user.first_blocked(&inner.join("deeper")), Some(inner.clone()));
        let owner = std::fs::metadata(&inner).unwrap();
        let owner = RunAs { uid: owner.uid(), gid: owner.gid(), steps_down: true };
        assert_eq!(owner.first_blocked(&inner), None);
    }
}
