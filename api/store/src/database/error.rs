//! Errors of opening the database.

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
    /// Migrations are missing, and this command must not run them.
    #[error(
        "the database is older than this program, which has {missing} more migrations: run `fairway migrate`; \
         nodes of the former version may serve meanwhile"
    )]
    Older {
        /// How many.
        missing: usize,
    },
    /// The log-in has more, or fewer, rights than the task needs.
    #[error(transparent)]
    Role(#[from] WrongRole),
    /// A migration failed, or the database was migrated by another version.
    #[error("the database cannot be migrated")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// Why a log-in is refused.
#[derive(Debug, thiserror::Error)]
pub enum WrongRole {
    /// It could rewrite history, drop tables, or switch to a role that can.
    #[error(
        "the database log-in `{role}` is {what}, and in production a process that serves must not be: run \
         deploy/database/roles.sql and log in as `{wanted}` (docs/operations/run.md, \"Database log-ins\")"
    )]
    Powerful {
        /// The log-in.
        role: String,
        /// Its excessive right.
        what: &'static str,
        /// The log-in to use instead.
        wanted: &'static str,
    },
    /// A process that answers members knows the log-in of the tables' owner.
    #[error(
        "FAIRWAY_OWNER_URL is set, and in production a process that answers members must not know the owner's log-in: give \
         it to `fairway project`, which serves nobody, beside `fairway serve --no-projectors`"
    )]
    OwnerBesideMembers,
    /// A right is missing.
    #[error(
        "the database log-in `{role}` may not {what}: log in as `{wanted}`, or give it its rights with \
         deploy/database/roles.sql and `fairway migrate`{hint}"
    )]
    Powerless {
        /// The log-in.
        role: String,
        /// The missing right.
        what: &'static str,
        /// The log-in to use instead.
        wanted: &'static str,
        /// An alternative.
        hint: &'static str,
    },
}
