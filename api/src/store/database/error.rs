//! Why a database is not used.

use fairway_postgres::PostgresError;

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// `DATABASE_URL` or `FAIRWAY_DIRECT_URL` is no address of a database.
    #[error("{0} is not a PostgreSQL address")]
    Address(&'static str, #[source] sqlx::Error),
    /// The own server does not run.
    #[error(transparent)]
    Own(#[from] PostgresError),
    /// It does not answer, or refuses.
    #[error("the database does not answer")]
    Unreachable(#[from] sqlx::Error),
    /// Migrations have not been run, and this command is not to run them.
    #[error(
        "the database is older than this program, which has {missing} more migrations: run `fairway migrate`; \
         nodes of the former version may serve meanwhile"
    )]
    Older {
        /// How many.
        missing: usize,
    },
    /// The log-in can do more, or less, than what is to be done with it.
    #[error(transparent)]
    Role(#[from] WrongRole),
    /// A migration failed, or the database was migrated by another version.
    #[error("the database cannot be migrated")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// Why a log-in is not taken.
#[derive(Debug, thiserror::Error)]
pub enum WrongRole {
    /// It could rewrite history, drop tables, or become who can.
    #[error(
        "the database log-in `{role}` is {what}, and in production a process that serves must not be: run \
         deploy/database/roles.sql and log in as `{wanted}` (docs/operations.md, \"Who logs in to the database\")"
    )]
    Powerful {
        /// Who is logged in.
        role: String,
        /// What it is.
        what: &'static str,
        /// Who should be.
        wanted: &'static str,
    },
    /// A right is missing.
    #[error(
        "the database log-in `{role}` may not {what}: log in as `{wanted}`, or give it its rights with \
         deploy/database/roles.sql and `fairway migrate`{hint}"
    )]
    Powerless {
        /// Who is logged in.
        role: String,
        /// What it may not do.
        what: &'static str,
        /// Who should be.
        wanted: &'static str,
        /// What else would do.
        hint: &'static str,
    },
}
