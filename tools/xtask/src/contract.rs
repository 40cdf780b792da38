//! `cargo xtask contract`: tests a running server against the descriptions of the members' and the clubs' API.
//! Schemathesis generates valid and invalid requests from a description and checks every response against it: as a
//! member, without a session, as an operator who is logged in as the member, and as a club. Every run sends the same
//! requests.
//!
//! `tools/xtask/contract/refusals.py` has the rules that the descriptions cannot express.

mod caller;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::counts::{self, Counts};
use crate::data_folder::DataFolder;
use crate::findings::{Finding, Report};
use crate::job::{self, Job};
use crate::portal::{Portal, free_address};
use crate::root::{root, scratch, target};
use crate::{node, postgres, programs, python};
use caller::{CALLERS, Caller, MEMBER};

/// The default number of generated requests per operation and caller, in addition to those that test each bound. These
/// find most new gaps within seconds.
const DEFAULT_EXAMPLES: u32 = 3;
/// The same instant as in the browser tests: the examples and the demonstration data are of these days.
const CLOCK: &str = "2026-11-25T09:00:00+01:00";
/// The maximum number of printed lines about gaps; the log has all of them.
const MAX_SHOWN_LINES: usize = 150;

/// The options of `cargo xtask contract`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Generated requests per operation and caller, besides those that test each bound
    #[arg(long, value_name = "N", default_value_t = DEFAULT_EXAMPLES)]
    examples: u32,
}

/// Builds the program and sends the requests of every caller.
pub(crate) fn contract(options: &Options) -> Result<()> {
    node::packages()?;
    node::build()?;
    postgres::ensure()?;
    programs::build_program()?;
    let report = run(&schemathesis()?, options.examples)?;
    if report.counts.failed > 0 {
        bail!("{} operations answer differently from their description", report.counts.failed);
    }
    Ok(())
}

/// Sends the default number of requests, to the program that the tests built. Skipped when Schemathesis cannot be
/// installed.
pub(crate) fn short_run() -> Result<Report> {
    match schemathesis() {
        Ok(schemathesis) => run(&schemathesis, DEFAULT_EXAMPLES),
        Err(error) => Ok(Report::skipped(format!("no Schemathesis ({error:#})"))),
    }
}

fn schemathesis() -> Result<PathBuf> {
    Ok(python::programs("schemathesis", &folder().join("requirements.txt"))?.join("schemathesis"))
}

fn folder() -> PathBuf {
    root().join("tools/xtask/contract")
}

/// Starts a new portal for each caller, because a caller's requests change the data.
fn run(schemathesis: &Path, examples: u32) -> Result<Report> {
    let mut report = Report::default();
    for caller in CALLERS {
        report += run_as(schemathesis, caller, examples)?;
    }
    Ok(report)
}

fn run_as(schemathesis: &Path, caller: Caller, examples: u32) -> Result<Report> {
    let (name, (api, description)) = (caller.name(), caller.api());
    let reports = scratch().join("contract");
    std::fs::create_dir_all(&reports).with_context(|| format!("cannot create {}", reports.display()))?;
    let log = |source: &str| reports.join(format!("{name}-{source}.log"));
    let data = DataFolder::new("contract")?;
    let listen = free_address()?;
    let address = format!("http://{listen}");
    let program = target().join("debug/fairway");
    let portal = Portal {
        program: &program,
        listen,
        inherits_settings: false,
        environment: vec![
            ("FAIRWAY_DATA_DIR", data.0.to_string_lossy().into_owned()),
            ("FAIRWAY_ENV", "development".to_owned()),
            ("FAIRWAY_CLOCK", CLOCK.to_owned()),
            // One member sends all requests, so the rate limits are switched off.
            ("FAIRWAY_BOOKINGS_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_CHANGES_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_PUBLIC_URL", address.clone()),
        ],
    };
    portal.import_demo_data()?;
    let _serving = portal.serve(|command| redirect_output(command, &log("server")))?;
    let session = caller.session(&portal)?;
    // The requests that log out end this session, which no other request uses.
    let session_to_end = caller.session(&portal)?;

    let summary = reports.join(format!("{name}.json"));
    let mut command = Command::new(schemathesis);
    command
        .current_dir(&reports)
        .arg("--no-color")
        .arg("--config-file")
        .arg(folder().join(format!("{api}.toml")))
        .args(["run", &format!("{address}{description}")])
        .args(["--checks", "all", "--generation-deterministic", "--continue-on-failure"])
        .args(["--max-examples", &examples.to_string()])
        .args(["--report", "json", "--report-json-path"])
        .arg(&summary)
        .env("SCHEMATHESIS_HOOKS", api)
        .env("PYTHONPATH", folder())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("FAIRWAY_CONTRACT_ADDRESS", &address)
        .env("FAIRWAY_CONTRACT_MEMBER", MEMBER)
        .env("FAIRWAY_CONTRACT_TOKEN", Caller::Member.session(&portal)?.unwrap_or_default())
        .env("FAIRWAY_CONTRACT_SPARE", session_to_end.unwrap_or_default());
    if let Some(token) = session {
        command.arg("--header").arg(format!("Authorization: Bearer {token}"));
    }
    let request_log = log("requests");
    redirect_output(&mut command, &request_log)?;
    let status = Job::start(&mut command)?.wait()?;
    if job::interrupted() {
        bail!("interrupted");
    }
    if !status.success() {
        show_gaps(&request_log);
    }
    let outcome = counts::read(&summary).with_context(|| format!("see {}", request_log.display()))?;
    let report = report_of(name, status.success(), &outcome)?;
    let number = |key: [&str; 2]| outcome[key[0]][key[1]].as_u64().unwrap_or_default();
    println!(
        "{name}: {} operations, {} requests, {:.0} s, {} gaps",
        number(["operations", "tested"]),
        number(["test_cases", "generated"]),
        outcome["running_time"].as_f64().unwrap_or_default(),
        number(["test_cases", "unique_failures"]),
    );
    Ok(report)
}

/// Redirects a command's standard output and standard error to a file.
fn redirect_output(command: &mut Command, log: &Path) -> Result<()> {
    let file = File::create(log).with_context(|| format!("cannot create {}", log.display()))?;
    command.stderr(Stdio::from(file.try_clone()?)).stdout(Stdio::from(file));
    Ok(())
}

/// Counts each operation as one test, which passes when all its responses match the description.
fn report_of(caller: &str, success: bool, outcome: &Value) -> Result<Report> {
    let operations = &outcome["operations"];
    let (selected, tested) = (operations["selected"].as_u64(), operations["tested"].as_u64());
    let mut findings: Vec<Finding> = Vec::new();
    for failure in outcome["failures"].as_array().into_iter().flatten() {
        for operation in failure["operations"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let title = failure["title"].as_str().unwrap_or_default();
            findings.push(Finding::failed(format!("{caller}: {operation}"), title));
        }
    }
    for error in outcome["errors"].as_array().into_iter().flatten() {
        findings.push(Finding::failed(caller, error["title"].as_str().unwrap_or_default()));
    }
    match (success, tested) {
        (true, Some(tested @ 1..)) if findings.is_empty() && Some(tested) == selected => Ok(Report {
            counts: Counts { passed: tested, ..Counts::default() },
            findings,
            ..Report::default()
        }),
        (false, Some(tested)) if !findings.is_empty() => {
            let mut names: Vec<&str> = findings.iter().map(|finding| finding.name.as_str()).collect();
            names.dedup();
            let failed = names.len() as u64;
            let counts = Counts { passed: tested.saturating_sub(failed), failed, skipped: 0 };
            Ok(Report { counts, findings, ..Report::default() })
        }
        _ => bail!("{caller}: Schemathesis' exit code and its summary do not agree: {outcome}"),
    }
}

fn show_gaps(log: &Path) {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines =
        text.lines().skip_while(|line| !line.contains("= FAILURES =") && !line.contains("= ERRORS ="));
    let gaps: Vec<&str> = lines.take_while(|line| !line.contains("= WARNINGS =")).collect();
    // When Schemathesis could not start, the end of its output has the reason.
    let line_count = text.lines().count();
    let end: Vec<&str> = text.lines().skip(line_count.saturating_sub(20)).collect();
    for line in if gaps.is_empty() { &end } else { &gaps }.iter().take(MAX_SHOWN_LINES) {
        println!("{line}");
    }
    println!("the whole log: {}", log.display());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(tested: u64, failures: Value, errors: Value) -> Value {
        json!({"operations": {"selected": 40, "tested": tested}, "failures": failures, "errors": errors})
    }

    #[test]
    fn an_operation_with_a_gap_is_a_failed_test() {
        let report = report_of("member", true, &outcome(40, json!([]), json!([]))).unwrap();
        assert_eq!(report.counts, Counts { passed: 40, failed: 0, skipped: 0 });
        let failures = json!([{"title": "Undocumented status code", "operations": ["GET /a", "GET /b"]}]);
        let report = report_of("member", false, &outcome(40, failures, json!([]))).unwrap();
        assert_eq!(report.counts, Counts { passed: 38, failed: 2, skipped: 0 });
        assert_eq!(report.findings[1], Finding::failed("member: GET /b", "Undocumented status code"));
        let report =
            report_of("member", false, &outcome(39, json!([]), json!([{"title": "no answer"}]))).unwrap();
        assert_eq!(report.counts.failed, 1);
    }

    #[test]
    fn a_run_without_requests_or_with_contradicting_results_is_a_failure() {
        for (success, tested) in [(true, 0), (true, 39), (false, 40)] {
            assert!(report_of("member", success, &outcome(tested, json!([]), json!([]))).is_err());
        }
        assert!(
            report_of("member", true, &outcome(40, json!([{"title": "x", "operations": ["a"]}]), json!([])))
                .is_err()
        );
    }
}
