//! Data of a round beyond the read models, for endpoints, mails and members' files: its history, from its own stream,
//! its signed links, the data for its documents, the play rights by which the rules decide, the lines of a pass's ledger,
//! and what a change of a club's day meets.

pub mod day_changes;
pub mod documents;
pub mod history;
pub mod ledger;
pub mod links;
pub mod rights;
pub mod rights_cache;
