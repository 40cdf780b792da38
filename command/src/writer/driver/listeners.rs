//! Notifies the counters and the listeners of a commit, before its callers.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use fairway_events::Position;
use fairway_events::journal::{Acknowledged, Fence, FoundAppend, Head, PartialAppend};

use crate::writer::machine::{Batch, Decided};
use crate::writer::options::{AppendListener, Clock};
use crate::writer::stats::WriterStats;

/// Those who are notified of commits.
#[derive(Clone)]
pub(super) struct Listeners {
    pub(super) stats: Arc<WriterStats>,
    pub(super) listeners: Vec<Arc<dyn AppendListener>>,
    pub(super) clock: Clock,
}

impl Listeners {
    /// The whole batch was appended directly after its base.
    pub(super) fn whole(&self, batch: &Batch, fence: Fence, at: DateTime<Utc>, took: Duration) {
        self.stats.committed(batch.len(), batch.events(), took);
        let last = fence.base.position + i64::try_from(batch.events()).unwrap_or(i64::MAX);
        self.notify(batch.commands().iter(), (fence, Some(fence.base)), at, last);
    }

    /// Some of its parts were appended, after what others had appended.
    pub(super) fn partly(
        &self,
        batch: &Batch,
        (fence, at): (Fence, DateTime<Utc>),
        partial: &PartialAppend,
        took: Duration,
    ) {
        let Some(appended) = partial.appended else { return };
        let left_out = &partial.left_out;
        self.stats.committed(batch.len_without(left_out), usize::try_from(appended).unwrap_or(0), took);
        let last = partial.tail.head.position + appended;
        if left_out.is_empty() {
            self.notify(batch.commands().iter(), (fence, None), at, last);
        } else if !self.listeners.is_empty() {
            let parts = batch.parts();
            let done = batch.commands().iter().zip(parts).filter(|(_, part)| !left_out.contains(part));
            self.notify(done.map(|(decided, _)| decided), (fence, None), at, last);
        }
    }

    /// An append whose outcome was unknown was found, in whole or in part.
    pub(super) fn found(&self, batch: &Batch, fence: Fence, found: &FoundAppend) {
        if self.listeners.is_empty() {
            return;
        }
        let there: HashSet<_> = found.events.iter().map(|(stream, sequence)| (stream, *sequence)).collect();
        let done = batch
            .commands()
            .iter()
            .filter(|decided| decided.first_event().is_some_and(|event| there.contains(&event)));
        self.notify(done, (fence, None), (self.clock)(), found.position);
    }

    /// With the head that the events directly follow, where that is known of all of them.
    fn notify<'b>(
        &self,
        done: impl Iterator<Item = &'b Decided>,
        (fence, base): (Fence, Option<Head>),
        at: DateTime<Utc>,
        last: Position,
    ) {
        if self.listeners.is_empty() {
            return;
        }
        let rows = done.map(|decided| &decided.rows).collect();
        let append = Acknowledged { stamp: fence.stamp, at, base, last, rows };
        if append.events() == 0 {
            return;
        }
        for listener in &self.listeners {
            // The events are committed, and their callers are answered accordingly, even if a listener fails.
            if std::panic::catch_unwind(AssertUnwindSafe(|| listener.acknowledged(&append))).is_err() {
                tracing::error!("a listener panicked: it may not know of all acknowledged events");
            }
        }
    }
}
