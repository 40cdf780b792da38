//! Since when commands wait for an answer. A queue that is long but moves is no reason to send members elsewhere; one
//! whose first command has waited for seconds is.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The commands that wait now. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiting(Arc<Mutex<Tickets>>);

#[derive(Debug, Default)]
struct Tickets {
    next: u64,
    /// In the order of arrival.
    since: BTreeMap<u64, Instant>,
}

/// One command's wait; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Ticket {
    number: u64,
    waiting: Waiting,
}

impl Waiting {
    pub(super) fn enter(&self) -> Ticket {
        let mut tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = tickets.next;
        tickets.next += 1;
        tickets.since.insert(number, Instant::now());
        Ticket { number, waiting: self.clone() }
    }

    pub(super) fn longest(&self) -> Option<Duration> {
        let tickets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tickets.since.first_key_value().map(|(_, since)| since.elapsed())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.0.lock().unwrap_or_else(PoisonError::into_inner).since.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_wait_is_that_of_the_first_who_still_waits() {
        let waiting = Waiting::default();
        assert_eq!(waiting.longest(), None);
        let first = waiting.enter();
        let second = waiting.enter();
        let (of_first, of_second) = {
            let tickets = waiting.0.lock().expect("the tickets");
            (tickets.since[&first.number], tickets.since[&second.number])
        };
        assert!(of_first <= of_second);
        drop(first);
        let longest = waiting.longest().expect("the second");
        assert!(Instant::now() - longest >= of_second);
        drop(second);
        assert_eq!(waiting.longest(), None);
    }
}
