//! Log-ins of analysts of their own: roles of the database server, which only a superuser may make.
//! Its functions fail when the database does not answer.

use sqlx::postgres::PgConnectOptions;
use sqlx::postgres::types::Oid;
use sqlx::{ConnectOptions, Connection, Error, PgConnection};

const LIMITS: &str = include_str!("../../../deploy/database/limits.sql");

/// Whether log-ins can be made with a connection.
#[derive(Debug)]
pub struct Rights {
    /// The connection's own role.
    pub role: String,
    /// Whether that is a superuser.
    pub is_superuser: bool,
    /// Whether the database has the role and the schema of the analysts.
    pub is_ready: bool,
}

/// Why a log-in was neither made nor removed.
#[derive(Debug, thiserror::Error)]
pub enum LogInError {
    /// The name belongs to a role that is no analyst's, which stays as it is.
    #[error("`{0}` is the name of a role that is no analyst's: choose another one")]
    AnotherRole(String),
    /// Nobody has the name.
    #[error("there is no log-in `{0}`")]
    Nobody(String),
    /// The database did not answer, or returned an error.
    #[error(transparent)]
    Database(#[from] Error),
}

/// Connects, outside of any pool.
pub async fn connect(options: &PgConnectOptions) -> Result<PgConnection, Error> {
    options.connect().await
}

/// Ends the connection.
pub async fn close(connection: PgConnection) -> Result<(), Error> {
    connection.close().await
}

/// The rights of this connection.
pub async fn rights(connection: &mut PgConnection) -> Result<Rights, Error> {
    let (role, is_superuser, is_ready) = sqlx::query_as(
        "SELECT current_user::text, current_setting('is_superuser')::boolean,
            to_regrole('analyst') IS NOT NULL AND to_regnamespace('analytics') IS NOT NULL",
    )
    .fetch_one(connection)
    .await?;
    Ok(Rights { role, is_superuser, is_ready })
}

/// Makes the log-in, or gives an analyst's a new password, with the limits of `deploy/database/limits.sql`. `name` needs no
/// quotes; `digest` is what PostgreSQL stores of a password.
///
/// # Errors
/// [`LogInError`]; then nothing changed.
pub async fn make(connection: &mut PgConnection, name: &str, digest: &str) -> Result<(), LogInError> {
    let mut transaction = connection.begin().await?;
    let sql = match id_of(&mut transaction, name).await? {
        // A role may change its own settings, so it may have lifted its limits.
        Some(_) => {
            format!("ALTER ROLE \"{name}\" LOGIN PASSWORD '{digest}'; ALTER ROLE \"{name}\" RESET ALL")
        }
        None => format!("CREATE ROLE \"{name}\" LOGIN PASSWORD '{digest}' IN ROLE analyst"),
    };
    sqlx::raw_sql(&sql).execute(&mut *transaction).await?;
    sqlx::raw_sql(LIMITS).execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}

/// Removes an analyst's log-in and ends its sessions.
///
/// # Errors
/// [`LogInError`]; then nothing changed.
pub async fn remove(connection: &mut PgConnection, name: &str) -> Result<(), LogInError> {
    let mut transaction = connection.begin().await?;
    let id = id_of(&mut transaction, name).await?.ok_or_else(|| LogInError::Nobody(name.to_owned()))?;
    // Rights that it may have given away for objects that it never made.
    sqlx::query(&format!("DROP OWNED BY \"{name}\"")).execute(&mut *transaction).await?;
    sqlx::query(&format!("DROP ROLE \"{name}\"")).execute(&mut *transaction).await?;
    transaction.commit().await?;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usesysid = $1";
    sqlx::query(end).bind(id).execute(connection).await?;
    Ok(())
}

/// The analyst's log-in of this name; none: the name is free.
async fn id_of(connection: &mut PgConnection, name: &str) -> Result<Option<Oid>, LogInError> {
    let sql = "SELECT oid, NOT (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)
            AND ARRAY(SELECT roleid FROM pg_auth_members WHERE member = pg_roles.oid) = ARRAY[to_regrole('analyst')::oid]
        FROM pg_roles WHERE rolname = $1";
    let found: Option<(Oid, bool)> = sqlx::query_as(sql).bind(name).fetch_optional(connection).await?;
    match found {
        Some((_, false)) => Err(LogInError::AnotherRole(name.to_owned())),
        found => Ok(found.map(|(id, _)| id)),
    }
}
