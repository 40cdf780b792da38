//! Data of a round beyond the read models, for endpoints, mails and members' files: its history, from its own stream,
//! its signed links, the data for its documents, the play rights by which the rules decide, and the lines of a pass's ledger.

pub mod documents;
pub mod history;
pub mod ledger;
pub mod links;
pub mod rights;
pub mod rights_cache;
