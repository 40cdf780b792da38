//! `cargo xtask replay-tool`: the operators' tool for the portal that `cargo xtask run` serves. Built when it is first
//! used: serving does not need it, and its library for Parquet files takes a minute to compile.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::job::Job;
use crate::programs::build_quickly;
use crate::run::data_dir;

/// Runs the tool in the folder of the caller; returns its exit status.
pub(crate) fn replay_tool(arguments: &[String]) -> Result<ExitCode> {
    let mut tool = Command::new(build_quickly("replay-tool")?);
    tool.args(arguments).env("FAIRWAY_DATA_DIR", data_dir()?);
    let status = Job::start(&mut tool)?.wait()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
