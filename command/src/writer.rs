//! The journal writer: one task per process through which every command goes.
//!
//! Commands wait in a bounded queue. The writer decides them in memory, each after the one before, and appends what
//! they decided in one statement; while that commit runs it decides the next batch. So commits are shared (group
//! commit), commands for the same streams do not conflict, and each caller gets its own answer, after the commit of
//! its events. Between processes the head of the journal prevents conflicting appends: `machine` decides what is to be
//! done, and `driver` does it.

mod driver;
mod handle;
mod machine;
mod options;
#[cfg(test)]
mod simulation;
mod snapshots;
mod stats;
mod submission;
mod supervisor;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use fairway_events::{Journal, Position};
use tokio::sync::{mpsc, watch};

pub use handle::{LocalWriter, WriterHandle};
pub use options::{AppendListener, Clock, HeldBack, WriterOptions};
pub use stats::{Distribution, OutcomeKind, WriterStats};
pub use submission::{Outcome, ReceiptRequest, Submission, SubmitError};

/// The running writer: await it to wait until it has answered everything, after the last handle is dropped.
#[derive(Debug)]
pub struct WriterTask {
    writing: tokio::task::JoinHandle<()>,
    announcing: tokio::task::JoinHandle<()>,
}

impl WriterTask {
    /// Waits until the last batch is committed and answered. Ends only when every [`WriterHandle`] is dropped.
    pub async fn finished(self) {
        // A panic of the task has been reported where it happened; here it only means that the task has ended.
        let _ = self.writing.await;
        let _ = self.announcing.await;
    }
}

/// Starts a writer on the current tokio runtime.
#[must_use]
pub fn start_writer(journal: Journal, clock: Clock, options: WriterOptions) -> (WriterHandle, WriterTask) {
    let (queue, waiting) = mpsc::channel(options.queue);
    let (committed, positions) = watch::channel(0);
    let (held_back, holding_back) = watch::channel(HeldBack::default());
    let announcing = tokio::spawn(announce(journal.clone(), positions.clone()));
    let (stats, oldest, start) = (Arc::<WriterStats>::default(), Arc::<AtomicU64>::default(), Instant::now());
    let resources = driver::Resources {
        journal,
        options: options.clone(),
        stats: Arc::clone(&stats),
        committed,
        oldest: Arc::clone(&oldest),
        start,
        held_back: holding_back,
    };
    let writing = tokio::spawn(supervisor::run(resources, clock, waiting));
    let handle = WriterHandle { queue, positions, options, stats, oldest, start, held_back };
    (handle, WriterTask { writing, announcing })
}

/// How long the notification of other processes may take.
const ANNOUNCING: Duration = Duration::from_secs(5);

/// Notifies other processes, after the commit and on another connection, of the latest position only.
async fn announce(journal: Journal, mut positions: watch::Receiver<Position>) {
    while positions.changed().await.is_ok() {
        let position = *positions.borrow_and_update();
        let announced = tokio::time::timeout(ANNOUNCING, journal.announce(position)).await;
        if !matches!(announced, Ok(Ok(()))) {
            tracing::warn!(
                position,
                "the notification about new events failed; followers find the events at their next poll"
            );
        }
    }
}
