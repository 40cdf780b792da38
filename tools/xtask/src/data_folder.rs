//! The data folder of a portal that runs during a test.

use std::path::PathBuf;

use anyhow::{Context, Result};
use fairway_postgres::throwaway;

use crate::root::scratch;

/// A new data folder that the user that runs PostgreSQL can access; removed when dropped.
pub(crate) struct DataFolder(pub(crate) PathBuf);

impl DataFolder {
    /// A folder for the tests of that name.
    pub(crate) fn new(name: &str) -> Result<Self> {
        let folder = format!("fairway-{name}-{}", std::process::id());
        let folder = throwaway::reachable(&scratch())?.join(folder);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        Ok(Self(folder))
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            eprintln!("cannot remove {}: {error}", self.0.display());
        }
    }
}
