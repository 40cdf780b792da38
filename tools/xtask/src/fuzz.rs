//! `cargo xtask fuzz`: libFuzzer looks for inputs that the project reads wrongly, target after target, each for its time.
//! Everything that was kept runs first; what reaches more of the code is minimised and kept (docs/operations.md, "Fuzzing").

mod corpus;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::job;
use crate::root::{root, target};
use crate::tool::CARGO_FUZZ;

/// libFuzzer's counters of coverage need a compiler of this channel.
const TOOLCHAIN: &str = "nightly";
/// How long each target runs unless it is said.
const MINUTES: u64 = 30;
/// The longest input that is tried, bytes: `LONGEST_INPUT` of the targets.
const LONGEST_INPUT: u64 = 4096;
/// An input that takes longer is a finding, seconds.
const SLOWEST: u64 = 10;

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    target: Option<String>,
    minutes: u64,
}

/// Runs one target or all.
pub(crate) fn fuzz(words: &[&str]) -> Result<()> {
    let options = options(words)?;
    let all = corpus::targets()?;
    let targets = match options.target {
        None => all,
        Some(name) if all.contains(&name) => vec![name],
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
            Outcome::Held { executions, per_second } => {
                let kept = minimise(name)?;
                lines.push(format!("{name}: {executions} executions, {per_second} per second, {kept}"));
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

fn options(words: &[&str]) -> Result<Options> {
    let mut options = Options { target: None, minutes: MINUTES };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--minutes" => {
                let minutes = rest.next().and_then(|text| text.parse().ok()).filter(|minutes| *minutes > 0);
                options.minutes = minutes.context("--minutes takes a number from 1")?;
            }
            name if !name.starts_with('-') && options.target.is_none() => {
                options.target = Some(name.to_owned())
            }
            other => bail!("fuzz takes a target and --minutes N, not `{other}`"),
        }
    }
    Ok(options)
}

/// How a target did.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Held { executions: u64, per_second: u64 },
    Failed(PathBuf),
}

/// cargo-fuzz with the compiler that it needs, whichever runs us. Without a sanitizer of memory: the project is safe Rust,
/// and what is looked for are wrong answers and panics, at twice the speed.
fn cargo_fuzz(command: &str) -> Result<Command> {
    let mut program = CARGO_FUZZ.command()?;
    program.args(["fuzz", command, "--sanitizer=none", "--target-dir"]).arg(target().join("fuzz/build"));
    program.env("RUSTUP_TOOLCHAIN", TOOLCHAIN).env_remove("CARGO").env_remove("RUSTC").env_remove("RUSTDOC");
    Ok(program)
}

/// Lets a target run for so many seconds, beginning with all that is kept of it.
fn run(name: &str, seconds: u64) -> Result<Outcome> {
    let found = corpus::found(name);
    std::fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
    let mut command = cargo_fuzz("run")?;
    command.arg(name).arg(&found).args(corpus::kept(name));
    command.args(["--", "-print_final_stats=1", "-verbosity=0"]);
    command.arg(format!("-max_total_time={seconds}"));
    command.arg(format!("-max_len={LONGEST_INPUT}"));
    command.arg(format!("-timeout={SLOWEST}"));
    command.arg(format!("-dict={}", root().join("tools/fuzz/words.dict").display()));
    let (status, output) = job::run_and_keep(&mut command)?;
    if status.success() {
        return held(&output).context("libFuzzer told no numbers");
    }
    match failing_input(&output) {
        Some(input) => Ok(Outcome::Failed(input)),
        None => bail!("cargo-fuzz failed for {name} ({status})"),
    }
}

/// libFuzzer's closing numbers.
fn held(output: &str) -> Option<Outcome> {
    let number = |name: &str| {
        let line = output.lines().rev().find_map(|line| line.trim().strip_prefix(name))?;
        line.trim().parse().ok()
    };
    Some(Outcome::Held {
        executions: number("stat::number_of_executed_units:")?,
        per_second: number("stat::average_exec_per_sec:")?,
    })
}

/// Where libFuzzer wrote the input that failed.
fn failing_input(output: &str) -> Option<PathBuf> {
    let line = output
        .lines()
        .rev()
        .find_map(|line| line.split_once("Test unit written to ").map(|(_, path)| path))?;
    Some(PathBuf::from(line.trim()))
}

/// Keeps of what was found whatever reaches more of the code, and says how much.
fn minimise(name: &str) -> Result<String> {
    let gathered = corpus::gather(name)?;
    job::run(cargo_fuzz("cmin")?.arg(name).arg(&gathered))?;
    corpus::keep(name, &gathered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_asked_for() {
        let wanted = |target: Option<&str>, minutes| Options { target: target.map(str::to_owned), minutes };
        assert_eq!(options(&[]).expect("options"), wanted(None, MINUTES));
        assert_eq!(options(&["dates", "--minutes", "2"]).expect("options"), wanted(Some("dates"), 2));
        for wrong in [&["--minutes"][..], &["--minutes", "0"], &["dates", "html"], &["--quick"]] {
            assert!(options(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn reads_what_libfuzzer_says_at_its_end() {
        let output = "Done 5 runs\nstat::number_of_executed_units: 512\nstat::average_exec_per_sec:     17\n";
        assert_eq!(held(output), Some(Outcome::Held { executions: 512, per_second: 17 }));
        assert_eq!(held("Done"), None);
        let output = "==1== ERROR\nartifact_prefix='x/'; Test unit written to /fuzz/artifacts/dates/crash-1\nBase64: eA==\n";
        assert_eq!(failing_input(output), Some(PathBuf::from("/fuzz/artifacts/dates/crash-1")));
        assert_eq!(failing_input("error: could not compile"), None);
    }
}
