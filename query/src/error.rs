//! Why a batch of events could not be projected. A separate module, because the projections return these errors and the
//! projector handles them.

use std::error::Error;

use fairway_events::Position;

/// Why a step was rolled back.
#[derive(Debug, thiserror::Error)]
pub enum ProjectorError {
    /// The database did not answer, or refused.
    #[error("the projections cannot be written")]
    Database(#[from] sqlx::Error),
    /// A row is missing in the table `projections`: the migrations and this program do not match.
    #[error("projection {0} has no checkpoint")]
    NoCheckpoint(&'static str),
    /// An event changes a row that does not exist: the tables do not match the events.
    #[error("{found} of {wanted} rows of {table} are there to be changed")]
    MissingRows {
        /// The table.
        table: &'static str,
        /// Rows that the batch changes.
        wanted: usize,
        /// Rows that exist.
        found: u64,
    },
    /// The tables are at a higher position than the journal: one of the two was restored without the other.
    #[error(
        "{projection} has taken in position {position}, and the journal ends at {head}: rebuild the read models"
    )]
    AheadOfJournal {
        /// The projection with the highest position.
        projection: &'static str,
        /// Its checkpoint.
        position: Position,
        /// The journal's end.
        head: Position,
    },
    /// The tables were projected from other events than those that the journal holds now.
    #[error(
        "the event at position {position} is not the one that {projection} has taken in: rebuild the read models"
    )]
    AnotherJournal {
        /// The projection.
        projection: &'static str,
        /// Its checkpoint.
        position: Position,
    },
    /// A fold panicked, which is a bug.
    #[error("the fold of {projection} panicked at position {position}: {message}")]
    Panicked {
        /// The projection.
        projection: &'static str,
        /// The event.
        position: Position,
        /// The panic's message.
        message: String,
    },
}

/// An error and what caused it, on one line.
#[must_use]
pub fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
