//! Appending: one statement per batch, over any number of streams, all or nothing.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::{Arguments, PgConnection, PgExecutor};
use uuid::Uuid;

use super::rows::Rows;
use super::{Head, Journal, Position, Receipt};
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

/// The journal as it was when a batch was decided, and the stamp that the batch leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    /// The head on which everything in the batch rests.
    pub base: Head,
    /// The batch's own stamp, never used before.
    pub stamp: Uuid,
}

/// Why nothing of a batch was appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The head is not where the batch was decided: others appended meanwhile, or the journal is another.
    #[error("the journal's head was moved meanwhile")]
    Moved,
    /// Another writer appended to one of the streams first. Reload and decide again.
    #[error("another writer was first on one of the streams")]
    StreamConflict,
    /// A stream does not end where the batch goes on.
    #[error("the batch does not follow the last event of one of its streams")]
    Gap,
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
    /// Appends a batch in one statement and one commit, wherever the head is, and returns the position of its last
    /// event.
    ///
    /// # Errors
    /// [`AppendError`]; then nothing of the batch was appended (but see [`AppendError::Database`]).
    pub async fn append(&self, batch: &Batch, recorded_at: DateTime<Utc>) -> Result<Position, AppendError> {
        let receipts: Vec<&Receipt> = batch.receipts.iter().collect();
        append(self.pool(), arguments(&[&Rows::of(batch)?], &receipts, recorded_at, None)).await
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
        let receipts: Vec<&Receipt> = batch.receipts.iter().collect();
        append(connection, arguments(&[&Rows::of(batch)?], &receipts, recorded_at, None)).await
    }

    /// Appends rows that were written before, on exactly the head on which they were decided.
    ///
    /// # Errors
    /// [`AppendError::Moved`] when the head is another, else as [`Self::append`].
    pub fn append_at<'c>(
        connection: &'c mut PgConnection,
        fence: Fence,
        rows: &[&Rows],
        receipts: &[&Receipt],
        recorded_at: DateTime<Utc>,
    ) -> BoxFuture<'c, Result<Position, AppendError>> {
        // Written at once, so that the future borrows nothing but the connection.
        let arguments = arguments(rows, receipts, recorded_at, Some(fence));
        append(connection, arguments).boxed()
    }
}

/// The events that are to be looked for: the last of each stream on whose counted version the batch goes on.
pub(super) fn ends<'a>(rows: &[&'a Rows]) -> (Vec<&'static str>, Vec<&'a str>, Vec<i64>) {
    let mut seen = HashSet::new();
    let mut ends = (Vec::new(), Vec::new(), Vec::new());
    for rows in rows {
        let streams = rows.aggregate_type.iter().zip(&rows.aggregate_id);
        for (((kind, id), sequence), follows) in streams.zip(&rows.sequence).zip(&rows.follows) {
            // What comes later in the batch goes on from the batch's own events.
            if seen.insert((*kind, id.as_str())) && *follows {
                ends.0.push(*kind);
                ends.1.push(id.as_str());
                ends.2.push(*sequence - 1);
            }
        }
    }
    ends
}

/// A column of many rows.
pub(super) fn all<'a, T: 'a, U>(
    rows: &[&'a Rows],
    column: impl Fn(&'a Rows) -> &'a Vec<T>,
    value: impl Fn(&'a T) -> U,
) -> Vec<U> {
    rows.iter().copied().flat_map(column).map(value).collect()
}

/// The parameters of the statement, as they are sent.
fn arguments(
    rows: &[&Rows],
    receipts: &[&Receipt],
    recorded_at: DateTime<Utc>,
    fence: Option<Fence>,
) -> Result<PgArguments, BoxDynError> {
    let count: usize = rows.iter().map(|rows| rows.sequence.len()).sum();
    let (end_types, end_ids, end_sequences) = ends(rows);
    let mut arguments = PgArguments::default();
    arguments.add(i64::try_from(count)?)?;
    arguments.add(all(rows, |rows| &rows.aggregate_type, |text| *text))?;
    arguments.add(all(rows, |rows| &rows.aggregate_id, String::as_str))?;
    arguments.add(all(rows, |rows| &rows.sequence, |sequence| *sequence))?;
    arguments.add(all(rows, |rows| &rows.event_type, |text| *text))?;
    arguments.add(all(rows, |rows| &rows.event_version, |text| *text))?;
    arguments.add(all(rows, |rows| &rows.payload, String::as_str))?;
    arguments.add(all(rows, |rows| &rows.metadata, Option::as_deref))?;
    arguments.add(all(rows, |rows| &rows.correlation_id, |id| *id))?;
    arguments.add(all(rows, |rows| &rows.actor, String::as_str))?;
    arguments.add(recorded_at)?;
    arguments.add(receipts.iter().map(|receipt| receipt.key.member.0).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.key.route.as_str()).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.key.key.as_str()).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.request_hash.as_slice()).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.status).collect::<Vec<_>>())?;
    arguments.add(receipts.iter().map(|receipt| receipt.answer.to_string()).collect::<Vec<_>>())?;
    arguments.add(fence.map(|fence| fence.stamp))?;
    arguments.add(fence.map(|fence| fence.base.position))?;
    arguments.add(fence.map(|fence| fence.base.stamp))?;
    arguments.add(end_types)?;
    arguments.add(end_ids)?;
    arguments.add(end_sequences)?;
    arguments.add(fence.map(|fence| fence.base.turn))?;
    Ok(arguments)
}

async fn append(
    executor: impl PgExecutor<'_>,
    arguments: Result<PgArguments, BoxDynError>,
) -> Result<Position, AppendError> {
    let arguments = arguments.map_err(sqlx::Error::Encode)?;
    let answer: (Option<Position>, bool) = sqlx::query_as_with(APPEND, arguments).fetch_one(executor).await?;
    match answer {
        (Some(position), _) => Ok(position),
        (None, true) => Err(AppendError::Gap),
        (None, false) => Err(AppendError::Moved),
    }
}
