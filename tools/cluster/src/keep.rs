//! A keeper: what an init system is to one service. It starts a program, starts it again when it dies, takes in what the
//! program leaves behind, and ends all of it when it is told to or when whoever started the keeper is gone.
//!
//! A process of its own for each program, so that nothing outlives `fairway-cluster` even when that is killed with -9: the
//! keeper reads its orders from a pipe, and the pipe's end is an order too. Patroni needs one besides: its PostgreSQL leaves
//! it and would belong to nobody.

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
use crate::processes::{self, below};

/// The program is not started again when it ends, until [`START`].
pub(crate) const HOLD: &str = "hold";
/// The program is started where it does not run, and again whenever it ends.
pub(crate) const START: &str = "start";

/// Between a program's end and its next start, as an init system waits; longer where it had hardly begun.
const PAUSE: Duration = Duration::from_millis(100);
const LONG_PAUSE: Duration = Duration::from_secs(1);
/// A program that ran for less than this had hardly begun.
const BEGUN: Duration = Duration::from_secs(5);
/// A log longer than this is set aside at the next start; one older log is kept. Bytes.
const LONGEST_LOG: u64 = 10 * 1024 * 1024;

/// What to keep.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// User to run it as; none: as oneself.
    #[arg(long, requires = "gid")]
    pub(crate) uid: Option<u32>,
    /// Group to run it as.
    #[arg(long, requires = "uid")]
    pub(crate) gid: Option<u32>,
    /// How long the program gets to end when asked, seconds.
    #[arg(long)]
    pub(crate) patience: u64,
    /// File for what it says.
    #[arg(long)]
    pub(crate) log: PathBuf,
    /// The cluster's folder.
    #[arg(long)]
    pub(crate) cluster: PathBuf,
    /// The folder that it starts in.
    #[arg(long)]
    pub(crate) folder: PathBuf,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Hold,
    Start,
    /// A child ended.
    Look,
    End,
}

/// Keeps the program until standard input ends, or a signal asks to end.
pub(crate) fn keep(arguments: &Arguments) -> Result<()> {
    // What the program leaves behind becomes ours instead of the machine's.
    set_child_subreaper(Some(getpid())).context("cannot take in what the program leaves behind")?;
    // Until the last of us is gone nobody begins anew in the cluster's folder.
    let kept = layout::kept(&arguments.cluster)?;
    kept.lock_shared().context("cannot lock the cluster's folder")?;
    let orders = listen()?;
    let mut held = false;
    loop {
        let program = start(arguments)?;
        let started = Instant::now();
        loop {
            match orders.recv() {
                Ok(Order::Hold) => held = true,
                Ok(Order::Start) => held = false,
                Ok(Order::Look) if reap(program) => break,
                Ok(Order::Look) => {}
                Ok(Order::End) | Err(_) => return end(Some(program), arguments),
            }
        }
        let next = Instant::now() + if started.elapsed() < BEGUN { LONG_PAUSE } else { PAUSE };
        loop {
            let rest = next.saturating_duration_since(Instant::now());
            if rest.is_zero() && !held {
                break;
            }
            // Held, there is nothing to wait for but an order.
            let bound = if rest.is_zero() { Duration::from_secs(3600) } else { rest };
            match orders.recv_timeout(bound) {
                Ok(Order::Hold) => held = true,
                Ok(Order::Start) => held = false,
                Ok(Order::Look) => drop(reap(program)),
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Order::End) | Err(RecvTimeoutError::Disconnected) => return end(None, arguments),
            }
        }
    }
}

/// Orders from standard input, and from signals.
fn listen() -> Result<Receiver<Order>> {
    let (sender, orders) = channel();
    let mut signals = signal_hook::iterator::Signals::new([SIGCHLD, SIGHUP, SIGINT, SIGTERM])?;
    let told: Sender<Order> = sender.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            let order = if signal == SIGCHLD { Order::Look } else { Order::End };
            if told.send(order).is_err() {
                return;
            }
        }
    });
    thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let order = match line.as_deref() {
                Ok(HOLD) => Order::Hold,
                Ok(START) => Order::Start,
                _ => break,
            };
            if sender.send(order).is_err() {
                return;
            }
        }
        let _nobody_keeps_any_more = sender.send(Order::End);
    });
    Ok(orders)
}

fn start(arguments: &Arguments) -> Result<u32> {
    let (program, rest) = arguments.command.split_first().context("no program to keep")?;
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
    die_with_keeper(&mut command);
    let child = command.spawn().with_context(|| format!("cannot start `{program}`"))?;
    // Buried by its number, with whatever else becomes ours.
    Ok(child.id())
}

#[expect(unsafe_code, reason = "a parent-death signal can only be set between fork and exec")]
fn die_with_keeper(command: &mut Command) {
    // SAFETY: the closure makes one system call and touches no memory of the parent. It runs after the change of user,
    // which would have cleared the setting.
    unsafe {
        command.pre_exec(|| Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?));
    }
}

fn open_log(path: &Path) -> Result<File> {
    if std::fs::metadata(path).is_ok_and(|log| log.len() > LONGEST_LOG) {
        let old = path.with_extension("log.1");
        std::fs::rename(path, &old).with_context(|| format!("cannot set {} aside", path.display()))?;
    }
    File::options()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("cannot open {}", path.display()))
}

/// Buries whoever of ours has ended; true when the program is among them.
fn reap(program: u32) -> bool {
    let mut is_over = false;
    while let Ok(Some((pid, _))) = wait(WaitOptions::NOHANG) {
        is_over |= u32::try_from(pid.as_raw_pid()).is_ok_and(|pid| pid == program);
    }
    is_over
}

/// Ends the program politely and everything below us firmly.
fn end(program: Option<u32>, arguments: &Arguments) -> Result<()> {
    let us = std::process::id();
    // Who is frozen hears nothing but the end.
    below(us).iter().for_each(|process| processes::signal(process.pid, Signal::CONT));
    if let Some(program) = program {
        processes::signal(program, Signal::TERM);
        let deadline = Instant::now() + Duration::from_secs(arguments.patience);
        while Instant::now() < deadline && !below(us).is_empty() {
            reap(program);
            thread::sleep(Duration::from_millis(20));
        }
    }
    // One that is killed may have started another in the moment before.
    while let left @ [_, ..] = &below(us)[..] {
        left.iter().for_each(|process| processes::signal(process.pid, Signal::KILL));
        reap(0);
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
