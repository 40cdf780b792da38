//! How one projection takes in a batch of events: folded in memory, then written.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};
use fairway_events::journal::Entry;
use fairway_events::{Position, RecordedEvent};
use sqlx::PgConnection;

use crate::error::with_causes;
use crate::fold::Fold;
use crate::rows::Writer;
use crate::{ProjectorError, Schema};

/// What a batch did to one projection.
pub(crate) struct Batch {
    /// Rows written.
    pub(crate) rows: u64,
    /// The last event that it is past, and when that was recorded.
    pub(crate) last: Option<(Position, DateTime<Utc>)>,
    /// The event that cannot be read, and why.
    pub(crate) unreadable: Option<(Position, String)>,
}

/// Folds the events after a position and writes the outcome.
pub(crate) async fn take_in<F: Fold>(
    entries: &[Entry],
    after: Position,
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<Batch, ProjectorError> {
    let (mut changes, mut batch) = (F::default(), Batch { rows: 0, last: None, unreadable: None });
    for entry in entries.iter().filter(|entry| entry.position > after) {
        match &entry.event {
            // Nothing is folded of a kind of stream that this version does not know.
            _ if !entry.aggregate_type.is_some_and(|kind| F::READS.contains(&kind)) => {}
            Ok(event) => apply(F::NAME, event, |event| changes.apply(event))?,
            Err(unreadable) => {
                batch.unreadable = Some((unreadable.position, with_causes(unreadable)));
                break;
            }
        }
        batch.last = Some((entry.position, entry.recorded_at));
    }
    let mut writer = Writer { connection, schema, written: 0 };
    changes.write(&mut writer).await?;
    Ok(Batch { rows: writer.written, ..batch })
}

/// Takes in one event. A fold that panics fails like any other: it is reported and tried again, and the task continues.
/// What it left half done is dropped with the batch.
fn apply(
    projection: &'static str,
    event: &RecordedEvent,
    fold: impl FnOnce(&RecordedEvent),
) -> Result<(), ProjectorError> {
    catch_unwind(AssertUnwindSafe(|| fold(event))).map_err(|panic| {
        let message = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
        ProjectorError::Panicked {
            projection,
            position: event.position,
            message: message.unwrap_or_else(|| "without a word".to_owned()),
        }
    })
}

#[cfg(test)]
mod tests;
