//! Each kind of I/O that the writer does, and what a failure of it means.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use fairway_events::connections::{distrust_after, notices};
use fairway_events::journal::{AppendError, Fence, Head, Receipt, ReceiptKey, Rows};
use fairway_events::{Journal, Position, StreamId};
use futures::future::BoxFuture;
use sqlx::{Executor, PgConnection};
use tokio::time::timeout;

use super::connections::{Connections, Held};
use crate::writer::machine::{Appended, Batch, Cause, Input, Request, TAIL_LIMIT};
use crate::writer::snapshots;
use crate::writer::stats::WriterStats;

/// How long the end of a transaction that did nothing may take.
const RELEASE: Duration = Duration::from_secs(1);

/// What became of the batch under way.
#[derive(Debug)]
pub(super) struct Flown {
    pub(super) input: Input,
    /// The session that holds the head's lock, after [`Appended::Moved`].
    pub(super) session: Option<Session>,
}

impl From<Input> for Flown {
    fn from(input: Input) -> Self {
        Self { input, session: None }
    }
}

/// A connection in a transaction that holds the head's lock. Dropped without ceremony it is closed, and the server
/// ends the transaction.
#[derive(Debug)]
pub(super) struct Session(Option<Held>);

impl Session {
    /// Ends the transaction, which did nothing.
    pub(super) async fn release(mut self) {
        let Some(mut connection) = self.0.take() else { return };
        match timeout(RELEASE, connection.execute("ROLLBACK")).await {
            Ok(Ok(_)) => connection.keep(),
            Ok(Err(_)) | Err(_) => connection.give_up(),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            // In the middle of a transaction: nobody else may have it.
            connection.close();
        }
    }
}

/// Where the journal is, and how long the parts of its use may take.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) journal: Journal,
    pub(super) connections: Connections,
    pub(super) commit: Duration,
    pub(super) read: Duration,
}

/// What came of reading on a connection; one that did not answer in time is dropped.
fn read<T>(
    connection: Held,
    result: Result<Result<T, sqlx::Error>, tokio::time::error::Elapsed>,
) -> Result<T, sqlx::Error> {
    match result {
        Ok(Ok(read)) => {
            connection.keep();
            Ok(read)
        }
        Ok(Err(error)) => Err(error),
        Err(_elapsed) => {
            connection.give_up();
            Err(io_error(NoAnswer))
        }
    }
}

fn io_error(cause: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::other(cause))
}

pub(super) async fn read_head(access: Access) -> Input {
    let head = async {
        let mut connection = access.connections.take(access.read).await?;
        let head = timeout(access.read, Journal::stamped_head(&mut connection)).await;
        read(connection, head)
    };
    head.await.map_or_else(|error| failed(Request::ReadHead, error), Input::HeadRead)
}

pub(super) async fn load(
    access: Access,
    epoch: u64,
    known: Head,
    streams: Vec<StreamId>,
    with_snapshots: bool,
) -> Input {
    let schema = if with_snapshots { snapshots::schema() } else { "" };
    let histories = async {
        let mut connection = access.connections.take(access.read).await?;
        let histories = Journal::histories(&mut connection, &streams, schema, known.position);
        let histories = timeout(access.read, histories).await;
        read(connection, histories)
    };
    match histories.await {
        Ok(histories) => Input::Loaded { epoch, histories: streams.into_iter().zip(histories).collect() },
        Err(error) => failed(Request::Load, error),
    }
}

/// Reads what was appended since a head, in one look that needs no lock.
pub(super) async fn confirm(access: Access, base: Head, batch: Arc<Batch>) -> Flown {
    let seen = batch.seen();
    // The machine takes the batch back.
    drop(batch);
    let tail = async {
        let mut connection = access.connections.take(access.read).await?;
        let tail = timeout(access.read, Journal::catch_up(&mut connection, base, &seen, TAIL_LIMIT)).await;
        read(connection, tail)
    };
    tail.await.map_or_else(|error| failed(Request::Confirm, error), Input::CaughtUp).into()
}

pub(super) async fn look_up(access: Access, fence: Fence, events: usize) -> Flown {
    let events = i64::try_from(events).unwrap_or(i64::MAX);
    let found = async {
        let mut connection = access.connections.take(access.read).await?;
        let found = Journal::was_appended(&mut connection, fence.base, events, fence.stamp);
        match timeout(access.read, notices::watch(found)).await {
            Ok((Ok(found), false)) => {
                connection.keep();
                Ok(found)
            }
            unknown => {
                // It may be in the middle of a transaction that holds the head, or stored on the primary alone.
                connection.give_up();
                match unknown {
                    Ok((Err(error), _)) => Err(error),
                    Ok((Ok(_), _)) => Err(io_error(Warned)),
                    Err(_elapsed) => Err(io_error(NoAnswer)),
                }
            }
        }
    };
    found.await.map_or_else(|error| failed(Request::LookUp, error), Input::LookedUp).into()
}

pub(super) async fn read_receipts(access: Access, keys: Vec<ReceiptKey>) -> Flown {
    let receipts = receipts(&access, &keys).await;
    receipts.map_or_else(|error| failed(Request::ReadReceipts, error), Input::ReceiptsRead).into()
}

pub(super) async fn check_keys(access: Access, keys: Vec<ReceiptKey>) -> Input {
    let receipts = receipts(&access, &keys).await;
    receipts.map_or_else(|error| failed(Request::CheckKeys, error), Input::KeysChecked)
}

async fn receipts(access: &Access, keys: &[ReceiptKey]) -> Result<Vec<Receipt>, sqlx::Error> {
    let mut connection = access.connections.take(access.read).await?;
    let receipts = timeout(access.read, Journal::receipts_on(&mut connection, keys)).await;
    read(connection, receipts)
}

fn failed(request: Request, error: sqlx::Error) -> Input {
    distrust_after(&error);
    tracing::warn!(?request, %error, "the database did not answer the writer");
    Input::Failed(request, Arc::new(error))
}

/// Appends a batch if the head is where it was decided; else takes the head's lock and reads what came since.
pub(super) async fn append(
    access: Access,
    batch: Arc<Batch>,
    fence: Fence,
    at: DateTime<Utc>,
    lock_first: bool,
    stats: Arc<WriterStats>,
) -> Flown {
    let started = Instant::now();
    let mut connection = match access.connections.take(access.commit).await {
        Ok(connection) => connection,
        Err(error) => return ended(Appended::Unavailable(cause(error))),
    };
    if !lock_first {
        let append = append_batch(&mut connection, &batch, fence, at);
        match timeout(access.commit, notices::watch(append)).await {
            Ok((Ok(_position), true)) => return ended(Appended::Unknown(Arc::new(Warned))),
            Ok((Ok(_position), false)) => {
                stats.committed(batch.len(), batch.events(), started.elapsed());
                connection.keep();
                return ended(Appended::Done);
            }
            Ok((Err(AppendError::Moved | AppendError::Gap), _)) => {}
            Ok((Err(error), _)) => return ended(meaning(error)),
            Err(_elapsed) => {
                connection.give_up();
                return ended(Appended::Unknown(Arc::new(NoAnswer)));
            }
        }
    }
    let seen = batch.seen();
    let locked = Journal::begin_at_head(&mut connection, fence.base, &seen, TAIL_LIMIT);
    match timeout(access.commit, locked).await {
        Ok(Ok(tail)) if tail.head == fence.base => {
            append_locked(access.commit, Session(Some(connection)), batch, fence, at, stats).await
        }
        Ok(Ok(tail)) => {
            let session = Some(Session(Some(connection)));
            Flown { input: Input::Appended(Appended::Moved(tail)), session }
        }
        Ok(Err(error)) => {
            // Nothing was sent that could be committed.
            connection.close();
            ended(Appended::Unavailable(cause(error)))
        }
        Err(_elapsed) => {
            connection.give_up();
            ended(Appended::Unavailable(Arc::new(NoAnswer)))
        }
    }
}

/// Appends a batch in the transaction that holds the head's lock.
pub(super) async fn append_locked(
    limit: Duration,
    mut session: Session,
    batch: Arc<Batch>,
    fence: Fence,
    at: DateTime<Utc>,
    stats: Arc<WriterStats>,
) -> Flown {
    let started = Instant::now();
    let Some(mut connection) = session.0.take() else {
        return ended(Appended::Unavailable(Arc::new(NoAnswer)));
    };
    let append = async {
        append_batch(&mut connection, &batch, fence, at).await?;
        connection.execute("COMMIT").await?;
        Ok::<_, AppendError>(())
    };
    match timeout(limit, notices::watch(append)).await {
        Ok((Ok(()), true)) => ended(Appended::Unknown(Arc::new(Warned))),
        Ok((Ok(()), false)) => {
            stats.committed(batch.len(), batch.events(), started.elapsed());
            connection.keep();
            ended(Appended::Done)
        }
        Ok((Err(error), _)) => {
            // The transaction is open, or ended in an unknown way.
            connection.close();
            // Under the lock the head cannot have moved: a gap is what is left.
            ended(match error {
                AppendError::Moved | AppendError::Gap => Appended::StreamConflict,
                error => meaning(error),
            })
        }
        Err(_elapsed) => {
            connection.give_up();
            ended(Appended::Unknown(Arc::new(NoAnswer)))
        }
    }
}

fn append_batch<'c>(
    connection: &'c mut PgConnection,
    batch: &Batch,
    fence: Fence,
    at: DateTime<Utc>,
) -> BoxFuture<'c, Result<Position, AppendError>> {
    let rows: Vec<&Rows> = batch.commands().iter().map(|decided| &decided.rows).collect();
    let receipts: Vec<&Receipt> =
        batch.commands().iter().filter_map(|decided| decided.receipt.as_ref()).collect();
    Journal::append_at(connection, fence, &rows, &receipts, at)
}

fn ended(end: Appended) -> Flown {
    match &end {
        Appended::Unknown(error) => tracing::warn!(%error, "it is not known whether a batch was committed"),
        Appended::Refused(error) => tracing::error!(%error, "the database refuses something in a batch"),
        Appended::Unavailable(error) => tracing::warn!(%error, "a batch was not committed"),
        Appended::Done | Appended::Moved(_) | Appended::StreamConflict | Appended::ReceiptConflict => {}
    }
    Input::Appended(end).into()
}

fn cause(error: sqlx::Error) -> Cause {
    distrust_after(&error);
    Arc::new(error)
}

/// What the failure of an append means: refused for what it is, not to be had now, or unknown. Whatever is not
/// certainly refused is looked up.
fn meaning(error: AppendError) -> Appended {
    let error = match error {
        AppendError::StreamConflict | AppendError::Gap | AppendError::Moved => {
            return Appended::StreamConflict;
        }
        AppendError::ReceiptConflict => return Appended::ReceiptConflict,
        AppendError::Payload(error) => return Appended::Refused(Arc::new(error)),
        AppendError::Database(error) => error,
    };
    let class = match &error {
        sqlx::Error::Database(refusal) => {
            refusal.code().and_then(|code| code.get(..2).map(str::to_owned)).unwrap_or_default()
        }
        sqlx::Error::Encode(_) => return Appended::Refused(cause(error)),
        _ => return Appended::Unknown(cause(error)),
    };
    match class.as_str() {
        // Data, integrity, syntax and rights: the rows themselves.
        "22" | "23" | "42" => Appended::Refused(cause(error)),
        // Read-only, rolled back, out of resources, a lock that was not to be had: said before any commit.
        "25" | "40" | "53" | "55" => Appended::Unavailable(cause(error)),
        _ => Appended::Unknown(cause(error)),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the database did not answer in time")]
struct NoAnswer;

/// A wait for a synchronous standby that was cancelled: the commit may go with the primary.
#[derive(Debug, thiserror::Error)]
#[error("the server warned: what it committed may not be on its standby")]
struct Warned;
