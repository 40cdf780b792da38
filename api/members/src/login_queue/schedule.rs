//! Decides which log-in is next, without locks, tasks or a clock. Tickets identify log-ins.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};
use fairway_endpoint::client_address::Origin;

/// Log-ins that wait, in total.
const MOST_WAITING: usize = 1_024;
/// Log-ins that wait, per address.
const MOST_OF_AN_ORIGIN: usize = 256;
/// Wrong passwords that an address may send before others have priority.
const MISTAKES: u32 = 3;
/// How long they count.
const MISTAKES_COUNT_FOR: TimeDelta = TimeDelta::minutes(15);
/// Addresses whose wrong passwords are stored; the oldest are removed first.
const MOST_REMEMBERED: usize = 10_000;
/// One of so many turns goes to an address without priority, so that it does not wait for ever.
const LOW_PRIORITY_TURN: u64 = 4;

/// An account, by its key in the table of failures.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Account(Box<[u8]>);

impl From<&[u8]> for Account {
    fn from(key: &[u8]) -> Self {
        Self(key.into())
    }
}

/// One log-in, numbered in the order of arrival.
pub(super) type Ticket = u64;

/// The decision about a log-in that arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It has a turn at once.
    Granted,
    /// It waits; if the queue was full, another log-in was removed.
    Waits {
        /// The ticket of the removed log-in.
        evicted: Option<Ticket>,
    },
    /// The queue is full.
    Refused,
}

/// The waiting and running log-ins.
#[derive(Debug)]
pub(super) struct Schedule {
    at_once: usize,
    next_ticket: Ticket,
    turns: u64,
    running: HashMap<Ticket, (Origin, Account)>,
    accounts: HashSet<Account>,
    /// Ordered, so that ties are decided deterministically.
    waiting: BTreeMap<Origin, AddressQueue>,
    total: usize,
    mistakes: HashMap<Origin, (u32, DateTime<Utc>)>,
}

/// The waiting log-ins of one address.
#[derive(Debug, Default)]
struct AddressQueue {
    tickets: VecDeque<(Ticket, Account)>,
    /// The number of the last turn that this address had.
    last_turn: u64,
    /// Whether other addresses have priority.
    has_low_priority: bool,
}

impl Schedule {
    /// With `at_once` turns at the same time.
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            at_once: at_once.max(1),
            next_ticket: 0,
            turns: 0,
            running: HashMap::new(),
            accounts: HashSet::new(),
            waiting: BTreeMap::new(),
            total: 0,
            mistakes: HashMap::new(),
        }
    }

    /// Adds a log-in.
    pub(super) fn arrive(
        &mut self,
        origin: Origin,
        account: Account,
        now: DateTime<Utc>,
    ) -> (Ticket, Arrival) {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        if self.running.len() < self.at_once && !self.accounts.contains(&account) {
            self.start(ticket, origin, account);
            return (ticket, Arrival::Granted);
        }
        let own = self.waiting.get(&origin).map_or(0, |queue| queue.tickets.len());
        if own >= MOST_OF_AN_ORIGIN {
            return (ticket, Arrival::Refused);
        }
        let mut evicted = None;
        if self.total >= MOST_WAITING {
            evicted = self.evict_newest(own);
            if evicted.is_none() {
                return (ticket, Arrival::Refused);
            }
        }
        let has_low_priority = self.has_failed(origin, now);
        let turns = self.turns;
        let queue = self
            .waiting
            .entry(origin)
            .or_insert_with(|| AddressQueue { last_turn: turns, ..AddressQueue::default() });
        queue.has_low_priority = has_low_priority;
        queue.tickets.push_back((ticket, account));
        self.total += 1;
        (ticket, Arrival::Waits { evicted })
    }

    /// Removes a log-in that is done or cancelled. Returns the one that gets its turn, if any: each removal frees one
    /// slot and one account, so there is never a second.
    pub(super) fn leave(&mut self, ticket: Ticket) -> Option<Ticket> {
        if let Some((_, account)) = self.running.remove(&ticket) {
            self.accounts.remove(&account);
            return self.start_next();
        }
        let origin = self
            .waiting
            .iter()
            .find(|(_, queue)| queue.tickets.iter().any(|(waiting, _)| *waiting == ticket))
            .map(|(origin, _)| *origin)?;
        self.take(origin, |(waiting, _)| *waiting == ticket);
        None
    }

    /// How many wait or run.
    pub(super) fn pending(&self) -> usize {
        self.total + self.running.len()
    }

    /// Records a wrong password from an address.
    pub(super) fn failed(&mut self, origin: Origin, now: DateTime<Utc>) {
        if self.mistakes.len() >= MOST_REMEMBERED && !self.mistakes.contains_key(&origin) {
            let oldest = self.mistakes.iter().min_by_key(|(_, (_, at))| *at).map(|(origin, _)| *origin);
            oldest.map(|oldest| self.mistakes.remove(&oldest));
        }
        let (count, at) = self.mistakes.entry(origin).or_insert((0, now));
        if now - *at >= MISTAKES_COUNT_FOR {
            *count = 0;
        }
        (*count, *at) = (count.saturating_add(1), now);
    }

    fn has_failed(&self, origin: Origin, now: DateTime<Utc>) -> bool {
        self.mistakes
            .get(&origin)
            .is_some_and(|(count, at)| *count > MISTAKES && now - *at < MISTAKES_COUNT_FOR)
    }

    fn start(&mut self, ticket: Ticket, origin: Origin, account: Account) {
        self.accounts.insert(account.clone());
        self.running.insert(ticket, (origin, account));
    }

    /// Starts the next log-in: among addresses with an account that is free, those with priority first, then the one
    /// with the fewest running log-ins, then the one whose turn is longest ago.
    fn start_next(&mut self) -> Option<Ticket> {
        if self.running.len() >= self.at_once {
            return None;
        }
        let low_priority_turn = (self.turns + 1).is_multiple_of(LOW_PRIORITY_TURN);
        let may_start = |(_, account): &(Ticket, Account)| !self.accounts.contains(account);
        let origin = self
            .waiting
            .iter()
            .filter(|(_, queue)| queue.tickets.iter().any(may_start))
            .min_by_key(|(origin, queue)| {
                let running = self.running.values().filter(|(running, _)| running == *origin).count();
                (queue.has_low_priority != low_priority_turn, running, queue.last_turn)
            })
            .map(|(origin, _)| *origin)?;
        self.turns += 1;
        let accounts = std::mem::take(&mut self.accounts);
        let taken = self.take(origin, |(_, account)| !accounts.contains(account));
        self.accounts = accounts;
        let (ticket, account) = taken?;
        if let Some(queue) = self.waiting.get_mut(&origin) {
            queue.last_turn = self.turns;
        }
        self.start(ticket, origin, account);
        Some(ticket)
    }

    /// Makes room: removes the newest log-in of the address with the most, if that has more than `own`.
    fn evict_newest(&mut self, own: usize) -> Option<Ticket> {
        let (origin, queue) = self.waiting.iter().max_by_key(|(_, queue)| queue.tickets.len())?;
        if queue.tickets.len() <= own {
            return None;
        }
        let newest = queue.tickets.back()?.0;
        self.take(*origin, |(waiting, _)| *waiting == newest).map(|(ticket, _)| ticket)
    }

    /// Removes the first matching log-in of an address. An empty address is removed.
    fn take(
        &mut self,
        origin: Origin,
        fits: impl Fn(&(Ticket, Account)) -> bool,
    ) -> Option<(Ticket, Account)> {
        let queue = self.waiting.get_mut(&origin)?;
        let index = queue.tickets.iter().position(fits)?;
        let taken = queue.tickets.remove(index);
        if queue.tickets.is_empty() {
            self.waiting.remove(&origin);
        }
        self.total -= usize::from(taken.is_some());
        taken
    }
}

#[cfg(test)]
mod tests;
