//! `cargo xtask mutants`: cargo-mutants changes the code in small ways, one at a time, and a change that no test notices is
//! a rule that no test holds. Those that are known and why they may stay are in `docs/mutants.md`; any other fails the run.

mod known;

use std::path::Path;

use anyhow::{Context, Result, bail};
use fairway_postgres::throwaway::Durability;
use serde_json::Value;

use crate::root::target;
use crate::tool::CARGO_MUTANTS;
use crate::{job, programs, throwaway};

/// The least share of the mutants that compile which tests must notice, percent.
const LEAST_CAUGHT: usize = 90;
/// A mutant whose tests take longer than this is caught: it waits for what never comes. Seconds.
const LONGEST: &str = "120";

/// A piece of the code whose mutants are tried together.
struct Part {
    name: &'static str,
    package: &'static str,
    files: &'static [&'static str],
    /// Which of the package's tests run, in nextest's language: those that are slow and about something else do not.
    tests: &'static str,
}

const PARTS: [Part; 4] = [
    Part {
        name: "command",
        package: "fairway-command",
        files: &["command/src/**"],
        // They are about the simulation: it notices each fault that it is given.
        tests: "not test(would_be_missed)",
    },
    Part {
        name: "journal",
        package: "fairway-events",
        files: &["events/src/journal.rs", "events/src/journal/**"],
        tests: "all()",
    },
    Part {
        name: "projector",
        package: "fairway-query",
        files: &["query/src/projector.rs", "query/src/projector/**"],
        // They read what a projector wrote, or what it has nothing to do with.
        tests: "not test(/^(ledger|plans|rebuild::load|reservations)::/)",
    },
    Part {
        name: "requests",
        package: "fairway",
        files: &["api/src/http/caller.rs", "api/src/http/commands.rs", "api/src/http/receipts.rs"],
        tests: "kind(lib) or test(/^(behind|booking|changing|disabling|guard|idempotency|impersonation|live|matrix)::/) \
                or test(/^(metrics|names|operations|ownership|purchases|queries|races|reading|releases|traces)::/)",
    },
];

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    part: Option<String>,
    /// One of so many equal shares, as `2/4`: the whole takes hours.
    shard: Option<String>,
    /// Only what was not caught the last time.
    missed: bool,
}

/// Tries the mutants of one part or all.
pub(crate) fn mutants(words: &[&str]) -> Result<()> {
    let options = options(words)?;
    let parts: Vec<&Part> =
        PARTS.iter().filter(|part| options.part.as_deref().is_none_or(|name| part.name == name)).collect();
    if parts.is_empty() {
        bail!("mutants takes one of {}", PARTS.map(|part| part.name).join(", "));
    }
    if !programs::has_nextest() {
        bail!(
            "it needs cargo-nextest, which stops at the first test that fails: `cargo install cargo-nextest`"
        );
    }
    let known = known::read()?;
    let server = throwaway::start(Durability::None)?;
    let mut failed = Vec::new();
    for part in parts {
        let outcome = run(part, &options, &server.url())?;
        println!("\n{}: {outcome}", part.name);
        let unknown: Vec<_> = outcome.missed.iter().filter(|name| !known.contains(*name)).collect();
        for name in &unknown {
            println!("  not caught: {name}");
        }
        if !unknown.is_empty() || outcome.percent() < LEAST_CAUGHT {
            failed.push(part.name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    bail!(
        "{}: write a test that fails with the change, or say in docs/mutants.md why none can (at least {LEAST_CAUGHT} % \
         must be caught)",
        failed.join(", ")
    )
}

fn options(words: &[&str]) -> Result<Options> {
    let mut options = Options { part: None, shard: None, missed: false };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--missed" => options.missed = true,
            "--shard" => {
                let shard = rest.next().filter(|text| text.contains('/'));
                options.shard = Some((*shard.context("--shard takes K/N, counted from 0")?).to_owned());
            }
            name if !name.starts_with('-') && options.part.is_none() => options.part = Some(name.to_owned()),
            other => bail!("mutants takes a part, --shard K/N and --missed, not `{other}`"),
        }
    }
    Ok(options)
}

/// How the mutants of a part did.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// A test failed, or did not end.
    caught: usize,
    /// By file and change, without the line.
    missed: Vec<String>,
    /// Those that do not compile say nothing.
    unviable: usize,
}

impl Outcome {
    fn percent(&self) -> usize {
        let viable = self.caught + self.missed.len();
        (self.caught * 100).checked_div(viable).unwrap_or(100)
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { caught, missed, unviable } = self;
        let percent = self.percent();
        write!(f, "{caught} caught, {} not caught ({percent} %), {unviable} do not compile", missed.len())
    }
}

fn run(part: &Part, options: &Options, server: &str) -> Result<Outcome> {
    let folder = target().join("mutants").join(part.name);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut command = CARGO_MUTANTS.command()?;
    command.args(["mutants", "--package", part.package, "--baseline", "skip", "--no-shuffle"]);
    command.args(["--test-tool", "nextest", "--timeout", LONGEST, "--output"]).arg(&folder);
    for files in part.files {
        command.args(["--file", files]);
    }
    if let Some(shard) = &options.shard {
        command.args(["--shard", shard]);
    }
    if options.missed {
        command.arg("--iterate");
    }
    command.args(["--", "--profile", "mutants", "-E", part.tests]);
    command
        .env(throwaway::TEST_URL, server)
        .env("CARGO_INCREMENTAL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0");
    let status = job::Job::start(&mut command)?.wait()?;
    let report = folder.join("mutants.out/outcomes.json");
    // It fails when anything was missed or timed out, which the report tells better.
    outcome(&report).with_context(|| format!("cargo-mutants wrote no report ({status})"))
}

/// Reads cargo-mutants' own report.
fn outcome(report: &Path) -> Result<Outcome> {
    let text =
        std::fs::read_to_string(report).with_context(|| format!("cannot read {}", report.display()))?;
    let report: Value = serde_json::from_str(&text)?;
    let mut outcome = Outcome { caught: 0, missed: Vec::new(), unviable: 0 };
    for one in report["outcomes"].as_array().context("it has no outcomes")? {
        let Some(name) = one["scenario"]["Mutant"]["name"].as_str() else { continue };
        match one["summary"].as_str() {
            Some("CaughtMutant" | "Timeout") => outcome.caught += 1,
            Some("MissedMutant") => outcome.missed.push(known::without_line(name)),
            Some("Unviable") => outcome.unviable += 1,
            other => bail!("{name} came to {other:?}"),
        }
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_is_asked_for() {
        let none = Options { part: None, shard: None, missed: false };
        assert_eq!(options(&[]).expect("options"), none);
        let some = options(&["journal", "--shard", "1/4", "--missed"]).expect("options");
        let wanted = Options { part: Some("journal".into()), shard: Some("1/4".into()), missed: true };
        assert_eq!(some, wanted);
        for wrong in [&["--shard"][..], &["--shard", "4"], &["journal", "command"], &["--all"]] {
            assert!(options(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn counts_what_was_caught() {
        let mutant = |name: &str, summary: &str| serde_json::json!({ "scenario": { "Mutant": { "name": name } }, "summary": summary });
        let outcomes = serde_json::json!({ "outcomes": [
            { "scenario": "Baseline", "summary": "Success" },
            mutant("a.rs:1:2: replace + with -", "CaughtMutant"),
            mutant("a.rs:2:2: replace f with ()", "Timeout"),
            mutant("a.rs:3:2: replace == with !=", "MissedMutant"),
            mutant("a.rs:4:2: replace g with Default::default()", "Unviable"),
        ] });
        let folder = tempfile::tempdir().expect("a folder");
        let report = folder.path().join("outcomes.json");
        std::fs::write(&report, outcomes.to_string()).expect("a report");
        let outcome = outcome(&report).expect("an outcome");
        assert_eq!(outcome.missed, ["a.rs: replace == with !="]);
        assert_eq!(outcome.percent(), 66);
        assert_eq!(outcome.to_string(), "2 caught, 1 not caught (66 %), 1 do not compile");
    }
}
