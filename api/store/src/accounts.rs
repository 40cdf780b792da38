//! Closing a member's account and opening it again. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::PgConnection;

use super::account_access::{self, Spared};

/// Closes an account, and ends everything that opens it or tells of it. The password and the passkeys stay: they are of use
/// only when it is opened again. False when it is closed already.
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
    account_access::end(connection, member, Spared::PASSKEYS, at).await?;
    Ok(true)
}

/// Opens an account again. False when it is open. Nothing that ended comes back, and the session of a log-in that was
/// running when the account was closed ends too: the member logs in again.
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
    account_access::end(connection, member, Spared::PASSKEYS, at).await?;
    Ok(true)
}
