//! What others wrote and we ship: under which licences, from where, and whether a hole in it is known. Whoever publishes
//! holes may be out of reach; then that is said and counted as skipped, since a build must not depend on it.

use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::counts::Counts;
use crate::findings::Report;
use crate::tool::CARGO_DENY;
use crate::{job, node};

/// Below this npm's audit is about what a build tool does with its own configuration.
const LEVEL: &str = "--audit-level=high";

/// Bans, licences and sources of every crate, by `deny.toml`. Needs no network but to build the program.
pub(crate) fn admitted() -> Result<()> {
    job::run(CARGO_DENY.command()?.args([
        "--log-level=error",
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "bans",
        "licenses",
        "sources",
    ]))
}

/// Known vulnerabilities, and crates that nobody looks after any more.
pub(crate) fn advisories() -> Result<Report> {
    // Alone, since the check fails in the same way for a hole and for a database that cannot be fetched.
    let fetched = CARGO_DENY.command()?.args(["--log-level=error", "fetch", "db"]).status();
    if !fetched.context("cargo-deny does not run")?.success() {
        return Ok(skipped(
            "advisories of Rust crates: their database (github.com/RustSec/advisory-db) is out of reach",
        ));
    }
    job::run(CARGO_DENY.command()?.args([
        "--log-level=error",
        "--locked",
        "check",
        "--disable-fetch",
        "advisories",
    ]))?;
    Ok(Report::default())
}

/// Known vulnerabilities of the web app's packages and of those that it is built with.
pub(crate) fn npm_audit() -> Result<Report> {
    let mut npm = node::npm(&["audit", "--package-lock-only", "--json", LEVEL]);
    let output = npm.stdin(Stdio::null()).output().context("npm does not run")?;
    match outcome(output.status.success(), &String::from_utf8_lossy(&output.stdout))? {
        Audit::Clean => Ok(Report::default()),
        Audit::NoAnswer(why) => Ok(skipped(&format!("npm audit: the registry does not answer it ({why})"))),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Audit {
    Clean,
    NoAnswer(String),
}

/// What npm's report says. It fails alike for a hole and for a registry that knows no audits, as mirrors do not.
fn outcome(success: bool, report: &str) -> Result<Audit> {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    let Some(holes) = report["vulnerabilities"].as_object() else {
        let why = report["message"].as_str().or(report["error"]["summary"].as_str());
        return Ok(Audit::NoAnswer(why.unwrap_or("no report").to_owned()));
    };
    if success {
        return Ok(Audit::Clean);
    }
    let named =
        holes.iter().map(|(name, hole)| format!("{name} ({})", hole["severity"].as_str().unwrap_or("?")));
    bail!("npm audit: {}; `npm audit` in webapp says more", named.collect::<Vec<_>>().join(", "))
}

fn skipped(why: &str) -> Report {
    println!("skipped: {why}");
    Report { counts: Counts { skipped: 1, ..Counts::default() }, findings: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_that_found_something_fails_and_one_without_an_answer_says_so() {
        let clean = r#"{"auditReportVersion": 2, "vulnerabilities": {}}"#;
        assert_eq!(outcome(true, clean).unwrap(), Audit::Clean);
        let low = r#"{"vulnerabilities": {"left-pad": {"severity": "low"}}}"#;
        assert_eq!(outcome(true, low).unwrap(), Audit::Clean);
        let hole = r#"{"vulnerabilities": {"left-pad": {"severity": "critical"}}}"#;
        let error = outcome(false, hole).unwrap_err().to_string();
        assert!(error.contains("left-pad (critical)"), "{error}");
        let mirror = r#"{"message": "405 Method Not Allowed", "statusCode": 405, "error": {"summary": ""}}"#;
        assert_eq!(outcome(false, mirror).unwrap(), Audit::NoAnswer("405 Method Not Allowed".to_owned()));
        assert_eq!(outcome(false, "").unwrap(), Audit::NoAnswer("no report".to_owned()));
    }
}
