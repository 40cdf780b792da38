//! Log-ins wait here for their turn, since checking a password is made to be slow: as many at once as passwords are
//! hashed, one at a time of each account, and addresses in turn, so that a flood from one address delays itself
//! (docs/security.md, 46). Whoever stops waiting, because the client hung up, costs nothing.

mod schedule;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use tokio::sync::oneshot;

use super::client_address::Origin;
use schedule::{Account, Arrival, Schedule, Ticket};

/// There are too many log-ins before this one.
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
    /// With so many turns at a time.
    #[must_use]
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Mutex::new(Queue { schedule: Schedule::new(at_once), waiting: HashMap::new() })))
    }

    /// Waits for a turn. Dropped before that, it has never been here.
    ///
    /// # Errors
    /// [`QueueFull`]: at once, or while it waits, when others have a better claim.
    pub async fn turn(&self, origin: Origin, account: &[u8], now: DateTime<Utc>) -> Result<Turn, QueueFull> {
        let (turn, granted) = {
            let mut queue = self.lock();
            let (ticket, arrival) = queue.schedule.arrive(origin, Account::from(account), now);
            let granted = match arrival {
                Arrival::Refused => return Err(QueueFull),
                Arrival::Goes => None,
                Arrival::Waits { instead_of } => {
                    // Dropping the sender of its grant refuses it.
                    instead_of.map(|ticket| queue.waiting.remove(&ticket));
                    let (grant, granted) = oneshot::channel();
                    queue.waiting.insert(ticket, grant);
                    Some(granted)
                }
            };
            // It exists while it waits, so that giving up makes room too.
            (Turn { queue: self.clone(), ticket }, granted)
        };
        match granted {
            None => Ok(turn),
            Some(granted) => granted.await.map(|()| turn).map_err(|_| QueueFull),
        }
    }

    /// Notes a wrong password: who has none to show goes first for the next quarter of an hour.
    pub fn failed(&self, origin: Origin, now: DateTime<Utc>) {
        self.lock().schedule.failed(origin, now);
    }

    /// How many log-ins wait for their turn or have it.
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
            // One that gave up in this moment is not granted: its turn passes on.
            let granted = queue.waiting.remove(&ticket).is_some_and(|grant| grant.send(()).is_ok());
            if granted {
                break;
            }
            next = queue.schedule.leave(ticket);
        }
    }
}
