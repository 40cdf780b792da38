//! The writer's reads, and the sessions on which it works.

use std::sync::Arc;
use std::time::Duration;

use fairway_events::connections::{invalidate_after, notices};
use fairway_events::journal::{Fence, Head, Receipt, ReceiptKey};
use fairway_events::{Journal, StreamId};
use sqlx::Executor;
use tokio::time::timeout;

use super::connections::{Connections, Leased};
use super::listeners::Listeners;
use crate::writer::machine::{Batch, Input, Request, TAIL_LIMIT};
use crate::writer::snapshots;

/// How long ending a transaction without changes may take.
const RELEASE: Duration = Duration::from_secs(1);

/// How the batch in flight ended.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) input: Input,
    /// The session that holds the head's lock, after [`Appended::Moved`].
    pub(super) session: Option<Session>,
}

impl From<Input> for Finished {
    fn from(input: Input) -> Self {
        Self { input, session: None }
    }
}

/// A connection in a transaction that holds the head's lock. When dropped it is closed, and the server ends the
/// transaction.
#[derive(Debug)]
pub(super) struct Session(pub(super) Option<Leased>);

impl Session {
    /// Ends the transaction, which changed nothing.
    pub(super) async fn release(mut self) {
        let Some(mut connection) = self.0.take() else { return };
        match timeout(RELEASE, connection.execute("ROLLBACK")).await {
            Ok(Ok(_)) => connection.put_back(),
            Ok(Err(_)) | Err(_) => connection.abandon(),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            // In the middle of a transaction it must not be used by others.
            connection.close();
        }
    }
}

/// The journal, and how long each kind of access may take.
#[derive(Debug, Clone)]
pub(super) struct Access {
    pub(super) journal: Journal,
    pub(super) connections: Connections,
    pub(super) commit: Duration,
    pub(super) read: Duration,
}

/// The result of reading on a connection; a connection that did not answer in time is dropped.
fn read<T>(
    connection: Leased,
    result: Result<Result<T, sqlx::Error>, tokio::time::error::Elapsed>,
) -> Result<T, sqlx::Error> {
    match result {
        Ok(Ok(read)) => {
            connection.put_back();
            Ok(read)
        }
        Ok(Err(error)) => Err(error),
        Err(_elapsed) => {
            connection.abandon();
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
    load: u64,
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
        Ok(histories) => Input::Loaded { load, histories: streams.into_iter().zip(histories).collect() },
        Err(error) => failed(Request::Load(load), error),
    }
}

/// Reads what was appended since a head, in one query without a lock.
pub(super) async fn confirm(access: Access, base: Head, batch: Arc<Batch>) -> Finished {
    let seen = batch.seen();
    // The machine takes ownership of the batch again.
    drop(batch);
    let tail = async {
        let mut connection = access.connections.take(access.read).await?;
        let tail = timeout(access.read, Journal::catch_up(&mut connection, base, &seen, TAIL_LIMIT)).await;
        read(connection, tail)
    };
    tail.await.map_or_else(|error| failed(Request::Confirm, error), Input::CaughtUp).into()
}

pub(super) async fn look_up(
    access: Access,
    fence: Fence,
    batch: Arc<Batch>,
    listeners: Listeners,
) -> Finished {
    let found = async {
        let mut connection = access.connections.take(access.read).await?;
        let found = Journal::find_append(&mut connection, fence);
        match timeout(access.read, notices::watch(found)).await {
            Ok((Ok(found), false)) => {
                connection.put_back();
                Ok(found)
            }
            unknown => {
                // It may be in a transaction that holds the head, or what it read is stored on the primary alone.
                connection.abandon();
                match unknown {
                    Ok((Err(error), _)) => Err(error),
                    Ok((Ok(_), _)) => Err(io_error(Warned)),
                    Err(_elapsed) => Err(io_error(NoAnswer)),
                }
            }
        }
    };
    let found = found.await;
    if let Ok(Some(found)) = &found {
        listeners.found(&batch, fence, found);
    }
    // The machine takes ownership of the batch again.
    drop(batch);
    found.map_or_else(|error| failed(Request::LookUp, error), Input::LookedUp).into()
}

pub(super) async fn read_receipts(access: Access, keys: Vec<ReceiptKey>) -> Finished {
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
    invalidate_after(&error);
    tracing::warn!(?request, %error, "the database did not answer the writer");
    Input::Failed(request, Arc::new(error))
}

#[derive(Debug, thiserror::Error)]
#[error("the database did not answer in time")]
pub(super) struct NoAnswer;

/// A wait for a synchronous standby was cancelled: the commit may be lost together with the primary.
#[derive(Debug, thiserror::Error)]
#[error("the server warned: what it committed may not be on its standby")]
pub(super) struct Warned;
