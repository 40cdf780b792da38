//! A progress bar on a terminal's standard error: how far, how fast, how much longer. Where nobody watches, it is
//! silent.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Often enough to see it move.
const EVERY: Duration = Duration::from_millis(100);
/// Characters of the bar itself.
const WIDTH: usize = 30;

/// A bar.
#[derive(Debug)]
pub struct Bar {
    what: &'static str,
    shown: bool,
    started: Instant,
    drawn: Option<Instant>,
}

impl Bar {
    /// On standard error, when that is a terminal.
    #[must_use]
    pub fn on_terminal(what: &'static str) -> Self {
        Self { what, shown: std::io::stderr().is_terminal(), started: Instant::now(), drawn: None }
    }

    /// Never drawn.
    #[must_use]
    pub fn hidden() -> Self {
        Self { what: "", shown: false, started: Instant::now(), drawn: None }
    }

    /// So many of so many are done.
    pub fn at(&mut self, done: i64, all: i64) {
        if !self.shown || self.drawn.is_some_and(|drawn| drawn.elapsed() < EVERY) {
            return;
        }
        self.drawn = Some(Instant::now());
        let line = line(done.max(0), all.max(1), self.started.elapsed());
        // A terminal that has gone is no reason to stop the work.
        let _ = write!(std::io::stderr(), "\r{} {line}\x1b[K", self.what);
    }

    /// Wipes it.
    pub fn finish(&mut self) {
        if self.drawn.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn line(done: i64, all: i64, took: Duration) -> String {
    let share = (done as f64 / all as f64).min(1.0);
    let filled = (share * WIDTH as f64) as usize;
    let rate = done as f64 / took.as_secs_f64().max(0.001);
    let left = if rate > 0.0 { ((all - done).max(0) as f64 / rate) as u64 } else { 0 };
    format!(
        "[{}{}] {:>3.0} %  {done} of {all}  {rate:.0}/s  {}:{:02} left",
        "█".repeat(filled),
        "·".repeat(WIDTH - filled.min(WIDTH)),
        share * 100.0,
        left / 60,
        left % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_share_rate_and_time_left() {
        let half = line(500, 1_000, Duration::from_secs(10));
        assert!(half.contains(" 50 %  500 of 1000  50/s  0:10 left"), "{half}");
        assert_eq!(half.matches('█').count(), 15);
        assert!(line(0, 1, Duration::ZERO).contains("  0 %"));
        assert!(line(1_200, 1_000, Duration::from_secs(1)).contains("100 %"), "new events came meanwhile");
    }
}
