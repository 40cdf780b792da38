//! Who logs in next: what is decided, without locks, tasks or a clock. Tickets stand for log-ins.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use chrono::{DateTime, TimeDelta, Utc};

use crate::http::client_address::Origin;

/// Log-ins that wait, of everybody.
const MOST_WAITING: usize = 1_024;
/// Log-ins that wait, of one address.
const MOST_OF_AN_ORIGIN: usize = 256;
/// Wrong passwords that an address may have sent before others go first.
const MISTAKES: u32 = 3;
/// They count for so long.
const MISTAKES_COUNT_FOR: TimeDelta = TimeDelta::minutes(15);
/// Addresses whose wrong passwords are remembered; the oldest are forgotten first.
const MOST_REMEMBERED: usize = 10_000;
/// Of so many turns one is for an address that others go before, so that it does not wait for ever.
const ONE_FOR_THE_OTHERS: u64 = 4;

/// An account, as the table of failures names it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Account(Box<[u8]>);

impl From<&[u8]> for Account {
    fn from(key: &[u8]) -> Self {
        Self(key.into())
    }
}

/// One log-in. They are numbered as they come.
pub(super) type Ticket = u64;

/// What becomes of a log-in that arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// It goes at once.
    Goes,
    /// It waits; for it, another one was sent away.
    Waits {
        /// Which.
        instead_of: Option<Ticket>,
    },
    /// There is no room.
    Refused,
}

/// Who waits and who goes.
#[derive(Debug)]
pub(super) struct Schedule {
    at_once: usize,
    next_ticket: Ticket,
    turns: u64,
    going: HashMap<Ticket, (Origin, Account)>,
    accounts: HashSet<Account>,
    /// Ordered, so that among equals it is always the same one.
    waiting: BTreeMap<Origin, AddressQueue>,
    total: usize,
    mistakes: HashMap<Origin, (u32, DateTime<Utc>)>,
}

/// The log-ins of one address.
#[derive(Debug, Default)]
struct AddressQueue {
    tickets: VecDeque<(Ticket, Account)>,
    /// The number of the turn that one of them had last.
    last_turn: u64,
    /// Whether others go before them.
    is_last: bool,
}

impl Schedule {
    /// With so many turns at a time.
    pub(super) fn new(at_once: usize) -> Self {
        Self {
            at_once: at_once.max(1),
            next_ticket: 0,
            turns: 0,
            going: HashMap::new(),
            accounts: HashSet::new(),
            waiting: BTreeMap::new(),
            total: 0,
            mistakes: HashMap::new(),
        }
    }

    /// A log-in comes.
    pub(super) fn arrive(
        &mut self,
        origin: Origin,
        account: Account,
        now: DateTime<Utc>,
    ) -> (Ticket, Arrival) {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        if self.going.len() < self.at_once && !self.accounts.contains(&account) {
            self.go(ticket, origin, account);
            return (ticket, Arrival::Goes);
        }
        let own = self.waiting.get(&origin).map_or(0, |line| line.tickets.len());
        if own >= MOST_OF_AN_ORIGIN {
            return (ticket, Arrival::Refused);
        }
        let mut instead_of = None;
        if self.total >= MOST_WAITING {
            instead_of = self.send_away(own);
            if instead_of.is_none() {
                return (ticket, Arrival::Refused);
            }
        }
        let is_last = self.has_failed(origin, now);
        let turns = self.turns;
        let line = self
            .waiting
            .entry(origin)
            .or_insert_with(|| AddressQueue { last_turn: turns, ..AddressQueue::default() });
        line.is_last = is_last;
        line.tickets.push_back((ticket, account));
        self.total += 1;
        (ticket, Arrival::Waits { instead_of })
    }

    /// A log-in is done, or gives up. Returns the one that goes now, if any: as each leaves one place and one account,
    /// there is never a second.
    pub(super) fn leave(&mut self, ticket: Ticket) -> Option<Ticket> {
        if let Some((_, account)) = self.going.remove(&ticket) {
            self.accounts.remove(&account);
            return self.call();
        }
        let origin = self
            .waiting
            .iter()
            .find(|(_, line)| line.tickets.iter().any(|(waiting, _)| *waiting == ticket))
            .map(|(origin, _)| *origin)?;
        self.take(origin, |(waiting, _)| *waiting == ticket);
        None
    }

    /// How many wait or go.
    pub(super) fn pending(&self) -> usize {
        self.total + self.going.len()
    }

    /// An address sent a wrong password.
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

    fn go(&mut self, ticket: Ticket, origin: Origin, account: Account) {
        self.accounts.insert(account.clone());
        self.going.insert(ticket, (origin, account));
    }

    /// Lets the next one go: of the addresses that have none to wait for the one with the fewest going, of those the one
    /// whose turn is longest ago.
    fn call(&mut self) -> Option<Ticket> {
        if self.going.len() >= self.at_once {
            return None;
        }
        let others_first = (self.turns + 1).is_multiple_of(ONE_FOR_THE_OTHERS);
        let may_go = |(_, account): &(Ticket, Account)| !self.accounts.contains(account);
        let origin = self
            .waiting
            .iter()
            .filter(|(_, line)| line.tickets.iter().any(may_go))
            .min_by_key(|(origin, line)| {
                let going = self.going.values().filter(|(going, _)| going == *origin).count();
                (line.is_last != others_first, going, line.last_turn)
            })
            .map(|(origin, _)| *origin)?;
        self.turns += 1;
        let accounts = std::mem::take(&mut self.accounts);
        let taken = self.take(origin, |(_, account)| !accounts.contains(account));
        self.accounts = accounts;
        let (ticket, account) = taken?;
        if let Some(line) = self.waiting.get_mut(&origin) {
            line.last_turn = self.turns;
        }
        self.go(ticket, origin, account);
        Some(ticket)
    }

    /// Makes room: the newest of the address with the most, if that has more than `own`.
    fn send_away(&mut self, own: usize) -> Option<Ticket> {
        let (origin, line) = self.waiting.iter().max_by_key(|(_, line)| line.tickets.len())?;
        if line.tickets.len() <= own {
            return None;
        }
        let newest = line.tickets.back()?.0;
        self.take(*origin, |(waiting, _)| *waiting == newest).map(|(ticket, _)| ticket)
    }

    /// The first of an address's that fits. A line that is empty is forgotten.
    fn take(
        &mut self,
        origin: Origin,
        fits: impl Fn(&(Ticket, Account)) -> bool,
    ) -> Option<(Ticket, Account)> {
        let line = self.waiting.get_mut(&origin)?;
        let index = line.tickets.iter().position(fits)?;
        let taken = line.tickets.remove(index);
        if line.tickets.is_empty() {
            self.waiting.remove(&origin);
        }
        self.total -= usize::from(taken.is_some());
        taken
    }
}

#[cfg(test)]
mod tests;
