//! Starts the writer again when its own code panicked.
//!
//! A panic in a decision is answered to the caller whose command it is. Any other panic is a defect of the writer
//! itself: then its memory is not trusted, and it starts again from the database. Callers whose command may have been
//! committed are answered that the outcome is unknown, and all others that nothing was done.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::mpsc;

use super::driver::{self, Resources};
use super::handle::Incoming;
use super::options::Clock;

/// Panics of the writer itself after which it is not started again: each loses the commands in memory.
const MAX_PANICS: u32 = 10;
/// The pause after each.
const PAUSE: Duration = Duration::from_millis(100);

/// Runs until every handle is dropped and everything is answered, or the writer cannot go on.
pub(super) async fn run(resources: Resources, clock: Clock, mut waiting: mpsc::Receiver<Incoming>) {
    for panics in 1..=MAX_PANICS {
        let running = AssertUnwindSafe(driver::run(&resources, &clock, &mut waiting));
        if running.catch_unwind().await.is_ok() {
            return;
        }
        resources.stats.panicked();
        tracing::error!(panics, of = MAX_PANICS, "the writer panicked and restarts from the database");
        tokio::time::sleep(PAUSE).await;
    }
    tracing::error!("the writer panicked too often: this process accepts no more commands");
}
