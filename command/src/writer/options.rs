//! How a writer is set up: its limits, its clock, and who is notified of what it commits.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_events::EventKind;
use fairway_events::journal::{Acknowledged, RecentAppends};

/// Returns the current instant: from the system's clock, or one that a test set.
pub type Clock = Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>;

/// Is notified of every append that is committed, before its callers are answered. Also of one whose commit was not
/// confirmed, once it is found. It is not notified when a journal loses the append afterwards.
pub trait AppendListener: std::fmt::Debug + Send + Sync {
    /// The append is committed. All its callers wait for the return: this must neither block nor take long.
    fn acknowledged(&self, append: &Acknowledged<'_>);
}

impl AppendListener for RecentAppends {
    fn acknowledged(&self, append: &Acknowledged<'_>) {
        self.remember(append);
    }
}

/// Kinds of events that are not written, because a running node cannot read them.
pub type HeldBack = Arc<BTreeSet<EventKind>>;

/// The writer's limits. The defaults are for a node that serves members.
#[derive(Debug, Clone)]
pub struct WriterOptions {
    /// Commands that may wait in the queue.
    pub queue: usize,
    /// Commands that one commit may hold.
    pub batch: usize,
    /// Streams that are kept in memory.
    pub cached_streams: usize,
    /// How long a caller waits for a place in the queue.
    pub queue_timeout: Duration,
    /// How long a caller waits for an answer, the queue included.
    pub deadline: Duration,
    /// How long a commit may take, and the wait for the head before it. When a synchronous standby is replaced it takes
    /// longer: then the outcome is looked up.
    pub commit: Duration,
    /// How long reading from the journal may take.
    pub read: Duration,
    /// Notified of each commit before the callers; in this order.
    pub listeners: Vec<Arc<dyn AppendListener>>,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self {
            queue: 1024,
            batch: 128,
            cached_streams: 50_000,
            queue_timeout: Duration::from_secs(1),
            deadline: Duration::from_secs(10),
            commit: Duration::from_secs(4),
            read: Duration::from_secs(3),
            listeners: Vec::new(),
        }
    }
}
