//! What members hear of while their screens are open: that something about one of their rounds changed. One task per
//! process follows the journal, no further than the read models have come, so that a screen that fetches anew upon
//! hearing of a change finds it there.

mod audience;
mod hub;

use std::time::Duration;

use fairway_events::{Journal, Position};
use fairway_query::Reads;

pub use audience::{Change, changes};
pub use hub::{Line, Live};

use crate::http::failure::Chain;
use crate::progress::Progress;

/// Events that are read at once.
const BATCH: i64 = 500;
/// The database failed: how long to wait before looking again.
const REST: Duration = Duration::from_secs(1);

/// Tells open screens what happens.
#[derive(Debug)]
pub struct Teller {
    /// Whom to tell.
    pub live: Live,
    /// What happens.
    pub journal: Journal,
    /// Who takes part in what.
    pub reads: Reads,
    /// How far screens can see.
    pub progress: Progress,
}

impl Teller {
    /// Tells until `shutdown` completes.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        tokio::select! {
            () = shutdown => {}
            () = self.tell() => {}
        }
    }

    async fn tell(&self) {
        let mut told = self.progress.reached();
        loop {
            let reached = self.progress.beyond(told).await;
            match self.tell_up_to(told, reached).await {
                Ok(position) => told = position,
                Err(error) => {
                    tracing::warn!(error = %Chain(&error), "open screens are not told; trying again");
                    tokio::time::sleep(REST).await;
                }
            }
        }
    }

    /// Tells what happened after `told`; returns how far that is. Where nobody listens, everything is told at once.
    async fn tell_up_to(
        &self,
        told: Position,
        reached: Position,
    ) -> Result<Position, fairway_query::ReadError> {
        // At the start of a process the read models jump to where they are: that is no news.
        if told == 0 || !self.live.has_listeners() {
            return Ok(reached);
        }
        let mut connection = self.journal.pool().acquire().await?;
        let mut entries = Journal::stretch(&mut connection, told, BATCH).await?;
        drop(connection);
        entries.retain(|entry| entry.position <= reached);
        let Some(last) = entries.last().map(|entry| entry.position) else { return Ok(reached) };
        // What this version cannot read it cannot tell; the others hear of theirs all the same.
        let events: Vec<_> = entries.into_iter().filter_map(|entry| entry.event.ok()).collect();
        for change in changes(&self.reads, &events).await? {
            self.live.tell(change);
        }
        Ok(last)
    }
}
