//! Whole streams; and snapshots: the state of a long stream as one row, so that a decision need not read the stream
//! from the beginning.
//!
//! The journal does not interpret a state: it stores the text together with a digest of the code that wrote it, and
//! returns it to the same code only. Its functions fail when the database does not answer.

use std::collections::HashMap;
use std::sync::LazyLock;

use sqlx::{PgConnection, Row};

use super::stored::{COLUMNS, EVENT, RawEvent, event};
use super::{Journal, JournalError, Position, RecordedEvent, Unreadable};
use crate::{Event, StreamId};

static HISTORIES: LazyLock<String> =
    LazyLock::new(|| include_str!("history.sql").replace("{columns}", EVENT));

/// Without snapshots, which are for the writer: a log-in that only reads the journal has no grant on them.
static STREAMS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {COLUMNS} FROM UNNEST($1::text[], $2::text[]) AS wanted (aggregate_type, aggregate_id)
         JOIN events USING (aggregate_type, aggregate_id)
         ORDER BY events.aggregate_type, events.aggregate_id, events.sequence"
    )
});

/// A stream: a state and the events after it, or all of its events.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// The stored state, and the sequence of the last event in it.
    pub snapshot: Option<(i64, String)>,
    /// Every event after the snapshot with its sequence, in order.
    pub events: Vec<(i64, Event)>,
}

/// A state to store.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The stream whose state it is.
    pub stream: StreamId,
    /// The sequence of the last event in it.
    pub version: i64,
    /// The state, as the aggregate writes it.
    pub state: String,
}

impl Journal {
    /// The history of each of the streams up to a position, in their order, with snapshots that `schema` made; or why
    /// this version cannot read it. Only what happened is decoded, not who caused it. One query.
    pub async fn histories(
        connection: &mut PgConnection,
        streams: &[StreamId],
        schema: &str,
        up_to: Position,
    ) -> Result<Vec<Result<History, Unreadable>>, sqlx::Error> {
        let mut histories: Vec<_> = streams.iter().map(|_| Ok(History::default())).collect();
        if streams.is_empty() {
            return Ok(histories);
        }
        let (types, ids) = keys(streams.iter());
        let rows = sqlx::query(&HISTORIES).bind(types).bind(ids).bind(schema).bind(up_to);
        for row in &rows.fetch_all(connection).await? {
            let number = usize::try_from(row.try_get::<i64, _>("ordinal")? - 1).unwrap_or(usize::MAX);
            let (Some(stream), Some(slot)) = (streams.get(number), histories.get_mut(number)) else {
                continue;
            };
            let Ok(history) = slot else { continue };
            if let Some(version) = row.try_get("version")? {
                history.snapshot = Some((version, row.try_get("state")?));
                continue;
            }
            match event(row, stream)? {
                Ok(event) => history.events.push(event),
                Err(unreadable) => *slot = Err(unreadable),
            }
        }
        Ok(histories)
    }

    /// Every event of each of the streams with all that is recorded of it, each in order of sequence. One query;
    /// streams without events are absent.
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
        let (types, ids) = keys(streams.iter());
        for row in &sqlx::query(&STREAMS).bind(types).bind(ids).fetch_all(self.pool()).await? {
            let event = RawEvent::<&str>::from_row(row)?.recorded()?;
            loaded.entry(event.stream.clone()).or_default().push(event);
        }
        Ok(loaded)
    }

    /// Stores states, each unless the same code has stored a later one of that stream.
    pub async fn store_snapshots(&self, snapshots: &[Snapshot], schema: &str) -> Result<(), sqlx::Error> {
        let (types, ids) = keys(snapshots.iter().map(|snapshot| &snapshot.stream));
        sqlx::query(
            "INSERT INTO snapshots (aggregate_type, aggregate_id, version, schema, state)
             SELECT aggregate_type, aggregate_id, version, $3, state
             FROM UNNEST($1::text[], $2::text[], $4::bigint[], $5::text[])
                AS new (aggregate_type, aggregate_id, version, state)
             ORDER BY aggregate_type, aggregate_id
             ON CONFLICT (aggregate_type, aggregate_id) DO UPDATE
             SET version = excluded.version, schema = excluded.schema, state = excluded.state
             WHERE snapshots.schema <> excluded.schema OR snapshots.version < excluded.version",
        )
        .bind(types)
        .bind(ids)
        .bind(schema)
        .bind(snapshots.iter().map(|snapshot| snapshot.version).collect::<Vec<_>>())
        .bind(snapshots.iter().map(|snapshot| snapshot.state.as_str()).collect::<Vec<_>>())
        .execute(self.pool())
        .await?;
        Ok(())
    }
}

/// The streams as the two arrays that the statements take.
pub(super) fn keys<'a>(streams: impl Iterator<Item = &'a StreamId>) -> (Vec<&'static str>, Vec<String>) {
    streams.map(|stream| (stream.aggregate_type().as_str(), stream.aggregate_id())).unzip()
}
