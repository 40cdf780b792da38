//! Child processes that never outlive this program. Each child has a process group of its own, and these groups are
//! ended however this program ends: normally, by an error, by Ctrl-C or by a build machine's SIGTERM.

use std::cell::RefCell;
use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};

/// The signals that end a process group, each with the time before the next one.
const SIGNALS: [(Signal, Duration); 3] = [
    (Signal::INT, Duration::from_secs(10)),
    (Signal::TERM, Duration::from_secs(5)),
    (Signal::KILL, Duration::from_secs(5)),
];

/// How often the state of a child is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The size of the captured end of a child's output, bytes: test runners print their summary at the end.
const CAPTURED_BYTES: usize = 64 * 1024;

thread_local! {
    /// Where the children of this thread write; none is this program's output.
    static OUTPUT: RefCell<Option<File>> = const { RefCell::new(None) };
}

static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

fn groups() -> MutexGuard<'static, Vec<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether this program received a signal to stop.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Installs a signal handler that ends the children. The main thread, which waits for them, then returns with an error.
pub(crate) fn end_children_on_signals() -> Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for _ in signals.forever() {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                // The second signal kills the children at once.
                groups().iter().for_each(|&group| signal_group(group, Signal::KILL));
                continue;
            }
            // Copied, because ending a group waits for the main thread, which needs the lock too.
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
        remove_cargo_package_variables(command);
        let child = command
            .process_group(0)
            .stdin(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start `{name}`"))?;
        groups().push(child.id());
        Ok(Self { child, name })
    }

    /// Whether the child still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for the child's end.
    pub(crate) fn wait(&mut self) -> Result<ExitStatus> {
        self.child.wait().with_context(|| format!("cannot wait for `{}`", self.name))
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let id = self.child.id();
        // The child may have ended without its own children, so the whole group has to end. Only this job uses the
        // group.
        for (signal, grace_period) in SIGNALS {
            let deadline = Instant::now() + grace_period;
            // `is_running` also reaps the child; as a zombie it would keep the group in existence.
            if !self.is_running() && !group_exists(id) {
                break;
            }
            signal_group(id, signal);
            while (self.is_running() || group_exists(id)) && Instant::now() < deadline {
                thread::sleep(POLL_INTERVAL);
            }
        }
        groups().retain(|&group| group != id);
    }
}

/// From now on the children of this thread write to a file, so that they do not mix their lines with those of others.
pub(crate) fn write_output_to(path: &Path) -> Result<()> {
    let file = File::create(path).with_context(|| format!("cannot create {}", path.display()))?;
    OUTPUT.set(Some(file));
    Ok(())
}

/// The file of this thread, if it has one.
fn output_file() -> Option<File> {
    OUTPUT.with_borrow(|file| file.as_ref().and_then(|file| file.try_clone().ok()))
}

/// Runs a command to its end. Its output goes to this program's output, or to this thread's file.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let command_line = show(command);
    if let Some((stdout, stderr)) = output_file().zip(output_file()) {
        command.stdout(stdout).stderr(stderr);
    }
    let status = Job::start(command)?.wait()?;
    check_status(&command_line, status)
}

/// Runs a command and returns its standard output. Its standard error is shown.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let command_line = show(command);
    let mut job = Job::start(command.stdout(Stdio::piped()))?;
    let mut text = String::new();
    if let Some(mut stdout) = job.child.stdout.take() {
        stdout
            .read_to_string(&mut text)
            .with_context(|| format!("the output of `{command_line}` is not text"))?;
    }
    check_status(&command_line, job.wait()?)?;
    Ok(text)
}

/// Runs a command to its end, shows its output at once, and returns its exit status and the end of its output.
pub(crate) fn run_and_capture(command: &mut Command) -> Result<(ExitStatus, String)> {
    if std::io::stdout().is_terminal() {
        // The command writes to a pipe, but a person reads the output.
        command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
    }
    let mut job = Job::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let captured = Arc::new(Mutex::new(Vec::new()));
    let (done, finished) = mpsc::channel();
    if let Some(stdout) = job.child.stdout.take() {
        let shown =
            output_file().map_or_else(|| Box::new(std::io::stdout()) as _, |file| Box::new(file) as _);
        copy(stdout, shown, Arc::clone(&captured), done.clone());
    }
    if let Some(stderr) = job.child.stderr.take() {
        let shown =
            output_file().map_or_else(|| Box::new(std::io::stderr()) as _, |file| Box::new(file) as _);
        copy(stderr, shown, Arc::clone(&captured), done);
    }
    let status = job.wait()?;
    // Limited, because a grandchild may hold the pipe open for a long time.
    for _ in 0..2 {
        let _timeout_is_fine = finished.recv_timeout(Duration::from_secs(5));
    }
    let captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
    Ok((status, strip_colours(&String::from_utf8_lossy(&captured))))
}

fn copy(
    mut from: impl Read + Send + 'static,
    mut to: Box<dyn Write + Send>,
    captured: Arc<Mutex<Vec<u8>>>,
    done: mpsc::Sender<()>,
) {
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            // A closed output of this program must not stop the child.
            let _output_may_be_closed = to.write_all(&buffer[..read]).and_then(|()| to.flush());
            let mut captured = captured.lock().unwrap_or_else(PoisonError::into_inner);
            captured.extend_from_slice(&buffer[..read]);
            let excess = captured.len().saturating_sub(CAPTURED_BYTES);
            captured.drain(..excess);
        }
        let _receiver_may_have_timed_out = done.send(());
    });
}

fn check_status(command_line: &str, status: ExitStatus) -> Result<()> {
    match status.success() {
        true => Ok(()),
        false if interrupted() => bail!("interrupted"),
        false => bail!("`{command_line}` failed ({status})"),
    }
}

/// The command as a person would type it.
fn show(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let mut words = vec![program.file_name().unwrap_or(program.as_os_str()).to_string_lossy()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy()));
    words.join(" ")
}

/// Removes the variables by which `cargo run` describes the xtask package, because they would mislead other builds.
fn remove_cargo_package_variables(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == "CARGO_BIN_NAME" {
            command.env_remove(&name);
        }
    }
}

/// Ends a group with increasingly strong signals. The thread that waits for the group's leader reaps it.
fn end_group(group: u32) {
    for (signal, grace_period) in SIGNALS {
        signal_group(group, signal);
        let deadline = Instant::now() + grace_period;
        while Instant::now() < deadline {
            if !group_exists(group) {
                return;
            }
            thread::sleep(POLL_INTERVAL);
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
        // An error means that the group has already ended.
        let _may_have_ended = kill_process_group(group, signal);
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
    fn colour_sequences_are_removed() {
        assert_eq!(strip_colours("\x1b[32;1m 40 passed\x1b[0m, ok"), " 40 passed, ok");
        assert_eq!(strip_colours("plain"), "plain");
    }

    #[test]
    fn the_exit_status_and_the_end_of_the_output_are_returned() {
        let (status, text) =
            run_and_capture(Command::new("sh").args(["-c", "echo one; echo two >&2; exit 3"])).unwrap();
        assert_eq!(status.code(), Some(3));
        assert!(text.contains("one") && text.contains("two"), "{text}");
    }

    #[test]
    fn a_failure_names_the_command() {
        let error = run(Command::new("sh").args(["-c", "exit 4"])).unwrap_err();
        assert!(error.to_string().contains("`sh -c exit 4` failed"), "{error}");
    }

    /// A job with a grandchild, and the grandchild's process id.
    fn job_with_grandchild() -> (Job, u32) {
        let mut command = Command::new("sh");
        // In the foreground of the outer shell: a background child would ignore SIGINT.
        command.args(["-c", "sh -c 'echo $$; exec sleep 600'; exit 1"]).stdout(Stdio::piped());
        let mut job = Job::start(&mut command).unwrap();
        let mut line = String::new();
        let stdout = job.child.stdout.take().unwrap();
        std::io::BufRead::read_line(&mut std::io::BufReader::new(stdout), &mut line).unwrap();
        (job, line.trim().parse().unwrap())
    }

    fn is_alive(pid: u32) -> bool {
        std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z"))
    }

    #[test]
    fn dropping_a_job_ends_its_grandchildren_too() {
        let (job, grandchild) = job_with_grandchild();
        assert!(is_alive(grandchild));
        drop(job);
        assert!(!is_alive(grandchild));
    }

    #[test]
    fn an_interruption_ends_a_job_that_another_thread_waits_for() {
        let (mut job, grandchild) = job_with_grandchild();
        let id = job.child.id();
        let ending = thread::spawn(move || end_group(id));
        assert!(!job.wait().unwrap().success());
        ending.join().unwrap();
        assert!(!is_alive(grandchild));
    }
}
