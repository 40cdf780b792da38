//! Closing a member's account and opening it again.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::PgConnection;

/// Closes an account: ends its sessions and removes its links to a new password and to log in. False when it is closed already.
///
/// # Errors
/// When the database does not answer.
pub async fn disable(
    connection: &mut PgConnection,
    member: MemberId,
    at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE members SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL")
        .bind(member.0)
        .bind(at)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    end_sessions(&mut *connection, member, at).await?;
    for sql in
        ["DELETE FROM password_resets WHERE member_id = $1", "DELETE FROM login_links WHERE member_id = $1"]
    {
        sqlx::query(sql).bind(member.0).execute(&mut *connection).await?;
    }
    Ok(true)
}

/// Opens an account again. False when it is open. Ended sessions stay ended, and so does the session of a log-in that
/// was running when the account was closed: the member logs in again.
///
/// # Errors
/// When the database does not answer.
pub async fn enable(
    connection: &mut PgConnection,
    member: MemberId,
    at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE members SET disabled_at = NULL WHERE id = $1 AND disabled_at IS NOT NULL")
        .bind(member.0)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    end_sessions(connection, member, at).await?;
    Ok(true)
}

async fn end_sessions(
    connection: &mut PgConnection,
    member: MemberId,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE access_tokens SET revoked_at = $2 WHERE member_id = $1 AND revoked_at IS NULL")
        .bind(member.0)
        .bind(at)
        .execute(connection)
        .await
        .map(|_| ())
}
