//! A disk that fills up: members can read, writes are refused with a sentence, operators see the problem, and
//! everything continues when there is space again.

use std::path::Path;
use std::process::Command;

use fairway_postgres::disk::Room;

use crate::own_postgres::until;
use crate::process::{Server, fairway};
use crate::support::{Answer, Portal, data_set, round};

const REFUSAL: &str = "Er kan nu even niets worden opgeslagen. Probeer het over een paar minuten opnieuw.";

#[tokio::test]
async fn while_space_is_short_members_read_and_log_in_and_nothing_is_written() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    portal.node.room.send_replace(Room { free: 1_048_576, left: 1_048_576, is_short: true });
    let refused = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    refused.fails(503, REFUSAL);
    assert_eq!(refused.headers["retry-after"], "60");
    assert_eq!(jan.upcoming().await.len(), 0);
    portal.login("eva").await;
    let unready = portal.get("/readyz").await;
    assert_eq!(
        (unready.status, &unready.body["ready"], &unready.body["database"]),
        (503, &false.into(), &true.into())
    );
    let problem = unready.body["troubles"][0].as_str().expect("a sentence");
    assert!(problem.contains("nearly full (1 MiB are left)") && problem.contains("Make room"), "{problem}");
    let page = portal.get("/metrics").await.body;
    let page = page.as_str().expect("a page");
    for line in ["fairway_disk_free_bytes 1048576\n", "fairway_disk_short 1\n"] {
        assert!(page.contains(line), "{line}: {page}");
    }

    portal.node.room.send_replace(Room::default());
    jan.book("2026-11-28", &["jan"]).await;
    assert_eq!(portal.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn readiness_reports_a_database_whose_disk_is_full() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    // The response of a server with a full disk, at the place where the writer appends.
    for statement in [
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$",
        "CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()",
    ] {
        sqlx::query(statement).execute(&portal.pool).await.expect("a trigger");
    }
    assert_eq!(portal.get("/readyz").await.status, 200);
    let refused = jan.post("/api/reservations", &round("2026-11-28", &["jan"])).await;
    refused.fails(503, "De dienst is even niet bereikbaar. Probeer het zo opnieuw.");
    let unready = portal.get("/readyz").await;
    let problem = unready.body["troubles"][0].as_str().expect("a sentence");
    assert!(unready.status == 503 && problem.contains("53100"), "{problem}");
}

/// A file system in memory, unmounted when dropped.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=800m,mode=755", "fairway-test"]).arg(folder.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(Self(folder));
        }
        println!("skipped: a small file system cannot be mounted here, which takes root");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: a server that is still ending may use it.
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}

#[tokio::test]
async fn a_full_disk_stops_writes_until_there_is_space() {
    let Some(disk) = SmallDisk::mount() else { return };
    let set = data_set();
    let imported =
        fairway(disk.path(), &["import", set.to_str().expect("a path")]).output().expect("it runs");
    assert!(imported.status.success(), "{}", String::from_utf8_lossy(&imported.stderr));
    let mut server = Server::start(disk.path()).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let url = format!("{}/api/reservations", server.base);
    let list = async || Answer::to(http.get(&url).bearer_auth(&token)).await;
    let book = async |day: &str| {
        let request = http.post(&url).bearer_auth(&token).header("idempotency-key", day);
        Answer::to(request.json(&round(day, &["jan"]))).await
    };
    let readyz = format!("{}/readyz", server.base);
    let ready = async || Answer::to(http.get(&readyz)).await;
    assert_eq!(book("2026-11-28").await.status, 200);

    // To the last block: at the next check, the space that is reserved for the server is released.
    let ballast = disk.path().join("ballast");
    let fill = Command::new("dd")
        .args(["if=/dev/zero", "bs=1M", "status=none"])
        .arg(format!("of={}", ballast.display()))
        .output();
    assert!(!fill.expect("dd").status.success(), "it ends when the disk is full");
    until("readiness tells it", ready, |answer| {
        answer.body["troubles"][0].as_str().is_some_and(|words| words.contains("Make room"))
    })
    .await;
    until("refusals in words", async || book("2026-11-29").await, |answer| answer.body["error"] == REFUSAL)
        .await;
    assert_eq!(until("the list", list, |answer| answer.status == 200).await.data().len(), 1);
    assert!(server.process.try_wait().expect("its state").is_none(), "only who asks ends it");

    std::fs::remove_file(&ballast).expect("room");
    until("readiness", ready, |answer| answer.status == 200).await;
    until("a booking", async || book("2026-11-29").await, |answer| answer.status == 200).await;
    until("both rounds", list, |answer| answer.status == 200 && answer.data().len() == 2).await;
    assert!(server.terminate().success());
}
