//! Supervises background tasks: a task that panics, or ends without being asked, is counted, logged with its reason,
//! and restarted after a pause. If a task ends repeatedly, the process should end, so that a service manager restarts
//! it.
//!
//! Every task reads its state from the database, so that a restarted task continues where it stopped.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The pause before the first restart; it doubles with each within [`WINDOW`].
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// A task that ends more often than this within [`WINDOW`] is given up.
const MOST_RESTARTS: usize = 10;
/// How long an ending counts.
const WINDOW: Duration = Duration::from_secs(5 * 60);

/// How often each task was restarted. Cheap to clone; clones share the counts.
#[derive(Debug, Clone, Default)]
pub struct TaskRestarts(Arc<Mutex<BTreeMap<&'static str, u64>>>);

impl TaskRestarts {
    /// The counts by task; also tasks that were never restarted.
    #[must_use]
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.iter().map(|(name, count)| (*name, *count)).collect()
    }

    fn add(&self, task: &'static str, restarts: u64) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(task).or_default() += restarts;
    }
}

/// Starts tasks and keeps them running until `stop` is set, or its sender is dropped.
#[derive(Debug)]
pub struct Supervisor {
    stop: watch::Receiver<bool>,
    restarts: TaskRestarts,
    tasks: Vec<(&'static str, JoinHandle<()>)>,
    giving_up: mpsc::UnboundedSender<&'static str>,
    given_up: mpsc::UnboundedReceiver<&'static str>,
}

impl Supervisor {
    /// Without tasks yet.
    #[must_use]
    pub fn new(stop: watch::Receiver<bool>, restarts: TaskRestarts) -> Self {
        let (giving_up, given_up) = mpsc::unbounded_channel();
        Self { stop, restarts, tasks: Vec::new(), giving_up, given_up }
    }

    /// Starts a task. `run` creates its future, now and after each unexpected end; the future must end when its
    /// argument completes.
    pub fn start<R>(&mut self, name: &'static str, run: impl FnMut(Stopped) -> R + Send + 'static)
    where
        R: Future<Output = ()> + Send + 'static,
    {
        self.restarts.add(name, 0);
        let supervised = Supervised {
            name,
            stop: self.stop.clone(),
            restarts: self.restarts.clone(),
            giving_up: self.giving_up.clone(),
        };
        self.tasks.push((name, tokio::spawn(supervised.keep_running(run))));
    }

    /// Completes when a task is given up, with its name; the process should then end.
    pub async fn gave_up(&mut self) -> &'static str {
        match self.given_up.recv().await {
            Some(name) => name,
            // Never: `self` owns a sender.
            None => std::future::pending().await,
        }
    }

    /// Waits until every task has ended, after `stop` was set; aborts the others after `time_limit`.
    pub async fn finish(self, time_limit: Duration) {
        let deadline = Instant::now() + time_limit;
        for (task, mut handle) in self.tasks {
            if tokio::time::timeout_at(deadline, &mut handle).await.is_err() {
                tracing::warn!(task, "a background task did not end in time and is aborted");
                handle.abort();
            }
        }
    }
}

/// Completes when tasks must end.
pub type Stopped = futures::future::BoxFuture<'static, ()>;

struct Supervised {
    name: &'static str,
    stop: watch::Receiver<bool>,
    restarts: TaskRestarts,
    giving_up: mpsc::UnboundedSender<&'static str>,
}

impl Supervised {
    async fn keep_running<R>(self, mut run: impl FnMut(Stopped) -> R)
    where
        R: Future<Output = ()> + Send + 'static,
    {
        let task = self.name;
        let mut endings = Endings::default();
        loop {
            let mut work = EndsWithOwner(tokio::spawn(run(Box::pin(stopped(self.stop.clone())))));
            let reason = match (&mut work.0).await {
                Ok(()) => "it ended without being asked".to_owned(),
                Err(error) if error.is_panic() => panic_message(error.into_panic().as_ref()),
                Err(error) => error.to_string(),
            };
            if is_stopped(&self.stop) {
                return;
            }
            let Some(pause) = endings.another(Instant::now()) else {
                tracing::error!(task, reason, "a background task ends repeatedly: the process ends");
                let _ = self.giving_up.send(task);
                return;
            };
            let pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
            tracing::error!(task, reason, pause_ms, "a background task ended and is restarted");
            self.restarts.add(task, 1);
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = stopped(self.stop.clone()) => return,
            }
        }
    }
}

/// A task that is aborted when its owner is dropped.
struct EndsWithOwner(JoinHandle<()>);

impl Drop for EndsWithOwner {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The recent endings of a task.
#[derive(Debug, Default)]
struct Endings(VecDeque<Instant>);

impl Endings {
    /// Adds one: returns the pause before the next start; none when there were too many.
    fn another(&mut self, now: Instant) -> Option<Duration> {
        self.0.retain(|ending| now.duration_since(*ending) < WINDOW);
        let before = self.0.len();
        self.0.push_back(now);
        let doubled = FIRST_PAUSE.saturating_mul(1 << before.min(20));
        (before < MOST_RESTARTS).then_some(doubled.min(LONGEST_PAUSE))
    }
}

/// Completes when `stop` is set or its sender is dropped.
pub async fn stopped(mut stop: watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

fn is_stopped(stop: &watch::Receiver<bool>) -> bool {
    *stop.borrow() || stop.has_changed().is_err()
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.map_or_else(|| "it panicked".to_owned(), |text| format!("it panicked: {text}"))
}

#[cfg(test)]
mod tests;
