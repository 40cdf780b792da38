//! An operator's own account: a new password, a new authenticator app, and the recovery codes that stand in for the app.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

/// Locks an account until the end of the transaction: a reset waits, or has ended the session. False: it has ended.
pub async fn lock(connection: &mut PgConnection, operator: Uuid, session: Uuid) -> Result<bool, sqlx::Error> {
    // Before its sessions are looked at, as a reset does.
    sqlx::query("SELECT FROM operators WHERE id = $1 FOR NO KEY UPDATE")
        .bind(operator)
        .fetch_optional(&mut *connection)
        .await?;
    sqlx::query_scalar("SELECT EXISTS (SELECT FROM operator_sessions WHERE id = $1 AND operator_id = $2)")
        .bind(session)
        .bind(operator)
        .fetch_one(connection)
        .await
}

/// Replaces a password. False when the account has another one than `old` by now.
pub async fn set_password(
    connection: &mut PgConnection,
    operator: Uuid,
    old: &str,
    new: &str,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE operators SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .bind(operator)
        .bind(old)
        .bind(new)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Replaces the authenticator app by one of which a code was given.
pub async fn set_app(
    connection: &mut PgConnection,
    operator: Uuid,
    second_factor: &[u8],
    step: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE operators SET second_factor = $2, second_factor_step = $3 WHERE id = $1")
        .bind(operator)
        .bind(second_factor)
        .bind(step)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Replaces all recovery codes, used or not, by those of these hashes.
pub async fn set_recovery_codes(
    connection: &mut PgConnection,
    operator: Uuid,
    hashes: &[Vec<u8>],
) -> Result<(), sqlx::Error> {
    delete_recovery_codes(&mut *connection, operator).await?;
    sqlx::query("INSERT INTO operator_recovery_codes (operator_id, code_hash) SELECT $1, unnest($2::bytea[])")
        .bind(operator)
        .bind(hashes)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Deletes all recovery codes.
pub(super) async fn delete_recovery_codes(
    connection: &mut PgConnection,
    operator: Uuid,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM operator_recovery_codes WHERE operator_id = $1")
        .bind(operator)
        .execute(connection)
        .await
        .map(|_| ())
}

/// Uses a recovery code, which has one of these hashes. False: the account has no such code, or it was used already.
pub async fn use_recovery_code(
    executor: impl PgExecutor<'_>,
    operator: Uuid,
    hashes: &[Vec<u8>],
    at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE operator_recovery_codes SET used_at = $3
         WHERE operator_id = $1 AND code_hash = ANY ($2) AND used_at IS NULL",
    )
    .bind(operator)
    .bind(hashes)
    .bind(at)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// How many recovery codes still work.
pub async fn recovery_codes_left(pool: &PgPool, operator: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT count(*) FROM operator_recovery_codes WHERE operator_id = $1 AND used_at IS NULL",
    )
    .bind(operator)
    .fetch_one(pool)
    .await
}
