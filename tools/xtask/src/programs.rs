//! Builds the programs of the workspace, and detects cargo-nextest.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::job;
use crate::root::cargo;

/// Builds all programs and tests with the same features, so that no later step builds a crate again.
pub(crate) fn build_programs() -> Result<()> {
    job::run(cargo().args(["build", "--workspace", "--bins", "--tests"]))
}

/// Whether cargo-nextest is installed. Without it, `cargo test` runs the tests.
pub(crate) fn has_nextest() -> bool {
    let mut version = Command::new("cargo-nextest");
    version.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}
