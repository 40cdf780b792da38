//! Why an import ends without writing anything.

use fairway_content::problems::Problem;
use fairway_events::journal::AppendError;
use fairway_events::{EventKind, JournalError};
use fairway_members::password::PasswordError;

/// Why nothing was imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Everything that is wrong with the data set.
    #[error("the data set has {} problem(s), nothing was imported:\n{}", .0.len(), list(.0))]
    Problems(Vec<Problem>),
    /// The folder cannot be read.
    #[error("cannot read {path}")]
    Folder {
        /// The folder.
        path: String,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// Reading the folder panicked.
    #[error("the data set was not read to its end, nothing was imported")]
    Reading(#[from] tokio::task::JoinError),
    /// The database does not answer, or returns an error.
    #[error("the database failed, nothing was imported")]
    Database(#[from] sqlx::Error),
    /// The journal cannot be read.
    #[error("the journal cannot be read, nothing was imported")]
    Journal(#[from] JournalError),
    /// The events cannot be written.
    #[error("the events cannot be written, nothing was imported")]
    Append(#[from] AppendError),
    /// There are erased members, and they cannot be recognised.
    #[error(
        "{0} erased member(s) cannot be recognised, because FAIRWAY_SECRET is another one than then: name the former \
         one in FAIRWAY_FORMER_SECRETS; nothing was imported"
    )]
    Unrecognisable(usize),
    /// Not every node can read what would be recorded.
    #[error(
        "not every node can read {0} yet, nothing was imported: replace the nodes of the former release first"
    )]
    HeldBack(EventKind),
    /// Somebody else changed or took an address during the import.
    #[error("the address {0} was changed or taken during the import, nothing was imported: import again")]
    AddressChanged(String),
    /// A password cannot be hashed.
    #[error("a password cannot be hashed, nothing was imported")]
    Password(#[from] PasswordError),
}

fn list(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("  {problem}")).collect::<Vec<_>>().join("\n")
}
