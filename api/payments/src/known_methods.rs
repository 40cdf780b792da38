//! The cache of the provider's payment methods.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::Notify;

/// The last list, and whether a newer one is being requested.
#[derive(Debug, Default)]
pub(super) struct MethodsCache {
    state: Mutex<MethodsCacheState>,
    /// Notified when a request has ended.
    pub(super) asked: Notify,
}

#[derive(Debug, Default)]
pub(super) struct MethodsCacheState {
    pub(super) last: Option<(DateTime<Utc>, Arc<BTreeSet<String>>)>,
    pub(super) is_asking: bool,
    /// The last request failed: screens do not wait for the next one.
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

impl MethodsCache {
    pub(super) fn state(&self) -> MutexGuard<'_, MethodsCacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
