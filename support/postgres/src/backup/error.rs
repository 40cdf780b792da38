//! The errors of a backup or a restore, with messages for the operator who has to act on them.

use std::path::PathBuf;

use crate::PostgresError;

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The own server, or a file.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// A statement failed on the server.
    #[error("PostgreSQL did not complete its part of the backup")]
    Database(#[from] sqlx::Error),
    /// The folder cannot hold a backup.
    #[error("{} cannot hold a backup: {reason}", .folder.display())]
    Unusable {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        reason: &'static str,
    },
    /// A server of an earlier release is still running.
    #[error(
        "PostgreSQL was started by an earlier release and does not archive its log: stop `fairway serve` and start it again"
    )]
    NoArchive,
    /// The folder holds backups of something else.
    #[error("{} holds backups of another database: name another folder", .folder.display())]
    OtherSystem {
        /// The folder.
        folder: PathBuf,
    },
    /// Another backup is being made into it.
    #[error("another backup is being made into {}", .folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The server could not archive its log.
    #[error(
        "PostgreSQL could not write its log into {}: see the end of its server.log for the reason. The backup was not \
         made, and what was archived before still is", .folder.display()
    )]
    NotArchived {
        /// The folder of the log.
        folder: PathBuf,
    },
    /// Nothing to restore from.
    #[error("{} contains no complete backup", .folder.display())]
    NoBase {
        /// The folder.
        folder: PathBuf,
    },
    /// A moment before the first backup.
    #[error("the earliest moment that can be restored is {first} (UTC), when the oldest backup was complete")]
    TooEarly {
        /// In UTC.
        first: String,
    },
    /// A moment that is not in the archive.
    #[error(
        "nothing was committed at or after that moment, as far as the archive goes: leave --to away to restore all of it"
    )]
    TooLate,
    /// A segment of the log is missing.
    #[error(
        "{} lacks the segment {segment} of the log, so from the backup of {whole_at} nothing can be restored that was \
         committed after it: put {segment}.gz back, or name an earlier moment with --to", .folder.display()
    )]
    MissingSegment {
        /// The folder of the log.
        folder: PathBuf,
        /// The first one that is missing.
        segment: String,
        /// The instant from which that backup is whole (UTC).
        whole_at: String,
    },
    /// The data folder to restore into is not empty.
    #[error(
        "{} is not empty: a restore creates a new data folder. Move the old one away (what it holds may still be needed), \
         or name another in FAIRWAY_DATA_DIR", .folder.display()
    )]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// The server of the folder runs.
    #[error(
        "PostgreSQL (process {pid}) runs on {}: stop `fairway serve` and every other fairway there, then move the folder \
         away", .folder.display()
    )]
    Running {
        /// The data folder.
        folder: PathBuf,
        /// The server's process.
        pid: u32,
    },
}
