//! How a batch is appended, and what each end of that means.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use fairway_events::connections::{invalidate_after, notices};
use fairway_events::journal::{AppendError, Fence, Receipt, Rows};
use fairway_events::{Journal, Position};
use futures::future::BoxFuture;
use sqlx::{Executor, PgConnection};
use tokio::time::timeout;

use super::connections::Leased;
use super::io::{Access, Finished, NoAnswer, Session, Warned};
use super::listeners::Listeners;
use crate::writer::machine::{AppendMode, Appended, Batch, Input, TAIL_LIMIT};
use crate::writer::submission::Cause;

/// Appends a batch, or takes the head's lock and reads what others appended since.
pub(super) async fn append(
    access: Access,
    batch: Arc<Batch>,
    fence: Fence,
    at: DateTime<Utc>,
    mode: AppendMode,
    listeners: Listeners,
) -> Finished {
    let started = Instant::now();
    let mut connection = match access.connections.take(access.commit).await {
        Ok(connection) => connection,
        Err(error) => return ended(Appended::Unavailable(cause(error))),
    };
    if mode == AppendMode::UnchangedParts {
        return append_unchanged_parts(access.commit, connection, batch, fence, at, listeners).await;
    }
    if mode == AppendMode::AtBase {
        let append = append_batch(&mut connection, &batch, fence, at);
        match timeout(access.commit, notices::watch(append)).await {
            Ok((Ok(_position), true)) => return ended(Appended::Unknown(Arc::new(Warned))),
            Ok((Ok(_position), false)) => {
                listeners.whole(&batch, fence, at, started.elapsed());
                connection.put_back();
                return ended(Appended::Done);
            }
            Ok((Err(AppendError::Moved | AppendError::Gap), _)) => {}
            Ok((Err(error), _)) => return ended(meaning(error)),
            Err(_elapsed) => {
                connection.abandon();
                return ended(Appended::Unknown(Arc::new(NoAnswer)));
            }
        }
    }
    let seen = batch.seen();
    let locked = Journal::begin_at_head(&mut connection, fence.base, &seen, TAIL_LIMIT);
    match timeout(access.commit, locked).await {
        Ok(Ok(tail)) if tail.head == fence.base => {
            append_locked(access.commit, Session(Some(connection)), batch, fence, at, listeners).await
        }
        Ok(Ok(tail)) => {
            let session = Some(Session(Some(connection)));
            Finished { input: Input::Appended(Appended::Moved(tail)), session }
        }
        Ok(Err(error)) => {
            // Nothing was sent that could be committed.
            connection.close();
            ended(Appended::Unavailable(cause(error)))
        }
        Err(_elapsed) => {
            connection.abandon();
            ended(Appended::Unavailable(Arc::new(NoAnswer)))
        }
    }
}

/// Appends the parts of a batch whose streams others did not change.
async fn append_unchanged_parts(
    limit: Duration,
    mut connection: Leased,
    batch: Arc<Batch>,
    fence: Fence,
    at: DateTime<Utc>,
    listeners: Listeners,
) -> Finished {
    let started = Instant::now();
    let append = Journal::append_unchanged_parts(&mut connection, fence, &batch.in_parts(), at, TAIL_LIMIT);
    match timeout(limit, notices::watch(append)).await {
        Ok((Ok(_), true)) => ended(Appended::Unknown(Arc::new(Warned))),
        Ok((Ok(partial), false)) => {
            connection.put_back();
            listeners.partly(&batch, (fence, at), &partial, started.elapsed());
            // Where the head had not moved no part was left out.
            if partial.tail.head == fence.base {
                ended(Appended::Done)
            } else {
                ended(Appended::Partly(partial))
            }
        }
        Ok((Err(AppendError::Moved | AppendError::Gap), _)) => ended(Appended::StreamConflict),
        Ok((Err(error), _)) => ended(meaning(error)),
        Err(_elapsed) => {
            connection.abandon();
            ended(Appended::Unknown(Arc::new(NoAnswer)))
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
    listeners: Listeners,
) -> Finished {
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
            listeners.whole(&batch, fence, at, started.elapsed());
            connection.put_back();
            ended(Appended::Done)
        }
        Ok((Err(error), _)) => {
            // The transaction is open, or its end is unknown.
            connection.close();
            // Under the lock the head cannot have moved: what remains is a gap in a stream.
            ended(match error {
                AppendError::Moved | AppendError::Gap => Appended::StreamConflict,
                error => meaning(error),
            })
        }
        Err(_elapsed) => {
            connection.abandon();
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

fn ended(end: Appended) -> Finished {
    match &end {
        Appended::Unknown(error) => tracing::warn!(%error, "it is not known whether a batch was committed"),
        Appended::Refused(error) => tracing::error!(%error, "the database rejects a batch"),
        Appended::Unavailable(error) => tracing::warn!(%error, "a batch was not committed"),
        Appended::Done
        | Appended::Partly(_)
        | Appended::Moved(_)
        | Appended::StreamConflict
        | Appended::ReceiptConflict => {}
    }
    Input::Appended(end).into()
}

fn cause(error: sqlx::Error) -> Cause {
    invalidate_after(&error);
    Arc::new(error)
}

/// The meaning of a failed append: the rows are refused, the database is unavailable, or the end is unknown. An append
/// that is not certainly refused is looked up.
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
        // Read-only, rolled back, out of resources, a lock that was not available: always before any commit.
        "25" | "40" | "53" | "55" => Appended::Unavailable(cause(error)),
        _ => Appended::Unknown(cause(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_database_will_never_take_is_refused_and_what_is_not_known_is_looked_up() {
        let refused = meaning(AppendError::Database(sqlx::Error::Encode("a zero character".into())));
        assert!(matches!(refused, Appended::Refused(_)), "{refused:?}");
        let unknown = meaning(AppendError::Database(sqlx::Error::WorkerCrashed));
        assert!(matches!(unknown, Appended::Unknown(_)), "{unknown:?}");
    }
}
