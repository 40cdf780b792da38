//! Child processes that never outlive us: each gets a process group of its own, and whatever ends this program
//! (its last line, an error, Ctrl-C, SIGTERM from a build machine) ends the groups too.

use std::io::{IsTerminal, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

/// How long a child gets after each signal, the harder ones later.
const PATIENCE: [(Signal, Duration); 3] = [
    (Signal::INT, Duration::from_secs(10)),
    (Signal::TERM, Duration::from_secs(5)),
    (Signal::KILL, Duration::from_secs(5)),
];

/// How often a child is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// The end of a child's output that is kept for counting: test runners sum up at the end.
const KEPT: usize = 64 * 1024;

static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn groups() -> MutexGuard<'static, Vec<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True once we were asked to stop.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// From now on, Ctrl-C and its like end the children first; the main thread then sees them end and unwinds.
pub(crate) fn end_with_us() -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                // Asked twice: no more patience.
                groups().iter().for_each(|&group| signal_group(group, Signal::KILL));
                continue;
            }
            // Copied first: ending a group waits for the main thread, which needs the list as well.
            let all = groups().clone();
            all.into_iter().for_each(|group| drop(thread::spawn(move || end_group(group))));
        }
    });
    Ok(())
}

/// A running child and its process group. Dropping it ends both.
#[derive(Debug)]
pub(crate) struct Job {
    child: Child,
    name: String,
}

impl Job {
    /// Starts a command in a group of its own.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        if interrupted() {
            bail!("interrupted");
        }
        let name = command.get_program().to_string_lossy().into_owned();
        hide_our_own_package(command);
        let child = command
            .process_group(0)
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start `{name}`"))?;
        groups().push(child.id());
        Ok(Self { child, name })
    }

    /// Whether it still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> Result<ExitStatus> {
        self.child.wait().with_context(|| format!("cannot wait for `{}`", self.name))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let id = self.child.id();
        // The child may have ended and forgotten children of its own: the group counts. It is ours alone, so
        // nothing of it is wanted any more.
        for (signal, patience) in PATIENCE {
            let deadline = Instant::now() + patience;
            // Asking also buries the child; unburied, it would keep the group alive.
            if !self.is_running() && !group_exists(id) {
                break;
            }
            signal_group(id, signal);
            while (self.is_running() || group_exists(id)) && Instant::now() < deadline {
                thread::sleep(LOOK);
            }
        }
        groups().retain(|&group| group != id);
    }
}

/// Runs a command to its end, its output going straight to ours.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    let status = Job::start(command)?.wait()?;
    finish(&shown, status)
}

/// Runs a command quietly and gives its standard output; what it says on standard error is shown.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let shown = show(command);
    let mut job = Job::start(command.stdout(Stdio::piped()))?;
    let mut text = String::new();
    if let Some(mut stdout) = job.child.stdout.take() {
        stdout.read_to_string(&mut text).with_context(|| format!("`{shown}` gave no text"))?;
    }
    finish(&shown, job.wait()?)?;
    Ok(text)
}

/// Runs a command to its end, showing its output as it comes, and gives the end of it beside the outcome.
pub(crate) fn run_and_keep(command: &mut Command) -> Result<(ExitStatus, String)> {
    if std::io::stdout().is_terminal() {
        // It sees a pipe, but a person reads along.
        command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
    }
    let mut job = Job::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let kept = Arc::new(Mutex::new(Vec::new()));
    let (done, finished) = mpsc::channel();
    if let Some(stdout) = job.child.stdout.take() {
        copy(stdout, std::io::stdout(), Arc::clone(&kept), done.clone());
    }
    if let Some(stderr) = job.child.stderr.take() {
        copy(stderr, std::io::stderr(), Arc::clone(&kept), done);
    }
    let status = job.wait()?;
    // A grandchild may hold the pipe open for longer than anybody wants to wait.
    for _ in 0..2 {
        let _timeout_is_fine = finished.recv_timeout(Duration::from_secs(5));
    }
    let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((status, strip_colours(&String::from_utf8_lossy(&kept))))
}

fn copy(
    mut from: impl Read + Send + 'static,
    mut to: impl Write + Send + 'static,
    kept: Arc<Mutex<Vec<u8>>>,
    done: mpsc::Sender<()>,
) {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            // A reader of ours that went away must not stop the child.
            let _shown = to.write_all(&buffer[..read]).and_then(|()| to.flush());
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend_from_slice(&buffer[..read]);
            let surplus = kept.len().saturating_sub(KEPT);
            kept.drain(..surplus);
        }
        let _nobody_waits_any_more = done.send(());
    });
}

fn finish(shown: &str, status: ExitStatus) -> Result<()> {
    match status.success() {
        true => Ok(()),
        false if interrupted() => bail!("interrupted"),
        false => bail!("`{shown}` failed ({status})"),
    }
}

/// The command as a person would type it.
fn show(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or(program.as_os_str()).to_string_lossy()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy()));
    words.join(" ")
}

/// `cargo run` tells us about our own package; passed on, it would make other builds believe they are xtask's.
fn hide_our_own_package(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == "CARGO_BIN_NAME" {
            command.env_remove(&name);
        }
    }
}

/// Asks a group to end, ever more firmly. Its leader is buried by the thread that waits for it.
fn end_group(group: u32) {
    for (signal, patience) in PATIENCE {
        signal_group(group, signal);
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if !group_exists(group) {
                return;
            }
            thread::sleep(LOOK);
        }
    }
}

fn group_exists(group: u32) -> bool {
    as_pid(group).is_some_and(|group| test_kill_process_group(group).is_ok())
}

fn as_pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

fn signal_group(group: u32, signal: Signal) {
    if let Some(group) = as_pid(group) {
        // Gone already is what we want.
        let _gone = kill_process_group(group, signal);
    }
}

/// Removes terminal colour sequences.
pub(crate) fn strip_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        rest = after.find(|letter: char| letter.is_ascii_alphabetic()).map_or("", |end| &after[end + 1..]);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_out_of_what_is_counted() {
        assert_eq!(strip_colours("\x1b[32;1m 40 passed\x1b[0m, ok"), " 40 passed, ok");
        assert_eq!(strip_colours("plain"), "plain");
    }

    #[test]
    fn the_end_of_the_output_and_the_outcome_come_back() {
        let (status, text) =
            run_and_keep(Command::new("sh").args(["-c", "echo one; echo two >&2; exit 3"])).unwrap();
        assert_eq!(status.code(), Some(3));
        assert!(text.contains("one") && text.contains("two"), "{text}");
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = run(Command::new("sh").args(["-c", "exit 4"])).unwrap_err();
        assert!(error.to_string().contains("`sh -c exit 4` failed"), "{error}");
    }

    /// A job with a grandchild, and the grandchild's process id.
    fn family() -> (Job, u32) {
        let mut command = Command::new("sh");
        // In the foreground of the outer shell: a background child would ignore SIGINT.
        command.args(["-c", "sh -c 'echo $$; exec sleep 600'; exit 1"]).stdout(Stdio::piped());
        let mut job = Job::start(&mut command).unwrap();
        let mut line = String::new();
        let stdout = job.child.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).unwrap();
        (job, line.trim().parse().unwrap())
    }

    fn lives(pid: u32) -> bool {
        std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z"))
    }

    #[test]
    fn dropping_a_job_ends_its_grandchildren_too() {
        let (job, grandchild) = family();
        assert!(lives(grandchild));
        drop(job);
        assert!(!lives(grandchild));
    }

    #[test]
    fn an_interruption_ends_a_job_that_somebody_waits_for() {
        let (mut job, grandchild) = family();
        let id = job.child.id();
        let ending = thread::spawn(move || end_group(id));
        assert!(!job.wait().unwrap().success());
        ending.join().unwrap();
        assert!(!lives(grandchild));
    }
}
