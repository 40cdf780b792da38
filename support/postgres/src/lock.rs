//! File locks: one `fairway serve` per data folder, one process at a time that starts or stops the server, the shared
//! lock that identifies the last user of the server, and the server's own lock, which prevents a second server.
//!
//! They are `flock` locks: the kernel releases them when the process ends, so that a kill -9 leaves nothing to clean up,
//! unlike a file that marks a lock by existing.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::PostgresError;
use crate::error::At;
use crate::wait::Wait;

/// A locked file. It contains the holder's process id, for messages only.
#[derive(Debug)]
pub(crate) struct FileLock {
    file: File,
    path: PathBuf,
}

impl FileLock {
    fn open(path: &Path) -> Result<Self, PostgresError> {
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        Ok(Self { file: file.at("open", path)?, path: path.to_owned() })
    }

    /// The exclusive lock, or `None` when any lock on the file is held.
    pub(crate) fn try_exclusive(path: &Path) -> Result<Option<Self>, PostgresError> {
        let mut lock = Self::open(path)?;
        if !lock.upgrade()? {
            return Ok(None);
        }
        lock.write_pid().at("write", path)?;
        Ok(Some(lock))
    }

    /// The exclusive lock, or `None` when it is not free before the wait is over.
    pub(crate) fn exclusive(path: &Path, wait: &Wait<'_>) -> Result<Option<Self>, PostgresError> {
        loop {
            match Self::try_exclusive(path)? {
                None if !wait.is_over() => wait.sleep(),
                result => return Ok(result),
            }
        }
    }

    /// A shared lock; waits while the exclusive one is held.
    pub(crate) fn shared(path: &Path) -> Result<Self, PostgresError> {
        let lock = Self::open(path)?;
        lock.downgrade()?;
        Ok(lock)
    }

    /// The exclusive lock on a file, to be passed to a child: it is released when the child, and every process that the
    /// child starts, has ended. `None` when it is not free before the wait is over.
    pub(crate) fn for_child(path: &Path, wait: &Wait<'_>) -> Result<Option<File>, PostgresError> {
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let file = file.at("open", path)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::WouldBlock) if !wait.is_over() => wait.sleep(),
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error).at("lock", path),
            }
        }
    }

    /// Makes the lock exclusive, unless another one is held. On `false` a shared lock may have been lost.
    pub(crate) fn upgrade(&mut self) -> Result<bool, PostgresError> {
        match self.file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error).at("lock", &self.path),
        }
    }

    /// Makes the lock shared.
    pub(crate) fn downgrade(&self) -> Result<(), PostgresError> {
        self.file.lock_shared().at("lock", &self.path)
    }

    fn write_pid(&mut self) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        write!(self.file, "{}", std::process::id())
    }
}

impl Drop for FileLock {
    /// Unlocks explicitly: a child that is just being forked holds a copy of the descriptor until its `exec`, and
    /// closing ours would leave the file locked until then.
    fn drop(&mut self) {
        if let Err(error) = self.file.unlock() {
            tracing::debug!(path = %self.path.display(), %error, "lock not released by name");
        }
    }
}

/// The process id that the holder of a lock wrote into it.
pub(crate) fn holder(path: &Path) -> Option<u32> {
    let mut text = String::new();
    File::open(path).ok()?.read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// The file of [`ServeLock`] in a data folder.
pub(crate) const SERVE_LOCK: &str = "serve.lock";

/// Makes `fairway serve` the only one on its data folder. Commands such as `fairway import` do not take it.
#[derive(Debug)]
pub struct ServeLock {
    _lock: FileLock,
}

impl ServeLock {
    /// Takes the lock without waiting. Creates the data folder.
    ///
    /// # Errors
    /// [`PostgresError::AlreadyServing`] when another process has it, `Io` when the folder cannot be written.
    pub fn acquire(data_dir: &Path) -> Result<Self, PostgresError> {
        std::fs::create_dir_all(data_dir).at("create", data_dir)?;
        let path = data_dir.join(SERVE_LOCK);
        match FileLock::try_exclusive(&path)? {
            Some(lock) => Ok(Self { _lock: lock }),
            None => Err(PostgresError::AlreadyServing { data_dir: data_dir.to_owned(), pid: holder(&path) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_second_serve_is_refused_and_the_error_names_the_holder() {
        let folder = tempfile::tempdir().unwrap();
        let first = ServeLock::acquire(folder.path()).unwrap();
        let text = ServeLock::acquire(folder.path()).unwrap_err().to_string();
        assert!(text.contains(&format!("(process {})", std::process::id())), "{text}");
        drop(first);
        ServeLock::acquire(folder.path()).unwrap();
    }

    #[test]
    fn only_the_last_of_several_users_gets_the_exclusive_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("users.lock");
        let mut one = FileLock::shared(&path).unwrap();
        let two = FileLock::shared(&path).unwrap();
        assert!(!one.upgrade().unwrap());
        drop(two);
        assert!(one.upgrade().unwrap());
    }

    #[test]
    fn waiting_for_a_lock_ends_at_the_deadline() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("start.lock");
        let _held = FileLock::try_exclusive(&path).unwrap().unwrap();
        let wait = Wait::at_most(Duration::from_millis(1));
        assert!(FileLock::exclusive(&path, &wait).unwrap().is_none());
    }

    #[test]
    fn a_childs_lock_is_free_when_the_child_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("server.lock");
        let no_wait = Wait::at_most(Duration::ZERO);
        let lock = FileLock::for_child(&path, &no_wait).unwrap().unwrap();
        let mut child = Command::new("sleep").arg("60").stdin(Stdio::from(lock)).spawn().unwrap();
        assert!(FileLock::for_child(&path, &no_wait).unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let some_time = Wait::at_most(Duration::from_secs(10));
        assert!(FileLock::for_child(&path, &some_time).unwrap().is_some());
    }
}
