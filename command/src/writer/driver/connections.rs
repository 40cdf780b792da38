//! The connections that the writer retains.
//!
//! A pool tests each connection when it is returned. The writer uses one several times per batch, so that these tests
//! would cost as many round trips as its work; it keeps the connections that answered instead, and returns them when
//! they have not been used for a while.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use fairway_events::connections::{discard, is_after_last_failure};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::time::timeout;

/// How long a connection may stay unused: less than the time after which anything in between closes it.
const IDLE_LIMIT: Duration = Duration::from_secs(10);

/// One to append and one to read at the same time. The rest of the pool is for other parts of the process.
const MAX_IDLE: usize = 2;

#[derive(Debug)]
struct Idle {
    connection: PoolConnection<Postgres>,
    /// When the pool gave it; the connection is at least that old.
    taken: Instant,
    used: Instant,
}

/// Where the writer gets its connections. Cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Connections {
    pool: PgPool,
    idle: Arc<Mutex<Vec<Idle>>>,
}

impl Connections {
    pub(super) fn new(pool: PgPool) -> Self {
        Self { pool, idle: Arc::default() }
    }

    /// A connection without a running query, within the time limit.
    pub(super) async fn take(&self, limit: Duration) -> Result<Leased, sqlx::Error> {
        // Connections that are dropped here go back to the pool.
        let idle: Vec<Idle> = std::mem::take(&mut *self.lock());
        let is_fit = |idle: &Idle| idle.used.elapsed() < IDLE_LIMIT && is_after_last_failure(idle.taken);
        let mut fit: Vec<Idle> = idle.into_iter().filter(is_fit).collect();
        let taken = fit.pop();
        self.lock().append(&mut fit);
        if let Some(Idle { connection, taken, .. }) = taken {
            return Ok(Leased { connection, taken, idle: Arc::clone(&self.idle) });
        }
        let connection =
            timeout(limit, self.pool.acquire()).await.unwrap_or(Err(sqlx::Error::PoolTimedOut))?;
        Ok(Leased { connection, taken: Instant::now(), idle: Arc::clone(&self.idle) })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection in use. When dropped it goes back to its pool.
#[derive(Debug)]
pub(super) struct Leased {
    connection: PoolConnection<Postgres>,
    taken: Instant,
    idle: Arc<Mutex<Vec<Idle>>>,
}

impl Leased {
    /// Keeps it for the next use: it has just answered, and no query is running on it.
    pub(super) fn put_back(self) {
        let fresh = Idle { connection: self.connection, taken: self.taken, used: Instant::now() };
        let mut all = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MAX_IDLE {
            all.push(fresh);
        }
    }

    /// Closes it during a query or a transaction; the server ends the transaction.
    pub(super) fn close(self) {
        drop(self.connection.detach());
    }

    /// Drops it as a connection that may not answer any more.
    pub(super) fn abandon(self) {
        discard(self.connection);
    }
}

impl Deref for Leased {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Leased {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

#[cfg(test)]
mod tests {
    use fairway_events::testing::TestDatabase;
    use sqlx::Executor;
    use sqlx::postgres::PgPoolOptions;

    use super::*;
    use crate::writer::driver::io::Session;

    const PATIENCE: Duration = Duration::from_secs(30);

    async fn connections(database: &TestDatabase, most: u32) -> Connections {
        let pool = PgPoolOptions::new().max_connections(most).connect_with(database.options()).await;
        Connections::new(pool.expect("a pool"))
    }

    async fn backend(connection: &mut PgConnection) -> i32 {
        sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(connection).await.expect("an answer")
    }

    #[tokio::test]
    async fn the_writer_retains_two_connections_and_returns_the_others() {
        let database = TestDatabase::new().await;
        let connections = connections(&database, 3).await;
        let mut leased = Vec::new();
        for _ in 0..3 {
            leased.push(connections.take(PATIENCE).await.expect("a connection"));
        }
        leased.into_iter().for_each(Leased::put_back);
        assert_eq!(connections.lock().len(), MAX_IDLE);
    }

    #[tokio::test]
    async fn a_retained_connection_is_used_again_unless_it_was_idle_for_too_long() {
        let database = TestDatabase::new().await;
        let connections = connections(&database, 2).await;
        connections.take(PATIENCE).await.expect("a connection").put_back();
        let idle = connections.lock()[0].taken;
        let again = connections.take(PATIENCE).await.expect("the same");
        assert_eq!(again.taken, idle);
        again.put_back();

        connections.lock()[0].used -= IDLE_LIMIT;
        let other = connections.take(PATIENCE).await.expect("another");
        assert_ne!(other.taken, idle);
        assert!(connections.lock().is_empty(), "the pool has it");
    }

    #[tokio::test]
    async fn a_connection_inside_a_transaction_is_not_used_again() {
        let database = TestDatabase::new().await;
        let connections = connections(&database, 1).await;
        for end in [Leased::close, Leased::abandon, |leased| drop(Session(Some(leased)))] {
            let mut leased = connections.take(PATIENCE).await.expect("a connection");
            let before = backend(&mut leased).await;
            leased.execute("BEGIN").await.expect("a transaction");
            end(leased);
            let mut next = connections.take(PATIENCE).await.expect("a connection");
            assert_ne!(backend(&mut next).await, before);
        }
    }

    #[tokio::test]
    async fn the_session_that_held_the_head_is_used_again_once_its_transaction_ended() {
        let database = TestDatabase::new().await;
        let connections = connections(&database, 1).await;
        let mut leased = connections.take(PATIENCE).await.expect("a connection");
        let before = backend(&mut leased).await;
        leased.execute("BEGIN").await.expect("a transaction");
        Session(Some(leased)).release().await;
        let mut next = connections.take(PATIENCE).await.expect("a connection");
        assert_eq!(backend(&mut next).await, before);
        // Outside a transaction this is an error.
        assert!(next.execute("SAVEPOINT here").await.is_err());
    }
}
