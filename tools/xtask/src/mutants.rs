//! `cargo xtask mutants`: cargo-mutants makes small changes to the code, one at a time. When no test fails for a
//! change, the tests do not check that code. `.cargo/mutants.toml` lists the accepted changes with reasons; any other
//! uncaught change fails the run.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use fairway_postgres::throwaway::Durability;
use serde_json::Value;

use crate::root::{root, target};
use crate::tool::CARGO_MUTANTS;
use crate::{job, nextest, throwaway};

/// The accepted changes, which cargo-mutants leaves out.
const ACCEPTED: &str = ".cargo/mutants.toml";
/// The minimum share of the mutants that tests must catch, percent of those that compile. Accepted ones count as not
/// caught.
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
        tests: "kind(lib) or test(/^(models_behind|booking|players_of_a_round|disabling|guard|idempotency|impersonation|live|permissions)::/) \
                or test(/^(metrics|names|operations|ownership|purchases|queries|races|reading|releases|traces)::/)",
    },
    // Text that people write, and the parts of it that must not become permanent.
    Part { name: "text", package: "fairway-text", files: &["support/text/src/**"], tests: "all()" },
    Part {
        name: "permanent-text",
        package: "fairway-audit",
        files: &["audit/src/permanent_text.rs", "audit/src/permanent_text/**"],
        tests: "test(permanent_text)",
    },
    // Log-in, the check on who is let in, and the record of who looked into an account.
    Part {
        name: "access",
        package: "fairway",
        files: &[
            "api/src/http/loopback_only.rs",
            "api/operator-accounts/src/access.rs",
            "api/operator-accounts/src/cookies.rs",
            "api/operator-accounts/src/endpoints/confirm.rs",
            "api/operators/src/views.rs",
            "api/members/src/endpoints/known_device.rs",
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
    let server = throwaway::start(Durability::None)?;
    let mut failed = Vec::new();
    for part in parts {
        let outcome = run(part, options, &server.url())?;
        println!("\n{}: {outcome}", part.name);
        for name in &outcome.missed {
            println!("  not caught: {name}");
        }
        if !outcome.missed.is_empty() || outcome.percent() < MIN_CAUGHT_PERCENT {
            failed.push(part.name);
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    bail!(
        "{}: write a test that fails with the change, or say in {ACCEPTED} why none can (at least {MIN_CAUGHT_PERCENT} % \
         must be caught)",
        failed.join(", ")
    )
}

/// The outcome for the mutants of a part.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// Mutants for which a test failed or timed out.
    caught: usize,
    /// Mutants for which no test failed.
    missed: Vec<String>,
    /// Changes that may be missed.
    accepted: usize,
    /// Mutants that do not compile, which are not counted.
    unviable: usize,
}

impl Outcome {
    /// The caught share of the mutants that compile.
    fn percent(&self) -> usize {
        let viable = self.caught + self.missed.len() + self.accepted;
        (self.caught * 100).checked_div(viable).unwrap_or(100)
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { caught, missed, accepted, unviable } = self;
        let percent = self.percent();
        let missed = missed.len();
        write!(
            f,
            "{caught} caught, {missed} not caught, {accepted} accepted ({percent} %), {unviable} do not compile"
        )
    }
}

/// cargo-mutants with the files of a part.
fn cargo_mutants(part: &Part, options: &Options) -> Result<Command> {
    let mut command = CARGO_MUTANTS.command()?;
    command.args(["mutants", "--workspace", "--test-package", part.package]);
    command.args(part.files.iter().flat_map(|files| ["--file", files]));
    command.args(options.shard.iter().flat_map(|shard| ["--shard", shard]));
    Ok(command)
}

/// The number of accepted changes: those that are listed only without the configuration. A change is accepted for a
/// function, however many places it has there.
fn accepted(part: &Part, options: &Options) -> Result<usize> {
    let list = |more: &[&str]| -> Result<BTreeSet<String>> {
        let text =
            job::output(cargo_mutants(part, options)?.args(["--list", "--line-col", "false"]).args(more))?;
        Ok(text.lines().map(str::to_owned).collect())
    };
    Ok(list(&["--no-config"])?.difference(&list(&[])?).count())
}

fn run(part: &Part, options: &Options, server: &str) -> Result<Outcome> {
    let folder = target().join("mutants").join(part.name);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut command = cargo_mutants(part, options)?;
    nextest::make_available(&mut command)?;
    command.args(["--baseline", "skip", "--no-shuffle", "--test-tool", "nextest", "--timeout", TEST_TIMEOUT]);
    command.arg("--output").arg(&folder);
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
    let mut outcome =
        read_report(&report).with_context(|| format!("cargo-mutants wrote no report ({status})"))?;
    let list = std::fs::read_to_string(root().join(ACCEPTED))?;
    let missed = outcome.missed.len();
    outcome.missed.retain(|name| !is_removed_field_of(&list, name));
    if !options.missed {
        // With --missed, few mutants run: the share says nothing about the part.
        outcome.accepted = accepted(part, options)? + missed - outcome.missed.len();
    }
    Ok(outcome)
}

/// Whether the list accepts the removal of a field. cargo-mutants 27.1 tries these although the list names them.
fn is_removed_field_of(list: &str, name: &str) -> bool {
    name.split_once(": delete field ")
        .is_some_and(|(_, field)| list.contains(&format!(" delete field {field}$")))
}

/// Reads cargo-mutants' report.
fn read_report(report: &Path) -> Result<Outcome> {
    let text =
        std::fs::read_to_string(report).with_context(|| format!("cannot read {}", report.display()))?;
    let report: Value = serde_json::from_str(&text)?;
    let mut outcome = Outcome { caught: 0, missed: Vec::new(), accepted: 0, unviable: 0 };
    for mutant in report["outcomes"].as_array().context("it has no outcomes")? {
        let Some(name) = mutant["scenario"]["Mutant"]["name"].as_str() else { continue };
        match mutant["summary"].as_str() {
            Some("CaughtMutant" | "Timeout") => outcome.caught += 1,
            Some("MissedMutant") => outcome.missed.push(name.to_owned()),
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
        let mut outcome = read_report(&report).expect("an outcome");
        assert_eq!(outcome.missed, ["a.rs:3:2: replace == with !="]);
        assert_eq!(outcome.percent(), 66);
        outcome.accepted = 1;
        assert_eq!(outcome.to_string(), "2 caught, 1 not caught, 1 accepted (50 %), 1 do not compile");
    }

    #[test]
    fn every_accepted_change_has_a_reason() {
        let list = std::fs::read_to_string(root().join(ACCEPTED)).expect("the list");
        let lines: Vec<&str> = list.lines().skip_while(|line| !line.starts_with("exclude_re = [")).collect();
        let changes: Vec<_> = lines.windows(2).filter(|lines| lines[1].trim().starts_with('\'')).collect();
        assert!(!changes.is_empty(), "{list}");
        assert!(changes.iter().all(|lines| lines[0].trim().starts_with("# ")), "{changes:?}");
    }

    #[test]
    fn an_accepted_removal_of_a_field_is_recognised() {
        let list = r"    'src/a\.rs:\S+ delete field b from struct C expression in d$',";
        assert!(is_removed_field_of(list, "src/a.rs:1:2: delete field b from struct C expression in d"));
        assert!(!is_removed_field_of(list, "src/a.rs:1:2: delete field e from struct C expression in d"));
        assert!(!is_removed_field_of(list, "src/a.rs:1:2: replace == with !="));
    }
}
