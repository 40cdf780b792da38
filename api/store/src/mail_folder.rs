//! `FAIRWAY_MAIL=file`: every mail is an `.eml` file in the data folder, for development and trials.

use std::ffi::OsStr;
use std::fs::{DirBuilder, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A folder of mails.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder `mail` in the data folder; created with the first mail, readable only by the program's user.
    #[must_use]
    pub fn in_data_dir(data_dir: &Path) -> Self {
        Self(data_dir.join("mail"))
    }

    /// Writes mails under names that sort by time, one after the other: the folder allows one change at a time. The same
    /// mail replaces its file. Returns for each whether it was written.
    pub async fn write(&self, at: DateTime<Utc>, mails: Vec<(Uuid, Vec<u8>)>) -> Vec<(Uuid, io::Result<()>)> {
        let folder = self.0.clone();
        let ids: Vec<Uuid> = mails.iter().map(|(id, _)| *id).collect();
        let write = move || {
            let write = |(id, message): (Uuid, Vec<u8>)| (id, write_whole(&folder, at, id, &message));
            mails.into_iter().map(write).collect()
        };
        tokio::task::spawn_blocking(write).await.unwrap_or_else(|error| {
            ids.into_iter().map(|id| (id, Err(io::Error::other(error.to_string())))).collect()
        })
    }

    /// Removes abandoned drafts; returns how many.
    ///
    /// # Errors
    /// When the folder exists and cannot be read, or a draft cannot be removed.
    pub async fn clear_drafts(&self) -> io::Result<usize> {
        let mut count = 0;
        for file in self.files().await? {
            let draft = self.0.join(&file);
            if file.starts_with('.') && draft.extension() == Some(OsStr::new("part")) {
                count += usize::from(tokio::task::spawn_blocking(move || remove_abandoned(&draft)).await??);
            }
        }
        Ok(count)
    }

    /// The names of the mails, newest first, without `.eml`.
    ///
    /// # Errors
    /// When the folder exists and cannot be read.
    pub async fn names(&self) -> io::Result<Vec<String>> {
        let mut entries = match tokio::fs::read_dir(&self.0).await {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            let path = entry.path();
            if path.extension() == Some(OsStr::new("eml"))
                && let Some(name) = path.file_stem().and_then(OsStr::to_str)
                && is_name(name)
            {
                names.push(name.to_owned());
            }
        }
        names.sort_unstable_by(|a, b| b.cmp(a));
        Ok(names)
    }

    /// One mail as it was written; none for a name that is not in the folder.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        if !is_name(name) {
            return Ok(None);
        }
        match tokio::fs::read(self.0.join(format!("{name}.eml"))).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The names of all files, including drafts that a crash left.
    ///
    /// # Errors
    /// When the folder exists and cannot be read.
    pub async fn files(&self) -> io::Result<Vec<String>> {
        let mut entries = match tokio::fs::read_dir(&self.0).await {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut files = Vec::new();
        while let Some(entry) = entries.next_entry().await? {
            if entry.file_type().await?.is_file() {
                files.extend(entry.file_name().into_string());
            }
        }
        files.sort_unstable();
        Ok(files)
    }

    /// The content of a file that [`Self::files`] returned; none when it was removed.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn read_file(&self, file: &str) -> io::Result<Option<Vec<u8>>> {
        match tokio::fs::read(self.0.join(file)).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Removes a file that [`Self::files`] returned; a missing one is no failure.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub async fn remove_file(&self, file: &str) -> io::Result<()> {
        match tokio::fs::remove_file(self.0.join(file)).await {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Writes to a draft and renames it: readers of the folder see complete mails only. The writer locks the draft, so that
/// an unlocked draft is known to be abandoned.
fn write_whole(folder: &Path, at: DateTime<Utc>, id: Uuid, message: &[u8]) -> io::Result<()> {
    let name = format!("{}-{}", at.format("%Y%m%dT%H%M%S%3f"), id.simple());
    let (draft, mail) = (folder.join(format!(".{name}.part")), folder.join(format!("{name}.eml")));
    let mut file = match File::create(&draft) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            File::create(&draft)?
        }
        created => created?,
    };
    file.lock()?;
    let written = file.write_all(message).and_then(|()| std::fs::rename(&draft, &mail));
    if written.is_err() {
        // The disk is full: the incomplete draft is useless.
        let _ = std::fs::remove_file(&draft);
    }
    written
}

/// Removes a draft unless its writer has locked it.
fn remove_abandoned(draft: &Path) -> io::Result<bool> {
    let file = match File::open(draft) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(false),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    match std::fs::remove_file(draft) {
        Ok(()) => Ok(true),
        // Renamed at the same moment: now a mail.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Only names that this module creates: a name from a request must not lead out of the folder.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    async fn write(folder: &Folder, id: u128, at: DateTime<Utc>, message: &[u8]) {
        let written = folder.write(at, vec![(Uuid::from_u128(id), message.to_vec())]).await;
        assert!(matches!(written.as_slice(), [(_, Ok(()))]), "{written:?}");
    }

    #[tokio::test]
    async fn abandoned_drafts_are_removed_and_locked_ones_are_not() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = Folder::in_data_dir(data.path());
        assert_eq!(folder.clear_drafts().await.expect("no folder is no drafts"), 0);
        write(&folder, 1, DateTime::UNIX_EPOCH, b"a").await;
        let draft = |name: &str| data.path().join("mail").join(name);
        std::fs::write(draft(".a.part"), "half").expect("what a kill leaves");
        let written = File::create(draft(".b.part")).expect("a draft");
        written.lock().expect("its writer holds it");
        assert_eq!(folder.clear_drafts().await.expect("cleared"), 1);
        let left = folder.files().await.expect("files");
        assert_eq!(left.len(), 2, "{left:?}");
        assert!(left.contains(&".b.part".to_owned()), "{left:?}");
        drop(written);
        assert_eq!(folder.clear_drafts().await.expect("cleared"), 1);
        assert_eq!(folder.names().await.expect("names").len(), 1, "a mail is no draft");
    }

    #[tokio::test]
    async fn only_mails_are_listed_newest_first() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = Folder::in_data_dir(data.path());
        assert!(folder.names().await.expect("no folder is no mails").is_empty());
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("an instant");
        write(&folder, 1, at("2026-11-20T10:00:00Z"), b"a").await;
        write(&folder, 2, at("2026-11-20T11:00:00Z"), b"b").await;
        std::fs::write(data.path().join("secret.eml"), "x").expect("a file outside");
        let mode = std::fs::metadata(data.path().join("mail")).expect("the folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "mails hold names and single-use links");
        let names = folder.names().await.expect("names");
        assert_eq!(names.len(), 2);
        assert_eq!(folder.read(&names[0]).await.expect("read").as_deref(), Some(b"b".as_slice()));
        for name in ["../secret", "", "nope", "."] {
            assert!(folder.read(name).await.expect("read").is_none(), "{name}");
        }
    }
}
