//! The steps of a run, and their summary: the time of each step, the tests that somebody has to investigate, and the
//! last line with the counts, which build machines read.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::counts::Counts;
use crate::findings::{Finding, Report};
use crate::job;

/// The maximum number of tests that the summary names. When more tests fail, they mostly have one cause.
const MAX_NAMED: usize = 30;

/// The outcome of a step.
enum Outcome {
    Passed,
    Failed,
    NotRun,
}

/// Runs steps one after the other until one fails, and records all of them for the summary.
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
        self.run_step(name, || work().map(|report| (report, ()))).unwrap_or_default();
    }

    /// A step that returns a value for later steps; `None` when it failed or was not run.
    pub(crate) fn step_with_value<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Option<T> {
        self.run_step(name, || work().map(|value| (Report::default(), value)))
    }

    fn run_step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<(Report, T)>) -> Option<T> {
        if self.failed {
            self.done.push((name.to_owned(), Duration::ZERO, Outcome::NotRun));
            return None;
        }
        println!("\n── {name}");
        let start = Instant::now();
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
        self.done.push((name.to_owned(), start.elapsed(), outcome));
        value
    }

    /// Prints the summary: the steps, then the tests that somebody has to investigate. The very last line is
    /// `N passed, N failed`, with `, N skipped` where there are any.
    pub(crate) fn finish(self) -> ExitCode {
        println!("\n── summary");
        for (name, duration, outcome) in &self.done {
            let (status, time) = match outcome {
                Outcome::Passed => ("ok    ", format!("{:6.1} s", duration.as_secs_f64())),
                Outcome::Failed => ("FAILED", format!("{:6.1} s", duration.as_secs_f64())),
                Outcome::NotRun => ("      ", "not run".to_owned()),
            };
            println!("{status} {time:>9}  {name}");
        }
        let (named, unnamed) = self.report.findings.split_at(self.report.findings.len().min(MAX_NAMED));
        named.iter().for_each(|finding| println!("{finding}"));
        if !unnamed.is_empty() {
            println!("…and {} more", unnamed.len());
        }
        println!("{}", last_line(self.report.counts));
        match (self.failed, job::interrupted()) {
            (_, true) => ExitCode::from(130),
            (true, false) => ExitCode::FAILURE,
            (false, false) => ExitCode::SUCCESS,
        }
    }
}

fn last_line(counts: Counts) -> String {
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
    fn the_last_line_has_the_form_that_build_machines_read() {
        assert_eq!(last_line(Counts { passed: 12, failed: 0, skipped: 0 }), "12 passed, 0 failed");
        assert_eq!(last_line(Counts { passed: 12, failed: 3, skipped: 4 }), "12 passed, 3 failed, 4 skipped");
    }

    #[test]
    fn a_failed_step_is_counted_and_stops_the_run() {
        let mut steps = Steps::new();
        steps.counted("tests", || report(Counts { passed: 5, failed: 0, skipped: 1 }));
        steps.step("lints", || anyhow::bail!("a lint"));
        steps.step("never", || unreachable!("a step after a failure"));
        assert_eq!(steps.report.counts, Counts { passed: 5, failed: 1, skipped: 1 });
        assert_eq!(steps.report.findings, [Finding::failed("lints", "a lint")]);
        assert!(steps.failed);
    }

    #[test]
    fn failed_tests_stop_the_run_and_are_counted_once() {
        let mut steps = Steps::new();
        steps.counted("tests", || report(Counts { passed: 5, failed: 2, skipped: 0 }));
        assert_eq!(steps.report.counts.failed, 2);
        assert_eq!(steps.step_with_value("never", || Ok(1)), None);
    }
}
