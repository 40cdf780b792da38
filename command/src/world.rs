//! The present state of the streams that a decision reads.
//!
//! A decision never loads: it asks the world for an aggregate, and if that is not loaded yet, the decision stops with
//! [`Undecided::Missing`], the writer loads the stream and decides again. So decisions stay pure and the writer can load
//! the streams of a whole batch at once.

use std::collections::HashMap;

use fairway_events::{Event, StreamId};

use crate::Rejection;
use crate::any_aggregate::{AnyAggregate, Streamed};

/// An aggregate and the sequence of the last event that was applied to it; 0 for a stream without events.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The last sequence.
    pub version: i64,
    /// Whether that number was read from an event. A number that was counted is checked when the stream is appended to.
    pub is_read: bool,
    /// The state.
    pub state: AnyAggregate,
}

impl Loaded {
    /// A stream without events.
    #[must_use]
    pub fn empty(stream: &StreamId) -> Self {
        Self { version: 0, is_read: true, state: AnyAggregate::empty(stream) }
    }

    /// A state that was restored from a snapshot at that version.
    #[must_use]
    pub const fn restored(version: i64, state: AnyAggregate) -> Self {
        Self { version, is_read: false, state }
    }

    /// Applies an event that was just decided: the next of the stream.
    pub fn apply_next(&mut self, event: Event) {
        self.apply(self.version + 1, event);
        self.is_read = false;
    }

    /// Applies an event that was read. The version is the number that was read and never a count: what is appended next
    /// follows the stream as it is.
    pub fn apply(&mut self, sequence: i64, event: Event) {
        (self.version, self.is_read) = (sequence, true);
        self.state.apply(event);
    }
}

/// Why there is no decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Undecided {
    /// These streams must be loaded first.
    Missing(Vec<StreamId>),
    /// A rule forbids the command.
    Rejected(Box<Rejection>),
}

impl From<Rejection> for Undecided {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(Box::new(rejection))
    }
}

/// The view of a decision: anything that finds aggregates by stream.
pub trait World {
    /// The aggregate of a stream, if it is loaded.
    fn find(&self, stream: &StreamId) -> Option<&Loaded>;

    /// An aggregate by its id.
    ///
    /// # Errors
    /// [`Undecided::Missing`] when it is not loaded.
    fn get<A: Streamed>(&self, id: A::Id<'_>) -> Result<&A, Undecided> {
        let stream = A::stream(id);
        match self.find(&stream).and_then(|loaded| A::from_any(&loaded.state)) {
            Some(aggregate) => Ok(aggregate),
            None => Err(Undecided::Missing(vec![stream])),
        }
    }
}

impl World for HashMap<StreamId, Loaded> {
    fn find(&self, stream: &StreamId) -> Option<&Loaded> {
        self.get(stream)
    }
}

/// A decided command: new events per stream, in the order in which they are to be appended. Empty when the command is a
/// success that changes nothing, such as a repeated cancellation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decision {
    /// The streams and their new events.
    pub events: Vec<(StreamId, Vec<Event>)>,
}
