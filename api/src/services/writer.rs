//! Starts the writer on a pool: for the serving program, and for commands that submit from another process.

use std::sync::Arc;

use fairway_command::{AppendListener, WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::Journal;
use sqlx::PgPool;

use crate::clock::Clock;
use crate::services::nodes;

/// Starts the writer, which supervises its own task.
#[must_use]
pub fn start(pool: &PgPool, clock: &Clock) -> (WriterHandle, WriterTask) {
    start_reporting(pool, clock, None)
}

/// The same, and notifies `listener` of the appended events.
#[must_use]
pub fn start_reporting(
    pool: &PgPool,
    clock: &Clock,
    listener: Option<Arc<dyn AppendListener>>,
) -> (WriterHandle, WriterTask) {
    let clock = clock.clone();
    let options = WriterOptions { listener, ..WriterOptions::default() };
    start_writer(Journal::new(pool.clone()), Arc::new(move || clock.now()), options)
}

/// Runs `work` with a writer. It holds back what a node cannot read, and has committed everything at the end.
///
/// # Errors
/// When the database does not answer, or as `work`.
pub async fn with_writer<T>(
    pool: &PgPool,
    clock: &Clock,
    work: impl AsyncFnOnce(WriterHandle) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let (writer, task) = start(pool, clock);
    writer.hold_back(nodes::held_back(pool).await?);
    let done = work(writer).await;
    task.finished().await;
    done
}
