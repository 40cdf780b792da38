//! Backups as the containers of `deploy/production.yml` make them, with the same scripts and settings on this machine's
//! PostgreSQL: archiving, restoring to a moment and to the end, restoring again afterwards, and refusing a damaged
//! backup.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use fairway_postgres::binaries::Candidates;
use fairway_postgres::user::RunAs;
use serde_json::Value;
use std::os::unix::process::CommandExt;

const TIMEOUT: Duration = Duration::from_secs(60);

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").to_owned()
}

/// A server and its backups in a temporary folder, run as an unprivileged user.
struct Server {
    folder: tempfile::TempDir,
    programs: PathBuf,
    user: RunAs,
}

impl Server {
    /// None if this machine has no `pg_verifybackup`.
    fn new() -> Option<Self> {
        let programs = Candidates::search(None).expect("a search").usable.first()?.folder.clone();
        if !programs.join("pg_verifybackup").exists() {
            eprintln!("skipped: no pg_verifybackup in {}", programs.display());
            return None;
        }
        let user = RunAs::decide(None).expect("a user");
        let folder = tempfile::tempdir_in("/var/tmp").expect("a folder");
        // The user that runs PostgreSQL may not read the repository.
        for script in ["archive.sh", "backup.sh", "restore.sh"] {
            std::fs::copy(repository().join("deploy/backup").join(script), folder.path().join(script))
                .expect("a script");
        }
        std::fs::create_dir(folder.path().join("backups")).expect("a folder for backups");
        user.chown(folder.path()).expect("its owner");
        let server = Self { folder, programs, user };
        server.ok("initdb", &["--auth=trust", "--username=postgres", "--data-checksums", "--no-sync"]);
        Some(server)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        let path = std::env::var("PATH").unwrap_or_default();
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", format!("{}:{path}", self.programs.display()))
            .env("PGDATA", self.path("data"))
            .env("PGHOST", self.folder.path())
            .env("PGUSER", "postgres")
            .env("FAIRWAY_BACKUPS", self.path("backups"))
            .env("FAIRWAY_BACKUPS_KEPT", "2");
        if self.user.steps_down {
            command.uid(self.user.uid).gid(self.user.gid);
        }
        command.output().unwrap_or_else(|error| panic!("{program}: {error}"))
    }

    fn ok(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.run(program, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {stderr}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn backup(&self, what: &str) -> bool {
        self.run("sh", &["backup.sh", what]).status.success()
    }

    /// Returns the error output of a refusal.
    fn restore(&self, moment: &str) -> Result<(), String> {
        let output = self.run("sh", &["restore.sh", moment]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(stderr) }
    }

    /// Starts the server with the settings of the container, except addresses and paths.
    fn start(&self) {
        let compose = std::fs::read_to_string(repository().join("deploy/production.yml")).expect("the file");
        let compose: Value = serde_norway::from_str(&compose).expect("YAML");
        let command = compose["services"]["postgres"]["command"].as_array().expect("a command");
        let settings = command.iter().filter_map(Value::as_str).filter(|argument| argument.contains('='));
        let settings = settings.filter(|argument| !argument.starts_with("hba_file="));
        let mut options =
            format!("-c listen_addresses= -c unix_socket_directories={}", self.folder.path().display());
        for setting in settings {
            let (name, value) = setting.split_once('=').expect("name and value");
            let value = value.replace("/fairway/backup/", &format!("{}/", self.folder.path().display()));
            options.push_str(&format!(" -c {name}='{value}'"));
        }
        assert!(options.contains("archive.sh"), "{options}");
        self.ok("pg_ctl", &["--wait", "--silent", "--log=server.log", "--options", &options, "start"]);
    }

    fn stop(&self) {
        self.ok("pg_ctl", &["--wait", "--silent", "--mode=fast", "stop"]);
    }

    fn query(&self, statement: &str) -> String {
        self.ok("psql", &["--no-psqlrc", "--tuples-only", "--no-align", "--command", statement])
    }

    /// Waits until everything written so far is in the archive.
    fn wait_until_archived(&self) {
        let segment = self.query("SELECT pg_walfile_name(pg_switch_wal())");
        let started = Instant::now();
        while !self.path("backups/wal").join(format!("{segment}.gz")).exists() {
            assert!(started.elapsed() < TIMEOUT, "{segment} is not archived");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn bookings(&self) -> String {
        self.query("SELECT string_agg(what, ' ' ORDER BY what) FROM bookings")
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).expect("a folder");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.path("data/postmaster.pid").exists() {
            self.run("pg_ctl", &["--mode=immediate", "stop"]);
        }
    }
}

#[test]
fn any_moment_since_the_oldest_base_backup_is_restored_and_the_old_data_are_retained() {
    let Some(server) = Server::new() else { return };
    server.start();
    server.query("CREATE TABLE bookings (what text)");
    let before = server.query("SELECT now() - interval '1 day'");
    assert!(!server.backup("check"), "there is no backup yet");
    assert!(server.backup("now"));
    assert!(server.backup("check"));
    server.query("INSERT INTO bookings VALUES ('kept')");
    let moment = server.query("SELECT clock_timestamp()");
    server.query("INSERT INTO bookings VALUES ('unwanted')");
    server.wait_until_archived();

    let refusal = server.restore(&moment).expect_err("the server runs");
    assert!(refusal.contains("is in use"), "{refusal}");
    server.stop();
    let refusal = server.restore(&before).expect_err("no backup is that old");
    assert!(refusal.contains("no base backup is as old"), "{refusal}");
    let refusal = server.restore("2126-01-01 00:00:00+00").expect_err("nothing was written then");
    assert!(refusal.contains("before configured recovery target was reached"), "{refusal}");
    assert!(refusal.contains("nothing was changed"), "{refusal}");
    assert_eq!(
        server.list("."),
        ["archive.sh", "backup.sh", "backups", "data", "data.restored", "restore.sh", "server.log"]
    );

    server.restore(&moment).expect("a restore");
    server.start();
    assert_eq!(server.bookings(), "kept");
    assert_eq!(server.list(".").iter().filter(|name| name.starts_with("data.before-")).count(), 1);

    // Data written after a restore, on the new timeline, can be restored too.
    server.query("INSERT INTO bookings VALUES ('later')");
    server.wait_until_archived();
    server.stop();
    server.restore("latest").expect("a restore");
    server.start();
    assert_eq!(server.bookings(), "kept later");
}

#[test]
fn old_backups_are_removed_with_their_wal_and_a_damaged_backup_is_refused() {
    let Some(server) = Server::new() else { return };
    server.start();
    server.query("CREATE TABLE bookings (what text)");
    assert!(server.backup("now"));
    let first = server.list("backups/base");
    server.wait_until_archived();
    let segments = server.list("backups/wal");
    // Two backups within one second: their names contain the second.
    assert!(server.backup("now") && server.backup("now"));
    let retained = server.list("backups/base");
    assert!(retained.len() == 2 && !retained.contains(&first[0]), "{retained:?} after {first:?}");
    let remaining = server.list("backups/wal");
    let segment = segments.iter().find(|name| !name.contains(".backup")).expect("a WAL segment");
    assert!(!remaining.contains(segment), "{segment} of {remaining:?}");
    server.query("INSERT INTO bookings VALUES ('kept')");
    server.stop();

    let newest = server.list("backups/base").pop().expect("one");
    let file = server.path("backups/base").join(&newest).join("base.tar.gz");
    let intact = std::fs::read(&file).expect("the backup");
    let mut damaged = intact.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    std::fs::write(&file, damaged).expect("a damaged one");
    server.restore("latest").expect_err("a damaged backup");
    assert!(server.path("data/PG_VERSION").exists(), "nothing was moved");
    std::fs::write(&file, intact).expect("the backup again");
    server.restore("latest").expect("a restore");
    server.start();
    assert_eq!(server.bookings(), "kept");

    for name in server.list("backups/base") {
        let path = server.path("backups/base").join(name);
        server.ok("touch", &["--date=30 hours ago", path.to_str().expect("a path")]);
    }
    assert!(!server.backup("check"), "an old backup fails the check");
}

#[test]
fn a_wal_segment_is_archived_once_and_never_replaced_by_a_different_one() {
    let Some(server) = Server::new() else { return };
    let archive = |content: &str| {
        server.ok("sh", &["-c", &format!("echo {content} > segment")]);
        server.run("sh", &["archive.sh", "segment", "000000010000000000000001"]).status.success()
    };
    assert!(archive("one"));
    assert!(archive("one"), "PostgreSQL repeats the command if it was killed before the answer");
    assert!(!archive("other"));
    let archived = server.ok("gzip", &["-dc", "backups/wal/000000010000000000000001.gz"]);
    assert_eq!(archived, "one");
}
