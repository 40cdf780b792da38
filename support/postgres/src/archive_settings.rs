//! The running server's settings about its archive.

use std::time::Duration;

use sqlx::{Executor, PgConnection};

/// A command that archives nothing and succeeds: a server with `archive_mode` on and no command would never remove its log.
pub(crate) const NOTHING: &str = "true";

/// Sets the server's command, and waits until it is in effect.
pub(crate) async fn archive_by(connection: &mut PgConnection, command: &str) -> Result<(), sqlx::Error> {
    let literal = command.replace('\'', "''");
    connection.execute(format!("ALTER SYSTEM SET archive_command = '{literal}'").as_str()).await?;
    connection.execute("SELECT pg_reload_conf()").await?;
    while show(connection, "archive_command").await? != command {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}

/// Sets the command of a new server, which archives nothing.
pub(crate) async fn archive_nothing_at_first(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    if show(connection, "archive_mode").await? == "on"
        && show(connection, "archive_command").await?.is_empty()
    {
        archive_by(connection, NOTHING).await?;
    }
    Ok(())
}

pub(crate) async fn show(connection: &mut PgConnection, setting: &str) -> Result<String, sqlx::Error> {
    scalar(connection, &format!("SELECT setting FROM pg_settings WHERE name = '{setting}'")).await
}

pub(crate) async fn scalar<T>(connection: &mut PgConnection, sql: &str) -> Result<T, sqlx::Error>
where
    T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Send + Unpin,
{
    sqlx::query_scalar(sql).fetch_one(connection).await
}
