//! Room on the disk of the own PostgreSQL. A server whose log finds no room stops at once and cannot start again, so
//! room is kept for it: a file of real blocks beside the cluster, given back when the disk is nearly full, so that the
//! server can go on, recover and write its checkpoint, and taken again when there is room.
//!
//! Whoever serves looks every second or so and refuses what would be written while room is short: what is left is for
//! what was acknowledged already. The figures count the reserve as room, so that giving it back does not look like an
//! end of the shortage.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate, statvfs};

const MIB: u64 = 1024 * 1024;

/// What is kept for the server: eight segments of its log.
const RESERVE: u64 = 128 * MIB;
/// With less room than this, the reserve included, new writes are refused.
const SHORT: u64 = 384 * MIB;
/// With this much again, they are taken again: what is only just enough would be short at once.
const ENOUGH: u64 = 448 * MIB;
/// With less free than this the reserve is given back: four segments of the log.
const CRITICAL: u64 = 64 * MIB;
/// With less free than this no server starts: a segment of its log, and its small files.
const LEAST_TO_START: u64 = 24 * MIB;

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Room {
    /// Bytes that are free, without the reserve.
    pub free: u64,
    /// Bytes that the server could still use: what is free, and the reserve where it is held.
    pub left: u64,
    /// Too little: nothing new is to be written until there is more.
    pub is_short: bool,
}

impl Room {
    /// What there is after what was: a shortage ends only with clearly more room than it began with.
    fn after(self, free: u64, reserve: u64) -> Self {
        let left = free + reserve;
        Self { free, left, is_short: left < if self.is_short { ENOUGH } else { SHORT } }
    }

    /// What is wrong and what to do; none while there is enough.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
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

/// The disk that the cluster lies on.
#[derive(Debug, Clone)]
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    pub(crate) fn of(home: &Path) -> Self {
        Self { folder: home.to_owned() }
    }

    /// Looks how much room there is, and gives the reserve back or takes it as that asks for. `before` is what the last
    /// look found, at first the default. Blocks for as long as the disk takes.
    ///
    /// # Errors
    /// When the disk cannot be looked at.
    pub fn look(&self, before: Room) -> std::io::Result<Room> {
        let free = self.free()?;
        let held = self.held();
        if held > 0 && free < CRITICAL {
            self.give_back(free)?;
        } else if held < RESERVE && free + held >= ENOUGH {
            self.take(free)?;
        }
        Ok(before.after(self.free()?, self.held()))
    }

    /// Before a start: gives the reserve back where the server would find no room without it.
    pub(crate) fn make_room(&self) -> std::io::Result<()> {
        let free = self.free()?;
        if self.held() > 0 && free < CRITICAL { self.give_back(free) } else { Ok(()) }
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

    fn held(&self) -> u64 {
        std::fs::metadata(self.reserve()).map_or(0, |found| found.len())
    }

    fn give_back(&self, free: u64) -> std::io::Result<()> {
        tracing::warn!(
            folder = %self.folder.display(), free_mib = free / MIB,
            "the disk is nearly full: PostgreSQL gets the room that was kept for it"
        );
        std::fs::remove_file(self.reserve())
    }

    fn take(&self, free: u64) -> std::io::Result<()> {
        // Under another name until it is whole: what is held is what counts.
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
                    "room is kept for PostgreSQL's log"
                );
                Ok(())
            }
            Err(error) => {
                let _ = std::fs::remove_file(&draft);
                // Somebody else was faster; the next look finds out.
                if error.kind() == std::io::ErrorKind::StorageFull { Ok(()) } else { Err(error) }
            }
        }
    }
}

/// Real blocks, so that nobody else can have them.
fn allocate(mut file: &File) -> std::io::Result<()> {
    match fallocate(file, FallocateFlags::empty(), 0, RESERVE) {
        // A file system without it: the blocks are there once they are written.
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
    fn a_shortage_begins_late_and_ends_with_clearly_more_room() {
        let enough = Room::default().after(SHORT - RESERVE, RESERVE);
        assert!(!enough.is_short);
        let short = enough.after(SHORT - RESERVE - 1, RESERVE);
        assert!(short.is_short);
        assert!(short.after(SHORT, 0).is_short, "the reserve that was given back is no new room");
        assert!(short.after(ENOUGH - 1, 0).is_short);
        assert!(!short.after(ENOUGH - RESERVE, RESERVE).is_short);
    }

    #[test]
    fn a_shortage_says_what_is_left_and_what_to_do() {
        assert_eq!(Room::default().after(SHORT, 0).trouble(), None);
        let words = Room::default().after(7 * MIB, 0).trouble().unwrap();
        assert!(words.contains("(7 MiB are left)") && words.contains("until 448 MiB are free"), "{words}");
    }
}
