//! Shared by the tests of the real server: folders, a child process that uses a server, waiting for conditions.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use fairway_postgres::{Options, OwnPostgres};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use tempfile::TempDir;

const DATA_DIR: &str = "FAIRWAY_TEST_CHILD_DATA_DIR";
const BINARIES: &str = "FAIRWAY_TEST_CHILD_BINARIES";
const SERVES: &str = "FAIRWAY_TEST_CHILD_SERVES";

/// A folder that any user may enter, as a data folder's parent usually is.
pub(crate) fn folder() -> TempDir {
    let open = PermissionsExt::from_mode(0o755);
    tempfile::Builder::new().prefix("fairway-test-").permissions(open).tempdir().unwrap()
}

pub(crate) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The postmaster's process id, from the cluster's own pid file.
pub(crate) fn server_pid(data_dir: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(data_dir.join("postgres/cluster/postmaster.pid")).ok()?;
    text.lines().next()?.parse().ok()
}

pub(crate) fn kill_9(pid: u32) {
    let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    kill_process(pid, Signal::KILL).unwrap();
}

/// Waits for a condition, with a limit that only a hanging test reaches.
pub(crate) async fn until(what: &str, mut is_met: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_met().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting).await.unwrap_or_else(|_| panic!("never: {what}"));
}

/// Running, and not a zombie.
pub(crate) fn is_alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

pub(crate) async fn connect(options: PgConnectOptions) -> PgConnection {
    options.connect().await.unwrap()
}

/// Stores a row that later steps look for.
pub(crate) async fn store(postgres: &OwnPostgres, word: &str) {
    let mut connection = connect(postgres.admin_options()).await;
    sqlx::query("CREATE TABLE IF NOT EXISTS words (word text)").execute(&mut connection).await.unwrap();
    sqlx::query("INSERT INTO words VALUES ($1)").bind(word).execute(&mut connection).await.unwrap();
}

pub(crate) async fn stored(postgres: &OwnPostgres) -> Vec<String> {
    let mut connection = connect(postgres.admin_options()).await;
    sqlx::query_scalar("SELECT word FROM words ORDER BY word").fetch_all(&mut connection).await.unwrap()
}

/// Another process that uses the server of a data folder: this test program, run again.
pub(crate) struct Holder {
    pub(crate) process: Child,
    stdin: Option<ChildStdin>,
    /// The server's process id.
    pub(crate) server: u32,
}

impl Holder {
    /// Like `fairway serve`.
    pub(crate) fn serving(data_dir: &Path) -> Self {
        Self::spawn(Command::new(std::env::current_exe().unwrap()).env(SERVES, "1"), data_dir).wait_ready()
    }

    /// Like a command; not waited for.
    pub(crate) fn joining(data_dir: &Path) -> StartingHolder {
        Self::spawn(&mut Command::new(std::env::current_exe().unwrap()), data_dir)
    }

    /// Like `fairway serve` of another user of the machine.
    pub(crate) fn serving_as(uid: u32, gid: u32, program: &Path, binaries: &Path, data_dir: &Path) -> Self {
        let mut command = Command::new(program);
        command.uid(uid).gid(gid).current_dir(program.parent().unwrap());
        Self::spawn(command.env(SERVES, "1").env(BINARIES, binaries), data_dir).wait_ready()
    }

    fn spawn(command: &mut Command, data_dir: &Path) -> StartingHolder {
        let process = command
            .args(["--exact", "use_a_server_until_stdin_closes", "--ignored", "--nocapture"])
            .env(DATA_DIR, data_dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        StartingHolder(process)
    }

    /// Lets it leave by itself.
    pub(crate) fn leave(mut self) {
        drop(self.stdin.take());
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.stdin.take());
        self.process.wait().ok();
    }
}

pub(crate) struct StartingHolder(Child);

impl StartingHolder {
    pub(crate) fn wait_ready(mut self) -> Holder {
        let mut lines = BufReader::new(self.0.stdout.take().unwrap()).lines();
        let line = lines.find_map(|line| line.unwrap().split_once("ready ").map(|(_, pid)| pid.to_owned()));
        let server = line.expect("the child printed the reason on stderr").trim().parse().unwrap();
        let stdin = self.0.stdin.take();
        // Its remaining output must have a reader, or it fails on a closed pipe when it ends.
        std::thread::spawn(move || lines.count());
        Holder { process: self.0, stdin, server }
    }
}

/// The child's side: start or join, report that, wait until the parent closes the pipe, leave.
pub(crate) fn hold() {
    let Some(data_dir) = std::env::var_os(DATA_DIR).map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut options = Options::new(&data_dir);
    options.binaries = std::env::var_os(BINARIES).map(PathBuf::from);
    let postgres = runtime.block_on(async {
        if std::env::var_os(SERVES).is_none() {
            return OwnPostgres::join_or_start(options).await.unwrap();
        }
        let postgres = OwnPostgres::start(options).await.unwrap();
        store(&postgres, "committed before the end").await;
        postgres
    });
    println!("\nready {}", server_pid(&data_dir).unwrap());
    std::io::stdout().flush().unwrap();
    std::io::stdin().lines().count();
    runtime.block_on(postgres.stop()).unwrap();
}

/// The processes that run as a server on the cluster. Its sessions set a process title of their own, but not at
/// once: until then only their parent distinguishes them from a server.
pub(crate) fn postmasters_of(data_dir: &Path) -> Vec<u32> {
    let cluster = std::fs::canonicalize(data_dir.join("postgres/cluster")).unwrap();
    let pids = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let pid: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let works_in_cluster = std::fs::read_link(format!("/proc/{pid}/cwd")).ok()? == cluster;
        let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).ok()?;
        let parent = parent_of(pid)?;
        (works_in_cluster && is_alive(pid) && command.contains("unix_socket_directories"))
            .then_some((pid, parent))
    });
    let named: Vec<(u32, u32)> = pids.collect();
    let is_server = |parent: u32| named.iter().any(|(pid, _)| *pid == parent);
    named.iter().filter(|(_, parent)| !is_server(*parent)).map(|(pid, _)| *pid).collect()
}

/// `/proc/<pid>/stat` is "pid (name) state parent …"; the name may hold brackets and spaces.
fn parent_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}
