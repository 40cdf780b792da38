//! Passkeys: the public halves of the keys by which members log in.
//! Its functions fail when the database does not answer.

pub mod table;

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, PgExecutor, PgPool, Row};
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

use self::table::{ListedPasskey, MEMBERS, MOST};
use super::account_access;
use super::passwords::Addressee;
use super::sessions::NewSession;

/// A member's passkeys, oldest first.
pub async fn list(
    executor: impl PgExecutor<'_>,
    member: MemberId,
) -> Result<Vec<ListedPasskey>, sqlx::Error> {
    MEMBERS.list(executor, member.0).await
}

/// Whether a member has a password that somebody knows.
pub async fn has_password(pool: &PgPool, member: MemberId) -> Result<bool, sqlx::Error> {
    let known: Option<bool> = sqlx::query_scalar("SELECT has_password FROM members WHERE id = $1")
        .bind(member.0)
        .fetch_optional(pool)
        .await?;
    Ok(known.unwrap_or(false))
}

/// Marks a challenge as answered. False when it was before.
pub async fn use_challenge(
    executor: impl PgExecutor<'_>,
    hash: &[u8],
    expires_at: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "INSERT INTO used_challenges (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    )
    .bind(hash)
    .bind(expires_at)
    .execute(executor)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// A member, locked: their passkeys are added and removed one after the other. None for one who is disabled or gone.
async fn lock(
    connection: &mut PgConnection,
    member: MemberId,
) -> Result<Option<(Addressee, bool)>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT first_name, prefix, last_name, has_password FROM members
         WHERE id = $1 AND disabled_at IS NULL FOR NO KEY UPDATE",
    )
    .bind(member.0)
    .fetch_optional(connection)
    .await?;
    row.map(|row| Ok((Addressee::from_row(member, &row)?, row.try_get("has_password")?))).transpose()
}

/// The outcome of adding a passkey.
#[derive(Debug, Clone)]
pub enum Added {
    /// It is stored; the member is to be told.
    Stored(Addressee),
    /// The member has the maximum number.
    TooMany,
    /// Somebody has this key already.
    Taken,
    /// The session has ended, or the account is disabled or gone.
    NotLoggedIn,
}

/// Stores a new passkey that a member adds in this session.
pub async fn add(
    connection: &mut PgConnection,
    member: MemberId,
    session: Uuid,
    id: Uuid,
    name: &str,
    key: &Passkey,
    now: DateTime<Utc>,
) -> Result<Added, sqlx::Error> {
    if !account_access::hold(&mut *connection, member, session, now).await? {
        return Ok(Added::NotLoggedIn);
    }
    let Some((to, _)) = lock(connection, member).await? else { return Ok(Added::NotLoggedIn) };
    if list(&mut *connection, member).await?.len() >= MOST {
        return Ok(Added::TooMany);
    }
    let is_new = MEMBERS.insert(connection, member.0, id, name, key, now).await?;
    Ok(if is_new { Added::Stored(to) } else { Added::Taken })
}

/// Renames a passkey. False when it is not the member's.
pub async fn rename(pool: &PgPool, member: MemberId, id: Uuid, name: &str) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE passkeys SET name = $3 WHERE id = $1 AND member_id = $2")
        .bind(id)
        .bind(member.0)
        .bind(name)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// The outcome of the wish to remove a passkey.
#[derive(Debug, Clone)]
pub enum Removed {
    /// It is gone, and its sessions have ended; the member is to be told of the key with this name.
    Gone(Addressee, String),
    /// The member has no password: it is the last way in.
    LastWayIn,
    /// It is not the member's.
    Unknown,
}

/// Removes a passkey, unless it is the last way in, and ends the sessions that began with it, except `kept`.
pub async fn remove(
    connection: &mut PgConnection,
    member: MemberId,
    id: Uuid,
    kept: Uuid,
    now: DateTime<Utc>,
) -> Result<Removed, sqlx::Error> {
    let Some((to, has_password)) = lock(connection, member).await? else { return Ok(Removed::Unknown) };
    let present = list(&mut *connection, member).await?;
    let Some(passkey) = present.iter().find(|passkey| passkey.id == id) else { return Ok(Removed::Unknown) };
    if !has_password && present.len() == 1 {
        return Ok(Removed::LastWayIn);
    }
    sqlx::query("DELETE FROM passkeys WHERE id = $1").bind(id).execute(&mut *connection).await?;
    sqlx::query(
        "UPDATE access_tokens SET revoked_at = $3
         WHERE member_id = $1 AND passkey_id = $2 AND id <> $4 AND revoked_at IS NULL",
    )
    .bind(member.0)
    .bind(id)
    .bind(now)
    .bind(kept)
    .execute(connection)
    .await?;
    Ok(Removed::Gone(to, passkey.name.clone()))
}

/// Removes every passkey of a member for an operator, and ends the sessions that began with one. Returns how many were
/// removed.
pub async fn remove_all(
    connection: &mut PgConnection,
    member: MemberId,
    now: DateTime<Utc>,
) -> Result<u64, sqlx::Error> {
    account_access::lock(&mut *connection, member).await?;
    let removed = MEMBERS.delete_all(&mut *connection, member.0).await?;
    sqlx::query(
        "UPDATE access_tokens SET revoked_at = $2
         WHERE member_id = $1 AND passkey_id IS NOT NULL AND revoked_at IS NULL",
    )
    .bind(member.0)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(removed)
}

/// Stores the session of a log-in with a passkey, and the key's new counter. False, and no session, when the passkey was
/// removed or its member disabled in the meantime.
pub async fn start_session(
    connection: &mut PgConnection,
    session: &NewSession<'_>,
    id: Uuid,
    key: &Passkey,
) -> Result<bool, sqlx::Error> {
    if !MEMBERS.note_use(&mut *connection, id, key, session.created_at).await? {
        return Ok(false);
    }
    let done = sqlx::query(
        "INSERT INTO access_tokens (token_hash, member_id, created_at, expires_at, browser, passkey_id)
         SELECT $1, member_id, $3, $4, $5, passkeys.id
         FROM passkeys JOIN members ON members.id = member_id WHERE passkeys.id = $2 AND disabled_at IS NULL",
    )
    .bind(session.token_hash)
    .bind(id)
    .bind(session.created_at)
    .bind(session.expires_at)
    .bind(session.browser)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Removes challenges that expired before `before`.
pub async fn delete_expired_challenges(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done =
        sqlx::query("DELETE FROM used_challenges WHERE expires_at < $1").bind(before).execute(pool).await?;
    Ok(done.rows_affected())
}
