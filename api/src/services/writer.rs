//! Starts the writer on a pool: for the serving program, and for commands that submit from another process.

use std::sync::Arc;

use fairway_clock::clock::Clock;
use fairway_command::{AppendListener, LocalWriter, WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::Journal;
use fairway_events::journal::RecentAppends;
use fairway_store::PgPool;

use fairway_store::nodes;

/// Starts the writer, which supervises its own task.
#[must_use]
pub fn start(pool: &PgPool, clock: &Clock) -> (WriterHandle, WriterTask) {
    start_reporting(pool, clock, Vec::new())
}

/// A writer, for those who follow the journal.
pub struct FollowedWriter {
    /// Takes submissions.
    pub handle: WriterHandle,
    /// The task that writes.
    pub task: WriterTask,
    /// Its latest appends, before they are read from the journal.
    pub local: LocalWriter,
}

/// The same for a node that serves: for those who follow the journal, and with `recorder`, which is notified of the
/// appended events.
#[must_use]
pub fn start_followed(
    pool: &PgPool,
    clock: &Clock,
    recorder: Option<Arc<dyn AppendListener>>,
) -> FollowedWriter {
    let recent = Arc::<RecentAppends>::default();
    let mut listeners: Vec<Arc<dyn AppendListener>> = vec![Arc::clone(&recent) as _];
    listeners.extend(recorder);
    let (handle, task) = start_reporting(pool, clock, listeners);
    let local = LocalWriter { positions: handle.positions(), recent };
    FollowedWriter { handle, task, local }
}

fn start_reporting(
    pool: &PgPool,
    clock: &Clock,
    listeners: Vec<Arc<dyn AppendListener>>,
) -> (WriterHandle, WriterTask) {
    let clock = clock.clone();
    let options = WriterOptions { listeners, ..WriterOptions::default() };
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
