//! The supervisor restarts its program when that ends, adopts the processes that the program leaves behind, and stops
//! all of them when the process that started the supervisor ends.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything awaited here takes.
const TIMEOUT: Duration = Duration::from_secs(60);

struct Supervised {
    supervisor: Child,
    commands: Option<ChildStdin>,
    folder: tempfile::TempDir,
}

impl Supervised {
    /// Starts a program that leaves an orphaned child behind, as Patroni leaves its PostgreSQL. Each start of it writes
    /// its process id to the file `program`, and the child's to `left`.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let script = "sh -c 'setsid sleep 600 & echo $! > left'; echo $$ > program.new; mv program.new program; exec sleep 600";
        let mut supervisor = Command::new(env!("CARGO_BIN_EXE_fairway-cluster"))
            .args(["keep", "--patience", "2", "--log", "log"])
            .arg("--cluster")
            .arg(folder.path())
            .arg("--folder")
            .arg(folder.path())
            .args(["--", "sh", "-c", script])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .expect("a supervisor");
        let commands = supervisor.stdin.take();
        Self { supervisor, commands, folder }
    }

    fn send(&mut self, command: &str) {
        writeln!(self.commands.as_mut().expect("not ended"), "{command}").expect("it reads its input");
    }

    /// The process id in `file`, once it is not `previous` and the process runs.
    fn pid(&self, file: &str, previous: Option<u32>) -> u32 {
        let file = self.folder.path().join(file);
        wait_for(|| {
            let pid = std::fs::read_to_string(&file).ok()?.trim().parse().ok()?;
            (Some(pid) != previous && is_running(pid)).then_some(pid)
        })
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.commands = None;
        self.supervisor.wait().expect("it ends");
    }
}

fn wait_for<T>(mut check: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(answer) = check() {
            return answer;
        }
        assert!(Instant::now() < deadline, "it never happened");
        std::thread::yield_now();
    }
}

fn is_running(pid: u32) -> bool {
    std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"))
        .is_ok_and(|stat| !stat.contains(") Z"))
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().expect("there is a kill").success());
}

#[test]
fn a_program_that_ends_is_restarted_unless_restarting_is_disabled() {
    let mut supervised = Supervised::start();
    let first = supervised.pid("program", None);
    kill(first);
    let second = supervised.pid("program", Some(first));
    supervised.send("hold");
    kill(second);
    wait_for(|| (!is_running(second)).then_some(()));
    supervised.send("start");
    supervised.pid("program", Some(second));
}

#[test]
fn an_orphaned_child_outlives_its_program_and_ends_with_the_supervisor() {
    let supervised = Supervised::start();
    let (program, orphan) = (supervised.pid("program", None), supervised.pid("left", None));
    kill(program);
    let restarted = supervised.pid("program", Some(program));
    assert!(is_running(orphan), "PostgreSQL continues to run when its Patroni ends");
    drop(supervised);
    assert!(!is_running(restarted) && !is_running(orphan));
}

#[test]
fn a_frozen_program_ends_with_its_supervisor() {
    let supervised = Supervised::start();
    let program = supervised.pid("program", None);
    assert!(Command::new("kill").args(["-STOP", &program.to_string()]).status().unwrap().success());
    drop(supervised);
    assert!(!is_running(program));
}
