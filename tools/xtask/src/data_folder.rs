//! The data folder of a portal that runs during a test.

use std::path::PathBuf;

use anyhow::{Context, Result};
use fairway_postgres::throwaway;

use crate::root::scratch;
use crate::throwaway::memory_folder;

/// A new data folder that the user that runs PostgreSQL can access; removed when dropped.
pub(crate) struct DataFolder(pub(crate) PathBuf);

impl DataFolder {
    /// A folder for the tests of that name.
    pub(crate) fn new(name: &str) -> Result<Self> {
        let folder = format!("fairway-{name}-{}", std::process::id());
        // In memory where there is room: each request that changes something waits for the disk several times.
        let parent = memory_folder().map_or_else(|| throwaway::reachable(&scratch()), Ok)?;
        let folder = parent.join(folder);
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
