//! How long the projector pauses after failures, and how large its batches are where the database is slow.

use std::time::Duration;

/// The smallest size of a batch where the database is too slow for full ones.
const SMALLEST_BATCH: i64 = 64;

/// The length of the next pause and the size of the next batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Backoff {
    first_pause: Duration,
    longest_pause: Duration,
    full_batch: i64,
    pause: Duration,
    batch: i64,
}

impl Backoff {
    /// Before any failure; `full_batch` in events.
    pub(super) fn new((first_pause, longest_pause): (Duration, Duration), full_batch: i64) -> Self {
        Self { first_pause, longest_pause, full_batch, pause: first_pause, batch: full_batch }
    }

    /// The maximum number of events of the next step.
    pub(super) fn batch(&self) -> i64 {
        self.batch
    }

    /// A step succeeded: the pause is reset, and the batch size doubles up to the full size.
    pub(super) fn succeeded(&mut self) {
        self.pause = self.first_pause;
        self.batch = (self.batch * 2).min(self.full_batch);
    }

    /// A step exceeded its time limit.
    pub(super) fn timed_out(&mut self) {
        self.batch = (self.batch / 4).max(SMALLEST_BATCH.min(self.full_batch));
    }

    /// How long to pause after this failure; the next pause is twice as long.
    pub(super) fn pause(&mut self) -> Duration {
        let pause = self.pause;
        self.pause = (pause * 2).min(self.longest_pause);
        pause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(backoff: &mut Backoff, times: usize) -> Vec<u64> {
        (0..times).map(|_| backoff.pause().as_secs()).collect()
    }

    #[test]
    fn pauses_double_up_to_the_longest_until_a_step_goes_well() {
        let mut backoff = Backoff::new((Duration::from_secs(1), Duration::from_secs(10)), 5_000);
        assert_eq!(seconds(&mut backoff, 6), [1, 2, 4, 8, 10, 10]);
        backoff.succeeded();
        assert_eq!(seconds(&mut backoff, 2), [1, 2]);
    }

    #[test]
    fn each_time_out_quarters_the_batch_and_each_success_doubles_it() {
        let mut backoff = Backoff::new((Duration::ZERO, Duration::ZERO), 5_000);
        let mut sizes = vec![backoff.batch()];
        for _ in 0..5 {
            backoff.timed_out();
            sizes.push(backoff.batch());
        }
        assert_eq!(sizes, [5_000, 1_250, 312, 78, 64, 64]);
        for _ in 0..8 {
            backoff.succeeded();
            sizes.push(backoff.batch());
        }
        assert_eq!(sizes[6..], [128, 256, 512, 1_024, 2_048, 4_096, 5_000, 5_000]);
    }

    #[test]
    fn a_batch_below_the_smallest_size_is_not_changed() {
        let mut backoff = Backoff::new((Duration::ZERO, Duration::ZERO), 10);
        backoff.timed_out();
        assert_eq!(backoff.batch(), 10);
    }
}
