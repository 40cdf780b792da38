//! A command on its way through the machine, and the answer to its caller.

use std::time::Duration;

use fairway_events::Position;

use crate::writer::submission::{Outcome, Submission, SubmitError};

/// Identifies a submission between the machine and its driver.
pub(crate) type Ticket = u64;

/// The time since the writer started.
pub(crate) type Elapsed = Duration;

/// A submission that waits to be decided, or was.
#[derive(Debug, Clone)]
pub(crate) struct Queued {
    pub(super) ticket: Ticket,
    pub(super) submission: Submission,
    pub(super) arrived: Elapsed,
    /// Whether the stream that it starts may be presumed new.
    pub(super) builds_on_uncommitted: bool,
    /// Whether it is known that nobody else answered its key.
    pub(super) checked: bool,
    /// Loads that it asked for since it was last decided.
    pub(super) loads: u32,
    /// How often the rest of its batch was appended without it.
    pub(super) left_out: u32,
}

/// An answer to a caller.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) ticket: Ticket,
    /// With the position of the journal that it stands for.
    pub(crate) answer: Result<(Outcome, Position), SubmitError>,
}
