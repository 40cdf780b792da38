//! Backups as the containers of `deploy/production.yml` make them, with the same scripts and settings on this machine's
//! PostgreSQL: archived, restored to a moment and to the end, again after that, and refused where they are damaged.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use fairway_postgres::binaries::Candidates;
use fairway_postgres::user::RunAs;
use serde_json::Value;
use std::os::unix::process::CommandExt;

const PATIENCE: Duration = Duration::from_secs(60);

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the repository").to_owned()
}

/// A server with its backups, in a folder of its own, run as an unprivileged user.
struct Server {
    folder: tempfile::TempDir,
    programs: PathBuf,
    user: RunAs,
}

impl Server {
    /// None where PostgreSQL's programs of this machine make no backups.
    fn new() -> Option<Self> {
        let programs = Candidates::search(None).expect("a search").usable.first()?.folder.clone();
        if !programs.join("pg_verifybackup").exists() {
            eprintln!("skipped: no pg_verifybackup in {}", programs.display());
            return None;
        }
        let user = RunAs::decide(None).expect("somebody");
        let folder = tempfile::tempdir_in("/var/tmp").expect("a folder");
        // Where the user that runs PostgreSQL may read them, as the containers mount them.
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
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn backup(&self, what: &str) -> bool {
        self.run("sh", &["backup.sh", what]).status.success()
    }

    /// What it said, where it refused.
    fn restore(&self, moment: &str) -> Result<(), String> {
        let output = self.run("sh", &["restore.sh", moment]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(said) }
    }

    /// With the settings of the container, but for addresses and paths.
    fn start(&self) {
        let compose = std::fs::read_to_string(repository().join("deploy/production.yml")).expect("the file");
        let compose: Value = serde_norway::from_str(&compose).expect("YAML");
        let command = compose["services"]["postgres"]["command"].as_array().expect("a command");
        let settings = command.iter().filter_map(Value::as_str).filter(|word| word.contains('='));
        let settings = settings.filter(|word| !word.starts_with("hba_file="));
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

    fn ask(&self, statement: &str) -> String {
        self.ok("psql", &["--no-psqlrc", "--tuples-only", "--no-align", "--command", statement])
    }

    /// Until everything up to now is in the archive.
    fn archived(&self) {
        let piece = self.ask("SELECT pg_walfile_name(pg_switch_wal())");
        let began = Instant::now();
        while !self.path("backups/wal").join(format!("{piece}.gz")).exists() {
            assert!(began.elapsed() < PATIENCE, "{piece} is not archived");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn bookings(&self) -> String {
        self.ask("SELECT string_agg(what, ' ' ORDER BY what) FROM bookings")
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
fn any_moment_since_the_oldest_base_backup_is_restored_and_what_was_there_is_kept() {
    let Some(server) = Server::new() else { return };
    server.start();
    server.ask("CREATE TABLE bookings (what text)");
    let before = server.ask("SELECT now() - interval '1 day'");
    assert!(!server.backup("check"), "there is none yet");
    assert!(server.backup("now"));
    assert!(server.backup("check"));
    server.ask("INSERT INTO bookings VALUES ('kept')");
    let moment = server.ask("SELECT clock_timestamp()");
    server.ask("INSERT INTO bookings VALUES ('unwanted')");
    server.archived();

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

    // What is written after a restore is restored in its turn, on the new timeline.
    server.ask("INSERT INTO bookings VALUES ('later')");
    server.archived();
    server.stop();
    server.restore("latest").expect("a restore");
    server.start();
    assert_eq!(server.bookings(), "kept later");
}

#[test]
fn old_backups_go_with_the_log_before_them_and_a_damaged_one_is_refused() {
    let Some(server) = Server::new() else { return };
    server.start();
    server.ask("CREATE TABLE bookings (what text)");
    assert!(server.backup("now"));
    let first = server.list("backups/base");
    server.archived();
    let pieces = server.list("backups/wal");
    // Also within one second, which they are named after.
    assert!(server.backup("now") && server.backup("now"));
    let kept = server.list("backups/base");
    assert!(kept.len() == 2 && !kept.contains(&first[0]), "{kept:?} after {first:?}");
    let left = server.list("backups/wal");
    let piece = pieces.iter().find(|name| !name.contains(".backup")).expect("a piece of the log");
    assert!(!left.contains(piece), "{piece} of {left:?}");
    server.ask("INSERT INTO bookings VALUES ('kept')");
    server.stop();

    let newest = server.list("backups/base").pop().expect("one");
    let file = server.path("backups/base").join(&newest).join("base.tar.gz");
    let whole = std::fs::read(&file).expect("the backup");
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    std::fs::write(&file, damaged).expect("a damaged one");
    server.restore("latest").expect_err("a damaged backup");
    assert!(server.path("data/PG_VERSION").exists(), "nothing was moved");
    std::fs::write(&file, whole).expect("the backup again");
    server.restore("latest").expect("a restore");
    server.start();
    assert_eq!(server.bookings(), "kept");

    for name in server.list("backups/base") {
        let path = server.path("backups/base").join(name);
        server.ok("touch", &["--date=30 hours ago", path.to_str().expect("a path")]);
    }
    assert!(!server.backup("check"), "an old one is told");
}

#[test]
fn a_piece_of_the_log_is_archived_once_and_never_replaced_by_another() {
    let Some(server) = Server::new() else { return };
    let archive = |content: &str| {
        server.ok("sh", &["-c", &format!("echo {content} > piece")]);
        server.run("sh", &["archive.sh", "piece", "000000010000000000000001"]).status.success()
    };
    assert!(archive("one"));
    assert!(archive("one"), "PostgreSQL did not hear of the first yes");
    assert!(!archive("other"));
    let kept = server.ok("gzip", &["-dc", "backups/wal/000000010000000000000001.gz"]);
    assert_eq!(kept, "one");
}
