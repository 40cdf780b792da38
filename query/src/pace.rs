//! How much of the time long work may use: what an operator starts beside a serving portal rests after every step, so
//! that members' requests find processor and disk free most of the time.

use std::time::{Duration, Instant};

/// Work that did not rest for so long rests.
const STEP: Duration = Duration::from_millis(20);
/// The longest rest at a time: also a step that waited long for the database must not stop the work for minutes.
const LONGEST: Duration = Duration::from_secs(5);

/// How long to rest after work, as a multiple of the time that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    rest: u32,
}

impl Pace {
    /// Without rests: a command that somebody waits for.
    pub const FULL: Self = Self { rest: 0 };
    /// A quarter of the time: beside a portal that serves.
    pub const GENTLE: Self = Self { rest: 3 };

    /// Whether it rests.
    #[must_use]
    pub const fn is_gentle(self) -> bool {
        self.rest > 0
    }

    /// How long to rest after work that took so long.
    fn rest_of(self, worked: Duration) -> Duration {
        worked.saturating_mul(self.rest).min(LONGEST)
    }

    /// Rests after work that took so long.
    pub async fn rest_after(self, worked: Duration) {
        if self.is_gentle() {
            tokio::time::sleep(self.rest_of(worked)).await;
        }
    }

    /// Watches a loop that asks after each of many short steps.
    #[must_use]
    pub fn watch(self) -> Paced {
        Paced { pace: self, since: Instant::now() }
    }
}

/// A loop that keeps to a pace.
#[derive(Debug)]
pub struct Paced {
    pace: Pace,
    since: Instant,
}

impl Paced {
    /// Rests if the loop worked for some time since the last rest.
    pub async fn rest(&mut self) {
        let worked = self.since.elapsed();
        if self.pace.is_gentle() && worked >= STEP {
            self.pace.rest_after(worked).await;
            self.since = Instant::now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gentle_work_rests_three_times_as_long_as_it_took_and_a_command_does_not() {
        let worked = Duration::from_secs(1);
        assert_eq!(Pace::FULL.rest_of(worked), Duration::ZERO);
        assert_eq!(Pace::GENTLE.rest_of(worked), Duration::from_secs(3));
        assert_eq!(Pace::GENTLE.rest_of(worked * 600), LONGEST);
    }
}
