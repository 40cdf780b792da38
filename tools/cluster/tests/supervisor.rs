//! A keeper: what it keeps is started again when it dies, what that leaves behind is taken in, and all of it ends with
//! whoever started the keeper.

use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// Whoever waits longer waits for ever.
const FOR_EVER: Duration = Duration::from_secs(60);

struct Kept {
    keeper: Child,
    orders: Option<ChildStdin>,
    folder: tempfile::TempDir,
}

impl Kept {
    /// A program that leaves a child behind which is nobody's, as Patroni leaves its PostgreSQL. Each start of it writes its
    /// process id to `program`, and the child's to `left`.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let script = "sh -c 'setsid sleep 600 & echo $! > left'; echo $$ > program.new; mv program.new program; exec sleep 600";
        let mut keeper = Command::new(env!("CARGO_BIN_EXE_fairway-cluster"))
            .args(["keep", "--patience", "2", "--log", "log"])
            .arg("--cluster")
            .arg(folder.path())
            .arg("--folder")
            .arg(folder.path())
            .args(["--", "sh", "-c", script])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .expect("a keeper");
        let orders = keeper.stdin.take();
        Self { keeper, orders, folder }
    }

    fn order(&mut self, order: &str) {
        writeln!(self.orders.as_mut().expect("not ended"), "{order}").expect("it listens");
    }

    /// A process id that the program wrote, other than `not`, once it lives.
    fn pid(&self, file: &str, not: Option<u32>) -> u32 {
        let file = self.folder.path().join(file);
        eventually(|| {
            let pid = std::fs::read_to_string(&file).ok()?.trim().parse().ok()?;
            (Some(pid) != not && lives(pid)).then_some(pid)
        })
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.orders = None;
        self.keeper.wait().expect("it ends");
    }
}

fn eventually<T>(mut ask: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + FOR_EVER;
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < deadline, "it never happened");
        std::thread::yield_now();
    }
}

fn lives(pid: u32) -> bool {
    std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"))
        .is_ok_and(|stat| !stat.contains(") Z"))
}

fn kill(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().expect("there is a kill").success());
}

#[test]
fn a_program_that_dies_is_started_again_unless_it_is_held() {
    let mut kept = Kept::start();
    let first = kept.pid("program", None);
    kill(first);
    let second = kept.pid("program", Some(first));
    kept.order("hold");
    kill(second);
    eventually(|| (!lives(second)).then_some(()));
    kept.order("start");
    kept.pid("program", Some(second));
}

#[test]
fn what_a_program_leaves_behind_outlives_it_and_ends_with_the_keeper() {
    let kept = Kept::start();
    let (program, left) = (kept.pid("program", None), kept.pid("left", None));
    kill(program);
    let again = kept.pid("program", Some(program));
    assert!(lives(left), "PostgreSQL goes on when its Patroni dies");
    drop(kept);
    assert!(!lives(again) && !lives(left));
}

#[test]
fn a_program_that_is_frozen_ends_all_the_same() {
    let kept = Kept::start();
    let program = kept.pid("program", None);
    assert!(Command::new("kill").args(["-STOP", &program.to_string()]).status().unwrap().success());
    drop(kept);
    assert!(!lives(program));
}
