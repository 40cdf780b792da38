//! The steps of a run: how long each took, what it counted, which tests somebody has to look at, and the closing
//! line that build machines read.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::counts::Counts;
use crate::findings::{Finding, Report};
use crate::job;

/// Tests that the summary names. Where more failed, they failed of one cause.
const NAMED: usize = 30;

/// How a step ended.
enum Outcome {
    Passed,
    Failed,
    NotRun,
}

/// Runs steps one after the other until one fails, and remembers all of them.
pub(crate) struct Steps {
    done: Vec<(String, Duration, Outcome)>,
    report: Report,
    failed: bool,
}

impl Steps {
    pub(crate) fn new() -> Self {
        Self { done: Vec::new(), report: Report::default(), failed: false }
    }

    /// A step that passes or fails as a whole.
    pub(crate) fn step(&mut self, name: &str, work: impl FnOnce() -> Result<()>) {
        self.counted(name, || work().map(|()| Report::default()));
    }

    /// A step that runs tests and counts them. An error without a counted failure is one failure.
    pub(crate) fn counted(&mut self, name: &str, work: impl FnOnce() -> Result<Report>) {
        self.value(name, || work().map(|report| (report, ()))).unwrap_or_default();
    }

    /// A step that yields something for the steps after it; `None` when it failed or was not run.
    pub(crate) fn preparing<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Option<T> {
        self.value(name, || work().map(|value| (Report::default(), value)))
    }

    fn value<T>(&mut self, name: &str, work: impl FnOnce() -> Result<(Report, T)>) -> Option<T> {
        if self.failed {
            self.done.push((name.to_owned(), Duration::ZERO, Outcome::NotRun));
            return None;
        }
        println!("\n── {name}");
        let began = Instant::now();
        let result = work();
        let (outcome, value) = match result {
            Ok((report, value)) => {
                let outcome = if report.counts.failed == 0 { Outcome::Passed } else { Outcome::Failed };
                self.report += report;
                (outcome, Some(value))
            }
            Err(error) => {
                eprintln!("{name}: {error:#}");
                self.report.counts.failed += 1;
                self.report.findings.push(Finding::failed(name, &format!("{error:#}")));
                (Outcome::Failed, None)
            }
        };
        self.failed |= matches!(outcome, Outcome::Failed);
        self.done.push((name.to_owned(), began.elapsed(), outcome));
        value
    }

    /// Prints the summary: the steps, then the tests that somebody has to look at. The very last line is
    /// `N passed, N failed`, with `, N skipped` where there are any.
    pub(crate) fn finish(self) -> ExitCode {
        println!("\n── summary");
        for (name, took, outcome) in &self.done {
            let (sign, time) = match outcome {
                Outcome::Passed => ("ok    ", format!("{:6.1} s", took.as_secs_f64())),
                Outcome::Failed => ("FAILED", format!("{:6.1} s", took.as_secs_f64())),
                Outcome::NotRun => ("      ", "not run".to_owned()),
            };
            println!("{sign} {time:>9}  {name}");
        }
        let (named, unnamed) = self.report.findings.split_at(self.report.findings.len().min(NAMED));
        named.iter().for_each(|finding| println!("{finding}"));
        if !unnamed.is_empty() {
            println!("…and {} more", unnamed.len());
        }
        println!("{}", closing_line(self.report.counts));
        match (self.failed, job::interrupted()) {
            (_, true) => ExitCode::from(130),
            (true, false) => ExitCode::FAILURE,
            (false, false) => ExitCode::SUCCESS,
        }
    }
}

fn closing_line(counts: Counts) -> String {
    let Counts { passed, failed, skipped } = counts;
    let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
    format!("{passed} passed, {failed} failed{skipped}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "steps may fail")]
    fn report(counts: Counts) -> Result<Report> {
        Ok(Report { counts, findings: Vec::new() })
    }

    #[test]
    fn the_closing_line_has_the_form_that_build_machines_read() {
        assert_eq!(closing_line(Counts { passed: 12, failed: 0, skipped: 0 }), "12 passed, 0 failed");
        assert_eq!(
            closing_line(Counts { passed: 12, failed: 3, skipped: 4 }),
            "12 passed, 3 failed, 4 skipped"
        );
    }

    #[test]
    fn after_a_failure_nothing_more_runs_and_the_failure_counts() {
        let mut steps = Steps::new();
        steps.counted("tests", || report(Counts { passed: 5, failed: 0, skipped: 1 }));
        steps.step("lints", || anyhow::bail!("a lint"));
        steps.step("never", || unreachable!("a step after a failure"));
        assert_eq!(steps.report.counts, Counts { passed: 5, failed: 1, skipped: 1 });
        assert_eq!(steps.report.findings, [Finding::failed("lints", "a lint")]);
        assert!(steps.failed);
    }

    #[test]
    fn failed_tests_stop_the_run_without_being_counted_twice() {
        let mut steps = Steps::new();
        steps.counted("tests", || report(Counts { passed: 5, failed: 2, skipped: 0 }));
        assert_eq!(steps.report.counts.failed, 2);
        assert_eq!(steps.preparing("never", || Ok(1)), None);
    }
}
