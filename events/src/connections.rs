//! Connections that may stop answering: how long a statement may take, and which connections are still used.
//!
//! When the network drops a connection without closing it, a statement on it waits for as long as the kernel retries.
//! So each wait for the database has a limit; past that the connection is dropped. The statement is never cancelled: a
//! cancelled wait for a synchronous standby is a commit that may be lost.
//!
//! A process uses one database, so the time of the last failure is stored once per process: after a failure no
//! connection that was opened before it is used again.
//!
//! Work that took too long as a whole is not such a failure: under more load than the machine can carry, requests are
//! slow while the database answers, and opening all connections again would take the processor time that is missing.
//! After it every connection is asked for an answer before its next use; one that gives none is the failure.

pub mod notices;
mod pools;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};

pub use pools::{Sessions, Work};

/// When the process first read the clock here; when a connection last failed, and when work last took too long, in
/// microseconds after that; 0: never.
static START: OnceLock<Instant> = OnceLock::new();
static LAST_FAILURE: AtomicU64 = AtomicU64::new(0);
static LAST_TIME_OUT: AtomicU64 = AtomicU64::new(0);

/// How much younger a connection can appear to be: a pool reads its age before it asks, and the thread may be paused
/// between the two. A connection that is wrongly reused blocks a place of its pool; one that is wrongly dropped costs a
/// few milliseconds. A pause of a thread that is longer than this is the machine standing still.
const PAUSE: Duration = Duration::from_millis(250);

/// Time-outs within this long after one another count as the first of them, so that a connection is asked at most once
/// in this time. The work did not wait for a connection that answered so shortly before its time-out, but for one that
/// had been silent for longer than the limit.
const TIME_OUT_GRANULARITY: Duration = Duration::from_secs(1);

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
    LAST_FAILURE.load(Relaxed) == 0 || earliest(Instant::now(), age).is_some_and(is_after_last_failure)
}

/// The earliest time at which a connection can have been opened or returned, if its pool said, at most [`PAUSE`] before
/// `asked`, that this was `ago` before. `None` for a time before the machine's clock began.
fn earliest(asked: Instant, ago: Duration) -> Option<Instant> {
    asked.checked_sub(ago)?.checked_sub(PAUSE)
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

/// Does work that waits for the database, within `limit`. When the limit passes, the work is dropped, and every
/// connection that exists by then has to answer before its next use; their pools do not wait long for any of them.
pub async fn bounded<T>(limit: Duration, work: impl Future<Output = T>) -> Option<T> {
    let mut work = std::pin::pin!(work);
    let done = tokio::time::timeout(limit, &mut work).await.ok();
    if done.is_none() {
        // Before the work is dropped: its connections return to their pools then, which look at this.
        note_time_out(Instant::now());
    }
    done
}

fn note_time_out(at: Instant) {
    let now = since_start(at).max(1);
    let granularity = u64::try_from(TIME_OUT_GRANULARITY.as_micros()).unwrap_or(u64::MAX);
    // Another thread's newer value stays.
    let _ = LAST_TIME_OUT
        .fetch_update(Relaxed, Relaxed, |last| (last == 0 || now >= last + granularity).then_some(now));
}

/// Whether work took too long after a connection last answered, which is as long ago as its pool says that it is idle.
fn has_to_answer(asked: Instant, idle_for: Duration) -> bool {
    let last = LAST_TIME_OUT.load(Relaxed);
    last != 0 && earliest(asked, idle_for).is_none_or(|answered| since_start(answered) <= last)
}

/// Whether work took too long within this time.
fn timed_out_within(time: Duration) -> bool {
    let last = LAST_TIME_OUT.load(Relaxed);
    let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    last != 0 && since_start(Instant::now()) <= last.saturating_add(time)
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
                assert!(earliest(asked, age).is_none_or(|earliest| earliest <= opened), "{age:?} {pause:?}");
            }
        }
        let age = Duration::from_secs(60);
        let earliest = earliest(opened + age, age).unwrap();
        assert!(earliest > opened - Duration::from_secs(1), "and not much older either");
    }

    #[test]
    fn a_connection_has_to_answer_once_after_a_time_out() {
        let started = Instant::now();
        let after = |milliseconds| started + Duration::from_millis(milliseconds);
        let has_to_answer = |asked, idle_for| has_to_answer(after(asked), Duration::from_millis(idle_for));
        assert!(!has_to_answer(20_000, 0) && !has_to_answer(20_000, 20_000), "nothing took too long");
        note_time_out(after(10_000));
        note_time_out(after(10_900));
        assert!(has_to_answer(11_000, 2_000), "it answered before");
        assert!(!has_to_answer(11_000, 500), "it answered after the first of two that came together");
        note_time_out(after(11_100));
        assert!(has_to_answer(11_500, 1_000), "another, a second later");
        assert!(!has_to_answer(13_000, 1_000), "it answered after that too");
    }
}
