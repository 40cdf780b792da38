//! A file that is either complete or absent: it is written under a temporary name and renamed when it is complete. Only
//! its owner may read it.

use std::fs::{File, OpenOptions};
use std::io::BufWriter;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file that is being written; dropped before it is complete, it is removed.
#[derive(Debug)]
pub(crate) struct Output {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    is_complete: bool,
}

impl Output {
    /// Creates a temporary file beside the requested one.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let name = path.file_name().with_context(|| format!("{} names no file", path.display()))?;
        let mut name = name.to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&temporary)
            .with_context(|| format!("{} cannot be written", temporary.display()))?;
        Ok(Self { file, temporary, path: path.to_owned(), is_complete: false })
    }

    /// A buffered writer to the file.
    pub(crate) fn writer(&self) -> Result<BufWriter<File>> {
        Ok(BufWriter::new(self.file.try_clone().context("the file cannot be opened twice")?))
    }

    /// Renames the file, and waits until it is on the disk.
    pub(crate) fn complete(mut self) -> Result<()> {
        let moving = || {
            self.file.sync_all()?;
            std::fs::rename(&self.temporary, &self.path)?;
            let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        };
        moving().with_context(|| format!("{} cannot be completed", self.path.display()))?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if !self.is_complete {
            // A failure cannot be handled here; the file's name shows that it is temporary.
            let _ = std::fs::remove_file(&self.temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_is_complete_or_absent_and_private() {
        let folder = std::env::temp_dir().join(format!("fairway-output-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("rounds.csv");
        std::fs::write(&path, "old").unwrap();

        let broken = Output::create(&path).unwrap();
        broken.writer().unwrap().write_all(b"half").unwrap();
        drop(broken);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");

        let whole = Output::create(&path).unwrap();
        let mut writer = whole.writer().unwrap();
        writer.write_all(b"new").unwrap();
        writer.flush().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old", "not complete yet");
        whole.complete().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
