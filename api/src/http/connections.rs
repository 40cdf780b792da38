//! How many connections there may be, so that who opens thousands and says nothing keeps nobody out (docs/security.md,
//! 47). There is a bound in all, taken from what the system lets this process open, and one per address; when one is
//! reached, the connection that was silent longest is closed for the new one.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ipnet::IpNet;
use tokio_util::sync::CancellationToken;

use super::client_address::{Origin, is_among};

/// Connections of a process, at most, however many files it may open.
const MOST: u64 = 8_192;
/// Files for everything else: PostgreSQL's connections come on top.
const FILES: u64 = 128;
/// Connections of a process that may hardly open any file; it serves slowly, and the log says why.
const FEWEST: u64 = 32;

/// What is allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Connections in all.
    pub all: usize,
    /// Connections of one address that is not a trusted proxy.
    pub per_origin: usize,
    /// Live streams among them (`GET /api/live`): they stay, so that half is left to requests.
    pub streams: usize,
    /// Who may have them all: behind them are many.
    pub proxies: Vec<IpNet>,
}

impl Limits {
    /// For a process that may open `files` files and makes `database` connections to its database.
    #[must_use]
    pub fn of(files: u64, database: u32, proxies: Vec<IpNet>) -> Self {
        let all = files.saturating_sub(FILES + u64::from(database)).clamp(FEWEST, MOST);
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        Self { all, per_origin: all / 2, streams: all / 4, proxies }
    }

    /// For this process, which is let open as many files as the system allows it.
    #[must_use]
    pub fn of_this_process(database: u32, proxies: Vec<IpNet>) -> Self {
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
            tracing::warn!(%error, "it is not known how many files may be open");
            FILES + u64::from(database) + FEWEST
        });
        Self::of(files, database, proxies)
    }
}

/// The open connections. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Connections(Arc<Mutex<Register>>);

/// Numbers in the order in which connections fell silent.
type Since = u64;

#[derive(Debug)]
struct Register {
    limits: Limits,
    next: Since,
    open: usize,
    origins: HashMap<Origin, OfOrigin>,
}

#[derive(Debug, Default)]
struct OfOrigin {
    open: usize,
    /// Those without a request, longest first.
    silent: BTreeSet<Silent>,
}

/// A connection without a request.
#[derive(Debug)]
struct Silent {
    since: Since,
    closing: CancellationToken,
}

impl PartialEq for Silent {
    fn eq(&self, other: &Self) -> bool {
        self.since == other.since
    }
}

impl Eq for Silent {}

impl PartialOrd for Silent {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Silent {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.since.cmp(&other.since)
    }
}

impl Connections {
    /// None yet.
    pub(super) fn new(limits: Limits) -> Self {
        Self(Arc::new(Mutex::new(Register { limits, next: 0, open: 0, origins: HashMap::new() })))
    }

    /// Admits a connection, if need be for one that is silent; none when all are at work.
    pub(super) fn admit(&self, peer: IpAddr) -> Option<Connection> {
        let origin = Origin::of(peer);
        let mut register = self.lock();
        let is_proxy = is_among(&register.limits.proxies, peer.to_canonical());
        let own = register.origins.get(&origin).map_or(0, |of| of.open);
        if !is_proxy && own >= register.limits.per_origin {
            register.close_a_silent_one_of(origin)?;
        } else if register.open >= register.limits.all {
            let most = register.origins.iter().max_by_key(|(_, of)| of.silent.len());
            let most = most.map(|(origin, _)| *origin)?;
            register.close_a_silent_one_of(most)?;
        }
        let closing = CancellationToken::new();
        register.open += 1;
        let since = register.stamp();
        let of = register.origins.entry(origin).or_default();
        of.open += 1;
        of.silent.insert(Silent { since, closing: closing.clone() });
        drop(register);
        let state = Mutex::new(State::Silent(since));
        Some(Connection(Arc::new(Admitted { register: self.clone(), origin, closing, state })))
    }

    fn lock(&self) -> MutexGuard<'_, Register> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Register {
    fn stamp(&mut self) -> Since {
        self.next += 1;
        self.next
    }

    /// Its place is free at once; its file is closed a moment later, which the files that are left over are for.
    fn close_a_silent_one_of(&mut self, origin: Origin) -> Option<()> {
        let longest = self.origins.get_mut(&origin)?.silent.pop_first()?;
        longest.closing.cancel();
        self.forget(origin);
        Some(())
    }

    fn forget(&mut self, origin: Origin) {
        self.open -= 1;
        if let Entry::Occupied(mut of) = self.origins.entry(origin) {
            of.get_mut().open -= 1;
            if of.get().open == 0 {
                of.remove();
            }
        }
    }
}

/// A connection that was admitted; its place is free when the last clone is dropped.
#[derive(Debug, Clone)]
pub(super) struct Connection(Arc<Admitted>);

#[derive(Debug)]
struct Admitted {
    register: Connections,
    origin: Origin,
    closing: CancellationToken,
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Silent(Since),
    /// On so many requests: the answer to one may still be on its way when the next is begun.
    AtWork(u32),
}

impl Connection {
    /// Completes when the connection is to be closed for another.
    pub(super) async fn is_closed(&self) {
        self.0.closing.cancelled().await;
    }

    /// A request came: the connection is not closed until the answer is out. None when it is being closed already.
    pub(super) fn work(&self) -> Option<Work> {
        let mut register = self.0.register.lock();
        let mut state = self.0.state();
        *state = match *state {
            State::Silent(since) => {
                let of = register.origins.get_mut(&self.0.origin)?;
                of.silent.take(&Silent { since, closing: self.0.closing.clone() })?;
                State::AtWork(1)
            }
            State::AtWork(requests) => State::AtWork(requests + 1),
        };
        Some(Work(self.clone()))
    }
}

impl Admitted {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut register = self.register.lock();
        let state = *self.state();
        if let State::Silent(since) = state {
            let of = register.origins.get_mut(&self.origin);
            let silent = Silent { since, closing: self.closing.clone() };
            // Its place was given away when it was closed for another.
            if !of.is_some_and(|of| of.silent.remove(&silent)) {
                return;
            }
        }
        register.forget(self.origin);
    }
}

/// A request and its answer; the connection is silent again when this is dropped.
#[derive(Debug)]
pub(super) struct Work(Connection);

impl Drop for Work {
    fn drop(&mut self) {
        let Connection(admitted) = &self.0;
        let mut register = admitted.register.lock();
        let mut state = admitted.state();
        if let State::AtWork(requests @ 2..) = *state {
            *state = State::AtWork(requests - 1);
            return;
        }
        let since = register.stamp();
        *state = State::Silent(since);
        let closing = admitted.closing.clone();
        if let Some(of) = register.origins.get_mut(&admitted.origin) {
            of.silent.insert(Silent { since, closing });
        }
    }
}

#[cfg(test)]
mod tests;
