//! Log-ins wait here for their turn, because checking a password is slow by design: the number of concurrent checks is
//! limited, each account has one at a time, and addresses take turns, so that a flood from one address delays only
//! itself (docs/security.md, 46). A log-in whose client disconnects is removed from the queue.

mod schedule;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use fairway_endpoint::client_address::Origin;
use tokio::sync::oneshot;

use self::schedule::{Account, Arrival, Schedule, Ticket};

/// Too many log-ins wait already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueFull;

/// The queue. Cheap to clone.
#[derive(Debug, Clone)]
pub struct LoginQueue(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    schedule: Schedule,
    waiting: HashMap<Ticket, oneshot::Sender<()>>,
}

/// The right to check a password; the next log-in gets it when this is dropped.
#[derive(Debug)]
pub struct Turn {
    queue: LoginQueue,
    ticket: Ticket,
}

impl LoginQueue {
    /// With `at_once` turns at the same time.
    #[must_use]
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue { schedule: Schedule::new(at_once), waiting: HashMap::new() })))
    }

    /// Waits for a turn. Dropping the future removes the log-in from the queue.
    ///
    /// # Errors
    /// [`QueueFull`]: at once, or while it waits, when a log-in from an address with fewer log-ins takes its
    /// position.
    pub async fn turn(&self, origin: Origin, account: &[u8], now: DateTime<Utc>) -> Result<Turn, QueueFull> {
        let (turn, granted) = {
            let mut queue = self.lock();
            let (ticket, arrival) = queue.schedule.arrive(origin, Account::from(account), now);
            let granted = match arrival {
                Arrival::Refused => return Err(QueueFull),
                Arrival::Granted => None,
                Arrival::Waits { evicted } => {
                    // Dropping the sender refuses that log-in.
                    evicted.map(|ticket| queue.waiting.remove(&ticket));
                    let (grant, granted) = oneshot::channel();
                    queue.waiting.insert(ticket, grant);
                    Some(granted)
                }
            };
            // It is created before it waits, so that a cancelled wait removes it too.
            (Turn { queue: self.clone(), ticket }, granted)
        };
        match granted {
            None => Ok(turn),
            Some(granted) => granted.await.map(|()| turn).map_err(|_| QueueFull),
        }
    }

    /// Records a wrong password: addresses without one have priority for the next quarter of an hour.
    pub fn failed(&self, origin: Origin, now: DateTime<Utc>) {
        self.lock().schedule.failed(origin, now);
    }

    /// How many log-ins wait for a turn or have one.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.lock().schedule.pending()
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut queue = self.queue.lock();
        queue.waiting.remove(&self.ticket);
        let mut next = queue.schedule.leave(self.ticket);
        while let Some(ticket) = next {
            // This log-in was cancelled at the same moment: its turn goes to the next one.
            let granted = queue.waiting.remove(&ticket).is_some_and(|grant| grant.send(()).is_ok());
            if granted {
                break;
            }
            next = queue.schedule.leave(ticket);
        }
    }
}
