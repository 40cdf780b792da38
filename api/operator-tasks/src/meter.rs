//! How far a task is, written by its work and read once a second by the heartbeat.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fairway_store::operator_tasks::work::TaskProgress;

/// A rate over less time says nothing.
const SHORTEST: Duration = Duration::from_millis(500);

/// The progress of the present step.
#[derive(Debug, Default)]
pub(super) struct Meter(Mutex<Measured>);

#[derive(Debug, Default)]
struct Measured {
    progress: TaskProgress,
    /// When the step began, and with how much done.
    began: Option<(Instant, i64)>,
}

impl Meter {
    /// A step without a number.
    pub(super) fn step(&self, step: &str) {
        self.at(step, 0, 0);
    }

    /// So much of a step is done.
    pub(super) fn at(&self, step: &str, done: i64, total: i64) {
        let mut measured = self.lock();
        if measured.progress.step != step {
            measured.progress = TaskProgress { step: step.to_owned(), ..TaskProgress::default() };
            measured.began = Some((Instant::now(), done));
        }
        (measured.progress.done, measured.progress.total) = (done, total);
    }

    /// How far it is, with the rate since the step began.
    pub(super) fn read(&self) -> TaskProgress {
        let measured = self.lock();
        let rate = measured.began.and_then(|(began, first)| {
            let (elapsed, done) = (began.elapsed(), measured.progress.done - first);
            (elapsed >= SHORTEST && done > 0).then(|| done as f64 / elapsed.as_secs_f64())
        });
        TaskProgress { rate, ..measured.progress.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_step_begins_with_nothing_done() {
        let meter = Meter::default();
        meter.at("events", 500, 1_000);
        assert_eq!((meter.read().done, meter.read().total), (500, 1_000));
        meter.step("comparing");
        assert_eq!(meter.read(), TaskProgress { step: "comparing".to_owned(), ..TaskProgress::default() });
    }
}
