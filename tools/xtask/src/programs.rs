//! Builds the programs of the workspace, and detects cargo-nextest.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::job;
use crate::root::{cargo, target};

/// The Cargo profile of programs that are built to be tried on this machine.
const QUICK: &str = "quick";

/// Builds one program to be tried on this machine; returns its path.
pub(crate) fn build_quickly(package: &str) -> Result<PathBuf> {
    job::run(cargo().args(["build", "--profile", QUICK, "--package", package]))?;
    Ok(target().join(QUICK).join(package))
}

/// Builds all programs and tests with the same features, so that no later step builds a crate again.
pub(crate) fn build_programs() -> Result<()> {
    job::run(cargo().args(["build", "--workspace", "--all-targets"]))
}

/// Whether cargo-nextest is installed. Without it, `cargo test` runs the tests.
pub(crate) fn has_nextest() -> bool {
    let mut version = Command::new("cargo-nextest");
    version.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}
