//! Events as the arrays that one statement appends. They can be written while an earlier batch is being committed, so
//! that the commit itself has only to send them.

use uuid::Uuid;

use super::{Batch, StreamAppend};

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
    pub fn of(batch: &Batch) -> Result<Self, serde_json::Error> {
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
        let actor = append.actor.to_string();
        for (sequence, event) in (append.version + 1..).zip(&append.events) {
            self.payload.push(event.to_payload()?);
            self.aggregate_type.push(aggregate_type);
            self.aggregate_id.push(aggregate_id.clone());
            self.sequence.push(sequence);
            self.event_type.push(event.name());
            self.event_version.push(event.version());
            self.metadata.push(metadata.clone());
            self.correlation_id.push(append.correlation_id);
            self.actor.push(actor.clone());
            self.follows.push(follows);
        }
        Ok(())
    }
}
