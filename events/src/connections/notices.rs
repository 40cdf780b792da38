//! Warnings of the server beside its answers. One of them changes what an answer means: a commit whose wait for a
//! synchronous standby was cancelled is reported as done, with a warning that it may be lost with the primary.
//!
//! sqlx only logs warnings. So a layer of the log's subscriber counts them, and a caller that awaits a statement asks
//! whether one came meanwhile. Any warning counts: its text is in the server's language, and a statement that appends
//! causes no other warning.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;

use tracing::level_filters::LevelFilter;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::Context;
use tracing_subscriber::registry::LookupSpan;

/// Where sqlx logs what the server notices.
const TARGET: &str = "sqlx::postgres::notice";

thread_local! {
    /// Warnings that this thread has received. A connection is read by whichever thread polls it.
    static RECEIVED: Cell<u64> = const { Cell::new(0) };
}

struct WarningCounter;

impl<S: Subscriber> Layer<S> for WarningCounter {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        if event.metadata().target() == TARGET && *event.metadata().level() == Level::WARN {
            RECEIVED.set(RECEIVED.get().wrapping_add(1));
        }
    }
}

/// The layer that counts warnings. Without it in the process's subscriber [`watch`] reports none.
pub fn layer<S: Subscriber + for<'span> LookupSpan<'span>>() -> impl Layer<S> {
    WarningCounter.with_filter(Targets::new().with_target(TARGET, LevelFilter::WARN))
}

/// Does work, and says whether the server warned of anything meanwhile. Work that spawns a task and awaits it is not
/// watched: watch inside that task.
pub async fn watch<T>(work: impl Future<Output = T>) -> (T, bool) {
    let mut work = pin!(work);
    let mut warned = false;
    let done = poll_fn(|context| {
        let before = RECEIVED.get();
        let polled = work.as_mut().poll(context);
        warned |= RECEIVED.get() != before;
        polled
    });
    (done.await, warned)
}
