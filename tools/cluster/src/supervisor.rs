//! The supervisor of one program. It starts the program, restarts it when it ends, adopts the processes that the
//! program leaves behind, and stops all of them on command or when the process that started the supervisor has ended.
//!
//! Each program has a supervisor process of its own, so that no program continues to run after `fairway-cluster`, even
//! when that is killed with SIGKILL: the supervisor reads commands from a pipe, and the end of the pipe is a command
//! too. Patroni also needs it because its PostgreSQL detaches from it and would otherwise become a child of the
//! machine's init.

use std::fs::File;
use std::io::BufRead;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Signal, WaitOptions, getpid, set_child_subreaper, wait};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};

use crate::layout;
use crate::processes::{self, descendants};

/// The program is not restarted when it ends, until [`ENABLE_RESTART`].
pub(crate) const DISABLE_RESTART: &str = "hold";
/// The program is started if it does not run, and restarted whenever it ends.
pub(crate) const ENABLE_RESTART: &str = "start";

/// Between a program's end and its restart, as an init system waits.
const RESTART_DELAY: Duration = Duration::from_millis(100);
/// The delay after a program that ended soon after its start, so that a program that always fails does not restart in a
/// tight loop.
const RESTART_DELAY_AFTER_EARLY_END: Duration = Duration::from_secs(1);
/// A program that ran for less than this ended early.
const EARLY_END: Duration = Duration::from_secs(5);
/// A log longer than this is renamed at the next start; one older log is retained. Bytes.
const MAX_LOG_BYTES: u64 = 10 * 1024 * 1024;

/// The program to supervise, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The user of the program; none: the current user.
    #[arg(long, requires = "gid")]
    pub(crate) uid: Option<u32>,
    /// The group of the program.
    #[arg(long, requires = "uid")]
    pub(crate) gid: Option<u32>,
    /// Seconds between SIGTERM and SIGKILL.
    #[arg(long = "patience", value_name = "PATIENCE")]
    pub(crate) stop_timeout: u64,
    /// The file for its output.
    #[arg(long)]
    pub(crate) log: PathBuf,
    /// The cluster's folder.
    #[arg(long)]
    pub(crate) cluster: PathBuf,
    /// The program's working folder.
    #[arg(long)]
    pub(crate) folder: PathBuf,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Message {
    DisableRestart,
    EnableRestart,
    ChildEnded,
    Stop,
}

/// Keeps the program running until standard input ends or a signal requests the stop.
pub(crate) fn supervise(arguments: &Arguments) -> Result<()> {
    // Orphaned descendants become children of this process instead of the machine's init.
    set_child_subreaper(Some(getpid()))
        .context("cannot become the parent of the program's orphaned processes")?;
    // The next cluster in this folder starts only after the last supervisor has ended.
    let lock_file = layout::supervisor_lock_file(&arguments.cluster)?;
    lock_file.lock_shared().context("cannot lock the cluster's folder")?;
    let messages = receive_messages()?;
    let mut restart_disabled = false;
    loop {
        let program = start_program(arguments)?;
        let started = Instant::now();
        loop {
            match messages.recv() {
                Ok(Message::DisableRestart) => restart_disabled = true,
                Ok(Message::EnableRestart) => restart_disabled = false,
                Ok(Message::ChildEnded) if reap_children(program) => break,
                Ok(Message::ChildEnded) => {}
                Ok(Message::Stop) | Err(_) => return stop(Some(program), arguments),
            }
        }
        let delay = if started.elapsed() < EARLY_END { RESTART_DELAY_AFTER_EARLY_END } else { RESTART_DELAY };
        let restart_at = Instant::now() + delay;
        loop {
            let remaining = restart_at.saturating_duration_since(Instant::now());
            if remaining.is_zero() && !restart_disabled {
                break;
            }
            // While restarting is disabled, only a message changes anything; the hour is arbitrary.
            let timeout = if remaining.is_zero() { Duration::from_secs(3600) } else { remaining };
            match messages.recv_timeout(timeout) {
                Ok(Message::DisableRestart) => restart_disabled = true,
                Ok(Message::EnableRestart) => restart_disabled = false,
                Ok(Message::ChildEnded) => drop(reap_children(program)),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => return stop(None, arguments),
            }
        }
    }
}

/// Receives messages from standard input and from signals.
fn receive_messages() -> Result<Receiver<Message>> {
    let (sender, messages) = channel();
    let mut signals = signal_hook::iterator::Signals::new([SIGCHLD, SIGHUP, SIGINT, SIGTERM])?;
    let signal_sender: Sender<Message> = sender.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let message = if signal == SIGCHLD { Message::ChildEnded } else { Message::Stop };
            if signal_sender.send(message).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let message = match line.as_deref() {
                Ok(DISABLE_RESTART) => Message::DisableRestart,
                Ok(ENABLE_RESTART) => Message::EnableRestart,
                _ => break,
            };
            if sender.send(message).is_err() {
                return;
            }
        }
        let _receiver_is_dropped = sender.send(Message::Stop);
    });
    Ok(messages)
}

fn start_program(arguments: &Arguments) -> Result<u32> {
    let (program, rest) = arguments.command.split_first().context("no program to supervise")?;
    let log = open_log(&arguments.log)?;
    let mut command = Command::new(program);
    command
        .args(rest)
        .current_dir(&arguments.folder)
        .stdin(Stdio::null())
        .stdout(log.try_clone().context("cannot open the log twice")?)
        .stderr(log)
        .process_group(0);
    if let (Some(uid), Some(gid)) = (arguments.uid, arguments.gid) {
        // The standard library also drops the supplementary groups when root changes the user.
        command.uid(uid).gid(gid);
    }
    kill_with_supervisor(&mut command);
    let child = command.spawn().with_context(|| format!("cannot start `{program}`"))?;
    // `reap_children` waits for it by this id, together with the adopted processes.
    Ok(child.id())
}

#[expect(unsafe_code, reason = "a parent-death signal can only be set between fork and exec")]
fn kill_with_supervisor(command: &mut Command) {
    // SAFETY: the closure makes one system call and accesses no memory of the parent. It runs after the change of user,
    // which would have cleared the setting.
    unsafe {
        command.pre_exec(|| Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?));
    }
}

fn open_log(path: &Path) -> Result<File> {
    if std::fs::metadata(path).is_ok_and(|log| log.len() > MAX_LOG_BYTES) {
        let old = path.with_extension("log.1");
        std::fs::rename(path, &old).with_context(|| format!("cannot rename {}", path.display()))?;
    }
    File::options()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot open {}", path.display()))
}

/// Waits for every child that has ended; true when the program is one of them.
fn reap_children(program: u32) -> bool {
    let mut program_ended = false;
    while let Ok(Some((pid, _))) = wait(WaitOptions::NOHANG) {
        program_ended |= u32::try_from(pid.as_raw_pid()).is_ok_and(|pid| pid == program);
    }
    program_ended
}

/// Stops the program by SIGTERM, and after the timeout kills every descendant.
fn stop(program: Option<u32>, arguments: &Arguments) -> Result<()> {
    let own_pid = std::process::id();
    // A process that is stopped by SIGSTOP would not handle SIGTERM.
    descendants(own_pid).iter().for_each(|process| processes::signal(process.pid, Signal::CONT));
    if let Some(program) = program {
        processes::signal(program, Signal::TERM);
        let deadline = Instant::now() + Duration::from_secs(arguments.stop_timeout);
        while Instant::now() < deadline && !descendants(own_pid).is_empty() {
            reap_children(program);
            thread::sleep(Duration::from_millis(20));
        }
    }
    // A killed process may have started another one immediately before.
    while let remaining @ [_, ..] = &descendants(own_pid)[..] {
        remaining.iter().for_each(|process| processes::signal(process.pid, Signal::KILL));
        reap_children(0);
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
