//! Snapshots: the state of a long stream as one row, so that who decides on it need not read it from the beginning.
//!
//! The journal neither makes nor understands a state; it keeps the text for the code that wrote it, which names itself
//! by a digest. A snapshot of other code is never given out.

use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

use super::{Journal, JournalError, Position, Unreadable};
use crate::{Event, StreamId};

const HISTORY: &str = include_str!("history.sql");

/// What there is to know of a stream: a state and the events after it, or all of its events.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    /// The state as it was kept, and the sequence of the last event in it.
    pub snapshot: Option<(i64, String)>,
    /// Every event after the snapshot with its sequence, in order.
    pub events: Vec<(i64, Event)>,
}

/// A state to keep.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// Whose state.
    pub stream: StreamId,
    /// The sequence of the last event in it.
    pub version: i64,
    /// The state, as the aggregate writes it.
    pub state: String,
}

/// The streams as the two arrays that the statements take.
fn keys<'a>(streams: impl Iterator<Item = &'a StreamId>) -> (Vec<&'static str>, Vec<String>) {
    streams.map(|stream| (stream.aggregate_type().as_str(), stream.aggregate_id())).unzip()
}

impl Journal {
    /// The history of each of the streams up to a position, in their order, with snapshots that `schema` made; or why
    /// this version cannot read it. One query.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn histories(
        connection: &mut PgConnection,
        streams: &[StreamId],
        schema: &str,
        up_to: Position,
    ) -> Result<Vec<Result<History, Unreadable>>, sqlx::Error> {
        let mut histories: Vec<Result<History, Unreadable>> =
            streams.iter().map(|_| Ok(History::default())).collect();
        if streams.is_empty() {
            return Ok(histories);
        }
        let (types, ids) = keys(streams.iter());
        let rows =
            sqlx::query(HISTORY).bind(types).bind(ids).bind(schema).bind(up_to).fetch_all(connection).await?;
        for row in &rows {
            let index = usize::try_from(row.try_get::<i64, _>(0)? - 1).unwrap_or(usize::MAX);
            let (Some(stream), Some(slot)) = (streams.get(index), histories.get_mut(index)) else { continue };
            let Ok(history) = slot else { continue };
            match row.try_get::<Option<&str>, _>(2)? {
                None => history.snapshot = Some((row.try_get(1)?, row.try_get(4)?)),
                Some(event_type) => match event(row, stream, event_type) {
                    Ok(event) => history.events.push((row.try_get(1)?, event)),
                    Err(JournalError::Unreadable(unreadable)) => *slot = Err(unreadable),
                    Err(JournalError::Database(error)) => return Err(error),
                },
            }
        }
        Ok(histories)
    }

    /// Keeps states, each unless the same code has kept a later one of that stream.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep_snapshots(&self, snapshots: &[Snapshot], schema: &str) -> Result<(), sqlx::Error> {
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

fn event(row: &PgRow, stream: &StreamId, event_type: &str) -> Result<Event, JournalError> {
    let position: Position = row.try_get(5)?;
    Event::decode(stream, event_type, row.try_get(3)?, row.try_get(4)?)
        .map_err(|error| JournalError::Unreadable(Unreadable { position, source: error.into() }))
}
