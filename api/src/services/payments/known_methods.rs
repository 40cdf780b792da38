//! What is remembered of the ways to pay.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;

/// The last list, and whether a newer one is being asked for.
#[derive(Debug, Default)]
pub(super) struct Memory {
    kept: Mutex<MemoryState>,
    /// Notified when a question is over.
    pub(super) asked: Notify,
}

#[derive(Debug, Default)]
pub(super) struct MemoryState {
    pub(super) last: Option<(DateTime<Utc>, Arc<BTreeSet<String>>)>,
    pub(super) is_asking: bool,
    /// The last question was not answered: nobody waits for the next.
    pub(super) has_failed: bool,
}

/// The provider's methods as last received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMethods {
    /// Their keys.
    pub keys: Arc<BTreeSet<String>>,
    /// How long ago they were received.
    pub age: TimeDelta,
}

impl Memory {
    pub(super) fn kept(&self) -> MutexGuard<'_, MemoryState> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
