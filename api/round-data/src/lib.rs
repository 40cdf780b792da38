//! Data of a round beyond the read models, for endpoints, mails and members' files: its state, replayed from its own
//! stream, its signed links, the data for its documents, and the play rights by which the rules decide.

pub mod booking_state;
pub mod documents;
pub mod links;
pub mod rights;
pub mod rights_cache;
