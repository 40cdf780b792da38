//! Notifying other processes that events came.
//!
//! `NOTIFY` inside the append's transaction would hold a global lock until commit (measured: 9 × slower at 64
//! callers), so it is sent after the commit, on another connection. A notification may get lost:
//! each follower of the journal also polls at long intervals.

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
            .map(drop)
    }
}
