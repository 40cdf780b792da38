//! Reads from the output or the report of each test runner how many tests passed, failed and were skipped, and the names
//! of failed and flaky tests. A build machine shows only the end of the output, so the summary there has to name them.

use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::counts::{Counts, read};
use crate::job::{self, strip_colours};
use crate::root::scratch;

/// The maximum length of an error in the summary, characters: enough to recognise it.
const MAX_REASON_LENGTH: usize = 240;

/// The beginnings of the line of Playwright's error that names the element.
const ELEMENT_PREFIXES: [&str; 2] = ["Locator:", "- waiting for "];

/// The beginning of a line that shows the actual value, in the comparison of a failed assertion on a list or an object.
const ACTUAL_VALUE_PREFIX: &str = "+   ";

/// The result of a test that did not pass at the first attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Failed,
    /// It passed at a later attempt. It is counted as passed, but somebody has to investigate it.
    Flaky,
}

/// One test or step that somebody has to investigate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    /// Its file or module, and its name.
    pub(crate) name: String,
    /// The runner's error message without colours; may be empty.
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
        // The first line of a browser test's error reports a time-out; a later line names the element. The first line
        // of an assertion reports that two values differ; a later line shows the difference.
        let detail = lines.find(|line| {
            line.starts_with(ACTUAL_VALUE_PREFIX)
                || ELEMENT_PREFIXES.iter().any(|prefix| line.starts_with(prefix))
        });
        let reason = detail.map_or_else(|| first.to_owned(), |detail| format!("{first} ({detail})"));
        write!(formatter, ": {}", reason.chars().take(MAX_REASON_LENGTH).collect::<String>())
    }
}

/// The results of a step that runs tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) counts: Counts,
    pub(crate) findings: Vec<Finding>,
    /// Notices about skipped tests, for the summary.
    pub(crate) skipped: Vec<String>,
}

impl Report {
    /// Nothing ran, for a reason that the summary tells.
    pub(crate) fn skipped(reason: impl Into<String>) -> Self {
        let counts = Counts { skipped: 1, ..Counts::default() };
        Self { counts, skipped: vec![reason.into()], ..Self::default() }
    }

    /// Adds a test that did not pass at the first attempt.
    fn add(&mut self, finding: Finding) {
        match finding.verdict {
            Verdict::Failed => self.counts.failed += 1,
            Verdict::Flaky => self.counts.passed += 1,
        }
        self.findings.push(finding);
    }
}

impl AddAssign for Report {
    fn add_assign(&mut self, other: Self) {
        self.counts += other.counts;
        self.findings.extend(other.findings);
        self.skipped.extend(other.skipped);
    }
}

/// nextest's output: `Summary [ 1.2s] 40 tests run: 37 passed (1 slow), 3 failed, 1 skipped`, then the tests that did not
/// pass: `FAIL [   0.566s] (4/4) crate module::test`. The panic's location and first line are further up.
pub(crate) fn nextest(text: &str) -> Option<Report> {
    let (before, after) = text.rsplit_once("Summary [")?;
    let (summary, list) = after.split_once('\n').unwrap_or((after, ""));
    let output: Vec<&str> = before.lines().collect();
    let mut report = Report::default();
    list.lines().filter_map(|line| nextest_finding(line, &output)).for_each(|finding| report.add(finding));
    // Flaky tests are among those that passed.
    report.counts.passed = summary.split_once(" run: ")?.1.split(' ').next()?.parse().ok()?;
    Some(report)
}

fn nextest_finding(line: &str, output: &[&str]) -> Option<Finding> {
    let (status, rest) = line.split_once('[')?;
    let name = rest.split_once("] ")?.1.trim_start();
    // The test's number may precede its name: `(4/4)`.
    let name = name.strip_prefix('(').and_then(|rest| rest.split_once(") ")).map_or(name, |(_, name)| name);
    let verdict = match status.split_whitespace().next()? {
        "PASS" | "SLOW" | "LEAK" | "SKIP" => return None,
        "FLAKY" => Verdict::Flaky,
        _ => Verdict::Failed,
    };
    let is_heading = |line: &&str| line.contains('[') && line.contains("s] ");
    let heading = output.iter().position(|line| is_heading(line) && line.ends_with(&format!(" {name}")));
    let test_output = heading.map_or(&[][..], |at| &output[at + 1..]);
    let end = test_output.iter().position(is_heading).unwrap_or(test_output.len());
    let test_output = &test_output[..end];
    let error = match test_output.iter().position(|line| line.contains("panicked at ")) {
        Some(at) => {
            let location = test_output[at].split_once("panicked at ").map_or("", |(_, location)| location);
            format!("{location} {}", test_output.get(at + 1).map_or("", |line| line.trim()))
        }
        None => {
            let error = test_output.iter().find(|line| line.trim().starts_with("Error: "));
            error.map_or("", |line| line.trim()).into()
        }
    };
    Some(Finding { verdict, name: name.to_owned(), error })
}

/// The output of `fairway-cluster`: a line with `NO GOOD` for each failure, and at the end `test result: ok. 3 passed; 0
/// failed; 1 ignored`.
pub(crate) fn cluster(name: &str, text: &str) -> Option<Report> {
    let (_, numbers) = text.lines().rev().find_map(|line| line.split_once("test result: "))?;
    let number = |outcome| {
        let mut parts = numbers.split(['.', ';']);
        parts.find_map(|part| part.trim().strip_suffix(outcome)?.trim().parse().ok()).unwrap_or(0)
    };
    let counts = Counts { passed: number("passed"), failed: number("failed"), skipped: number("ignored") };
    let findings = text.lines().filter(|line| line.contains("NO GOOD"));
    let findings = findings.map(|line| Finding::failed(name, line)).collect();
    Some(Report { counts, findings, skipped: Vec::new() })
}

/// Vitest's JSON report. A file that cannot be loaded has a message and no tests, and counts as one that failed.
pub(crate) fn vitest(report: &Path) -> Result<Report> {
    let (mut found, report) = (Report::default(), read(report)?);
    for file in report["testResults"].as_array().context("Vitest's report has no results")? {
        let path = path_below(text(&file["name"]), "/webapp/");
        let tests = items(&file["assertionResults"]);
        for test in tests {
            match text(&test["status"]) {
                "passed" => found.counts.passed += 1,
                "failed" => {
                    let error = items(&test["failureMessages"]).first().map_or("", text);
                    found.add(Finding::failed(format!("{path} › {}", text(&test["fullName"])), error));
                }
                _ => found.counts.skipped += 1,
            }
        }
        if tests.is_empty() && file["status"] == "failed" {
            found.add(Finding::failed(path, text(&file["message"])));
        }
    }
    Ok(found)
}

/// Playwright's JSON report. The errors include the log of the elements that the test waited for. Errors of Playwright
/// itself are of no test, so they are not counted.
pub(crate) fn playwright(report: &Path) -> Result<Report> {
    let (mut found, report) = (Report::default(), read(report)?);
    for error in items(&report["errors"]) {
        found.findings.push(Finding::failed("Playwright itself", text(&error["message"])));
    }
    for suite in report["suites"].as_array().context("Playwright's report has no suites")? {
        collect_from_suite(suite, &[], &mut found);
    }
    Ok(found)
}

fn collect_from_suite<'a>(suite: &'a Value, parents: &[&'a str], found: &mut Report) {
    // The suite of a file has the file's name, which is already in the finding's name.
    let title = (suite["title"] != suite["file"]).then(|| text(&suite["title"]));
    let path: Vec<&str> = parents.iter().copied().chain(title).collect();
    for spec in items(&suite["specs"]) {
        for test in items(&spec["tests"]) {
            let verdict = match text(&test["status"]) {
                "expected" => {
                    found.counts.passed += 1;
                    continue;
                }
                "skipped" => {
                    found.counts.skipped += 1;
                    continue;
                }
                "flaky" => Verdict::Flaky,
                _ => Verdict::Failed,
            };
            let titles: Vec<&str> = path.iter().copied().chain([text(&spec["title"])]).collect();
            let name = format!("e2e/{}:{} {}", text(&spec["file"]), spec["line"], titles.join(" › "));
            // The errors of the first failed attempt. A time-out has two errors, the second with the location.
            let errors = items(&test["results"]).iter().map(|result| items(&result["errors"]));
            let errors = errors.into_iter().find(|errors| !errors.is_empty()).unwrap_or_default();
            let errors: Vec<&str> = errors.iter().map(|error| text(&error["message"])).collect();
            found
                .add(Finding { verdict, ..Finding::failed(name, &without_browser_logs(&errors.join("\n"))) });
        }
    }
    for inner in items(&suite["suites"]) {
        collect_from_suite(inner, &path, found);
    }
}

/// Removes the browser's log from an error. After a time-out Playwright inserts it between the error and the log of the
/// element that the test waited for: dozens of irrelevant lines, for example about a missing D-Bus.
fn without_browser_logs(error: &str) -> String {
    let mut inside = false;
    let remaining = error.lines().filter(|line| {
        inside = (inside || line.trim() == "Browser logs:") && line.trim() != "Call log:";
        !inside
    });
    remaining.collect::<Vec<_>>().join("\n")
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The part of the path below the folder, so that reports do not depend on the location of the checkout.
fn path_below<'a>(path: &'a str, folder: &str) -> &'a str {
    path.rsplit_once(folder).map_or(path, |(_, rest)| rest)
}

/// Checks that the runner's exit code agrees with its report. A contradiction is a failure.
pub(crate) fn check_outcome(runner: &str, success: bool, report: Option<Report>) -> Result<Report> {
    match (success, report) {
        _ if job::interrupted() => bail!("interrupted"),
        (true, None) => bail!("{runner} succeeded without saying how many tests it ran"),
        (true, Some(report)) => Ok(report),
        (false, Some(report)) if report.counts.failed > 0 => Ok(report),
        (false, report) => match report.and_then(|report| report.findings.into_iter().next()) {
            Some(finding) => bail!("{runner} failed without a failed test: {finding}"),
            None => bail!("{runner} failed without a failed test: see above"),
        },
    }
}

/// The path for a runner's report. Removes an older report.
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
