//! `cargo xtask mutants`: cargo-mutants makes small changes to the code, one at a time. When no test fails for a
//! change, the tests do not check that code. `tools/xtask/accepted-mutants.md` lists the accepted changes with reasons;
//! any other uncaught change fails the run.

mod accepted;

use std::path::Path;

use anyhow::{Context, Result, bail};
use fairway_postgres::throwaway::Durability;
use serde_json::Value;

use crate::root::target;
use crate::tool::CARGO_MUTANTS;
use crate::{job, nextest, throwaway};

/// The minimum share of the mutants that tests must catch, percent of those that compile.
const MIN_CAUGHT_PERCENT: usize = 90;
/// A mutant whose tests take longer is caught: it waits for an event that does not happen. Seconds.
const TEST_TIMEOUT: &str = "120";

/// A part of the code whose mutants are tested together.
struct Part {
    name: &'static str,
    /// The package whose tests must fail.
    package: &'static str,
    files: &'static [&'static str],
    /// A nextest filter for the package's tests: leaves out slow tests of other code.
    tests: &'static str,
}

const PARTS: [Part; 7] = [
    Part {
        name: "command",
        package: "fairway-command",
        files: &["command/src/**"],
        // Leaves out tests of the simulation itself, which show that it detects each injected fault.
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
        // Leaves out tests of reads, and tests of code that the projector does not use.
        tests: "not test(/^(ledger|plans|rebuild::load|reservations)::/)",
    },
    Part {
        name: "requests",
        package: "fairway",
        files: &[
            "api/endpoint/src/caller.rs",
            "api/endpoint/src/commands.rs",
            "api/endpoint/src/receipts.rs",
        ],
        tests: "kind(lib) or test(/^(behind|booking|changing|disabling|guard|idempotency|impersonation|live|matrix)::/) \
                or test(/^(metrics|names|operations|ownership|purchases|queries|races|reading|releases|traces)::/)",
    },
    // What people write, and what must not become permanent of it.
    Part { name: "text", package: "fairway-text", files: &["support/text/src/**"], tests: "all()" },
    Part {
        name: "permanent-text",
        package: "fairway-audit",
        files: &["audit/src/permanent_text.rs", "audit/src/permanent_text/**"],
        tests: "test(permanent_text)",
    },
    // What opens an account, who is let in, and the record of who looked into one.
    Part {
        name: "access",
        package: "fairway",
        files: &[
            "api/src/http/loopback_only.rs",
            "api/src/http/operator/access.rs",
            "api/src/http/operator/confirm.rs",
            "api/src/http/operator/views.rs",
            "api/src/http/users/known_device.rs",
            "api/store/src/account_access.rs",
            "api/store/src/operator_access.rs",
            "api/store/src/operator_log_ins.rs",
            "api/store/src/throttle.rs",
        ],
        tests: "kind(lib) or test(/^(account_access|development|disabling|impersonation|login|passwords|sessions)::/) \
                or test(/^operators::(accounts|emails|impersonating|log_ins|look_up|passkeys|roles|views)::/)",
    },
];

/// The options of `cargo xtask mutants`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only this part
    #[arg(value_parser = PARTS.map(|part| part.name))]
    part: Option<String>,
    /// One of several equal shares, for example 2/4, because all mutants together take hours
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Only the mutants that the last run did not catch
    #[arg(long)]
    missed: bool,
}

/// Tests the mutants of one part or of all parts.
pub(crate) fn mutants(options: &Options) -> Result<()> {
    let parts: Vec<&Part> =
        PARTS.iter().filter(|part| options.part.as_deref().is_none_or(|name| part.name == name)).collect();
    let accepted = accepted::read()?;
    let server = throwaway::start(Durability::None)?;
    let mut failed = Vec::new();
    for part in parts {
        let outcome = run(part, options, &server.url())?;
        println!("\n{}: {outcome}", part.name);
        let unexpected: Vec<_> = outcome.missed.iter().filter(|name| !accepted.contains(*name)).collect();
        for name in &unexpected {
            println!("  not caught: {name}");
        }
        if !unexpected.is_empty() || outcome.percent() < MIN_CAUGHT_PERCENT {
            failed.push(part.name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    bail!(
        "{}: write a test that fails with the change, or say in tools/xtask/accepted-mutants.md why none can (at least \
         {MIN_CAUGHT_PERCENT} % must be caught)",
        failed.join(", ")
    )
}

/// The outcome for the mutants of a part.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// Mutants for which a test failed or timed out.
    caught: usize,
    /// Mutants for which no test failed, by file and change without the line.
    missed: Vec<String>,
    /// Mutants that do not compile, which are not counted.
    unviable: usize,
}

impl Outcome {
    /// The caught share of the mutants that compile.
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
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut command = CARGO_MUTANTS.command()?;
    nextest::make_available(&mut command)?;
    command.args([
        "mutants",
        "--workspace",
        "--test-package",
        part.package,
        "--baseline",
        "skip",
        "--no-shuffle",
    ]);
    command.args(["--test-tool", "nextest", "--timeout", TEST_TIMEOUT, "--output"]).arg(&folder);
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
    // cargo-mutants also fails for missed mutants and time-outs, so only the report decides.
    read_report(&report).with_context(|| format!("cargo-mutants wrote no report ({status})"))
}

/// Reads cargo-mutants' report.
fn read_report(report: &Path) -> Result<Outcome> {
    let text =
        std::fs::read_to_string(report).with_context(|| format!("cannot read {}", report.display()))?;
    let report: Value = serde_json::from_str(&text)?;
    let mut outcome = Outcome { caught: 0, missed: Vec::new(), unviable: 0 };
    for mutant in report["outcomes"].as_array().context("it has no outcomes")? {
        let Some(name) = mutant["scenario"]["Mutant"]["name"].as_str() else { continue };
        match mutant["summary"].as_str() {
            Some("CaughtMutant" | "Timeout") => outcome.caught += 1,
            Some("MissedMutant") => outcome.missed.push(accepted::without_line(name)),
            Some("Unviable") => outcome.unviable += 1,
            other => bail!("{name} has the unknown outcome {other:?}"),
        }
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caught_missed_and_unviable_mutants_are_counted() {
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
        let outcome = read_report(&report).expect("an outcome");
        assert_eq!(outcome.missed, ["a.rs: replace == with !="]);
        assert_eq!(outcome.percent(), 66);
        assert_eq!(outcome.to_string(), "2 caught, 1 not caught (66 %), 1 do not compile");
    }
}
