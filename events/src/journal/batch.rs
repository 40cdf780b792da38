//! The contents of one commit: events as they were decided, and as the arrays that one statement takes. The arrays can
//! be written while an earlier batch is being committed, so that the commit itself has only to send them.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use uuid::Uuid;

use super::Receipt;
use crate::{Actor, Event, StreamId};

/// New events of one stream, decided on top of `version`.
#[derive(Debug, Clone)]
pub struct StreamAppend {
    /// The stream.
    pub stream: StreamId,
    /// The sequence of the last event that the decision saw; 0 for a new stream.
    pub version: i64,
    /// The new events, in order.
    pub events: Vec<Event>,
    /// The request that caused them.
    pub correlation_id: Uuid,
    /// The party that caused them.
    pub actor: Actor,
    /// Reason and subject of an operator's act; usually empty.
    pub metadata: BTreeMap<String, String>,
}

/// Everything that one commit appends: the events of many commands, and the receipts of those with a key.
#[derive(Debug, Default, Clone)]
pub struct Batch {
    /// The appends, in the order in which they were decided. A stream may appear more than once; its versions
    /// must then follow on each other.
    pub appends: Vec<StreamAppend>,
    /// Receipts to store in the same transaction.
    pub receipts: Vec<Receipt>,
}

impl Batch {
    /// How many events the batch holds.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.appends.iter().map(|append| append.events.len()).sum()
    }
}

/// One array per column: what `UNNEST` takes, and what keeps a batch at one round trip.
#[derive(Debug, Default, Clone)]
pub struct Rows {
    pub(super) aggregate_type: Vec<&'static str>,
    pub(super) aggregate_id: Vec<String>,
    pub(super) sequence: Vec<i64>,
    pub(super) event_type: Vec<&'static str>,
    pub(super) event_version: Vec<&'static str>,
    pub(super) payload: Vec<String>,
    /// None where there are none, as nearly always.
    pub(super) metadata: Vec<Option<String>>,
    pub(super) correlation_id: Vec<Uuid>,
    pub(super) actor: Vec<String>,
    /// Whether the event before it in its stream is to be looked for.
    pub(super) follows: Vec<bool>,
}

impl Rows {
    /// The rows of a batch.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn from_batch(batch: &Batch) -> Result<Self, serde_json::Error> {
        let mut rows = Self::default();
        for append in &batch.appends {
            rows.push(append)?;
        }
        Ok(rows)
    }

    /// The place of each event in its stream.
    #[must_use]
    pub fn sequences(&self) -> &[i64] {
        &self.sequence
    }

    /// Adds one stream's events. The append is refused unless the stream ends at their version.
    ///
    /// # Errors
    /// When an event cannot be written as JSON. The rows are then incomplete and must not be appended.
    pub fn push(&mut self, append: &StreamAppend) -> Result<(), serde_json::Error> {
        self.add(append, append.version > 0)
    }

    /// Adds one stream's events, on a version that was read from the stream's last event on the head on which the rows
    /// will be appended: it is not looked for again, which is most of what looking costs.
    ///
    /// # Errors
    /// As [`Self::push`].
    pub fn push_on_read(&mut self, append: &StreamAppend) -> Result<(), serde_json::Error> {
        self.add(append, false)
    }

    fn add(&mut self, append: &StreamAppend, follows: bool) -> Result<(), serde_json::Error> {
        let aggregate_type = append.stream.aggregate_type().as_str();
        let aggregate_id = append.stream.aggregate_id();
        let metadata = (!append.metadata.is_empty()).then(|| serde_json::to_string(&append.metadata));
        let metadata = metadata.transpose()?;
        let count = append.events.len();
        for (sequence, event) in (append.version + 1..).zip(&append.events) {
            self.payload.push(event.to_payload()?);
            self.sequence.push(sequence);
            self.event_type.push(event.name());
            self.event_version.push(event.version());
        }
        self.aggregate_type.extend(repeat_n(aggregate_type, count));
        self.aggregate_id.extend(repeat_n(aggregate_id, count));
        self.metadata.extend(repeat_n(metadata, count));
        self.correlation_id.extend(repeat_n(append.correlation_id, count));
        self.actor.extend(repeat_n(append.actor.to_string(), count));
        self.follows.extend(repeat_n(follows, count));
        Ok(())
    }
}
