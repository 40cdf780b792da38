//! Waiting for a start or a stop, with a time limit or until the wait is cancelled.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The pause between two checks.
const INTERVAL: Duration = Duration::from_millis(20);

/// A wait that has begun.
#[derive(Debug)]
pub(crate) struct Wait<'a> {
    started: Instant,
    limit: Duration,
    cancelled: Option<&'a AtomicBool>,
}

impl<'a> Wait<'a> {
    /// At most this long.
    pub(crate) fn at_most(limit: Duration) -> Self {
        Self { started: Instant::now(), limit, cancelled: None }
    }

    /// Without a time limit, until the flag is set.
    pub(crate) fn until(cancelled: &'a AtomicBool) -> Self {
        Self { started: Instant::now(), limit: Duration::MAX, cancelled: Some(cancelled) }
    }

    /// Whether the limit is reached or the wait is cancelled.
    pub(crate) fn is_over(&self) -> bool {
        self.started.elapsed() >= self.limit || self.cancelled.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Sleeps until the next check.
    pub(crate) fn sleep(&self) {
        std::thread::sleep(INTERVAL);
    }

    /// The time since the wait began, in seconds.
    pub(crate) fn seconds(&self) -> u64 {
        self.started.elapsed().as_secs()
    }
}
