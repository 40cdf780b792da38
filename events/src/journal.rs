//! The journal: the only way in which events are written to and read from Postgres.
//!
//! It appends whole batches in one statement, assigns gapless positions in commit order, reads streams and the global
//! order, and notifies other processes of new events. It holds no rule of the domain.

mod acknowledged;
mod announce;
mod append;
mod arguments;
mod batch;
mod bulk;
mod entries;
mod head;
mod histories;
mod kinds;
mod partial_append;
mod places;
mod receipts;
mod recent;
mod select;
mod stored;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

pub use acknowledged::{Acknowledged, AcknowledgedAppend, AcknowledgedEvent};
pub use announce::CHANNEL;
pub use append::AppendError;
pub use batch::{Batch, Rows, StreamAppend};
pub use bulk::BulkReader;
pub use entries::Entry;
pub use head::{Fence, FoundAppend, Head, Tail, TailEvent};
pub use histories::{History, Snapshot};
pub use kinds::Kind;
pub use partial_append::{Part, PartialAppend};
pub use receipts::{Receipt, ReceiptKey};
pub use recent::RecentAppends;
pub use select::Selection;
pub use stored::RawEvent;

use crate::{Actor, Event, StreamId, UndecodableEvent, UnknownStream};

/// A place in the global order: from 1, without gaps, in commit order. 0 is before the first event.
pub type Position = i64;

/// An event as it is stored in the journal.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedEvent {
    /// Place in the global order.
    pub position: Position,
    /// The stream that it belongs to.
    pub stream: StreamId,
    /// Place in that stream, from 1.
    pub sequence: i64,
    /// The decoded event.
    pub event: Event,
    /// When the batch was decided, UTC, by the application's clock.
    pub recorded_at: DateTime<Utc>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// The party that caused it.
    pub actor: Actor,
    /// Reason and subject of an operator's act; usually empty.
    pub metadata: BTreeMap<String, String>,
}

/// The journal of one database. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Journal {
    pool: PgPool,
}

impl Journal {
    /// A journal over a migrated database.
    #[must_use]
    pub const fn new(pool: PgPool) -> Self {
        Self { pool }
    }

    /// The pool that the journal works on.
    #[must_use]
    pub const fn pool(&self) -> &PgPool {
        &self.pool
    }
}

/// Why a read of the journal failed.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The database did not answer, or refused.
    #[error("the journal cannot be reached")]
    Database(#[from] sqlx::Error),
    /// An event that this version cannot read. A reader stops before it and never skips it.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// An event that this version cannot read, and its position.
#[derive(Debug, thiserror::Error)]
#[error("the event at position {position} is unreadable")]
pub struct Unreadable {
    /// Its place in the global order.
    pub position: Position,
    /// The reason.
    #[source]
    pub source: UnreadableReason,
}

/// The part of a stored event that this version does not know.
#[derive(Debug, thiserror::Error)]
pub enum UnreadableReason {
    /// The stream's type or id.
    #[error(transparent)]
    Stream(#[from] UnknownStream),
    /// The payload.
    #[error(transparent)]
    Payload(#[from] UndecodableEvent),
    /// The actor column.
    #[error(transparent)]
    Actor(#[from] crate::UnknownActor),
    /// The metadata column.
    #[error("the metadata is not a flat object of texts")]
    Metadata(#[source] serde_json::Error),
}
