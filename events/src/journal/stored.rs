//! A row of the journal, as it is stored: the one shape in which events are read, whether they are then decoded or not.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::{Position, RecordedEvent, Unreadable, UnreadableReason};
use crate::{Event, StreamId, UndecodableEvent};

/// The columns of [`RawEvent`], in its order. JSON comes as text: it is parsed once, straight into the event.
pub(super) const COLUMNS: &str = "events.position, events.aggregate_type, events.aggregate_id, events.sequence, \
     events.event_type, events.event_version, events.payload::text AS payload, events.metadata::text AS metadata, \
     events.recorded_at, events.correlation_id, events.actor";

/// How many they are; a statement's other columns come after them.
pub(super) const COLUMN_COUNT: usize = 11;

/// A row of the journal. Owned, or of texts that are borrowed from the database's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawEvent<T = String> {
    /// Place in the global order.
    pub position: Position,
    /// Kind of stream.
    pub aggregate_type: T,
    /// Which stream of that kind.
    pub aggregate_id: T,
    /// Place in the stream.
    pub sequence: i64,
    /// The stored name.
    pub event_type: T,
    /// The stored version.
    pub event_version: T,
    /// The payload as the database writes it.
    pub payload: T,
    /// The metadata as the database writes them.
    pub metadata: T,
    /// When it was recorded.
    pub recorded_at: DateTime<Utc>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// Who caused it.
    pub actor: T,
}

impl<'r, T: From<&'r str>> RawEvent<T> {
    /// The event of a row that begins with [`COLUMNS`].
    pub(super) fn of(row: &'r PgRow) -> Result<Self, sqlx::Error> {
        let text = |column: usize| row.try_get::<&str, _>(column).map(T::from);
        Ok(Self {
            position: row.try_get(0)?,
            aggregate_type: text(1)?,
            aggregate_id: text(2)?,
            sequence: row.try_get(3)?,
            event_type: text(4)?,
            event_version: text(5)?,
            payload: text(6)?,
            metadata: text(7)?,
            recorded_at: row.try_get(8)?,
            correlation_id: row.try_get(9)?,
            actor: text(10)?,
        })
    }
}

impl<T: AsRef<str>> RawEvent<T> {
    /// The event with all that is recorded of it, through the upcasters.
    ///
    /// # Errors
    /// What about it this version does not know.
    pub fn read(&self) -> Result<RecordedEvent, UnreadableReason> {
        let stream = StreamId::parse(self.aggregate_type.as_ref(), self.aggregate_id.as_ref())?;
        Ok(RecordedEvent {
            position: self.position,
            event: self.event(&stream)?,
            stream,
            sequence: self.sequence,
            recorded_at: self.recorded_at,
            correlation_id: self.correlation_id,
            actor: self.actor.as_ref().parse()?,
            metadata: serde_json::from_str(self.metadata.as_ref()).map_err(UnreadableReason::Metadata)?,
        })
    }

    /// What happened, to a stream that is known already.
    pub(super) fn event(&self, stream: &StreamId) -> Result<Event, UndecodableEvent> {
        Event::decode(stream, self.event_type.as_ref(), self.event_version.as_ref(), self.payload.as_ref())
    }

    /// An event that cannot be read, with its place.
    pub(super) fn unreadable(&self, reason: impl Into<UnreadableReason>) -> Unreadable {
        Unreadable { position: self.position, source: reason.into() }
    }
}
