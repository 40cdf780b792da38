//! The open connections of this process: their limits, and how each is notified of changes. Memory is bounded by the
//! two limits and one shared buffer of changes; a client that reads too slowly misses some and is informed of that.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{broadcast, watch};
use tokio_stream::wrappers::BroadcastStream;

/// Connections per viewer: some tabs on some devices.
const PER_VIEWER: usize = 8;
/// Changes that a slow reader may be behind.
const CHANGE_BUFFER: usize = 256;

/// The hub that distributes changes `C` to viewers `V`. Cheap to clone.
#[derive(Debug)]
pub struct Live<V: Eq + Hash, C>(Arc<Hub<V, C>>);

#[derive(Debug)]
struct Hub<V: Eq + Hash, C> {
    /// Connections of this process, at most.
    capacity: usize,
    changes: broadcast::Sender<Arc<C>>,
    closed: watch::Sender<bool>,
    open: Mutex<HashMap<V, usize>>,
}

/// The receiving end of one open connection.
#[derive(Debug)]
pub struct LiveConnection<V: Eq + Hash, C> {
    /// All changes: the reader must filter those that concern the viewer.
    pub changes: BroadcastStream<Arc<C>>,
    /// Raised when the process ends.
    pub closed: watch::Receiver<bool>,
    /// The viewer and the count.
    pub open: OpenConnection<V, C>,
}

/// One open connection, counted until it is dropped.
#[derive(Debug)]
pub struct OpenConnection<V: Eq + Hash, C> {
    /// Who opened it.
    pub viewer: V,
    hub: Live<V, C>,
}

impl<V: Eq + Hash, C> Clone for Live<V, C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<V: Copy + Eq + Hash, C: Send + Sync + 'static> Live<V, C> {
    /// For at most `capacity` connections.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Arc::new(Hub {
            capacity,
            changes: broadcast::Sender::new(CHANGE_BUFFER),
            closed: watch::Sender::new(false),
            open: Mutex::default(),
        }))
    }

    /// Opens a connection; none when there are too many.
    #[must_use]
    pub fn join(&self, viewer: V) -> Option<LiveConnection<V, C>> {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        if all >= self.0.capacity || open.get(&viewer).is_some_and(|own| *own >= PER_VIEWER) {
            return None;
        }
        *open.entry(viewer).or_default() += 1;
        Some(LiveConnection {
            changes: self.0.changes.subscribe().into(),
            closed: self.0.closed.subscribe(),
            open: OpenConnection { viewer, hub: self.clone() },
        })
    }

    /// Whether anybody is connected.
    #[must_use]
    pub fn has_listeners(&self) -> bool {
        self.0.changes.receiver_count() > 0
    }

    /// How many connections are open, for metrics.
    #[must_use]
    pub fn open(&self) -> usize {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner).values().sum()
    }

    /// Notifies every open connection.
    pub fn notify(&self, change: C) {
        // Without a receiver there is nobody to notify, which is no failure.
        let _ = self.0.changes.send(Arc::new(change));
    }

    /// Ends every connection: a process that stops cannot wait for streams that never end.
    pub fn close(&self) {
        self.0.closed.send_replace(true);
    }
}

impl<V: Eq + Hash, C> Drop for OpenConnection<V, C> {
    fn drop(&mut self) {
        let mut open = self.hub.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.viewer) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.viewer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_only_so_many_connections_and_gets_them_back() {
        let live: Live<u8, ()> = Live::with_capacity(PER_VIEWER + 1);
        let (member, other) = (1, 2);
        let mut connections: Vec<_> = std::iter::from_fn(|| live.join(member)).collect();
        assert_eq!(connections.len(), PER_VIEWER);
        assert!(live.join(other).is_some(), "others are not affected");
        assert!(live.join(other).is_some(), "and that one has ended");
        connections.pop();
        assert!(live.join(member).is_some());
        drop(connections);
        assert_eq!(live.open(), 0);
    }
}
