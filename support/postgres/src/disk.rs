//! Free space on the disk of the own PostgreSQL. A server that cannot write its log stops at once and cannot start
//! again, so space is reserved for it: a file of allocated blocks beside the cluster, removed when the disk is nearly
//! full, so that the server can continue, recover and write its checkpoint, and created again when there is space.
//!
//! `fairway serve` checks about every second and refuses writes while space is short: what is left is needed for what
//! was acknowledged already. The figures count the reserve as available, so that removing it does not end the shortage.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate, statvfs};

const MIB: u64 = 1024 * 1024;

/// The size of the reserve: eight segments of the server's log.
const RESERVE: u64 = 128 * MIB;
/// With less space than this, the reserve included, new writes are refused.
const SHORT: u64 = 384 * MIB;
/// From this much on, they are accepted again: more than `SHORT`, so that the state does not alternate.
const ENOUGH: u64 = 448 * MIB;
/// With less free than this the reserve is released: four segments of the log.
const CRITICAL: u64 = 64 * MIB;
/// With less free than this no server starts: a segment of its log, and its small files.
const LEAST_TO_START: u64 = 24 * MIB;

/// The space on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Room {
    /// Bytes that are free, without the reserve.
    pub free: u64,
    /// Bytes that the server can still use: the free ones, and the reserve where it exists.
    pub left: u64,
    /// Too little: new writes are refused until there is more.
    pub is_short: bool,
}

impl Room {
    /// The state after `self`: a shortage ends only with clearly more space than it began with.
    fn after(self, free: u64, reserve: u64) -> Self {
        let left = free + reserve;
        Self { free, left, is_short: left < if self.is_short { ENOUGH } else { SHORT } }
    }

    /// The problem and its remedy for the operator; `None` while there is enough space.
    #[must_use]
    pub fn problem(&self) -> Option<String> {
        self.is_short.then(|| {
            format!(
                "the disk of the data folder is nearly full ({} MiB are left): nothing new is stored. Make room until \
                 {} MiB are free; everything goes on by itself then",
                self.left / MIB,
                ENOUGH / MIB
            )
        })
    }
}

/// The disk of the cluster.
#[derive(Debug, Clone)]
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    pub(crate) fn new(home: &Path) -> Self {
        Self { folder: home.to_owned() }
    }

    /// Reads the free space, and releases or creates the reserve accordingly. `before` is the result of the previous
    /// check, at first the default. Blocks for as long as the disk takes.
    ///
    /// # Errors
    /// When the disk cannot be read.
    pub fn check(&self, before: Room) -> std::io::Result<Room> {
        let free = self.free()?;
        let reserve_size = self.reserve_size();
        if reserve_size > 0 && free < CRITICAL {
            self.release(free)?;
        } else if reserve_size < RESERVE && free + reserve_size >= ENOUGH {
            self.create_reserve(free)?;
        }
        Ok(before.after(self.free()?, self.reserve_size()))
    }

    /// Before a start: releases the reserve where the server would have no space without it.
    pub(crate) fn make_room(&self) -> std::io::Result<()> {
        let free = self.free()?;
        if self.reserve_size() > 0 && free < CRITICAL { self.release(free) } else { Ok(()) }
    }

    /// The bytes that are free where that is too few for a server to start.
    pub(crate) fn too_full_to_start(&self) -> Option<u64> {
        self.free().ok().filter(|free| *free < LEAST_TO_START)
    }

    fn free(&self) -> std::io::Result<u64> {
        let found = statvfs(&self.folder)?;
        Ok(found.f_bavail.saturating_mul(found.f_frsize))
    }

    fn reserve(&self) -> PathBuf {
        self.folder.join("reserve")
    }

    fn reserve_size(&self) -> u64 {
        std::fs::metadata(self.reserve()).map_or(0, |found| found.len())
    }

    fn release(&self, free: u64) -> std::io::Result<()> {
        tracing::warn!(
            folder = %self.folder.display(), free_mib = free / MIB,
            "the disk is nearly full: PostgreSQL gets the space that was reserved for it"
        );
        std::fs::remove_file(self.reserve())
    }

    fn create_reserve(&self, free: u64) -> std::io::Result<()> {
        // Under another name until it is complete: its size is what `reserve_size` reports.
        let draft = self.reserve().with_extension("new");
        let taken = OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .mode(0o600)
            .open(&draft)
            .and_then(|file| allocate(&file))
            .and_then(|()| std::fs::rename(&draft, self.reserve()));
        match taken {
            Ok(()) => {
                tracing::info!(
                    free_mib = free / MIB,
                    reserve_mib = RESERVE / MIB,
                    "disk space is reserved for PostgreSQL's log"
                );
                Ok(())
            }
            Err(error) => {
                let _ = std::fs::remove_file(&draft);
                // Another program used the space first; the next check sees it.
                if error.kind() == std::io::ErrorKind::StorageFull { Ok(()) } else { Err(error) }
            }
        }
    }
}

/// Allocated blocks, so that no other program can use them.
fn allocate(mut file: &File) -> std::io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, RESERVE) {
        // The file system does not support it: writing allocates the blocks.
        Err(rustix::io::Errno::OPNOTSUPP) => {
            let zeros = vec![0; MIB as usize];
            (0..RESERVE / MIB).try_for_each(|_| file.write_all(&zeros))?;
            file.sync_all()
        }
        done => Ok(done?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortage_ends_only_with_more_space_than_it_began_with() {
        let enough = Room::default().after(SHORT - RESERVE, RESERVE);
        assert!(!enough.is_short);
        let short = enough.after(SHORT - RESERVE - 1, RESERVE);
        assert!(short.is_short);
        assert!(short.after(SHORT, 0).is_short, "the reserve that was given back is no new room");
        assert!(short.after(ENOUGH - 1, 0).is_short);
        assert!(!short.after(ENOUGH - RESERVE, RESERVE).is_short);
    }

    #[test]
    fn a_shortage_reports_the_free_space_and_the_remedy() {
        assert_eq!(Room::default().after(SHORT, 0).problem(), None);
        let problem = Room::default().after(7 * MIB, 0).problem().unwrap();
        assert!(
            problem.contains("(7 MiB are left)") && problem.contains("until 448 MiB are free"),
            "{problem}"
        );
    }
}
