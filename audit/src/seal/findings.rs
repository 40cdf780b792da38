//! The faults of a sealed journal: each finding has a sentence that names the position.

use std::fmt;

use fairway_events::Position;
use fairway_events::journal::RawEvent;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::chain::Head;

/// Identifies an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventName {
    /// Its current position.
    pub position: Position,
    /// Its stream: kind and id.
    pub stream: String,
    /// Its sequence in the stream.
    pub sequence: i64,
    /// Its stored name.
    pub event: String,
}

impl From<&RawEvent> for EventName {
    fn from(event: &RawEvent) -> Self {
        Self {
            position: event.position,
            stream: format!("{} {}", event.aggregate_type, event.aggregate_id),
            sequence: event.sequence,
            event: event.event_type.clone(),
        }
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, stream, sequence, event } = self;
        write!(f, "{event} at position {position} ({stream}, number {sequence})")
    }
}

/// A difference between the journal and the seal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// The event is not the one that was sealed there.
    Changed(EventName),
    /// The sealed event is not in the journal any more.
    Removed(Position),
    /// The last events of the journal are missing.
    CutOff {
        /// The first that is missing.
        from: Position,
        /// The last sealed one.
        to: Position,
    },
    /// The event was inserted between sealed ones, whose positions moved up.
    Inserted(EventName),
    /// The event is unchanged, and its hash in the seal was changed.
    SealChanged(Position),
    /// A part of the seal is missing or has an impossible length; later events cannot be checked.
    SealBroken(Position),
    /// The chain is consistent, but not the one that the head was taken from: journal and seal were both rewritten.
    Rewritten {
        /// The head that was given.
        head: Head,
        /// The last given head that matches: the change is after it.
        last_match: Option<Head>,
    },
    /// The head is of a later position than the seal has: events were removed together with their seal.
    Short {
        /// The head that was given.
        head: Head,
        /// Where the seal ends.
        end: Position,
    },
}

impl Finding {
    /// Its kind, for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Changed(_) => "event_changed",
            Self::Removed(_) => "event_removed",
            Self::CutOff { .. } => "events_cut_off",
            Self::Inserted(_) => "event_inserted",
            Self::SealChanged(_) => "seal_changed",
            Self::SealBroken(_) => "seal_broken",
            Self::Rewritten { .. } => "rewritten",
            Self::Short { .. } => "seal_short",
        }
    }

    /// The first position that is affected.
    #[must_use]
    pub const fn position(&self) -> Position {
        match self {
            Self::Changed(event) | Self::Inserted(event) => event.position,
            Self::Removed(position) | Self::SealChanged(position) | Self::SealBroken(position) => *position,
            Self::CutOff { from, to: _ } => *from,
            Self::Rewritten { head, last_match: _ } => head.position,
            Self::Short { head: _, end } => *end,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(event) => write!(f, "{event} was changed after it was sealed"),
            Self::Removed(position) => {
                write!(f, "the event that was sealed at position {position} was removed")
            }
            Self::CutOff { from, to } => {
                write!(f, "the sealed events {from} to {to} are gone from the journal's end")
            }
            Self::Inserted(event) => write!(f, "{event} was inserted among sealed events"),
            Self::SealChanged(position) => {
                write!(f, "the seal of position {position} was changed, the event was not")
            }
            Self::SealBroken(position) => write!(f, "the seal is broken from position {position} on"),
            Self::Rewritten { head, last_match: Some(last_match) } => write!(
                f,
                "journal and seal were rewritten between positions {} and {}: the head {head} is not theirs",
                last_match.position + 1,
                head.position
            ),
            Self::Rewritten { head, last_match: None } => write!(
                f,
                "journal and seal were rewritten at or before position {}: the head {head} is not theirs",
                head.position
            ),
            Self::Short { head, end } => {
                write!(f, "the seal ends at {end}, and the head {head} was taken later: events were removed")
            }
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Finding", 3)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("position", &self.position())?;
        fields.serialize_field("what", &self.to_string())?;
        fields.end()
    }
}
