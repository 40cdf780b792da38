//! Records refusals by a rule without making anybody wait: a request leaves its refusal in a bounded queue, and a task
//! writes the queue in batches. A refusal that does not fit is counted and dropped: a record of refusals is no reason
//! to answer later, or to let the memory grow.

mod attempt;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fairway_events::connections;
use fairway_store::PgPool;
use fairway_store::refusals::{self, NewRefusal};
use fairway_text::error_chain::Chain;
use tokio::sync::Notify;
use uuid::Uuid;

pub use attempt::{Attempt, Refused};

/// Refusals that wait to be written, at most.
const CAPACITY: usize = 5_000;
/// Refusals of one write.
const BATCH: usize = 200;
/// Refusals that are recorded of one member in an hour, at most: a program that repeats a refused request must not fill
/// the table.
const MOST_PER_MEMBER: u32 = 60;
/// The pause after a write that failed.
const RETRY_PAUSE: Duration = Duration::from_secs(5);
/// How long the last write may take when the process ends.
const LAST_WRITE: Duration = Duration::from_secs(1);

/// The queue. Cheap to clone; clones share it.
#[derive(Debug, Clone, Default)]
pub struct RefusalQueue(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    added: Notify,
    written: AtomicU64,
    dropped: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<NewRefusal>,
    /// The hour that `of_members` counts, in hours since 1970.
    hour: i64,
    of_members: HashMap<Uuid, u32>,
}

impl RefusalQueue {
    /// Leaves a refusal to be written. It returns at once.
    pub fn add(&self, refusal: NewRefusal) {
        let is_added = self.state(|state| {
            let hour = refusal.at.timestamp().div_euclid(3_600);
            if state.hour != hour {
                state.hour = hour;
                state.of_members.clear();
            }
            let of_member = state.of_members.entry(refusal.member).or_default();
            if *of_member >= MOST_PER_MEMBER || state.waiting.len() >= CAPACITY {
                return false;
            }
            *of_member += 1;
            state.waiting.push_back(refusal);
            true
        });
        if is_added {
            self.0.added.notify_one();
        } else {
            self.0.dropped.fetch_add(1, Relaxed);
        }
    }

    /// Refusals that were written since the start.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.0.written.load(Relaxed)
    }

    /// Refusals that were not recorded: too many waited, or their member had too many in the hour.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.0.dropped.load(Relaxed)
    }

    /// Writes what is added until `shutdown` completes, and then what is left.
    pub async fn write_until(self, pool: PgPool, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.write_continuously(&pool) => {}
        }
        let last =
            connections::bounded(LAST_WRITE, async { while matches!(self.write(&pool).await, Ok(1..)) {} });
        let _ = last.await;
        let left = self.state(|state| state.waiting.len());
        if left > 0 {
            tracing::warn!(left, "refusals were not recorded before the end");
        }
    }

    async fn write_continuously(&self, pool: &PgPool) {
        loop {
            match self.write(pool).await {
                Ok(0) => self.0.added.notified().await,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "refusals cannot be recorded; trying again");
                    tokio::time::sleep(RETRY_PAUSE).await;
                }
            }
        }
    }

    /// Writes a batch; returns how many it had. They leave the queue when they are written: a write that is interrupted
    /// is repeated, and changes nothing then.
    async fn write(&self, pool: &PgPool) -> Result<usize, fairway_store::Error> {
        let batch: Vec<NewRefusal> = self.state(|state| state.waiting.iter().take(BATCH).cloned().collect());
        if batch.is_empty() {
            return Ok(0);
        }
        refusals::insert(pool, &batch).await?;
        self.state(|state| drop(state.waiting.drain(..batch.len())));
        self.0.written.fetch_add(batch.len() as u64, Relaxed);
        Ok(batch.len())
    }

    fn state<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};

    use super::*;

    fn refusal(number: u128, member: u128, at: DateTime<Utc>) -> NewRefusal {
        NewRefusal {
            id: Uuid::from_u128(number),
            at,
            member: Uuid::from_u128(member),
            command: "BookRound",
            rule: "club_full",
            sentence: "De baan is op deze datum volgeboekt".to_owned(),
            about: None,
            club: None,
            play_date: None,
            holes: None,
            players: Vec::new(),
            booking: None,
            request: Uuid::nil(),
            by_operator: false,
        }
    }

    #[test]
    fn the_queue_is_bounded_for_all_and_for_each_member() {
        let (queue, start) = (RefusalQueue::default(), DateTime::<Utc>::UNIX_EPOCH);
        for number in 0..=u128::from(MOST_PER_MEMBER) {
            queue.add(refusal(number, 1, start));
        }
        assert_eq!(queue.dropped(), 1, "one too many of the member");
        queue.add(refusal(1_000, 1, start + TimeDelta::hours(1)));
        assert_eq!(queue.dropped(), 1, "another hour");
        for member in 2..=CAPACITY as u128 {
            queue.add(refusal(member * 10_000, member, start));
        }
        let (waiting, dropped) = (queue.state(|state| state.waiting.len()), queue.dropped());
        assert_eq!(
            (waiting, dropped),
            (CAPACITY, 1 + u64::from(MOST_PER_MEMBER)),
            "the memory does not grow"
        );
    }
}
