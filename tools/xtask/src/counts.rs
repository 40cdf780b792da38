//! Reads the numbers of passed, failed and skipped tests from the output or the report of each test runner. The last
//! line of `cargo xtask test` has their sums.

use std::ops::AddAssign;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// Numbers of tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Counts {
    /// nextest: `Summary [ 1.2s] 40 tests run: 37 passed (1 slow), 1 failed, 2 timed out, 1 skipped`.
    /// After an interruption: `12/40 tests run`.
    pub(crate) fn nextest(text: &str) -> Option<Self> {
        let summary =
            text.lines().rev().find(|line| line.contains("Summary [") && line.contains(" run: "))?;
        let mut counts = Self::default();
        for part in summary.split_once(" run: ")?.1.split(", ") {
            let (number, outcome) = part.trim().split_once(' ')?;
            // Splitting at commas also splits "(1 slow, 1 flaky)". These tests are already counted as passed.
            let Ok(number) = number.parse::<u64>() else { continue };
            match outcome.split([' ', ')']).next()? {
                "passed" => counts.passed += number,
                "failed" | "timed" | "exec" => counts.failed += number,
                "skipped" => counts.skipped += number,
                _ => {}
            }
        }
        Some(counts)
    }

    /// The standard test harness, one line per program: `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    pub(crate) fn cargo_test(text: &str) -> Option<Self> {
        let mut counts = None;
        for line in text.lines() {
            let Some((_, numbers)) = line.split_once("test result: ") else { continue };
            let counts = counts.get_or_insert_with(Self::default);
            for part in numbers.split(['.', ';']) {
                let Some((number, outcome)) = part.trim().split_once(' ') else { continue };
                let Ok(number) = number.parse::<u64>() else { continue };
                match outcome {
                    "passed" => counts.passed += number,
                    "failed" => counts.failed += number,
                    "ignored" => counts.skipped += number,
                    _ => {}
                }
            }
        }
        counts
    }

    /// Vitest's JSON report.
    pub(crate) fn vitest(report: &Path) -> Result<Self> {
        let report = read(report)?;
        let number =
            |key: &str| report[key].as_u64().with_context(|| format!("Vitest's report has no {key}"));
        Ok(Self {
            passed: number("numPassedTests")?,
            failed: number("numFailedTests")?,
            skipped: number("numPendingTests")? + number("numTodoTests")?,
        })
    }

    /// Playwright's JSON report. A flaky test counts as passed.
    pub(crate) fn playwright(report: &Path) -> Result<Self> {
        let stats = &read(report)?["stats"];
        let number =
            |key: &str| stats[key].as_u64().with_context(|| format!("Playwright's report has no {key}"));
        Ok(Self {
            passed: number("expected")? + number("flaky")?,
            failed: number("unexpected")?,
            skipped: number("skipped")?,
        })
    }
}

/// Reads a runner's JSON report.
pub(crate) fn read(report: &Path) -> Result<Value> {
    let text =
        std::fs::read_to_string(report).with_context(|| format!("no report at {}", report.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", report.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: u64, failed: u64, skipped: u64) -> Counts {
        Counts { passed, failed, skipped }
    }

    #[test]
    fn reads_nextest() {
        let text = "noise\n     Summary [  16.385s] 40 tests run: 39 passed (1 slow, 2 flaky), 1 failed, 1 skipped\nmore";
        assert_eq!(Counts::nextest(text), Some(counts(39, 1, 1)));
        let text = "     Summary [   1.0s] 5/40 tests run: 3 passed, 1 exec failed, 1 timed out, 0 skipped";
        assert_eq!(Counts::nextest(text), Some(counts(3, 2, 0)));
        assert_eq!(
            Counts::nextest("     Summary [   0.1s] 1 test run: 1 passed, 0 skipped"),
            Some(counts(1, 0, 0))
        );
        assert_eq!(Counts::nextest("error: could not compile"), None);
    }

    #[test]
    fn adds_up_the_programs_of_cargo_test() {
        let text = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
                    test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s";
        assert_eq!(Counts::cargo_test(text), Some(counts(5, 1, 1)));
        assert_eq!(Counts::cargo_test("error: could not compile"), None);
    }

    #[test]
    fn reads_the_reports_of_vitest_and_playwright() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report.json");
        let vitest = r#"{"numPassedTests": 7, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 1}"#;
        std::fs::write(&file, vitest).unwrap();
        assert_eq!(Counts::vitest(&file).unwrap(), counts(7, 1, 3));
        std::fs::write(&file, r#"{"stats": {"expected": 9, "unexpected": 2, "flaky": 1, "skipped": 3}}"#)
            .unwrap();
        assert_eq!(Counts::playwright(&file).unwrap(), counts(10, 2, 3));
        assert!(Counts::vitest(&file).is_err());
    }
}
