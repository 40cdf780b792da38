//! A full disk, on a small file system of its own: the server uses its reserve, and starts again once there is space.
//! Mounting one requires root; without root these tests print that and check nothing.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use fairway_postgres::disk::Room;
use fairway_postgres::{Options, OwnPostgres, PostgresError};
use tempfile::TempDir;

use crate::start;
use crate::support::*;

const MIB: u64 = 1024 * 1024;

/// A file system in memory, unmounted when dropped.
struct SmallDisk(TempDir);

impl SmallDisk {
    fn mount(mib: u64) -> Option<Self> {
        let folder = folder();
        let size = format!("size={mib}m,mode=755");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "fairway-test"])
            .arg(folder.path())
            .output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        println!("skipped: a small file system cannot be mounted here, which takes root");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn free(&self) -> u64 {
        let found = rustix::fs::statvfs(self.path()).unwrap();
        found.f_bavail * found.f_frsize
    }

    /// Fills it until only so much is free; returns the file to remove.
    fn fill_up_to(&self, free: u64) -> PathBuf {
        let number = std::fs::read_dir(self.path()).unwrap().count();
        let filler = self.path().join(format!("filler-{number}"));
        let file = File::create(&filler).unwrap();
        let length = self.free().checked_sub(free).unwrap();
        rustix::fs::fallocate(&file, rustix::fs::FallocateFlags::empty(), 0, length).unwrap();
        filler
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: it may still be the working folder of a server that is just ending.
        Command::new("umount").arg("--lazy").arg(self.path()).status().ok();
    }
}

#[tokio::test]
async fn a_full_disk_is_reported_early_and_the_server_uses_its_reserve() {
    let Some(disk) = SmallDisk::mount(800) else { return };
    let postgres = start(disk.path()).await;
    store(&postgres, "kept").await;
    let watched = postgres.disk();
    let reserve = disk.path().join("postgres/reserve");
    let room = watched.check(Room::default()).unwrap();
    assert!(!room.is_short && reserve.exists(), "{room:?}");
    assert_eq!(room.left - room.free, 128 * MIB);

    // Nearly full: reported, and the reserve still exists.
    let nearly = disk.fill_up_to(200 * MIB);
    let room = watched.check(room).unwrap();
    assert!(room.is_short && reserve.exists(), "{room:?}");

    // Full, and the server dies: it starts again on the reserve.
    let full = disk.fill_up_to(0);
    kill_9(server_pid(disk.path()).unwrap());
    let mut condition = postgres.condition();
    condition.wait_for(|condition| condition.restarts == 1).await.unwrap();
    assert!(!reserve.exists(), "given back");
    let room = watched.check(room).unwrap();
    assert!(room.is_short, "{room:?}");
    assert_eq!(stored(&postgres).await, ["kept"]);
    // Four segments of the log can still be written.
    write_to_log(&postgres, 64).await;

    // Another program uses that space too: the server may die at once, and none can start. The problem is reported.
    let rest = disk.fill_up_to(0);
    if let Some(server) = server_pid(disk.path()) {
        Command::new("kill").args(["-9", &server.to_string()]).status().unwrap();
    }
    let full_disk = |problem: &str| problem.contains("is full") && problem.contains("Make room");
    condition.wait_for(|condition| condition.problem.as_deref().is_some_and(full_disk)).await.unwrap();

    for filler in [nearly, full, rest] {
        std::fs::remove_file(filler).unwrap();
    }
    condition.wait_for(|condition| condition.problem.is_none()).await.unwrap();
    assert_eq!(stored(&postgres).await, ["kept"]);
    let room = watched.check(room).unwrap();
    assert!(!room.is_short && reserve.exists(), "{room:?}");
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn a_first_start_without_disk_space_fails_and_succeeds_later() {
    let Some(disk) = SmallDisk::mount(200) else { return };
    let filler = disk.fill_up_to(10 * MIB);
    let error = OwnPostgres::start(Options::new(disk.path())).await.unwrap_err();
    assert!(matches!(error, PostgresError::DiskFull { .. }), "{error}");
    assert!(error.to_string().contains("Make room there"), "{error}");
    std::fs::remove_file(filler).unwrap();
    start(disk.path()).await.stop().await.unwrap();
}

#[tokio::test]
async fn a_start_after_a_crash_on_a_full_disk_uses_the_reserve() {
    let Some(disk) = SmallDisk::mount(800) else { return };
    let postgres = start(disk.path()).await;
    store(&postgres, "kept").await;
    postgres.disk().check(Room::default()).unwrap();
    postgres.stop().await.unwrap();
    let mut owner = Holder::serving(disk.path());
    disk.fill_up_to(0);
    kill_9(owner.process.id());
    kill_9(owner.server);
    owner.process.wait().unwrap();
    let postgres = start(disk.path()).await;
    assert!(stored(&postgres).await.contains(&"kept".to_owned()));
    postgres.stop().await.unwrap();
}

/// Writes so many mebibytes to the log.
async fn write_to_log(postgres: &OwnPostgres, mib: i32) {
    let mut connection = connect(postgres.admin_options()).await;
    for _ in 0..mib {
        // Not compressible, and removed again: only the log needs the space.
        let sql = "SELECT pg_logical_emit_message(false, 'fairway', string_agg(sha256(n::text::bytea)::text, '')) \
                   FROM generate_series(1, 16384) n";
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
}
