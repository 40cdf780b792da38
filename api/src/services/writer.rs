//! Starting the writer on a pool: for the program that serves, and for commands that submit beside it.

use std::sync::Arc;

use fairway_command::{AppendListener, WriterHandle, WriterOptions, WriterTask, start_writer};
use fairway_events::Journal;
use sqlx::PgPool;

use crate::clock::Clock;

/// Starts the writer, which looks after its own task.
#[must_use]
pub fn start(pool: &PgPool, clock: &Clock) -> (WriterHandle, WriterTask) {
    start_reporting(pool, clock, None)
}

/// The same, and tells `listener` what it appends.
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
