//! Runs `fairway serve`: starts it with an environment, waits until it is ready, and ends it when dropped.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::job::{self, Job};
use crate::{http, root};

/// The maximum time until it is ready: it first runs the migrations and fills the projections.
const READY_TIMEOUT: Duration = Duration::from_secs(180);

/// How often its readiness is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The program, its address and its environment.
pub(crate) struct Portal<'a> {
    pub(crate) program: &'a Path,
    pub(crate) listen: SocketAddr,
    /// Whether the portal inherits the settings in the developer's environment.
    pub(crate) inherits_settings: bool,
    pub(crate) environment: Vec<(&'a str, String)>,
}

impl Portal<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program);
        if !self.inherits_settings {
            for (name, _) in std::env::vars_os().filter(|(name, _)| is_a_setting(&name.to_string_lossy())) {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .current_dir(root::root())
            .env("FAIRWAY_LISTEN", self.listen.to_string())
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Loads the demo data set.
    pub(crate) fn import_demo_data(&self) -> Result<()> {
        job::run(&mut self.command(&["import", "demo-data"]))
    }

    /// The standard output of a command of the program.
    pub(crate) fn output(&self, arguments: &[&str]) -> Result<String> {
        job::output(&mut self.command(arguments))
    }

    /// Starts serving and returns when it is ready.
    pub(crate) fn serve(&self, redirect: impl FnOnce(&mut Command) -> Result<()>) -> Result<Serving> {
        let mut command = self.command(&["serve"]);
        redirect(&mut command)?;
        let mut job = Job::start(&mut command)?;
        let deadline = Instant::now() + READY_TIMEOUT;
        while http::status(self.listen, "/readyz") != Some(200) {
            if job::interrupted() {
                bail!("interrupted");
            }
            if !job.is_running() {
                bail!("`fairway serve` ended unexpectedly ({}); its last output is above", job.wait()?);
            }
            if Instant::now() > deadline {
                bail!("`fairway serve` was not ready after {} s", READY_TIMEOUT.as_secs());
            }
            thread::sleep(POLL_INTERVAL);
        }
        Ok(Serving(job))
    }
}

fn is_a_setting(name: &str) -> bool {
    // FAIRWAY_POSTGRES_BIN is not a setting of the portal: it describes the machine.
    let has_settings_name =
        ["FAIRWAY_", "MOLLIE_"].iter().any(|prefix| name.starts_with(prefix)) || name == "DATABASE_URL";
    has_settings_name && name != "FAIRWAY_POSTGRES_BIN"
}

/// A server that is ready.
pub(crate) struct Serving(Job);

impl Serving {
    /// Waits until the server ends, by itself or because xtask was interrupted.
    pub(crate) fn wait(&mut self) -> Result<ExitStatus> {
        self.0.wait()
    }

    /// Whether the server still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        self.0.is_running()
    }
}

/// Fails with a clear message when another program uses the address.
pub(crate) fn refuse_if_used(listen: SocketAddr) -> Result<()> {
    TcpListener::bind(listen).map(drop).with_context(|| {
        format!(
            "{listen} cannot be used, probably because another program uses it: stop that one, or choose another \
             with FAIRWAY_LISTEN=127.0.0.1:8081"
        )
    })
}

/// An address of this machine that no program uses at the moment.
pub(crate) fn free_address() -> Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_distinguished_from_other_variables() {
        assert!(["DATABASE_URL", "FAIRWAY_CONFIG", "MOLLIE_API_KEY"].into_iter().all(is_a_setting));
        assert!(!["PATH", "FAIRWAY_POSTGRES_BIN", "CHROMIUM_PATH"].into_iter().any(is_a_setting));
    }

    #[test]
    fn a_used_port_is_refused_with_the_setting_that_changes_it() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let error = refuse_if_used(listener.local_addr().unwrap()).unwrap_err();
        assert!(error.to_string().contains("FAIRWAY_LISTEN="), "{error}");
        refuse_if_used(free_address().unwrap()).unwrap();
    }
}
