//! The passkeys of people at clubs: each is a password and a second factor at once.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

use super::club_sessions;
use super::operator_passkeys::Added;
use super::passkeys::table::{CLUBS, MOST};

/// Stores a new passkey of an account that is locked.
pub async fn add(
    connection: &mut PgConnection,
    account: Uuid,
    id: Uuid,
    name: &str,
    key: &Passkey,
    now: DateTime<Utc>,
) -> Result<Added, sqlx::Error> {
    if CLUBS.list(&mut *connection, account).await?.len() >= MOST {
        return Ok(Added::TooMany);
    }
    let is_new = CLUBS.insert(connection, account, id, name, key, now).await?;
    Ok(if is_new { Added::Stored } else { Added::Taken })
}

/// Removes a passkey, and ends the sessions that began with it, except `kept`. False when it is not the account's.
pub async fn remove(
    connection: &mut PgConnection,
    account: Uuid,
    id: Uuid,
    kept: Uuid,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM club_passkeys WHERE id = $1 AND account_id = $2")
        .bind(id)
        .bind(account)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    club_sessions::end_others(connection, account, Some(kept), Some(id)).await?;
    Ok(true)
}
