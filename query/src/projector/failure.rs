//! Classifies the failure of a step, which decides what the projector does next.

use crate::ProjectorError;

/// The kind of failure, and what follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// A lock was not free in time, as for a standby while another projector works. Retried at once: the wait for the
    /// lock was the pause.
    Locked,
    /// The step exceeded its time limit, ours or the server's. Retried with a smaller batch.
    TimedOut,
    /// The connection failed or the server is not available. Retried until it is.
    Unavailable,
    /// The database refused the rows, or they cannot be written. Retried, and recorded as failing.
    Rejected,
}

impl From<&ProjectorError> for Failure {
    fn from(error: &ProjectorError) -> Self {
        match error {
            ProjectorError::Database(sqlx::Error::Database(refusal)) => {
                refusal.code().map_or(Self::Rejected, |code| Self::of_code(&code))
            }
            ProjectorError::Database(sqlx::Error::Io(error))
                if error.kind() == std::io::ErrorKind::TimedOut =>
            {
                Self::TimedOut
            }
            // A proxy without a server behind it causes `Protocol`.
            ProjectorError::Database(
                sqlx::Error::Io(_)
                | sqlx::Error::Tls(_)
                | sqlx::Error::Protocol(_)
                | sqlx::Error::WorkerCrashed
                | sqlx::Error::PoolTimedOut
                | sqlx::Error::PoolClosed,
            ) => Self::Unavailable,
            ProjectorError::Database(_)
            | ProjectorError::NoCheckpoint(_)
            | ProjectorError::MissingRows { .. }
            | ProjectorError::AheadOfJournal { .. }
            | ProjectorError::AnotherJournal { .. }
            | ProjectorError::Panicked { .. } => Self::Rejected,
        }
    }
}

impl Failure {
    /// The kind of a database error with this PostgreSQL code.
    fn of_code(code: &str) -> Self {
        match (code, code.get(..2)) {
            ("55P03", _) => Self::Locked,
            ("57014", _) => Self::TimedOut,
            // Connection, read-only (a standby before its promotion), rollback (deadlock), resources, lock, operator.
            (_, Some("08" | "25" | "40" | "53" | "55" | "57")) => Self::Unavailable,
            _ => Self::Rejected,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};

    use super::*;

    fn failure(error: sqlx::Error) -> Failure {
        Failure::from(&ProjectorError::Database(error))
    }

    #[test]
    fn a_connection_error_is_unavailable_and_not_a_refusal() {
        assert_eq!(
            failure(sqlx::Error::Protocol("unexpected response from SSLRequest: 0x00".to_owned())),
            Failure::Unavailable
        );
        assert_eq!(failure(sqlx::Error::PoolTimedOut), Failure::Unavailable);
        assert_eq!(failure(sqlx::Error::Io(Error::from(ErrorKind::ConnectionReset))), Failure::Unavailable);
        assert_eq!(failure(sqlx::Error::Io(Error::from(ErrorKind::TimedOut))), Failure::TimedOut);
        assert_eq!(failure(sqlx::Error::RowNotFound), Failure::Rejected);
        assert_eq!(Failure::from(&ProjectorError::NoCheckpoint("ledger")), Failure::Rejected);
    }

    #[test]
    fn a_refusal_of_the_database_is_classified_by_its_code() {
        for (codes, failure) in [
            (&["55P03"][..], Failure::Locked),
            (&["57014"], Failure::TimedOut),
            (
                &["08006", "25006", "40P01", "40001", "53300", "53100", "55006", "57P01", "57P03"],
                Failure::Unavailable,
            ),
            (&["23505", "23514", "42P01", "22001", "P0001", "XX000", ""], Failure::Rejected),
        ] {
            for code in codes {
                assert_eq!(Failure::of_code(code), failure, "{code}");
            }
        }
    }
}
