//! `cargo xtask fuzz`: libFuzzer searches for inputs that break a target's invariants, for some time per target. A run
//! starts with the inputs in the repository and the target's corpus. The corpus is in the build folder, and libFuzzer
//! adds to it every input that increases the coverage (docs/contributing.md, "Fuzzing").

mod inputs;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::job;
use crate::root::{root, target};
use crate::tool::CARGO_FUZZ;

/// libFuzzer's coverage counters need a compiler of this channel.
const TOOLCHAIN: &str = "nightly";
/// The default run time of each target, minutes.
const DEFAULT_MINUTES: u64 = 30;
/// The maximum size of an input, bytes; the same as `LONGEST_INPUT` of the targets.
const LONGEST_INPUT: u64 = 4096;
/// An input that takes longer is a failure, seconds.
const INPUT_TIMEOUT: u64 = 10;

/// The options of `cargo xtask fuzz`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only this target; without it, all
    target: Option<String>,
    /// Minutes for each target
    #[arg(long, value_name = "N", default_value_t = DEFAULT_MINUTES, value_parser = clap::value_parser!(u64).range(1..))]
    minutes: u64,
}

/// Runs one target or all.
pub(crate) fn fuzz(options: &Options) -> Result<()> {
    let all = inputs::targets()?;
    let targets = match &options.target {
        None => all,
        Some(name) if all.contains(name) => vec![name.clone()],
        Some(name) => bail!("no target `{name}`: {}", all.join(", ")),
    };
    let has_nightly = Command::new("rustup").args(["run", TOOLCHAIN, "rustc", "--version"]).output();
    if !has_nightly.is_ok_and(|output| output.status.success()) {
        bail!(
            "cargo-fuzz needs a {TOOLCHAIN} compiler: `rustup toolchain install {TOOLCHAIN} --profile minimal`"
        );
    }
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for name in &targets {
        println!("\n{name}, {} min", options.minutes);
        match run(name, options.minutes * 60)? {
            Outcome::Passed { executions, per_second, new_inputs } => {
                lines.push(format!(
                    "{name}: {executions} executions, {per_second} per second, {new_inputs} inputs added"
                ));
            }
            Outcome::Failed(input) => {
                lines.push(format!("{name}: FAILED on {}", input.display()));
                failed.push(name.as_str());
            }
        }
    }
    println!("\n{}", lines.join("\n"));
    if failed.is_empty() {
        return Ok(());
    }
    bail!(
        "{} failed. Copy each input into tools/fuzz/regressions/TARGET under a name that says what it is, see \
         `cargo nextest run --package fairway-fuzz-targets` fail, mend it",
        failed.join(", ")
    )
}

/// The outcome of a target's run.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Passed {
        executions: u64,
        per_second: u64,
        /// How many inputs the run added to the target's corpus.
        new_inputs: u64,
    },
    /// The path of the input that failed.
    Failed(PathBuf),
}

/// `cargo fuzz run` with the compiler that it needs, independent of the compiler of xtask. Without a memory sanitizer,
/// which doubles the speed: the project is safe Rust, and the targets search for wrong results and panics.
fn cargo_fuzz_run() -> Result<Command> {
    let mut program = CARGO_FUZZ.command()?;
    program.args(["fuzz", "run", "--sanitizer=none", "--fuzz-dir", inputs::FOLDER]);
    program.arg("--target-dir").arg(target().join("fuzz/build"));
    program.env("RUSTUP_TOOLCHAIN", TOOLCHAIN).env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC");
    Ok(program)
}

/// Runs a target for `seconds`, starting with its stored inputs.
fn run(name: &str, seconds: u64) -> Result<Outcome> {
    let corpus = inputs::corpus(name);
    std::fs::create_dir_all(&corpus).with_context(|| format!("cannot create {}", corpus.display()))?;
    let mut command = cargo_fuzz_run()?;
    // libFuzzer writes to the first folder, and only reads the others.
    command.arg(name).arg(&corpus).args(inputs::committed(name));
    command.args(["--", "-print_final_stats=1", "-verbosity=0"]);
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-max_len={LONGEST_INPUT}"));
    command.arg(format!("-timeout={INPUT_TIMEOUT}"));
    command.arg(format!("-dict={}", root().join("tools/fuzz/words.dict").display()));
    let (status, output) = job::run_and_capture(&mut command)?;
    if status.success() {
        return passed(&output).context("libFuzzer printed no numbers");
    }
    match failing_input(&output) {
        Some(input) => Ok(Outcome::Failed(input)),
        None => bail!("cargo-fuzz failed for {name} ({status})"),
    }
}

/// Reads the numbers at the end of libFuzzer's output.
fn passed(output: &str) -> Option<Outcome> {
    let number = |name: &str| {
        let line = output.lines().rev().find_map(|line| line.trim().strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some(Outcome::Passed {
        executions: number("stat::number_of_executed_units:")?,
        per_second: number("stat::average_exec_per_sec:")?,
        new_inputs: number("stat::new_units_added:")?,
    })
}

/// The path to which libFuzzer wrote the input that failed.
fn failing_input(output: &str) -> Option<PathBuf> {
    let line = output
        .lines()
        .rev()
        .find_map(|line| line.split_once("Test unit written to ").map(|(_, path)| path))?;
    Some(PathBuf::from(line.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_is_read_from_the_end_of_libfuzzers_output() {
        let output = "Done 5 runs\nstat::number_of_executed_units: 512\nstat::average_exec_per_sec:     17\n\
                      stat::new_units_added:          3\n";
        assert_eq!(passed(output), Some(Outcome::Passed { executions: 512, per_second: 17, new_inputs: 3 }));
        assert_eq!(passed("Done"), None);
        let output = "==1== ERROR\nartifact_prefix='x/'; Test unit written to /fuzz/artifacts/dates/crash-1\nBase64: eA==\n";
        assert_eq!(failing_input(output), Some(PathBuf::from("/fuzz/artifacts/dates/crash-1")));
        assert_eq!(failing_input("error: could not compile"), None);
    }
}
