//! Connections that may stop answering: how long a statement may take, and which connections are still used.
//!
//! When the network drops a connection without closing it, a statement on it waits for as long as the kernel retries.
//! So each wait for the database has a limit; past that the connection is dropped. The statement is never cancelled: a
//! cancelled wait for a synchronous standby is a commit that may be lost.
//!
//! A process uses one database, so the time of the last failure is stored once per process: after a failure no
//! connection that was opened before it is used again.

pub mod notices;
mod pools;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};

pub use pools::{Sessions, Work};

/// When the process first read the clock here, and when a connection last failed, in microseconds after that; 0: never.
static START: OnceLock<Instant> = OnceLock::new();
static LAST_FAILURE: AtomicU64 = AtomicU64::new(0);

/// How much younger a connection can appear to be: a pool reads its age before it asks, and the thread may be paused
/// between the two. A connection that is wrongly reused blocks a place of its pool; one that is wrongly dropped costs a
/// few milliseconds. A pause of a thread that is longer than this is the machine standing still.
const PAUSE: Duration = Duration::from_millis(250);

fn since_start(at: Instant) -> u64 {
    let start = *START.get_or_init(Instant::now);
    u64::try_from(at.saturating_duration_since(start).as_micros()).unwrap_or(u64::MAX)
}

/// Stops handing out every connection that exists now.
pub fn invalidate_all() {
    LAST_FAILURE.fetch_max(since_start(Instant::now()).max(1), Relaxed);
}

/// Stops handing out every connection that exists now, where the error says that connections are broken: the server is
/// unreachable, is shutting down, or is no longer the primary.
pub fn invalidate_after(error: &sqlx::Error) {
    let broken = match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(refusal) => refusal
            .code()
            .is_some_and(|code| code == "25006" || code.starts_with("08") || code.starts_with("57P")),
        _ => false,
    };
    if broken {
        invalidate_all();
    }
}

/// Whether what was read or opened at this time came after the last failure.
#[must_use]
pub fn is_after_last_failure(at: Instant) -> bool {
    let last_failure = LAST_FAILURE.load(Relaxed);
    // The first connections are older than the first reading of the clock.
    last_failure == 0 || since_start(at) > last_failure
}

/// Whether a connection whose pool says that it has this age was certainly opened after the last failure.
#[must_use]
pub fn is_valid(age: Duration) -> bool {
    LAST_FAILURE.load(Relaxed) == 0
        || earliest_opening(Instant::now(), age).is_some_and(is_after_last_failure)
}

/// When a connection was opened at the earliest, by the age that was read at most [`PAUSE`] before `asked`. `None` for
/// one that is older than the machine's clock.
fn earliest_opening(asked: Instant, age: Duration) -> Option<Instant> {
    asked.checked_sub(age)?.checked_sub(PAUSE)
}

/// Does work on a connection of the pool, within `limit` (the wait for the connection included). When the limit
/// passes, the connection is dropped in the middle of its work, and so are all that are as old.
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
            discard(connection);
            Err(timed_out().into())
        }
    }
}

/// Does work that waits for the database, within `limit`. When the limit passes, the work is dropped, and with it every
/// connection that exists by then; their pools do not wait for any of them.
pub async fn bounded<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = std::pin::pin!(work);
    let done = tokio::time::timeout(limit, &mut work).await.ok();
    if done.is_none() {
        // Before the work is dropped: its connections return to their pools then, which check their age.
        invalidate_all();
    }
    done
}

/// Drops a connection that may not answer, without closing it first: its pool opens another.
pub fn discard(connection: PoolConnection<Postgres>) {
    invalidate_all();
    drop(connection.detach());
}

fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database did not answer in time"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_after_its_age_was_read_makes_no_connection_appear_younger() {
        let opened = Instant::now();
        for age in [0, 2, 60_000].map(Duration::from_millis) {
            for pause in [Duration::ZERO, Duration::from_millis(2), PAUSE] {
                let asked = opened + age + pause;
                assert!(
                    earliest_opening(asked, age).is_none_or(|earliest| earliest <= opened),
                    "{age:?} {pause:?}"
                );
            }
        }
        let age = Duration::from_secs(60);
        let earliest = earliest_opening(opened + age, age).unwrap();
        assert!(earliest > opened - Duration::from_secs(1), "and not much older either");
    }
}
