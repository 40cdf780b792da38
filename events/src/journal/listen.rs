//! Telling other processes that events came, and hearing it.
//!
//! `NOTIFY` inside the append's transaction would hold a global lock until commit (measured: 9 × slower at 64
//! callers), so it is sent after the commit, on another connection. A notification is a hint, never the truth:
//! who follows the journal also polls slowly.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::{Journal, Position};

/// The channel on which positions are announced.
pub const CHANNEL: &str = "fairway_events";

impl Journal {
    /// Announces that the journal has reached `position`.
    ///
    /// # Errors
    /// When the database does not answer; followers then find the events at their next poll.
    pub async fn announce(&self, position: Position) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(position.to_string())
            .execute(self.pool())
            .await
            .map(|_| ())
    }

    /// Listens for announcements, on a connection of its own.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn listen(&self) -> Result<Listener, sqlx::Error> {
        let mut listener = PgListener::connect_with(self.pool()).await?;
        listener.listen(CHANNEL).await?;
        Ok(Listener { listener })
    }
}

/// Hears announcements of new events.
#[derive(Debug)]
pub struct Listener {
    listener: PgListener,
}

impl Listener {
    /// Waits for an announcement, at most `patience`. Returns in either case: the caller looks for itself.
    ///
    /// # Errors
    /// When the connection is lost for good (it is re-established on the next call where possible).
    pub async fn wait(&mut self, patience: Duration) -> Result<(), sqlx::Error> {
        match tokio::time::timeout(patience, self.listener.recv()).await {
            Ok(heard) => heard.map(|_| ()),
            Err(_elapsed) => Ok(()),
        }
    }
}
