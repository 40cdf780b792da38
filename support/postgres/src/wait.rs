//! How long a start or a stop is waited for: a stated time, and no longer than whoever waits wants to.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How often what is waited for is looked at.
const LOOK: Duration = Duration::from_millis(20);

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

    /// As long as it takes, until the flag is raised.
    pub(crate) fn until(cancelled: &'a AtomicBool) -> Self {
        Self { started: Instant::now(), limit: Duration::MAX, cancelled: Some(cancelled) }
    }

    /// Whether there is no more waiting.
    pub(crate) fn is_over(&self) -> bool {
        self.started.elapsed() >= self.limit || self.cancelled.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Rests before the next look.
    pub(crate) fn rest(&self) {
        std::thread::sleep(LOOK);
    }

    /// How long it was waited, seconds.
    pub(crate) fn seconds(&self) -> u64 {
        self.started.elapsed().as_secs()
    }
}
