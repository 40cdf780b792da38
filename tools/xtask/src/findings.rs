//! Reads by name which tests failed, or passed only at the second attempt, out of what the runners print or write.
//! A build machine shows the end of the output and nothing else: what went wrong has to stand there.

use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::counts::{Counts, read};
use crate::job::{self, strip_colours};
use crate::root::scratch;

/// A first line is enough to recognise an error; longer ones would push the others out of sight.
const LONGEST_REASON: usize = 240;

/// Begin the line of Playwright's error that names the element.
const WAITED_FOR: [&str; 2] = ["Locator:", "- waiting for "];

/// Begins a line of what an assertion on a list or an object got instead, in the comparison below its first line.
const GOT: &str = "+   ";

/// What became of a test that did not simply pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Failed,
    /// It passed when it was tried again: counted as passed, but somebody has to look at it.
    Flaky,
}

/// One test, or one step, that somebody has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    /// Where it stands and what it is called.
    pub(crate) name: String,
    /// What the runner says about it, without colours; may be empty.
    pub(crate) error: String,
}

impl Finding {
    pub(crate) fn failed(name: impl Into<String>, error: &str) -> Self {
        Self { verdict: Verdict::Failed, name: name.into(), error: strip_colours(error).trim().to_owned() }
    }
}

impl fmt::Display for Finding {
    /// One line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Failed => "FAILED",
            Verdict::Flaky => "flaky ",
        };
        write!(formatter, "{verdict} {}", self.name)?;
        let mut lines = self.error.lines().map(str::trim).filter(|line| !line.is_empty());
        let Some(first) = lines.next() else { return Ok(()) };
        // A browser's test says first that it waited in vain, and only later for what.
        // An assertion says that two values differ, and only later in what.
        let whom =
            lines.find(|line| line.starts_with(GOT) || WAITED_FOR.iter().any(|sign| line.starts_with(sign)));
        let reason = whom.map_or_else(|| first.to_owned(), |whom| format!("{first} ({whom})"));
        write!(formatter, ": {}", reason.chars().take(LONGEST_REASON).collect::<String>())
    }
}

/// What a step of tests brings home.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) counts: Counts,
    pub(crate) findings: Vec<Finding>,
}

impl AddAssign for Report {
    fn add_assign(&mut self, other: Self) {
        self.counts += other.counts;
        self.findings.extend(other.findings);
    }
}

/// nextest repeats after its summary what did not pass: `FAIL [   0.566s] (4/4) crate module::test`. The panic's
/// place and first line stand further up.
pub(crate) fn nextest(text: &str) -> Vec<Finding> {
    let Some((before, after)) = text.rsplit_once("Summary [") else { return Vec::new() };
    let said: Vec<&str> = before.lines().collect();
    after.lines().skip(1).filter_map(|line| nextest_finding(line, &said)).collect()
}

fn nextest_finding(line: &str, said: &[&str]) -> Option<Finding> {
    let (status, rest) = line.split_once('[')?;
    let name = rest.split_once("] ")?.1.trim_start();
    // The number of the test among all of them.
    let name = name.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map_or(name, |(_, name)| name);
    let verdict = match status.split_whitespace().next()? {
        "PASS" | "SLOW" | "LEAK" | "SKIP" => return None,
        "FLAKY" => Verdict::Flaky,
        _ => Verdict::Failed,
    };
    let is_heading = |line: &&str| line.contains('[') && line.contains("s] ");
    let began = said.iter().position(|line| is_heading(line) && line.ends_with(&format!(" {name}")));
    let own = began.map_or(&[][..], |at| &said[at + 1..]);
    let own = &own[..own.iter().position(is_heading).unwrap_or(own.len())];
    let error = match own.iter().position(|line| line.contains("panicked at ")) {
        Some(at) => {
            let place = own[at].split_once("panicked at ").map_or("", |(_, place)| place);
            format!("{place} {}", own.get(at + 1).map_or("", |line| line.trim()))
        }
        None => {
            own.iter().find(|line| line.trim().starts_with("Error: ")).map_or("", |line| line.trim()).into()
        }
    };
    Some(Finding { verdict, name: name.to_owned(), error })
}

/// The standard harness: `test module::test ... FAILED`.
pub(crate) fn cargo_test(text: &str) -> Vec<Finding> {
    text.lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... FAILED"))
        .map(|name| Finding::failed(name, ""))
        .collect()
}

/// Vitest's JSON report. A file that cannot even be loaded has a message and no tests.
pub(crate) fn vitest(report: &Path) -> Result<Vec<Finding>> {
    let report = read(report)?;
    let mut findings = Vec::new();
    for file in items(&report["testResults"]) {
        let path = below(text(&file["name"]), "/webapp/");
        let tests = items(&file["assertionResults"]);
        for test in tests.iter().filter(|test| test["status"] == "failed") {
            let error = items(&test["failureMessages"]).first().map_or("", text);
            findings.push(Finding::failed(format!("{path} › {}", text(&test["fullName"])), error));
        }
        if tests.is_empty() && file["status"] == "failed" {
            findings.push(Finding::failed(path, text(&file["message"])));
        }
    }
    Ok(findings)
}

/// Playwright's JSON report; the errors are whole, with the log of what was waited for.
pub(crate) fn playwright(report: &Path) -> Result<Vec<Finding>> {
    let report = read(report)?;
    let mut findings: Vec<Finding> = items(&report["errors"])
        .iter()
        .map(|error| Finding::failed("Playwright itself", text(&error["message"])))
        .collect();
    for suite in items(&report["suites"]) {
        in_suite(suite, &[], &mut findings);
    }
    Ok(findings)
}

fn in_suite<'a>(suite: &'a Value, above: &[&'a str], findings: &mut Vec<Finding>) {
    // A file's own suite is called like the file, which the place says already.
    let own = (suite["title"] != suite["file"]).then(|| text(&suite["title"]));
    let path: Vec<&str> = above.iter().copied().chain(own).collect();
    for spec in items(&suite["specs"]) {
        for test in items(&spec["tests"]) {
            let verdict = match text(&test["status"]) {
                "unexpected" => Verdict::Failed,
                "flaky" => Verdict::Flaky,
                _ => continue,
            };
            let titles: Vec<&str> = path.iter().copied().chain([text(&spec["title"])]).collect();
            let name = format!("e2e/{}:{} {}", text(&spec["file"]), spec["line"], titles.join(" › "));
            // Of the first attempt that failed: of a time-out it has two, and the second says where.
            let errors = items(&test["results"]).iter().map(|result| items(&result["errors"]));
            let errors = errors.into_iter().find(|errors| !errors.is_empty()).unwrap_or_default();
            let errors: Vec<&str> = errors.iter().map(|error| text(&error["message"])).collect();
            findings.push(Finding {
                verdict,
                ..Finding::failed(name, &without_browser_logs(&errors.join("\n")))
            });
        }
    }
    for inner in items(&suite["suites"]) {
        in_suite(inner, &path, findings);
    }
}

/// After a time-out Playwright puts what the browser said since its start between the error and the log of what was
/// waited for: dozens of lines about a missing bus.
fn without_browser_logs(error: &str) -> String {
    let mut inside = false;
    let kept = error.lines().filter(|line| {
        inside = (inside || line.trim() == "Browser logs:") && line.trim() != "Call log:";
        !inside
    });
    kept.collect::<Vec<_>>().join("\n")
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The path from the folder on: nobody is told where a machine keeps its checkout.
fn below<'a>(path: &'a str, folder: &str) -> &'a str {
    path.rsplit_once(folder).map_or(path, |(_, rest)| rest)
}

/// A runner's exit code and its own count must agree; where they do not, that is a failure of its own.
pub(crate) fn settle(
    runner: &str,
    success: bool,
    counts: Option<Counts>,
    findings: Vec<Finding>,
) -> Result<Report> {
    match (success, counts) {
        _ if job::interrupted() => bail!("interrupted"),
        (true, Some(counts)) => Ok(Report { counts, findings }),
        (true, None) => bail!("{runner} succeeded without saying how many tests it ran"),
        (false, Some(counts)) if counts.failed > 0 => Ok(Report { counts, findings }),
        (false, _) => match findings.first() {
            Some(finding) => bail!("{runner} failed without a failed test: {finding}"),
            None => bail!("{runner} failed without a failed test: see above"),
        },
    }
}

/// The path of a report that a runner is going to write; an older one is removed.
pub(crate) fn report_file(name: &str) -> Result<PathBuf> {
    let folder = scratch();
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let report = folder.join(name);
    match std::fs::remove_file(&report) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", report.display()))
        }
        _ => Ok(report),
    }
}

#[cfg(test)]
mod tests;
