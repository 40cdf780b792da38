//! Limits the number of connections, so that a client that opens thousands of idle ones does not keep others out
//! (docs/security.md, 47). There is a limit in total, derived from the process's limit of open files, and one per
//! address; when one is reached, the connection that was idle longest is closed for the new one.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fairway_endpoint::client_address::{Origin, is_among};
use ipnet::IpNet;
use tokio_util::sync::CancellationToken;

/// Connections of a process, at most, however many files it may open.
const MAX_CONNECTIONS: u64 = 8_192;
/// Files reserved for other uses; PostgreSQL's connections are added.
const RESERVED_FILES: u64 = 128;
/// The least number of connections, for a process that may open very few files; it serves slowly, and the log says why.
const MIN_CONNECTIONS: u64 = 32;

/// The limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Connections in total.
    pub all: usize,
    /// Connections of one address that is not a trusted proxy.
    pub per_origin: usize,
    /// Live streams among them (`GET /api/live`): they stay open, so that half remains for requests.
    pub streams: usize,
    /// Trusted proxies, which may use all connections: many clients are behind them.
    pub proxies: Vec<IpNet>,
}

impl Limits {
    /// For a process that may open `files` files and makes `database` connections to its database.
    #[must_use]
    pub fn for_files(files: u64, database: u32, proxies: Vec<IpNet>) -> Self {
        let all = files
            .saturating_sub(RESERVED_FILES + u64::from(database))
            .clamp(MIN_CONNECTIONS, MAX_CONNECTIONS);
        let all = usize::try_from(all).unwrap_or(usize::MAX);
        Self { all, per_origin: all / 2, streams: all / 4, proxies }
    }

    /// For this process; raises its limit of open files to the maximum that the system allows.
    #[must_use]
    pub fn of_this_process(database: u32, proxies: Vec<IpNet>) -> Self {
        let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
            tracing::warn!(%error, "the limit of open files cannot be read");
            RESERVED_FILES + u64::from(database) + MIN_CONNECTIONS
        });
        Self::for_files(files, database, proxies)
    }
}

/// The open connections. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Connections(Arc<Mutex<Register>>);

/// A sequence number, in the order in which connections became idle.
type IdleSequence = u64;

#[derive(Debug)]
struct Register {
    limits: Limits,
    next: IdleSequence,
    open: usize,
    origins: HashMap<Origin, OriginConnections>,
}

#[derive(Debug, Default)]
struct OriginConnections {
    open: usize,
    /// Those without a request, idle longest first.
    idle: BTreeSet<IdleConnection>,
}

/// A connection without a request.
#[derive(Debug)]
struct IdleConnection {
    idle_sequence: IdleSequence,
    closing: CancellationToken,
}

impl PartialEq for IdleConnection {
    fn eq(&self, other: &Self) -> bool {
        self.idle_sequence == other.idle_sequence
    }
}

impl Eq for IdleConnection {}

impl PartialOrd for IdleConnection {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for IdleConnection {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.idle_sequence.cmp(&other.idle_sequence)
    }
}

impl Connections {
    /// Without connections.
    pub(super) fn new(limits: Limits) -> Self {
        Self(Arc::new(Mutex::new(Register { limits, next: 0, open: 0, origins: HashMap::new() })))
    }

    /// Admits a connection, if necessary by closing an idle one; none when all are busy.
    pub(super) fn admit(&self, peer: IpAddr) -> Option<Connection> {
        let origin = Origin::from_address(peer);
        let mut register = self.lock();
        let is_proxy = is_among(&register.limits.proxies, peer.to_canonical());
        let own = register.origins.get(&origin).map_or(0, |of| of.open);
        if !is_proxy && own >= register.limits.per_origin {
            register.close_longest_idle_of(origin)?;
        } else if register.open >= register.limits.all {
            let most = register.origins.iter().max_by_key(|(_, of)| of.idle.len());
            let most = most.map(|(origin, _)| *origin)?;
            register.close_longest_idle_of(most)?;
        }
        let closing = CancellationToken::new();
        register.open += 1;
        let idle_sequence = register.stamp();
        let of = register.origins.entry(origin).or_default();
        of.open += 1;
        of.idle.insert(IdleConnection { idle_sequence, closing: closing.clone() });
        drop(register);
        let state = Mutex::new(State::Idle(idle_sequence));
        Some(Connection(Arc::new(Admitted { register: self.clone(), origin, closing, state })))
    }

    fn lock(&self) -> MutexGuard<'_, Register> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Register {
    fn stamp(&mut self) -> IdleSequence {
        self.next += 1;
        self.next
    }

    /// Its slot is free at once; its file is closed a moment later, for which the reserved files are enough.
    fn close_longest_idle_of(&mut self, origin: Origin) -> Option<()> {
        let longest = self.origins.get_mut(&origin)?.idle.pop_first()?;
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

/// A connection that was admitted; its slot is free when the last clone is dropped.
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
    Idle(IdleSequence),
    /// The number of requests: the response to one may still be in transit when the next begins.
    Busy(u32),
}

impl Connection {
    /// Completes when the connection is to be closed for another.
    pub(super) async fn is_closed(&self) {
        self.0.closing.cancelled().await;
    }

    /// A request begins: the connection is not closed until the response is sent. None when it is being closed already.
    pub(super) fn begin_request(&self) -> Option<ActiveRequest> {
        let mut register = self.0.register.lock();
        let mut state = self.0.state();
        *state = match *state {
            State::Idle(idle_sequence) => {
                let of = register.origins.get_mut(&self.0.origin)?;
                of.idle.take(&IdleConnection { idle_sequence, closing: self.0.closing.clone() })?;
                State::Busy(1)
            }
            State::Busy(requests) => State::Busy(requests + 1),
        };
        Some(ActiveRequest(self.clone()))
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
        if let State::Idle(idle_sequence) = state {
            let of = register.origins.get_mut(&self.origin);
            let idle = IdleConnection { idle_sequence, closing: self.closing.clone() };
            // Its slot was released when it was closed for another connection.
            if !of.is_some_and(|of| of.idle.remove(&idle)) {
                return;
            }
        }
        register.forget(self.origin);
    }
}

/// A request and its response; the connection is idle again when this is dropped.
#[derive(Debug)]
pub(super) struct ActiveRequest(Connection);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        let Connection(admitted) = &self.0;
        let mut register = admitted.register.lock();
        let mut state = admitted.state();
        if let State::Busy(requests @ 2..) = *state {
            *state = State::Busy(requests - 1);
            return;
        }
        let idle_sequence = register.stamp();
        *state = State::Idle(idle_sequence);
        let closing = admitted.closing.clone();
        if let Some(of) = register.origins.get_mut(&admitted.origin) {
            of.idle.insert(IdleConnection { idle_sequence, closing });
        }
    }
}

#[cfg(test)]
mod tests;
