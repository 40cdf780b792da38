//! A program with its keeper, as the rest of the crate sees it: started, looked at, inflict, ended.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use fairway_postgres::user::RunAs;
use rustix::process::Signal;
use std::os::unix::process::CommandExt;

use crate::keep::{HOLD, START};
use crate::layout::Layout;
use crate::processes::{self, Process, below};
use crate::wait::until;

/// Beyond its patience a keeper needs a moment to kill and to reap.
const LAST_MOMENT: Duration = Duration::from_secs(10);

/// What to start and how.
#[derive(Debug)]
pub(crate) struct Spec {
    /// Names its log and its folder.
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
    /// The user to step down to; none: as oneself.
    pub(crate) user: Option<RunAs>,
    /// How long it gets to end when asked.
    pub(crate) patience: Duration,
}

/// Which of a service's processes are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of them: the machine that they stand for.
    All,
    /// PostgreSQL's.
    Postgres,
}

/// A program that runs and is kept running. Dropping it ends it, without waiting for that.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) name: String,
    keeper: Child,
    orders: Option<ChildStdin>,
    patience: Duration,
}

impl Service {
    /// Starts the program; whether it works is for the caller to find out.
    pub(crate) fn start(layout: &Layout, spec: Spec) -> Result<Self> {
        let folder = layout.folder_of(&spec.name, spec.user)?;
        let this = std::env::current_exe().context("cannot find this program itself")?;
        let mut command = Command::new(this);
        command
            .arg("keep")
            .args(["--patience", &spec.patience.as_secs().to_string()])
            .arg("--log")
            .arg(layout.log(&spec.name))
            .arg("--cluster")
            .arg(layout.folder())
            .arg("--folder")
            .arg(folder);
        if let Some(user) = spec.user.filter(|user| user.steps_down) {
            command.args(["--uid", &user.uid.to_string(), "--gid", &user.gid.to_string()]);
        }
        command
            .arg("--")
            .arg(&spec.program)
            .args(&spec.arguments)
            .envs(spec.environment)
            .stdin(Stdio::piped())
            // A Ctrl-C in the terminal is for us, and what is started ends in order after it.
            .process_group(0);
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_a_setting(&name.to_string_lossy())) {
            // After `envs`, which wins: what we set ourselves is taken out of nothing.
            if command.get_envs().all(|(set, _)| set != name) {
                command.env_remove(name);
            }
        }
        let mut keeper =
            command.spawn().with_context(|| format!("cannot start the keeper of {}", spec.name))?;
        let orders = keeper.stdin.take();
        Ok(Self { name: spec.name, keeper, orders, patience: spec.patience })
    }

    /// Its processes.
    pub(crate) fn processes(&self, part: Part) -> Vec<Process> {
        let mut all = below(self.keeper.id());
        if part == Part::Postgres {
            all.retain(|process| process.name == "postgres");
        }
        all
    }

    /// Sends a signal to each of them.
    pub(crate) fn signal(&self, part: Part, signal: Signal) {
        self.processes(part).iter().for_each(|process| processes::signal(process.pid, signal));
    }

    /// Sends a signal to the program itself and to nothing that it started.
    pub(crate) fn signal_program(&self, signal: Signal) {
        if let Some(program) = self.processes(Part::All).first() {
            processes::signal(program.pid, signal);
        }
    }

    /// From now on it is not started again when it ends.
    pub(crate) fn hold(&mut self) -> Result<()> {
        self.order(HOLD)
    }

    /// It is started where it does not run, and again whenever it ends.
    pub(crate) fn release(&mut self) -> Result<()> {
        self.order(START)
    }

    fn order(&mut self, order: &str) -> Result<()> {
        let orders = self.orders.as_mut().with_context(|| format!("{} was ended", self.name))?;
        writeln!(orders, "{order}").with_context(|| format!("the keeper of {} is gone", self.name))
    }

    /// Asks it to end; [`Self::ended`] waits for that.
    pub(crate) fn ask_to_end(&mut self) {
        self.orders = None;
    }

    /// Waits until nothing of it runs any more.
    pub(crate) async fn ended(&mut self) -> Result<()> {
        self.ask_to_end();
        let (name, patience) = (self.name.clone(), self.patience + LAST_MOMENT);
        let keeper = &mut self.keeper;
        until(&format!("the end of {name}"), patience, async || keeper.try_wait().ok().flatten()).await?;
        Ok(())
    }
}

/// What a developer set for a server of their own does not count here.
fn is_a_setting(name: &str) -> bool {
    ["FAIRWAY_", "MOLLIE_", "PATRONI_", "ETCD", "PG"].iter().any(|prefix| name.starts_with(prefix))
        || name == "DATABASE_URL"
}
