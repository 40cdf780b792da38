//! The progress of a long task: a bar on a terminal, elsewhere a line every ten seconds, so that logs contain it.

use std::time::{Duration, Instant};

use fairway_audit::progress::Progress;
use fairway_console::warn;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The interval between lines where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of one task, on standard error.
#[derive(Debug)]
pub(crate) struct Bar {
    task: &'static str,
    bar: ProgressBar,
    from: i64,
    began: Instant,
    written: Instant,
}

impl Bar {
    /// Counts the steps of `task`; `from` steps were done by an earlier run.
    pub(crate) fn new(task: &'static str, from: i64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
        let template = "{bar:30} {percent:>3} %  {human_pos} of {human_len} {msg}  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(task);
        bar.set_position(count(from));
        bar.reset_eta();
        Self { task, bar, from, began: Instant::now(), written: Instant::now() }
    }

    /// Shows that `done` of `all` steps are done.
    pub(crate) fn at(&mut self, done: i64, all: i64) {
        self.bar.set_length(count(all));
        self.bar.set_position(count(done));
        if self.bar.is_hidden() && self.written.elapsed() >= EVERY {
            self.written = Instant::now();
            warn!("{}", line(self.task, done, all, done - self.from, self.began.elapsed()));
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The bars of the tasks of one command, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Bars(Option<Bar>);

impl Bars {
    /// Shows the progress; a new task gets a new bar.
    pub(crate) fn show(&mut self, Progress { task, done, all }: Progress) {
        if self.0.as_ref().is_none_or(|bar| bar.task != task) {
            self.finish();
        }
        self.0.get_or_insert_with(|| Bar::new(task, 0)).at(done, all);
    }

    /// Removes the bar.
    pub(crate) fn finish(&mut self) {
        if let Some(bar) = self.0.take() {
            bar.finish();
        }
    }
}

fn line(task: &str, done: i64, all: i64, new: i64, took: Duration) -> String {
    let rate = new as f64 / took.as_secs_f64().max(0.001);
    let left = if rate > 0.0 { ((all - done).max(0) as f64 / rate) as u64 } else { 0 };
    format!("{done} of {all} {task}, {rate:.0} per second, {}:{:02} left", left / 60, left % 60)
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_a_resumed_task_counts_its_own_steps_only() {
        let line = line("events", 600, 1_000, 100, Duration::from_secs(2));
        assert_eq!(line, "600 of 1000 events, 50 per second, 0:08 left");
    }
}
