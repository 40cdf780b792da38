//! `cargo xtask test`: installs what the tests need, and runs checks and tests in two levels. `test/parts.rs` says what
//! parts there are and what concerns each, `test/steps.rs` what is done in which order and how long it may take.

mod changes;
mod e2e;
mod parts;
mod rust;
pub(crate) mod steps;
mod web;

use std::fs::{File, TryLockError};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::root::{lint_builds, scratch};
use crate::summary::Steps;
pub(crate) use changes::{fully_tested_commit, has_commit};
pub(crate) use parts::Part;
use steps::STEPS;

/// The options of `cargo xtask test`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also the second level: what needs processes, clusters or minutes
    #[arg(long, conflicts_with_all = ["changed", "only"])]
    all: bool,
    /// Also those parts of the second level whose sources changed since the whole of it passed
    #[arg(long, conflicts_with = "only")]
    changed: bool,
    /// Only this part, of either level; may be given several times
    #[arg(long, value_enum, value_name = "PART", hide_possible_values = true)]
    only: Vec<Part>,
}

/// Runs the steps of the chosen parts, and prints a summary.
pub(crate) fn test(options: &Options) -> Result<ExitCode> {
    if options.only.is_empty() && std::env::var_os(e2e::JOURNEYS).is_some() {
        bail!("{} is set, and a level runs every journey: unset it, or add `--only e2e`", e2e::JOURNEYS);
    }
    let (parts, left_out) = select(options)?;
    let status = run(&parts, &left_out)?;
    if options.all && status == ExitCode::SUCCESS {
        changes::record_that_everything_passed();
    }
    Ok(status)
}

/// Runs the steps of some parts, and prints a summary, which also names what was left out. One run at a time in a clone:
/// another one would read and replace the results of this one.
pub(crate) fn run(parts: &[Part], left_out: &[String]) -> Result<ExitCode> {
    let lock = scratch().join("test.lock");
    std::fs::create_dir_all(scratch()).with_context(|| format!("cannot create {}", scratch().display()))?;
    let lock = File::create(&lock).with_context(|| format!("cannot write {}", lock.display()))?;
    // Held until this ends; the children do not inherit it. A file system without locks does not stop the tests.
    if let Err(TryLockError::WouldBlock) = lock.try_lock() {
        bail!("tests or checks run in this clone already: wait until they end, or use another clone");
    }
    lint_builds();
    let mut steps = Steps::new(scratch());
    for step in STEPS.iter().filter(|step| step.is_for(parts)) {
        steps.run(step);
    }
    Ok(steps.finish(left_out))
}

/// The parts to run, and the reason of each that does not.
fn select(options: &Options) -> Result<(Vec<Part>, Vec<String>)> {
    if !options.only.is_empty() {
        return Ok((options.only.clone(), Vec::new()));
    }
    if options.all {
        return Ok((Part::ALL.to_vec(), Vec::new()));
    }
    let (second, mut parts): (Vec<_>, Vec<_>) =
        Part::ALL.into_iter().partition(|part| part.is_second_level());
    if !options.changed {
        return Ok((parts, vec!["the second level: --all runs it".to_owned()]));
    }
    let changes = changes::since_everything_passed()?;
    let mut left_out = Vec::new();
    for part in second {
        let name = part.name();
        match changes.concerning(&part.sources()) {
            Some(reason) => {
                println!("{name:12} runs: {reason}");
                parts.push(part);
            }
            None => {
                let reason = format!("no change since {changes} concerns it");
                println!("{name:12} does not run: {reason}");
                left_out.push(format!("{name}: {reason}"));
            }
        }
    }
    Ok((parts, left_out))
}
