//! News on members' devices by web push (docs/domain.md §3.20): the portal's key, the devices' subscriptions, the queue
//! and the sender. The messages are encrypted for the device (RFC 8291), so that the push service reads nothing.

pub mod cipher;
pub mod keys;
pub mod queue;
pub mod sender;
pub mod subscription;
mod vapid;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde::Serialize;

/// The text that a device shows, and the screen that it opens. It is serialised, and then encrypted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PushContent {
    /// The first line.
    pub title: String,
    /// The text under it.
    pub body: String,
    /// The screen that a press opens: a path of the web app, never a signed link.
    pub path: String,
    /// News with the same tag replaces it on the device.
    pub tag: String,
    /// Whether the device should be woken for it.
    #[serde(skip)]
    pub is_urgent: bool,
}

/// Counts of what became of this process's messages. Cheap to clone; clones share the numbers.
#[derive(Debug, Clone, Default)]
pub struct PushCounts(Arc<[AtomicU64; 3]>);

impl PushCounts {
    /// Messages sent, messages given up, devices forgotten.
    #[must_use]
    pub fn values(&self) -> [u64; 3] {
        std::array::from_fn(|index| self.0[index].load(Relaxed))
    }

    fn sent(&self) {
        self.0[0].fetch_add(1, Relaxed);
    }

    fn failed(&self) {
        self.0[1].fetch_add(1, Relaxed);
    }

    fn forgotten(&self) {
        self.0[2].fetch_add(1, Relaxed);
    }
}
