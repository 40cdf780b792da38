//! Measures whether the read models make progress: polls their position on every node.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Client;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::testbed::readiness;

/// Also the error of the measurement.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Polls until it is dropped.
#[derive(Debug)]
pub(super) struct ReadModelMonitor {
    /// When the position changed.
    changed_at: Arc<Mutex<Vec<Instant>>>,
    tasks: Vec<JoinHandle<()>>,
}

impl ReadModelMonitor {
    /// Polls the nodes at these ports.
    pub(super) fn start(http: &Client, ports: &[u16]) -> Self {
        let changed_at = Arc::new(Mutex::new(Vec::new()));
        let latest_position = Arc::new(Mutex::new(i64::MIN));
        let tasks = ports.iter().map(|&port| {
            let http = http.clone();
            let (changed_at, latest_position) = (Arc::clone(&changed_at), Arc::clone(&latest_position));
            tokio::spawn(async move {
                loop {
                    if let Some(state) = readiness(&http, port).await {
                        let mut latest = latest_position.lock().unwrap_or_else(PoisonError::into_inner);
                        // A smaller position counts too: after lost commits the journal is another one.
                        if state.position != *latest {
                            *latest = state.position;
                            let mut changed_at = changed_at.lock().unwrap_or_else(PoisonError::into_inner);
                            changed_at.push(Instant::now());
                        }
                    }
                    sleep(POLL_INTERVAL).await;
                }
            })
        });
        Self { changed_at: Arc::clone(&changed_at), tasks: tasks.collect() }
    }

    /// The longest time from `fault` to `now` in which the position did not change.
    pub(super) fn longest_stall(&self, fault: Instant, now: Instant) -> Duration {
        let changed_at = self.changed_at.lock().unwrap_or_else(PoisonError::into_inner);
        let changes: Vec<Instant> =
            changed_at.iter().copied().filter(|&at| at >= fault).chain([now]).collect();
        let mut last = fault;
        let mut longest = Duration::ZERO;
        for at in changes {
            longest = longest.max(at.saturating_duration_since(last));
            last = at;
        }
        longest
    }
}

impl Drop for ReadModelMonitor {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}
