//! Appending: one statement per batch, over any number of streams, all or nothing.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use futures::future::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::{Arguments, PgConnection};

use super::arguments::{add_ends, add_events, add_receipts};
use super::{Batch, Fence, Journal, Position, Receipt, Rows};

const APPEND: &str = include_str!("append.sql");

/// Why nothing of a batch was appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The head is not the one on which the batch was decided: others appended meanwhile, or the journal went back.
    #[error("the journal's head was moved meanwhile")]
    Moved,
    /// Another writer appended to one of the streams first: reload and decide again.
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
        Self::append_in(&mut *self.pool().acquire().await?, batch, recorded_at).await
    }

    /// The same inside a transaction of the caller's, for what must commit together with other tables (an import). It
    /// holds the journal's head until that transaction ends: keep it short, or keep it rare.
    ///
    /// # Errors
    /// [`AppendError`]; the transaction is then aborted.
    pub async fn append_in(
        connection: &mut PgConnection,
        batch: &Batch,
        recorded_at: DateTime<Utc>,
    ) -> Result<Position, AppendError> {
        let (rows, receipts) = (Rows::from_batch(batch)?, batch.receipts.iter().collect::<Vec<_>>());
        Self::append_at(connection, None, &[&rows], &receipts, recorded_at).await
    }

    /// Appends rows that were written before: on exactly the head on which they were decided, or wherever it is.
    ///
    /// # Errors
    /// [`AppendError::Moved`] when the head is another, else as [`Self::append`].
    pub fn append_at<'c>(
        connection: &'c mut PgConnection,
        fence: impl Into<Option<Fence>>,
        rows: &[&Rows],
        receipts: &[&Receipt],
        recorded_at: DateTime<Utc>,
    ) -> BoxFuture<'c, Result<Position, AppendError>> {
        // Written at once, so that the future borrows nothing but the connection.
        let arguments = arguments(rows, receipts, recorded_at, fence.into());
        append(connection, arguments).boxed()
    }
}

/// The parameters of the statement, as they are sent.
fn arguments(
    rows: &[&Rows],
    receipts: &[&Receipt],
    recorded_at: DateTime<Utc>,
    fence: Option<Fence>,
) -> Result<PgArguments, BoxDynError> {
    let count: usize = rows.iter().map(|rows| rows.sequences().len()).sum();
    let mut arguments = PgArguments::default();
    arguments.add(i64::try_from(count)?)?;
    add_events(&mut arguments, rows)?;
    arguments.add(recorded_at)?;
    add_receipts(&mut arguments, receipts)?;
    arguments.add(fence.map(|fence| fence.stamp))?;
    arguments.add(fence.map(|fence| fence.base.position))?;
    arguments.add(fence.map(|fence| fence.base.stamp))?;
    add_ends(&mut arguments, rows)?;
    arguments.add(fence.map(|fence| fence.base.turn))?;
    Ok(arguments)
}

async fn append(
    connection: &mut PgConnection,
    arguments: Result<PgArguments, BoxDynError>,
) -> Result<Position, AppendError> {
    let arguments = arguments.map_err(sqlx::Error::Encode)?;
    let answer: (Option<Position>, bool) =
        sqlx::query_as_with(APPEND, arguments).fetch_one(connection).await?;
    match answer {
        (Some(position), _) => Ok(position),
        (None, true) => Err(AppendError::Gap),
        (None, false) => Err(AppendError::Moved),
    }
}
