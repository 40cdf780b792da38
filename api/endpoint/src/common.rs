//! The state that all endpoints share: the database's tables, read models and journal, the writer, and the requests in
//! progress.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRef;
use fairway_clock::clock::Clock;
use fairway_command::WriterHandle;
use fairway_events::Journal;
use fairway_query::{Progress, Reads};
use fairway_store::PgPool;
use fairway_store::clubs::ClubCache;
use fairway_store::name_cache::NameCache;

use crate::counts::Counts;
use crate::in_flight::InFlight;
use crate::refusal_queue::RefusalQueue;

/// The state that all endpoints share, as one [`Arc`]: axum clones the state of a handler for each layer above it, a
/// dozen times a request. For the same reason the state of each part is in an [`Arc`].
#[derive(Debug, Clone)]
pub struct Common(Arc<Inner>);

/// The content of [`Common`].
#[derive(Debug)]
pub struct Inner {
    /// The plain tables, under the application's role.
    pub pool: PgPool,
    /// The only clock.
    pub clock: Clock,
    /// The journal: receipts and its head.
    pub journal: Journal,
    /// The read models.
    pub reads: Reads,
    /// The positions of the read models, for reading one's own writes.
    pub progress: Progress,
    /// Submits commands.
    pub writer: WriterHandle,
    /// Cached reference data.
    pub clubs: Arc<ClubCache>,
    /// Cached names of members.
    pub names: NameCache,
    /// Requests with an idempotency key that are in progress.
    pub in_flight: InFlight,
    /// Refusals by a rule that wait to be recorded.
    pub refusals: RefusalQueue,
    /// Late answers and throttled commands, for the metrics.
    pub counts: Counts,
    /// How many commands a member may send in an hour.
    pub limits: Limits,
}

/// How many commands a member may send in an hour; 0: any number.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Rounds that are booked.
    pub bookings_per_hour: u32,
    /// Changes.
    pub changes_per_hour: u32,
}

impl Common {
    /// With empty caches.
    #[must_use]
    pub fn new(pool: PgPool, clock: Clock, progress: Progress, writer: WriterHandle, limits: Limits) -> Self {
        Self(Arc::new(Inner {
            journal: Journal::new(pool.clone()),
            reads: Reads::new(pool.clone()),
            pool,
            clock,
            progress,
            writer,
            clubs: Arc::default(),
            names: NameCache::default(),
            in_flight: InFlight::default(),
            refusals: RefusalQueue::default(),
            counts: Counts::default(),
            limits,
        }))
    }
}

impl Deref for Common {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// For every state that holds it.
impl<S: AsRef<Self>> FromRef<Arc<S>> for Common {
    fn from_ref(state: &Arc<S>) -> Self {
        (**state).as_ref().clone()
    }
}
