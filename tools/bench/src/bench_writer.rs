//! A writer on a database of its own, as most benches measure it.

use std::sync::Arc;

use anyhow::Result;
use fairway_command::{WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::Journal;

use crate::database::Server;
use crate::workload::{now, start_subscriptions};

/// A running writer and its journal.
#[derive(Debug)]
pub(crate) struct BenchWriter {
    pub(crate) journal: Journal,
    pub(crate) handle: WriterHandle,
    task: WriterTask,
}

impl BenchWriter {
    /// Creates a database with the subscriptions of `groups` groups, and starts a writer on it.
    pub(crate) async fn start(server: &Server, database: &str, groups: u64) -> Result<Self> {
        let journal = Journal::new(server.create_migrated(database).await?);
        start_subscriptions(&journal, groups).await?;
        analyze_and_checkpoint(&journal).await?;
        let (handle, task) = start_writer(journal.clone(), Arc::new(now), WriterOptions::default());
        Ok(Self { journal, handle, task })
    }

    /// Stops the writer and closes its connections. In this order: the writer holds connections while it runs, and a pool
    /// waits for all of its connections when it is closed.
    pub(crate) async fn stop(self) {
        drop(self.handle);
        self.task.finished().await;
        self.journal.pool().close().await;
    }
}

/// Updates statistics and writes all changed pages to disk, so that all rounds begin in the same state.
pub(crate) async fn analyze_and_checkpoint(journal: &Journal) -> Result<()> {
    sqlx::query("ANALYZE events").execute(journal.pool()).await?;
    sqlx::query("CHECKPOINT").execute(journal.pool()).await?;
    Ok(())
}
