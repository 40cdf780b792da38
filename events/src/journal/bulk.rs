//! Reading many events in global order, for a rebuild: by a binary `COPY`, which costs both sides less than a result
//! set. The server sends `jsonb` as it prints it, without a copy as `text`, and no row is described or taken apart
//! before its fields are read.

mod format;

use std::sync::LazyLock;

use futures::TryStreamExt;
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};

use super::stored::RawEvent;
use super::{Entry, Position};
use format::{Fields, Malformed, Rows, big, instant, json, text, uuid};

/// The fields of a row, in the order in which [`event`] reads them.
const COLUMNS: [&str; 11] = [
    "position",
    "sequence",
    "event_type",
    "event_version",
    "payload",
    "aggregate_type",
    "aggregate_id",
    "metadata",
    "recorded_at",
    "correlation_id",
    "actor",
];

static COLUMN_NAMES: LazyLock<String> = LazyLock::new(|| COLUMNS.join(", "));

/// Reads the journal on a connection of its own, which is closed with it: a `COPY` that is dropped before its end leaves
/// a connection that nobody can use again.
#[derive(Debug)]
pub struct BulkReader {
    connection: PoolConnection<Postgres>,
}

impl BulkReader {
    /// Takes a connection of the pool.
    ///
    /// # Errors
    /// When the pool has none.
    pub async fn open(pool: &PgPool) -> Result<Self, sqlx::Error> {
        let mut connection = pool.acquire().await?;
        connection.close_on_drop();
        Ok(Self { connection })
    }

    /// Up to `limit` events after `after`, in global order, readable or not. One statement, so one snapshot, which the
    /// server holds until the last event was read. Each event is parsed as it arrives.
    ///
    /// # Errors
    /// When the database does not answer or refuses, or what it sends is malformed: then the reader must be dropped.
    pub async fn entries_after(&mut self, after: Position, limit: i64) -> Result<Vec<Entry>, sqlx::Error> {
        // A `COPY` has no parameters.
        let sql = format!(
            "COPY (SELECT {} FROM events WHERE position > {after} ORDER BY position LIMIT {limit})
             TO STDOUT (FORMAT binary)",
            *COLUMN_NAMES
        );
        let mut messages = self.connection.copy_out_raw(&sql).await?;
        let (mut rows, mut entries) = (Rows::default(), Vec::new());
        while let Some(message) = messages.try_next().await? {
            let add = |fields: Fields<'_, _>| {
                entries.push(Entry::from(&event(&fields)?));
                Ok(())
            };
            rows.read(&message, add).map_err(malformed)?;
        }
        rows.end().map_err(malformed)?;
        Ok(entries)
    }
}

fn malformed(error: Malformed) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}

fn event<'b>(fields: &Fields<'b, { COLUMNS.len() }>) -> Result<RawEvent<&'b str>, Malformed> {
    let [
        position,
        sequence,
        event_type,
        event_version,
        payload,
        aggregate_type,
        aggregate_id,
        metadata,
        recorded_at,
        correlation_id,
        actor,
    ] = *fields;
    Ok(RawEvent {
        position: big(position)?,
        aggregate_type: text(aggregate_type)?,
        aggregate_id: text(aggregate_id)?,
        sequence: big(sequence)?,
        event_type: text(event_type)?,
        event_version: text(event_version)?,
        payload: json(payload)?,
        metadata: json(metadata)?,
        recorded_at: instant(recorded_at)?,
        correlation_id: uuid(correlation_id)?,
        actor: text(actor)?,
    })
}
