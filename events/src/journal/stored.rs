//! A row of the journal, as it is stored: the one shape in which events are read, whether they are then decoded or not.

use chrono::{DateTime, Utc};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::{Position, RecordedEvent, Unreadable, UnreadableReason};
use crate::{Event, StreamId};

macro_rules! event_columns {
    () => {
        "events.position, events.sequence, events.event_type, events.event_version, events.payload::text AS payload"
    };
}

/// The columns of which [`event`] is made: all that a decision needs. JSON comes as text: it is parsed once, straight
/// into the event.
pub(super) const EVENT: &str = event_columns!();

/// The columns of [`RawEvent`]. Those of [`EVENT`] come first.
pub(super) const COLUMNS: &str = concat!(
    event_columns!(),
    ", events.aggregate_type, events.aggregate_id, events.metadata::text AS metadata, events.recorded_at, \
     events.correlation_id, events.actor"
);

/// A row of the journal. Owned, or of texts that are borrowed from the database's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawEvent<T = String> {
    /// Place in the global order.
    pub position: Position,
    /// Kind of stream.
    pub aggregate_type: T,
    /// The stream's id.
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
    /// The party that caused it, as text.
    pub actor: T,
}

impl<'r, T: From<&'r str>> RawEvent<T> {
    /// The event of a row that begins with [`COLUMNS`].
    pub(super) fn from_row(row: &'r PgRow) -> Result<Self, sqlx::Error> {
        let text = |column: usize| row.try_get::<&str, _>(column).map(T::from);
        Ok(Self {
            position: row.try_get(0)?,
            sequence: row.try_get(1)?,
            event_type: text(2)?,
            event_version: text(3)?,
            payload: text(4)?,
            aggregate_type: text(5)?,
            aggregate_id: text(6)?,
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
    /// [`UnreadableReason`] when this version does not know its stream, payload, actor or metadata.
    pub fn read(&self) -> Result<RecordedEvent, UnreadableReason> {
        let stream = StreamId::parse(self.aggregate_type.as_ref(), self.aggregate_id.as_ref())?;
        let (name, version) = (self.event_type.as_ref(), self.event_version.as_ref());
        Ok(RecordedEvent {
            position: self.position,
            event: Event::decode(&stream, name, version, self.payload.as_ref())?,
            stream,
            sequence: self.sequence,
            recorded_at: self.recorded_at,
            correlation_id: self.correlation_id,
            actor: self.actor.as_ref().parse()?,
            metadata: serde_json::from_str(self.metadata.as_ref()).map_err(UnreadableReason::Metadata)?,
        })
    }

    /// The same, with the position of an event that cannot be read.
    pub(super) fn recorded(&self) -> Result<RecordedEvent, Unreadable> {
        self.read().map_err(|source| Unreadable { position: self.position, source })
    }
}

/// The event of a row that begins with [`EVENT`], of a known stream, with its sequence.
pub(super) fn event(row: &PgRow, stream: &StreamId) -> Result<Result<(i64, Event), Unreadable>, sqlx::Error> {
    let (position, sequence) = (row.try_get(0)?, row.try_get(1)?);
    let event = Event::decode(stream, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
    Ok(event.map(|event| (sequence, event)).map_err(|error| Unreadable { position, source: error.into() }))
}
