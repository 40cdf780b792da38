//! Temporary PostgreSQL clusters for tests and measurements.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use fairway_postgres::throwaway::{Durability, Throwaway};

use crate::root::scratch;
use crate::{job, postgres};

/// The environment variable with the URL of the tests' server.
pub(crate) const TEST_URL: &str = "FAIRWAY_TEST_DATABASE_URL";

/// Free bytes. The clusters of all tests together stay below 500 MB.
const MEMORY_NEEDED: u64 = 2 << 30;

/// Starts a cluster. It ends when the returned value is dropped, and also whenever this program ends.
pub(crate) fn start(durability: Durability) -> Result<Throwaway> {
    postgres::ensure()?;
    let binaries = postgres::configured();
    let start_in = |folder: &Path| Throwaway::start(folder, binaries.as_deref(), durability);
    if durability == Durability::None
        && let Some(memory) = memory_folder()
    {
        match start_in(&memory) {
            Ok(cluster) => return Ok(cluster),
            Err(error) => println!("the cluster is on disk, not in {}: {error}", memory.display()),
        }
    }
    Ok(start_in(&scratch())?)
}

/// A file system in memory with enough free space for a cluster. Each test creates and removes a database of some 300
/// files, and ext4 searches its table of inodes for each new file among those that were just removed: that was a quarter
/// of the tests' processor time.
pub(crate) fn memory_folder() -> Option<PathBuf> {
    let folder = Path::new("/dev/shm");
    let found = rustix::fs::statvfs(folder).ok()?;
    (found.f_bavail * found.f_frsize >= MEMORY_NEEDED).then(|| folder.to_path_buf())
}

/// Runs a cluster for tests that a developer starts by hand.
pub(crate) fn until_interrupted() -> Result<()> {
    let cluster = start(Durability::None)?;
    println!("export {TEST_URL}='{}'", cluster.url());
    println!("Ctrl-C stops and removes it.");
    while !job::interrupted() {
        thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
