//! What the endpoints of rounds keep in memory, and the calendar entry of a round.

pub mod calendar_entry;
pub mod rights;
pub mod upcoming;

pub use fairway_round_data::{documents, history, links};
