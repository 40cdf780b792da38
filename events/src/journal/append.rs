//! Appending: one statement per batch, over any number of streams, all or nothing.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use super::rows::Rows;
use super::{Journal, Position, Receipt};
use crate::{Actor, Event, StreamId};

const APPEND: &str = include_str!("append.sql");

/// New events of one stream, decided on top of `version`.
#[derive(Debug, Clone)]
pub struct StreamAppend {
    /// The stream.
    pub stream: StreamId,
    /// The sequence of the last event that the decision saw; 0 for a new stream.
    pub version: i64,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The request that caused it.
    pub correlation_id: Uuid,
    /// Who caused it.
    pub actor: Actor,
    /// Reason and subject of an operator's act; usually empty.
    pub metadata: BTreeMap<String, String>,
}

/// Everything that one commit appends: the events of many commands, and the receipts of those with a key.
#[derive(Debug, Default, Clone)]
pub struct Batch {
    /// The appends, in the order in which they were decided. A stream may appear more than once; its versions
    /// must then follow on each other.
    pub appends: Vec<StreamAppend>,
    /// Receipts to store in the same transaction.
    pub receipts: Vec<Receipt>,
}

impl Batch {
    /// How many events the batch holds.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.appends.iter().map(|append| append.events.len()).sum()
    }
}

/// Why nothing of a batch was appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another writer appended to one of the streams first. Reload and decide again.
    #[error("another writer was first on one of the streams")]
    StreamConflict,
    /// Another writer stored one of the idempotency keys first. Its receipt holds the answer.
    #[error("another writer answered one of the idempotency keys first")]
    ReceiptConflict,
    /// The database did not answer, or refused. Whether the batch was committed is unknown when the connection
    /// was lost; otherwise it was not.
    #[error("the journal cannot be written")]
    Database(#[source] sqlx::Error),
    /// An event could not be written as JSON.
    #[error("an event cannot be serialised")]
    Payload(#[from] serde_json::Error),
}

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> Self {
        let constraint = error.as_database_error().and_then(|database| database.constraint());
        match constraint {
            Some("events_stream_key") => Self::StreamConflict,
            Some("idempotency_receipts_key") => Self::ReceiptConflict,
            _ => Self::Database(error),
        }
    }
}

impl Journal {
    /// Appends a batch in one statement and one commit, and returns the position of its last event.
    ///
    /// # Errors
    /// [`AppendError`]; then nothing of the batch was appended (but see [`AppendError::Database`]).
    pub async fn append(&self, batch: &Batch, recorded_at: DateTime<Utc>) -> Result<Position, AppendError> {
        append(&self.pool, &Rows::of(batch)?, &batch.receipts, recorded_at).await
    }

    /// The same for rows that were written before.
    ///
    /// # Errors
    /// As [`Self::append`].
    pub async fn append_rows(
        &self,
        rows: &Rows,
        receipts: &[Receipt],
        recorded_at: DateTime<Utc>,
    ) -> Result<Position, AppendError> {
        append(&self.pool, rows, receipts, recorded_at).await
    }

    /// Appends a batch inside a transaction of the caller's, for what must commit together with other tables (an
    /// import). It holds the journal's head until that transaction ends: keep it short, or keep it rare.
    ///
    /// # Errors
    /// [`AppendError`]; the transaction is then aborted.
    pub async fn append_in(
        connection: &mut PgConnection,
        batch: &Batch,
        recorded_at: DateTime<Utc>,
    ) -> Result<Position, AppendError> {
        append(connection, &Rows::of(batch)?, &batch.receipts, recorded_at).await
    }
}

async fn append(
    executor: impl PgExecutor<'_>,
    rows: &Rows,
    receipts: &[Receipt],
    recorded_at: DateTime<Utc>,
) -> Result<Position, AppendError> {
    let count = i64::try_from(rows.sequence.len()).unwrap_or(i64::MAX);
    let (position,): (Position,) = sqlx::query_as(APPEND)
        .bind(count)
        .bind(&rows.aggregate_type)
        .bind(&rows.aggregate_id)
        .bind(&rows.sequence)
        .bind(&rows.event_type)
        .bind(&rows.event_version)
        .bind(&rows.payload)
        .bind(&rows.metadata)
        .bind(&rows.correlation_id)
        .bind(&rows.actor)
        .bind(recorded_at)
        .bind(receipts.iter().map(|receipt| receipt.key.member.0).collect::<Vec<_>>())
        .bind(receipts.iter().map(|receipt| receipt.key.route.as_str()).collect::<Vec<_>>())
        .bind(receipts.iter().map(|receipt| receipt.key.key.as_str()).collect::<Vec<_>>())
        .bind(receipts.iter().map(|receipt| receipt.request_hash.as_slice()).collect::<Vec<_>>())
        .bind(receipts.iter().map(|receipt| receipt.status).collect::<Vec<_>>())
        .bind(receipts.iter().map(|receipt| receipt.answer.to_string()).collect::<Vec<_>>())
        .fetch_one(executor)
        .await?;
    Ok(position)
}
