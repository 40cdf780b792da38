//! `cargo xtask contract`: the API's description held against a running server. Schemathesis makes requests from the
//! description, good ones and bad ones, and looks whether each is answered as it says: as a member, as a stranger and as an
//! operator who looks on as the member. The same requests every time.
//!
//! What no description can say stands in `tools/xtask/contract/hooks.py`.

mod caller;
mod client;

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
use crate::root::{cargo, root, scratch, target};
use crate::{node, postgres, python};
use caller::{CALLERS, Caller, MEMBER};
pub(crate) use client::compile as client;

/// Made-up requests per operation and caller, beside those that try each bound; enough to find a gap that somebody has just
/// opened, in seconds.
const FEW: u32 = 3;
/// The instant of the tests in the browser: examples and demonstration data are of these days.
const CLOCK: &str = "2026-11-25T09:00:00+01:00";
/// The lines about gaps that are shown; the log has the rest.
const SHOWN: usize = 150;

/// Builds the program, compiles a client and asks as everybody; `--examples N` asks for more.
pub(crate) fn contract(options: &[&str]) -> Result<()> {
    let examples = match options {
        [] => FEW,
        ["--examples", number] => {
            number.parse().with_context(|| format!("--examples takes a number, not `{number}`"))?
        }
        other => bail!("contract takes --examples N, not `{}`", other.join(" ")),
    };
    node::packages()?;
    node::build()?;
    postgres::ensure()?;
    job::run(cargo().args(["build", "--package", "fairway"]))?;
    client()?;
    let report = run(&schemathesis()?, examples)?;
    if report.counts.failed > 0 {
        bail!("{} operations answer otherwise than they are described", report.counts.failed);
    }
    Ok(())
}

/// A few requests with the program that the tests built. Skipped where Schemathesis cannot be brought.
pub(crate) fn few() -> Result<Report> {
    match schemathesis() {
        Ok(schemathesis) => run(&schemathesis, FEW),
        Err(error) => {
            println!("skipped: no Schemathesis ({error:#})");
            let counts = Counts { skipped: CALLERS.len() as u64, ..Counts::default() };
            Ok(Report { counts, findings: Vec::new() })
        }
    }
}

fn schemathesis() -> Result<PathBuf> {
    Ok(python::programs("schemathesis", &folder().join("requirements.txt"))?.join("schemathesis"))
}

fn folder() -> PathBuf {
    root().join("tools/xtask/contract")
}

/// Each caller has a portal of their own: what one uses up, others have.
fn run(schemathesis: &Path, examples: u32) -> Result<Report> {
    let mut report = Report::default();
    for caller in CALLERS {
        report += ask(schemathesis, caller, examples)?;
    }
    Ok(report)
}

fn ask(schemathesis: &Path, caller: Caller, examples: u32) -> Result<Report> {
    let name = caller.name();
    let reports = scratch().join("contract");
    std::fs::create_dir_all(&reports).with_context(|| format!("cannot create {}", reports.display()))?;
    let log = |of: &str| reports.join(format!("{name}-{of}.log"));
    let data = DataFolder::new("contract")?;
    let listen = free_address()?;
    let address = format!("http://{listen}");
    let program = target().join("debug/fairway");
    let portal = Portal {
        program: &program,
        listen,
        keeps_settings: false,
        environment: vec![
            ("FAIRWAY_DATA_DIR", data.0.to_string_lossy().into_owned()),
            ("FAIRWAY_ENV", "development".to_owned()),
            ("FAIRWAY_CLOCK", CLOCK.to_owned()),
            // One member sends all requests.
            ("FAIRWAY_BOOKINGS_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_CHANGES_PER_HOUR", "0".to_owned()),
            ("FAIRWAY_PUBLIC_URL", address.clone()),
        ],
    };
    portal.import_demo_data()?;
    let _serving = portal.serve(|command| into(command, &log("server")))?;
    let session = caller.session(&portal)?;
    // Logging out ends a session: one that nothing else needs.
    let spare = caller.session(&portal)?;

    let summary = reports.join(format!("{name}.json"));
    let mut command = Command::new(schemathesis);
    command
        .current_dir(&reports)
        .arg("--no-color")
        .arg("--config-file")
        .arg(folder().join("schemathesis.toml"))
        .args(["run", &format!("{address}/api/openapi.json")])
        .args(["--checks", "all", "--generation-deterministic", "--continue-on-failure"])
        .args(["--max-examples", &examples.to_string()])
        .args(["--report", "json", "--report-json-path"])
        .arg(&summary)
        .env("SCHEMATHESIS_HOOKS", folder().join("hooks.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("FAIRWAY_CONTRACT_ADDRESS", &address)
        .env("FAIRWAY_CONTRACT_MEMBER", MEMBER)
        .env("FAIRWAY_CONTRACT_TOKEN", Caller::Member.session(&portal)?.unwrap_or_default())
        .env("FAIRWAY_CONTRACT_SPARE", spare.unwrap_or_default());
    if let Some(token) = session {
        command.arg("--header").arg(format!("Authorization: Bearer {token}"));
    }
    let said = log("requests");
    into(&mut command, &said)?;
    let status = Job::start(&mut command)?.wait()?;
    if job::interrupted() {
        bail!("interrupted");
    }
    if !status.success() {
        show_gaps(&said);
    }
    let outcome = counts::read(&summary).with_context(|| format!("see {}", said.display()))?;
    let report = judge(name, status.success(), &outcome)?;
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

/// Both outputs of a command go into a file.
fn into(command: &mut Command, log: &Path) -> Result<()> {
    let file = File::create(log).with_context(|| format!("cannot create {}", log.display()))?;
    command.stderr(Stdio::from(file.try_clone()?)).stdout(Stdio::from(file));
    Ok(())
}

/// An operation is a test: passed when all its answers are as it is described.
fn judge(caller: &str, success: bool, outcome: &Value) -> Result<Report> {
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
        (true, Some(tested @ 1..)) if findings.is_empty() && Some(tested) == selected => {
            Ok(Report { counts: Counts { passed: tested, ..Counts::default() }, findings })
        }
        (false, Some(tested)) if !findings.is_empty() => {
            let mut names: Vec<&str> = findings.iter().map(|finding| finding.name.as_str()).collect();
            names.dedup();
            let failed = names.len() as u64;
            let counts = Counts { passed: tested.saturating_sub(failed), failed, skipped: 0 };
            Ok(Report { counts, findings })
        }
        _ => bail!("{caller}: Schemathesis' exit code and its summary do not agree: {outcome}"),
    }
}

fn show_gaps(log: &Path) {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines =
        text.lines().skip_while(|line| !line.contains("= FAILURES =") && !line.contains("= ERRORS ="));
    let gaps: Vec<&str> = lines.take_while(|line| !line.contains("= WARNINGS =")).collect();
    // Where it did not even begin, it says why at the end.
    let said = text.lines().count();
    let end: Vec<&str> = text.lines().skip(said.saturating_sub(20)).collect();
    for line in if gaps.is_empty() { &end } else { &gaps }.iter().take(SHOWN) {
        println!("{line}");
    }
    println!("all of it: {}", log.display());
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
        let report = judge("member", true, &outcome(40, json!([]), json!([]))).unwrap();
        assert_eq!(report.counts, Counts { passed: 40, failed: 0, skipped: 0 });
        let failures = json!([{"title": "Undocumented status code", "operations": ["GET /a", "GET /b"]}]);
        let report = judge("member", false, &outcome(40, failures, json!([]))).unwrap();
        assert_eq!(report.counts, Counts { passed: 38, failed: 2, skipped: 0 });
        assert_eq!(report.findings[1], Finding::failed("member: GET /b", "Undocumented status code"));
        let report =
            judge("member", false, &outcome(39, json!([]), json!([{"title": "no answer"}]))).unwrap();
        assert_eq!(report.counts.failed, 1);
    }

    #[test]
    fn a_run_that_asked_nothing_or_contradicts_itself_is_a_failure() {
        for (success, tested) in [(true, 0), (true, 39), (false, 40)] {
            assert!(judge("member", success, &outcome(tested, json!([]), json!([]))).is_err());
        }
        assert!(
            judge("member", true, &outcome(40, json!([{"title": "x", "operations": ["a"]}]), json!([])))
                .is_err()
        );
    }
}
