//! Checks the dependencies that are shipped: their licences, their sources and their known vulnerabilities. When a
//! database of vulnerabilities is not reachable, the check prints this and counts as skipped, because a build must not
//! depend on it.

use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::findings::Report;
use crate::root::cargo;
use crate::tool::CARGO_DENY;
use crate::{job, node};

/// npm's lower levels mostly report attacks on a build tool through its own configuration.
const AUDIT_LEVEL: &str = "--audit-level=high";

/// Checks the bans, licences and sources of every crate by `deny.toml`. Only building cargo-deny needs the network.
pub(crate) fn licences_bans_and_sources() -> Result<()> {
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

/// Checks for crates with known vulnerabilities, and for crates that are not maintained.
pub(crate) fn advisories() -> Result<Report> {
    // As a separate command, because the check itself fails in the same way for a vulnerability and for a database that
    // cannot be fetched.
    let fetched = CARGO_DENY.command()?.args(["--log-level=error", "fetch", "db"]).status();
    if !fetched.context("cargo-deny does not run")?.success() {
        return Ok(Report::skipped(
            "advisories of Rust crates: their database (github.com/RustSec/advisory-db) cannot be reached",
        ));
    }
    job::run(CARGO_DENY.command()?.args([
        "--log-level=error",
        "--locked",
        "--offline",
        "check",
        "advisories",
    ]))?;
    Ok(Report::default())
}

/// Checks the web app's packages and its build tools for known vulnerabilities.
pub(crate) fn npm_audit() -> Result<Report> {
    let mut npm = node::npm(&["audit", "--package-lock-only", "--json", AUDIT_LEVEL]);
    let output = npm.stdin(Stdio::null()).output().context("npm does not run")?;
    match outcome(output.status.success(), &String::from_utf8_lossy(&output.stdout))? {
        Audit::Clean => Ok(Report::default()),
        Audit::Unavailable(reason) => {
            Ok(Report::skipped(format!("npm audit: the registry does not answer it ({reason})")))
        }
    }
}

/// The fuzz targets are another workspace, so no build of this workspace updates their lock file. With a stale lock file,
/// `cargo xtask fuzz` tests other versions of the dependencies than those in production.
pub(crate) fn lock_of_fuzz_targets() -> Result<()> {
    let update = "update --workspace --manifest-path tools/fuzz/Cargo.toml";
    job::run(cargo().args(update.split(' ')).args(["--locked", "--quiet"]))
        .with_context(|| format!("the lock file of the fuzz targets is stale: run `cargo {update}`"))
}

#[derive(Debug, PartialEq, Eq)]
enum Audit {
    Clean,
    /// The registry did not audit the packages; with the reason.
    Unavailable(String),
}

/// Reads npm's report. npm fails in the same way for a vulnerability and for a registry without audits, such as a
/// mirror.
fn outcome(success: bool, report: &str) -> Result<Audit> {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    let Some(vulnerabilities) = report["vulnerabilities"].as_object() else {
        let reason = report["message"].as_str().or(report["error"]["summary"].as_str());
        return Ok(Audit::Unavailable(reason.unwrap_or("no report").to_owned()));
    };
    if success {
        return Ok(Audit::Clean);
    }
    let packages = vulnerabilities.iter().map(|(name, vulnerability)| {
        format!("{name} ({})", vulnerability["severity"].as_str().unwrap_or("?"))
    });
    bail!("npm audit: {}; run `npm audit` in webapp for details", packages.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vulnerability_fails_the_audit_and_a_registry_without_audits_skips_it() {
        let clean = r#"{"auditReportVersion": 2, "vulnerabilities": {}}"#;
        assert_eq!(outcome(true, clean).unwrap(), Audit::Clean);
        let low = r#"{"vulnerabilities": {"left-pad": {"severity": "low"}}}"#;
        assert_eq!(outcome(true, low).unwrap(), Audit::Clean);
        let critical = r#"{"vulnerabilities": {"left-pad": {"severity": "critical"}}}"#;
        let error = outcome(false, critical).unwrap_err().to_string();
        assert!(error.contains("left-pad (critical)"), "{error}");
        let mirror = r#"{"message": "405 Method Not Allowed", "statusCode": 405, "error": {"summary": ""}}"#;
        assert_eq!(outcome(false, mirror).unwrap(), Audit::Unavailable("405 Method Not Allowed".to_owned()));
        assert_eq!(outcome(false, "").unwrap(), Audit::Unavailable("no report".to_owned()));
    }
}
