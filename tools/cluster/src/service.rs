//! The handle of a supervised program: starts it, lists its processes, sends signals to them, and stops it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result};
use fairway_postgres::user::RunAs;
use rustix::process::Signal;
use std::os::unix::process::CommandExt;

use crate::layout::Layout;
use crate::processes::{self, Process, descendants};
use crate::supervisor::{DISABLE_RESTART, ENABLE_RESTART};
use crate::wait::until;

/// After the stop timeout a supervisor needs this long to kill and to reap.
const KILL_TIME: Duration = Duration::from_secs(10);

/// A program to start, and how.
#[derive(Debug)]
pub(crate) struct ServiceSpec {
    /// The name of its log and of its folder.
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
    /// The user that the program runs as; none: the user of this process.
    pub(crate) user: Option<RunAs>,
    /// How long it may take to end after SIGTERM; then it is killed.
    pub(crate) stop_timeout: Duration,
}

/// A selection of a service's processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessScope {
    /// All of them: the machine that they represent.
    All,
    /// Only those of PostgreSQL.
    Postgres,
}

/// A supervised program. Dropping the handle stops the program without waiting for its end.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) name: String,
    supervisor: Child,
    commands: Option<ChildStdin>,
    stop_timeout: Duration,
}

impl Service {
    /// Starts the program. The caller has to check whether it works.
    pub(crate) fn start(layout: &Layout, spec: ServiceSpec) -> Result<Self> {
        let folder = layout.folder_of(&spec.name, spec.user)?;
        let this = std::env::current_exe().context("cannot find this program itself")?;
        let mut command = Command::new(this);
        command
            .arg("keep")
            .args(["--patience", &spec.stop_timeout.as_secs().to_string()])
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
            // Ctrl-C in the terminal must reach this process only, which then stops the programs in order.
            .process_group(0);
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_a_setting(&name.to_string_lossy())) {
            // `envs` has set the variables of the service already; only inherited ones are removed.
            if command.get_envs().all(|(set, _)| set != name) {
                command.env_remove(name);
            }
        }
        let mut supervisor =
            command.spawn().with_context(|| format!("cannot start the supervisor of {}", spec.name))?;
        let commands = supervisor.stdin.take();
        Ok(Self { name: spec.name, supervisor, commands, stop_timeout: spec.stop_timeout })
    }

    /// The processes of the program, parents first.
    pub(crate) fn processes(&self, scope: ProcessScope) -> Vec<Process> {
        let mut all = descendants(self.supervisor.id());
        if scope == ProcessScope::Postgres {
            all.retain(|process| process.name == "postgres");
        }
        all
    }

    /// Sends a signal to each of them.
    pub(crate) fn signal(&self, scope: ProcessScope, signal: Signal) {
        self.processes(scope).iter().for_each(|process| processes::signal(process.pid, signal));
    }

    /// Sends a signal to the program itself and to nothing that it started.
    pub(crate) fn signal_program(&self, signal: Signal) {
        if let Some(program) = self.processes(ProcessScope::All).first() {
            processes::signal(program.pid, signal);
        }
    }

    /// From now on the supervisor does not restart it when it ends.
    pub(crate) fn disable_restart(&mut self) -> Result<()> {
        self.send(DISABLE_RESTART)
    }

    /// The supervisor starts it if it does not run, and restarts it whenever it ends.
    pub(crate) fn enable_restart(&mut self) -> Result<()> {
        self.send(ENABLE_RESTART)
    }

    fn send(&mut self, command: &str) -> Result<()> {
        let commands = self.commands.as_mut().with_context(|| format!("{} has been stopped", self.name))?;
        writeln!(commands, "{command}").with_context(|| format!("the supervisor of {} has ended", self.name))
    }

    /// Requests the stop; [`Self::stop`] waits for it.
    pub(crate) fn request_stop(&mut self) {
        self.commands = None;
    }

    /// Stops it and waits until none of its processes runs.
    pub(crate) async fn stop(&mut self) -> Result<()> {
        self.request_stop();
        let (name, timeout) = (self.name.clone(), self.stop_timeout + KILL_TIME);
        let supervisor = &mut self.supervisor;
        until(&format!("the end of {name}"), timeout, async || supervisor.try_wait().ok().flatten()).await?;
        Ok(())
    }
}

/// Variables that a developer set for their own server must not reach the cluster's programs.
fn is_a_setting(name: &str) -> bool {
    ["FAIRWAY_", "MOLLIE_", "PATRONI_", "ETCD", "PG"].iter().any(|prefix| name.starts_with(prefix))
        || name == "DATABASE_URL"
}
