//! Data of a round beyond the read models: its state, replayed from its own stream, its signed links, the data for its
//! documents, and the play rights by which the rules decide.

pub mod booking_state;
pub mod calendar_entry;
pub mod documents;
pub mod links;
pub mod rights;
pub mod upcoming;
