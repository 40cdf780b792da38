//! Log-ins of one account go one after the other, so that the count of failures is exact: sixty-four guesses at
//! once would otherwise all be made before the first was counted.

use std::hash::{DefaultHasher, Hash, Hasher};

use tokio::sync::{Mutex, MutexGuard};

/// Accounts share lanes by chance; with so many it hardly matters.
const LANES: usize = 256;

/// The lanes.
#[derive(Debug)]
pub struct LoginLanes(Vec<Mutex<()>>);

impl Default for LoginLanes {
    fn default() -> Self {
        Self((0..LANES).map(|_| Mutex::new(())).collect())
    }
}

impl LoginLanes {
    /// Waits for the account's lane.
    pub async fn enter(&self, account: &[u8]) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        account.hash(&mut hasher);
        let lane = usize::try_from(hasher.finish() % LANES as u64).unwrap_or(0);
        self.0[lane].lock().await
    }
}
