//! How far a long task is: a bar on a terminal, a line now and then elsewhere, so that a log tells it too.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// The progress of one task, on standard error.
#[derive(Debug)]
pub struct Steps {
    what: &'static str,
    bar: ProgressBar,
    from: i64,
    began: Instant,
    told: Instant,
}

impl Steps {
    /// Counts `what`, of which `from` were done before.
    #[must_use]
    pub fn new(what: &'static str, from: i64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(5));
        let template = "{bar:30} {percent:>3} %  {human_pos} of {human_len} {msg}  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        bar.set_position(count(from));
        bar.reset_eta();
        Self { what, bar, from, began: Instant::now(), told: Instant::now() }
    }

    /// So many are done, of so many.
    pub fn at(&mut self, done: i64, all: i64) {
        self.bar.set_length(count(all));
        self.bar.set_position(count(done));
        if self.bar.is_hidden() && self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            eprintln!("{}", line(self.what, done, all, done - self.from, self.began.elapsed()));
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn line(what: &str, done: i64, all: i64, new: i64, took: Duration) -> String {
    let rate = new as f64 / took.as_secs_f64().max(0.001);
    let left = if rate > 0.0 { ((all - done).max(0) as f64 / rate) as u64 } else { 0 };
    format!("{done} of {all} {what}, {rate:.0} per second, {}:{:02} left", left / 60, left % 60)
}

fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_task_is_as_fast_as_what_it_did_itself() {
        let line = line("events", 600, 1_000, 100, Duration::from_secs(2));
        assert_eq!(line, "600 of 1000 events, 50 per second, 0:08 left");
    }
}
