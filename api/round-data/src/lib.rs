//! Data of a round beyond the read models, for endpoints, mails and members' files: its history, from its own stream,
//! its signed links, the data for its documents, and the play rights by which the rules decide.

pub mod documents;
pub mod history;
pub mod links;
pub mod rights;
pub mod rights_cache;
