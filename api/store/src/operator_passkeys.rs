//! Operators' passkeys: each is a password and a second factor at once.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

use super::operator_access;
use super::operator_sessions::{self, NewSession, Proof};
use super::passkeys::table::{MOST, OPERATORS};

/// The outcome of adding a passkey.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It is stored.
    Stored,
    /// The operator has the maximum number.
    TooMany,
    /// Somebody has this key already.
    Taken,
}

/// Stores a new passkey of an account that is locked.
pub async fn add(
    connection: &mut PgConnection,
    operator: Uuid,
    id: Uuid,
    name: &str,
    key: &Passkey,
    now: DateTime<Utc>,
) -> Result<Added, sqlx::Error> {
    if OPERATORS.list(&mut *connection, operator).await?.len() >= MOST {
        return Ok(Added::TooMany);
    }
    let is_new = OPERATORS.insert(connection, operator, id, name, key, now).await?;
    Ok(if is_new { Added::Stored } else { Added::Taken })
}

/// Removes a passkey, and ends the sessions that began with it, except `kept`. False when it is not the operator's.
pub async fn remove(
    connection: &mut PgConnection,
    operator: Uuid,
    id: Uuid,
    kept: Uuid,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM operator_passkeys WHERE id = $1 AND operator_id = $2")
        .bind(id)
        .bind(operator)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    operator_access::end_other_sessions(connection, operator, kept, Some(id)).await?;
    Ok(true)
}

/// The id and the name of the account whose passkey a device names, disabled or not.
pub async fn account_of(pool: &PgPool, credential_id: &[u8]) -> Result<Option<(Uuid, String)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT operators.id, operators.name FROM operator_passkeys JOIN operators ON operators.id = operator_id
         WHERE credential_id = $1",
    )
    .bind(credential_id)
    .fetch_optional(pool)
    .await
}

/// Stores the session of a log-in with a passkey, and the key's new counter. False, and no session, when the passkey was
/// removed or its operator disabled in the meantime.
pub async fn start_session(
    connection: &mut PgConnection,
    session: &NewSession<'_>,
    id: Uuid,
    key: &Passkey,
) -> Result<bool, sqlx::Error> {
    if !OPERATORS.note_use(&mut *connection, id, key, session.created_at).await? {
        return Ok(false);
    }
    operator_sessions::start(connection, session, Proof::Passkey(id)).await
}
