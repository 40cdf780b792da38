//! Connections that may fall silent: how long a statement may take, and which connections are still believed in.
//!
//! A connection that is dropped without a word answers nothing, for as long as the kernel keeps trying. So whatever
//! waits for the database waits for a stated time; past that the connection is given up. It is dropped, never asked to
//! cancel: a cancelled wait for a synchronous standby is a commit that may be lost.
//!
//! A process speaks to one database, so what is known of its connections is kept once per process: after the first
//! sign of trouble no connection that was made before it is handed out again.

pub mod notices;
mod pools;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};

pub use pools::{PATIENCE, Sessions, Work};

/// When the process first asked, and when a connection last failed, in microseconds after that; 0: never.
static START: OnceLock<Instant> = OnceLock::new();
static LAST_FAILURE: AtomicU64 = AtomicU64::new(0);

fn since_start() -> u64 {
    let start = *START.get_or_init(Instant::now);
    u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX).max(1)
}

/// Stops handing out every connection that exists now.
pub fn distrust_all() {
    LAST_FAILURE.fetch_max(since_start(), Relaxed);
}

/// Stops handing out every connection that exists now, where the error says that connections are not to be relied on:
/// the server went away, is shutting down, or is no primary any more.
pub fn distrust_after(error: &sqlx::Error) {
    let broken = match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(refusal) => refusal
            .code()
            .is_some_and(|code| code == "25006" || code.starts_with("08") || code.starts_with("57P")),
        _ => false,
    };
    if broken {
        distrust_all();
    }
}

/// Whether a connection of this age was made after the last failure.
#[must_use]
pub fn is_trusted(age: Duration) -> bool {
    let last_failure = LAST_FAILURE.load(Relaxed);
    let age = u64::try_from(age.as_micros()).unwrap_or(u64::MAX);
    // The first connections are older than the first look at the clock.
    last_failure == 0 || since_start().saturating_sub(age) > last_failure
}

/// Does work on a connection of the pool, within `limit` (the wait for the connection included). When the limit
/// passes, the connection is dropped in the middle of what it does, and so are all that are as old.
///
/// # Errors
/// The work's own; `sqlx::Error::Io` of kind `TimedOut` when the limit passes.
pub async fn within<T, E: From<sqlx::Error>>(
    pool: &PgPool,
    limit: Duration,
    work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, E>,
) -> Result<T, E> {
    let deadline = tokio::time::Instant::now() + limit;
    let mut connection =
        tokio::time::timeout_at(deadline, pool.acquire()).await.map_err(|_| timed_out())??;
    match tokio::time::timeout_at(deadline, work(&mut connection)).await {
        Ok(done) => done,
        Err(_elapsed) => {
            give_up(connection);
            Err(timed_out().into())
        }
    }
}

/// Does work that waits for the database, within `limit`. When the limit passes, the work is given up, and with it every
/// connection that exists by then; none of them is waited for on its way back to its pool.
pub async fn bounded<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = std::pin::pin!(work);
    let done = tokio::time::timeout(limit, &mut work).await.ok();
    if done.is_none() {
        // Before the work is dropped: its connections are looked at then.
        distrust_all();
    }
    done
}

/// Drops a connection that may be silent: its pool makes another, and nobody waits for its goodbye.
pub fn give_up(connection: PoolConnection<Postgres>) {
    distrust_all();
    drop(connection.detach());
}

fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database did not answer in time"))
}
