//! The steps of a run, and their summary: the time and the budget of each step, what was skipped and why, the tests that
//! somebody has to investigate, and the last line with the counts, which build machines read.

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use crate::counts::Counts;
use crate::findings::{Finding, Report, Verdict};
use crate::job;
use crate::test::steps::Step;

/// The maximum number of tests that the summary names. When more tests fail, they mostly have one cause.
const MAX_NAMED: usize = 30;

/// The outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Interrupted,
    NotRun,
}

/// A step that is over.
struct Done {
    name: &'static str,
    budget: u64,
    duration: Duration,
    outcome: Outcome,
}

/// A step that runs beside the following ones.
struct Beside {
    step: &'static Step,
    thread: JoinHandle<(Result<Report>, Duration)>,
}

/// Runs steps until one fails, and records all of them for the summary.
pub(crate) struct Steps {
    /// For the output of steps beside others.
    folder: PathBuf,
    done: Vec<Done>,
    beside: Vec<Beside>,
    report: Report,
}

impl Steps {
    /// Steps that write their output to an existing folder.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, done: Vec::new(), beside: Vec::new(), report: Report::default() }
    }

    /// Runs a step, or starts it when it runs beside the following ones. After a failure or an interruption nothing runs.
    pub(crate) fn run(&mut self, step: &'static Step) {
        if self.failed() || job::interrupted() {
            self.done.push(Done::new(step, Duration::ZERO, Outcome::NotRun));
        } else if step.is_beside {
            let log = self.folder.join(format!("{}.log", step.name.replace(' ', "-")));
            println!("\n── {} (beside the following steps; its output: {})", step.name, log.display());
            let work = move || {
                let start = Instant::now();
                let result = job::write_output_to(&log).and_then(|()| (step.work)());
                (result, start.elapsed())
            };
            self.beside.push(Beside { step, thread: std::thread::spawn(work) });
        } else {
            println!("\n── {}", step.name);
            let start = Instant::now();
            let result = (step.work)();
            self.record(step, result, start.elapsed());
        }
    }

    fn failed(&self) -> bool {
        self.done.iter().any(|done| done.outcome == Outcome::Failed)
    }

    /// An error without a counted failure is one failure; what an interrupted step says is none.
    fn record(&mut self, step: &'static Step, result: Result<Report>, duration: Duration) {
        if job::interrupted() {
            self.done.push(Done::new(step, duration, Outcome::Interrupted));
            return;
        }
        let report = result.unwrap_or_else(|error| {
            eprintln!("{}: {error:#}", step.name);
            let finding = Finding::failed(step.name, &format!("{error:#}"));
            Report {
                counts: Counts { failed: 1, ..Counts::default() },
                findings: vec![finding],
                ..Report::default()
            }
        });
        let outcome = if report.counts.failed == 0 { Outcome::Passed } else { Outcome::Failed };
        self.report += report;
        self.done.push(Done::new(step, duration, outcome));
    }

    /// Waits for the steps beside.
    fn join(&mut self) {
        for Beside { step, thread } in std::mem::take(&mut self.beside) {
            let (result, duration) =
                thread.join().unwrap_or_else(|_| (Err(anyhow!("it panicked")), Duration::ZERO));
            self.record(step, result, duration);
        }
    }

    /// Waits for the steps beside, and prints the summary: the steps, what was left out, and the tests that somebody has
    /// to investigate. The very last line is `N passed, N failed`, with `, N skipped` where there are any.
    pub(crate) fn finish(mut self, left_out: &[String]) -> ExitCode {
        self.join();
        println!("\n── summary (seconds, and the budget on two cores)");
        self.done.iter().for_each(|done| println!("{done}"));
        for reason in self.report.skipped.iter().chain(left_out) {
            println!("skipped: {reason}");
        }
        let (named, unnamed) = self.report.findings.split_at(self.report.findings.len().min(MAX_NAMED));
        named.iter().for_each(|finding| println!("{finding}"));
        if !unnamed.is_empty() {
            println!("…and {} more", unnamed.len());
        }
        let again = self.report.findings.iter().filter(|finding| finding.verdict == Verdict::Flaky).count();
        if again > 0 {
            println!("{again} passed only at the second attempt: find the cause before you go on");
        }
        if job::interrupted() {
            println!("interrupted: the counts are of the steps that had ended");
        }
        println!("{}", last_line(self.report.counts));
        match (self.failed(), job::interrupted()) {
            (_, true) => ExitCode::from(130),
            (true, false) => ExitCode::FAILURE,
            (false, false) => ExitCode::SUCCESS,
        }
    }
}

impl Done {
    fn new(step: &Step, duration: Duration, outcome: Outcome) -> Self {
        Self { name: step.name, budget: step.budget, duration, outcome }
    }

    /// Above 1.25 times its budget.
    fn is_over_budget(&self) -> bool {
        self.outcome != Outcome::Interrupted && self.duration.as_secs() * 4 > self.budget * 5
    }
}

impl std::fmt::Display for Done {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let time = match self.outcome {
            Outcome::NotRun => "not run".to_owned(),
            _ => format!("{:.1}", self.duration.as_secs_f64()),
        };
        let status = match self.outcome {
            Outcome::Passed => "ok",
            Outcome::Failed => "FAILED",
            Outcome::Interrupted => "ended",
            Outcome::NotRun => "",
        };
        write!(f, "{status:6} {time:>7} {:>4}  {}", self.budget, self.name)?;
        if self.is_over_budget() { write!(f, "  WARNING: far over its budget") } else { Ok(()) }
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
    use crate::test::steps::Step;

    #[test]
    fn the_last_line_has_the_form_that_build_machines_read() {
        assert_eq!(last_line(Counts { passed: 12, failed: 0, skipped: 0 }), "12 passed, 0 failed");
        assert_eq!(last_line(Counts { passed: 12, failed: 3, skipped: 4 }), "12 passed, 3 failed, 4 skipped");
    }

    fn counted(passed: u64, failed: u64) -> Result<Report> {
        Ok(Report { counts: Counts { passed, failed, skipped: 1 }, ..Report::default() })
    }

    static TESTS: Step = Step::of_a_test("tests", || counted(5, 0));
    static FAILING: Step = Step::of_a_test("failing tests", || counted(3, 2));
    static LINTS: Step = Step::of_a_test("lints", || anyhow::bail!("a lint"));
    static NEVER: Step = Step::of_a_test("never", || unreachable!("a step after a failure"));

    #[test]
    fn a_failed_step_is_counted_and_named_and_stops_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let mut steps = Steps::new(folder.path().to_owned());
        [&TESTS, &LINTS, &NEVER].into_iter().for_each(|step| steps.run(step));
        assert_eq!(steps.report.counts, Counts { passed: 5, failed: 1, skipped: 1 });
        assert_eq!(steps.report.findings, [Finding::failed("lints", "a lint")]);
        assert_eq!(steps.done.last().map(|done| done.outcome), Some(Outcome::NotRun));
    }

    #[test]
    fn failed_tests_stop_the_run_and_are_counted_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut steps = Steps::new(folder.path().to_owned());
        [&FAILING, &NEVER].into_iter().for_each(|step| steps.run(step));
        assert_eq!(steps.report.counts.failed, 2);
        assert_eq!(steps.finish(&[]), ExitCode::FAILURE);
    }

    #[test]
    fn a_step_beside_others_fails_the_run_as_well() {
        static BESIDE: Step = Step { is_beside: true, ..Step::of_a_test("beside", || counted(0, 1)) };
        let folder = tempfile::tempdir().unwrap();
        let mut steps = Steps::new(folder.path().to_owned());
        [&BESIDE, &TESTS].into_iter().for_each(|step| steps.run(step));
        steps.join();
        assert_eq!((steps.report.counts.failed, steps.report.findings.len()), (1, 0), "its own failure");
        assert_eq!(steps.finish(&[]), ExitCode::FAILURE);
    }

    #[test]
    fn a_step_over_a_quarter_above_its_budget_is_a_warning() {
        let done = |seconds| Done::new(&TESTS, Duration::from_secs(seconds), Outcome::Passed);
        assert!(!done(12).to_string().contains("WARNING"));
        assert!(done(13).to_string().contains("WARNING"));
    }
}
