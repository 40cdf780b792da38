//! `FAIRWAY_MAIL=file`: every mail is an `.eml` file in the data folder, for development and for trying things out.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A folder of mails.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder `mail` in the data folder; made when the first mail comes.
    #[must_use]
    pub fn of(data_dir: &Path) -> Self {
        Self(data_dir.join("mail"))
    }

    /// Writes a mail under a name that sorts by time. The same mail again replaces its file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn write(&self, id: Uuid, at: DateTime<Utc>, message: &[u8]) -> io::Result<()> {
        tokio::fs::create_dir_all(&self.0).await?;
        let name = format!("{}-{}", at.format("%Y%m%dT%H%M%S%3f"), id.simple());
        // Written aside and renamed: whoever watches the folder sees whole mails only.
        let draft = self.0.join(format!(".{name}.part"));
        tokio::fs::write(&draft, message).await?;
        tokio::fs::rename(&draft, self.0.join(format!("{name}.eml"))).await
    }

    /// The names of the mails, newest first, without `.eml`.
    ///
    /// # Errors
    /// When the folder is there and cannot be read.
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
}

/// Only names that we give: a name from an address must not lead out of the folder.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn mails_come_back_newest_first_and_nothing_else_does() {
        let data = tempfile::tempdir().expect("a folder");
        let folder = Folder::of(data.path());
        assert!(folder.names().await.expect("no folder is no mails").is_empty());
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("an instant");
        folder.write(Uuid::from_u128(1), at("2026-11-20T10:00:00Z"), b"a").await.expect("written");
        folder.write(Uuid::from_u128(2), at("2026-11-20T11:00:00Z"), b"b").await.expect("written");
        std::fs::write(data.path().join("secret.eml"), "x").expect("a file outside");
        let names = folder.names().await.expect("names");
        assert_eq!(names.len(), 2);
        assert_eq!(folder.read(&names[0]).await.expect("read").as_deref(), Some(b"b".as_slice()));
        for name in ["../secret", "", "nope", "."] {
            assert!(folder.read(name).await.expect("read").is_none(), "{name}");
        }
    }
}
