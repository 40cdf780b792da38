//! Reading whole streams, for those who decide.

use std::collections::{BTreeMap, HashMap};

use sqlx::Row;
use sqlx::postgres::PgRow;

use super::{Journal, JournalError, Position, RecordedEvent, Unreadable, UnreadableReason};
use crate::{Event, StreamId};

/// The columns of a recorded event. JSON comes as text: it is parsed once, straight into the event.
pub(super) const COLUMNS: &str = "events.aggregate_type, events.aggregate_id, events.sequence, events.event_type, \
     events.event_version, events.payload::text AS payload, events.metadata::text AS metadata, events.position, \
     events.recorded_at, events.correlation_id, events.actor";

impl Journal {
    /// The position of the last committed event; 0 when there is none.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn head(&self) -> Result<Position, sqlx::Error> {
        sqlx::query_scalar("SELECT position FROM journal_head").fetch_one(self.pool()).await
    }

    /// Every event of each of the streams, each in order of sequence. One query; streams without events are absent.
    ///
    /// # Errors
    /// When the database does not answer, or a stream holds an event that this version cannot read.
    pub async fn load_streams(
        &self,
        streams: &[StreamId],
    ) -> Result<HashMap<StreamId, Vec<RecordedEvent>>, JournalError> {
        let mut loaded: HashMap<StreamId, Vec<RecordedEvent>> = HashMap::new();
        if streams.is_empty() {
            return Ok(loaded);
        }
        let types: Vec<&str> = streams.iter().map(|stream| stream.aggregate_type().as_str()).collect();
        let ids: Vec<String> = streams.iter().map(StreamId::aggregate_id).collect();
        let rows = sqlx::query(&format!(
            "SELECT {COLUMNS} FROM UNNEST($1::text[], $2::text[]) AS wanted (aggregate_type, aggregate_id)
             JOIN events USING (aggregate_type, aggregate_id)
             ORDER BY events.aggregate_type, events.aggregate_id, events.sequence"
        ))
        .bind(types)
        .bind(ids)
        .fetch_all(self.pool())
        .await?;
        for row in &rows {
            let event = recorded(row)?;
            loaded.entry(event.stream.clone()).or_default().push(event);
        }
        Ok(loaded)
    }
}

pub(super) fn recorded(row: &PgRow) -> Result<RecordedEvent, JournalError> {
    let position: Position = row.try_get("position")?;
    let unreadable = |source: UnreadableReason| JournalError::Unreadable(Unreadable { position, source });
    let stream = StreamId::parse(row.try_get("aggregate_type")?, row.try_get("aggregate_id")?)
        .map_err(|error| unreadable(error.into()))?;
    let event = Event::decode(
        &stream,
        row.try_get("event_type")?,
        row.try_get("event_version")?,
        row.try_get("payload")?,
    )
    .map_err(|error| unreadable(error.into()))?;
    let metadata: &str = row.try_get("metadata")?;
    let metadata = match metadata {
        "{}" => BTreeMap::new(),
        text => serde_json::from_str(text).map_err(|error| unreadable(UnreadableReason::Metadata(error)))?,
    };
    let actor: &str = row.try_get("actor")?;
    Ok(RecordedEvent {
        position,
        stream,
        sequence: row.try_get("sequence")?,
        event,
        recorded_at: row.try_get("recorded_at")?,
        correlation_id: row.try_get("correlation_id")?,
        actor: actor.parse().map_err(|error: crate::UnknownActor| unreadable(error.into()))?,
        metadata,
    })
}
