//! `cargo xtask fairway` and `cargo xtask replay-tool`: the portal's programs, for the data of `cargo xtask run`. The
//! operators' tool is built when it is first used: serving does not need it, and its library for Parquet files takes a
//! minute to compile.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::job::Job;
use crate::programs::build_quickly;
use crate::run::data_dir;

/// Runs the program in the folder of the caller; returns its exit status.
pub(crate) fn run(name: &str, arguments: &[String]) -> Result<ExitCode> {
    let mut program = Command::new(build_quickly(name)?);
    program.args(arguments).env("FAIRWAY_DATA_DIR", data_dir()?);
    let status = Job::start(&mut program)?.wait()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
