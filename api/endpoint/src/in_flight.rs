//! Requests with an idempotency key that are in progress. The second of two equal requests waits for the first and then
//! gets its response (docs/domain.md §3.10). Between nodes the receipt's unique key does the same, at the commit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fairway_events::journal::ReceiptKey;
use tokio::sync::OwnedMutexGuard;

/// How long a second request waits for the first.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(5);

type KeyLock = Arc<tokio::sync::Mutex<()>>;

/// The keys in use. Cheap to clone; clones share them.
#[derive(Debug, Clone, Default)]
pub struct InFlight(Arc<Mutex<HashMap<ReceiptKey, KeyLock>>>);

/// The right to answer a key's request; the next waiter gets it when this is dropped.
#[derive(Debug)]
pub struct Turn {
    key: ReceiptKey,
    locks: Arc<Mutex<HashMap<ReceiptKey, KeyLock>>>,
    guard: Option<OwnedMutexGuard<()>>,
}

impl InFlight {
    /// Waits for the key's lock; none when the first request takes too long.
    pub async fn turn(&self, key: &ReceiptKey) -> Option<Turn> {
        let lock = {
            let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(locks.entry(key.clone()).or_default())
        };
        // The turn is created before it waits, so that a cancelled wait cleans the table too.
        let mut turn = Turn { key: key.clone(), locks: Arc::clone(&self.0), guard: None };
        turn.guard = Some(tokio::time::timeout(TIME_LIMIT, lock.lock_owned()).await.ok()?);
        Some(turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop(self.guard.take());
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        // Only the table holds the lock: nobody waits. New waiters clone it under this same lock.
        if locks.get(&self.key).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            locks.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::MemberId;
    use uuid::Uuid;

    use super::*;

    fn key(name: &str) -> ReceiptKey {
        ReceiptKey { member: MemberId(Uuid::nil()), route: "POST /".into(), key: name.into() }
    }

    #[tokio::test(start_paused = true)]
    async fn the_second_waits_for_the_first_but_not_for_ever() {
        let in_flight = InFlight::default();
        let first = in_flight.turn(&key("a")).await;
        assert!(first.is_some());
        assert!(in_flight.turn(&key("b")).await.is_some(), "another key is another line");
        assert!(in_flight.turn(&key("a")).await.is_none(), "the first takes too long");
        drop(first);
        assert!(in_flight.turn(&key("a")).await.is_some());
        assert!(in_flight.0.lock().expect("the table").is_empty(), "nothing stays behind");
    }
}
