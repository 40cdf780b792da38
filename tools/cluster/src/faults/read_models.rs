//! Whether the read models go on: looks all the time at how far they are, by whichever node answers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Client;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::testbed::readiness;

/// How often is looked: the error of what is measured.
const LOOK: Duration = Duration::from_millis(100);

/// Looks until it is dropped.
#[derive(Debug)]
pub(super) struct ReadModels {
    moved: Arc<Mutex<Vec<Instant>>>,
    looking: Vec<JoinHandle<()>>,
}

impl ReadModels {
    /// Looks at these nodes.
    pub(super) fn watch(http: &Client, ports: &[u16]) -> Self {
        let moved = Arc::new(Mutex::new(Vec::new()));
        let furthest = Arc::new(Mutex::new(i64::MIN));
        let looking = ports.iter().map(|&port| {
            let (http, moved, furthest) = (http.clone(), Arc::clone(&moved), Arc::clone(&furthest));
            tokio::spawn(async move {
                loop {
                    if let Some(state) = readiness(&http, port).await {
                        let mut furthest = furthest.lock().unwrap_or_else(PoisonError::into_inner);
                        // Less than before is another history: it moved as well.
                        if state.position != *furthest {
                            *furthest = state.position;
                            moved.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
                        }
                    }
                    sleep(LOOK).await;
                }
            })
        });
        Self { moved: Arc::clone(&moved), looking: looking.collect() }
    }

    /// The longest time from `fault` to `now` in which they stood still.
    pub(super) fn longest_stop(&self, fault: Instant, now: Instant) -> Duration {
        let moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        let after: Vec<Instant> = moved.iter().copied().filter(|&at| at >= fault).chain([now]).collect();
        let mut last = fault;
        let mut longest = Duration::ZERO;
        for at in after {
            longest = longest.max(at.saturating_duration_since(last));
            last = at;
        }
        longest
    }
}

impl Drop for ReadModels {
    fn drop(&mut self) {
        self.looking.iter().for_each(JoinHandle::abort);
    }
}
