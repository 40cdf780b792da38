//! Builds the programs of the workspace.

use std::path::PathBuf;

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

/// Builds the programs and tests of the default members with the same features, so that no later step builds a crate
/// again.
pub(crate) fn build_with_tests() -> Result<()> {
    job::run(cargo().args(["build", "--all-targets"]))
}

/// Builds only `fairway`, with the features of `build_with_tests`: cargo adds those of the tests when it builds any.
pub(crate) fn build_program() -> Result<()> {
    job::run(cargo().args(["build", "--bin", "fairway", "--test", "payloads"]))
}

/// Builds every program and test of the workspace, and the portal as for members: without the sandbox.
pub(crate) fn build_everything() -> Result<()> {
    job::run(cargo().args(["build", "--workspace", "--all-targets"]))?;
    job::run(cargo().args(["build", "--no-default-features", "--lib"]))
}
