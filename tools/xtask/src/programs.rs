//! Building every program of the workspace, and which programs of others are installed.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::job;
use crate::root::cargo;

/// Builds every program and test with one set of features, so that no step builds a crate a second time.
pub(crate) fn build_programs() -> Result<()> {
    job::run(cargo().args(["build", "--workspace", "--bins", "--tests"]))
}

/// Whether cargo-nextest is installed; `cargo test` does without it.
pub(crate) fn has_nextest() -> bool {
    let mut version = Command::new("cargo-nextest");
    version.args(["nextest", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}
