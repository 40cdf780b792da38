//! How one projection processes a batch of events: it folds them in memory, then writes the rows.

use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, Utc};
use fairway_events::journal::Entry;
use fairway_events::{Position, RecordedEvent};
use sqlx::PgConnection;

use crate::error::with_causes;
use crate::fold::Fold;
use crate::rows::Writer;
use crate::{ProjectorError, Schema};

/// The outcome of a batch in one projection.
pub(crate) struct BatchOutcome {
    /// Rows written.
    pub(crate) rows: u64,
    /// The last event that was processed, and when it was recorded.
    pub(crate) last: Option<(Position, DateTime<Utc>)>,
    /// The unreadable event, and why it cannot be read.
    pub(crate) unreadable: Option<(Position, String)>,
}

/// Folds the events after a position and writes the changed rows.
pub(crate) async fn project<F: Fold>(
    entries: &[Entry],
    after: Position,
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<BatchOutcome, ProjectorError> {
    let (mut changes, mut batch) = (F::default(), BatchOutcome { rows: 0, last: None, unreadable: None });
    for entry in entries.iter().filter(|entry| entry.position > after) {
        match &entry.event {
            // Events of other kinds of stream, and of kinds that this version does not know, are not folded.
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
    Ok(BatchOutcome { rows: writer.written, ..batch })
}

/// Folds one event. A panic becomes an error, which is reported and retried, so that the task continues. The batch with
/// the partial changes is dropped.
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
