//! Calls `docker`.

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};

/// How to call `docker`.
pub(super) struct Docker {
    pub(super) variables: Vec<(&'static str, OsString)>,
}

impl Docker {
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        self.program("docker", arguments)
    }

    pub(super) fn program(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Whether a command succeeds; its output is not shown.
    pub(super) fn succeeds(&self, arguments: &[&str]) -> bool {
        let mut command = self.command(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }
}
