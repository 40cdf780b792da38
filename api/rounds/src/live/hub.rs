//! The open connections of this process: their limits, and how each is notified of changes. Memory is bounded by the
//! two limits and one shared buffer of changes; a client that reads too slowly misses some and is informed of that.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use fairway_events::MemberId;
use tokio::sync::{broadcast, watch};
use tokio_stream::wrappers::BroadcastStream;

use super::audience::Change;

/// Connections per member: some tabs on some devices.
const PER_MEMBER: usize = 8;
/// Changes that a slow reader may be behind.
const CHANGE_BUFFER: usize = 256;

/// The hub that distributes changes. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Live(Arc<Hub>);

#[derive(Debug)]
struct Hub {
    /// Connections of this process, at most.
    capacity: usize,
    changes: broadcast::Sender<Arc<Change>>,
    closed: watch::Sender<bool>,
    open: Mutex<HashMap<MemberId, usize>>,
}

/// The receiving end of one open connection.
#[derive(Debug)]
pub struct LiveConnection {
    /// Changes of all bookings: the reader must filter those of the member.
    pub changes: BroadcastStream<Arc<Change>>,
    /// Raised when the process ends.
    pub closed: watch::Receiver<bool>,
    /// The member and the count.
    pub open: OpenConnection,
}

/// One open connection, counted until it is dropped.
#[derive(Debug)]
pub struct OpenConnection {
    /// The member who opened it.
    pub member: MemberId,
    hub: Live,
}

impl Live {
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
    pub fn join(&self, member: MemberId) -> Option<LiveConnection> {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = open.values().sum();
        if all >= self.0.capacity || open.get(&member).is_some_and(|own| *own >= PER_MEMBER) {
            return None;
        }
        *open.entry(member).or_default() += 1;
        Some(LiveConnection {
            changes: self.0.changes.subscribe().into(),
            closed: self.0.closed.subscribe(),
            open: OpenConnection { member, hub: self.clone() },
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
    pub fn notify(&self, change: Change) {
        // Without a receiver there is nobody to notify, which is no failure.
        let _ = self.0.changes.send(Arc::new(change));
    }

    /// Ends every connection: a process that stops cannot wait for streams that never end.
    pub fn close(&self) {
        self.0.closed.send_replace(true);
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut open = self.hub.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = open.get_mut(&self.member) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.member);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_member_has_only_so_many_connections_and_gets_them_back() {
        let live = Live::with_capacity(PER_MEMBER + 1);
        let member = MemberId(Uuid::from_u128(1));
        let mut connections: Vec<LiveConnection> = std::iter::from_fn(|| live.join(member)).collect();
        assert_eq!(connections.len(), PER_MEMBER);
        assert!(live.join(MemberId(Uuid::from_u128(2))).is_some(), "others are not affected");
        assert!(live.join(MemberId(Uuid::from_u128(2))).is_some(), "and that one has ended");
        connections.pop();
        assert!(live.join(member).is_some());
        drop(connections);
        assert_eq!(live.open(), 0);
    }
}
