//! The sessions of people at clubs: opaque cookies, stored as hashes. A session ends seven days after its last use, and 30
//! days after its log-in in any case. A device's cookie is found here too. Its functions fail when the database does not
//! answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::from_row;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;
use webauthn_rs::prelude::Passkey;

use super::club_accounts::ClubRole;
use super::club_devices;
use super::passkeys::table::CLUBS;

/// How long a session stays valid without being used.
pub const IDLE: TimeDelta = TimeDelta::days(7);
/// How long a session is valid at most.
pub const LONGEST: TimeDelta = TimeDelta::days(30);
/// The use of a session is stored this exactly: not every request writes.
const USE_RESOLUTION: TimeDelta = TimeDelta::minutes(1);

/// A valid session, or a paired device.
#[derive(Debug, Clone)]
pub struct ClubSession {
    /// The session; of a device, its id.
    pub id: Uuid,
    /// The account or the device.
    pub user_id: Uuid,
    /// The club.
    pub club_id: String,
    /// The club's name.
    pub club_name: String,
    /// The name of the account or the device.
    pub name: String,
    /// The address; none of a device.
    pub email: Option<String>,
    role_name: String,
    /// Whether it is a device.
    pub is_device: bool,
    /// Whether the account uses an authenticator app.
    pub has_second_factor: bool,
    /// When it was last used, to the minute.
    pub last_used_at: DateTime<Utc>,
    /// When it ends in any case; of a device, without further use.
    pub expires_at: DateTime<Utc>,
}

from_row!(ClubSession {
    id,
    user_id,
    club_id,
    club_name,
    name,
    email,
    role_name,
    is_device,
    has_second_factor,
    last_used_at,
    expires_at
});

impl ClubSession {
    /// What a club's own system reads and does with its token, as if at the desk.
    pub(super) fn of_system(
        id: Uuid,
        system: Uuid,
        (club_id, club_name): (String, String),
        name: String,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            user_id: system,
            club_id,
            club_name,
            name,
            email: None,
            role_name: ClubRole::Desk.as_str().to_owned(),
            is_device: false,
            has_second_factor: false,
            last_used_at: now,
            expires_at: now,
        }
    }

    /// The role; none: one of a later release, which allows nothing here.
    #[must_use]
    pub fn role(&self) -> Option<ClubRole> {
        ClubRole::of(&self.role_name)
    }
}

/// One of somebody's sessions, for the list of them.
#[derive(Debug, Clone)]
pub struct ListedSession {
    /// The session.
    pub id: Uuid,
    /// The log-in.
    pub created_at: DateTime<Utc>,
    /// The last use, to the minute.
    pub last_used_at: DateTime<Utc>,
    /// The browser, as it names itself.
    pub browser: String,
}

from_row!(ListedSession { id, created_at, last_used_at, browser });

/// The session or the device of a cookie's hash, if it is valid at `now`.
pub async fn find(
    pool: &PgPool,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<ClubSession>, sqlx::Error> {
    sqlx::query_as(
        "SELECT session.id, account.id AS user_id, account.club_id, club.name AS club_name, account.name, account.email,
             account.role AS role_name, false AS is_device, account.second_factor IS NOT NULL AS has_second_factor,
             session.last_used_at, session.expires_at
         FROM club_sessions session JOIN club_accounts account ON account.id = session.account_id
         JOIN clubs club ON club.id = account.club_id
         WHERE session.token_hash = $1 AND session.expires_at > $2 AND session.last_used_at > $3
             AND account.disabled_at IS NULL
         UNION ALL
         SELECT device.id, device.id, device.club_id, club.name, device.name, NULL, 'desk', true, false,
             device.last_seen_at, device.last_seen_at + $5
         FROM club_devices device JOIN clubs club ON club.id = device.club_id
         WHERE device.token_hash = $1 AND device.last_seen_at > $4",
    )
    .bind(token_hash)
    .bind(now)
    .bind(now - IDLE)
    .bind(now - club_devices::IDLE)
    .bind(club_devices::IDLE)
    .fetch_optional(pool)
    .await
}

/// Notes that a session or a device is used.
pub async fn note_use(pool: &PgPool, session: &ClubSession, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    if now - session.last_used_at < USE_RESOLUTION {
        return Ok(());
    }
    // Each a statement of its own: what disables an account locks it before its sessions.
    let statements: &[(&str, Uuid)] = if session.is_device {
        &[("UPDATE club_devices SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", session.user_id)]
    } else {
        &[
            ("UPDATE club_sessions SET last_used_at = $2 WHERE id = $1 AND last_used_at < $2", session.id),
            (
                "UPDATE club_accounts SET last_seen_at = $2
                 WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2)",
                session.user_id,
            ),
        ]
    };
    for (sql, id) in statements {
        sqlx::query(sql).bind(id).bind(now).execute(pool).await?;
    }
    Ok(())
}

/// A session to store.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Names the session.
    pub id: Uuid,
    /// The SHA-256 of its token.
    pub token_hash: &'a [u8],
    /// Its account.
    pub account: Uuid,
    /// The browser, as it names itself; at most 200 characters.
    pub browser: &'a str,
    /// The log-in.
    pub created_at: DateTime<Utc>,
}

/// Starts a session with the password that was checked against this hash. False, and no session, when the account has
/// another one by now or is disabled.
pub async fn start(
    connection: &mut PgConnection,
    session: &NewSession<'_>,
    password_hash: &str,
) -> Result<bool, sqlx::Error> {
    insert(connection, session, Some(password_hash), None).await
}

/// The same with a passkey, and stores the key's new counter. False, and no session, when the passkey was removed or its
/// account disabled in the meantime.
pub async fn start_with_passkey(
    connection: &mut PgConnection,
    session: &NewSession<'_>,
    id: Uuid,
    key: &Passkey,
) -> Result<bool, sqlx::Error> {
    if !CLUBS.note_use(&mut *connection, id, key, session.created_at).await? {
        return Ok(false);
    }
    insert(connection, session, None, Some(id)).await
}

async fn insert(
    connection: &mut PgConnection,
    session: &NewSession<'_>,
    password_hash: Option<&str>,
    passkey: Option<Uuid>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "WITH account AS (
             UPDATE club_accounts SET last_seen_at = greatest(last_seen_at, $6)
             WHERE id = $3 AND ($4::text IS NULL OR password_hash = $4) AND disabled_at IS NULL RETURNING id
         )
         INSERT INTO club_sessions
             (id, token_hash, account_id, browser, created_at, last_used_at, expires_at, passkey_id)
         SELECT $1, $2, id, $5, $6, $6, $7, $8 FROM account",
    )
    .bind(session.id)
    .bind(session.token_hash)
    .bind(session.account)
    .bind(password_hash)
    .bind(session.browser)
    .bind(session.created_at)
    .bind(session.created_at + LONGEST)
    .bind(passkey)
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Somebody's valid sessions, latest first.
pub async fn list(
    pool: &PgPool,
    account: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<ListedSession>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, created_at, last_used_at, browser FROM club_sessions
         WHERE account_id = $1 AND expires_at > $2 AND last_used_at > $3
         ORDER BY created_at DESC LIMIT 100",
    )
    .bind(account)
    .bind(now)
    .bind(now - IDLE)
    .fetch_all(pool)
    .await
}

/// Ends one of somebody's sessions. False when it is not theirs, or has ended.
pub async fn end(pool: &PgPool, account: Uuid, session: Uuid) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM club_sessions WHERE id = $1 AND account_id = $2")
        .bind(session)
        .bind(account)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Ends the sessions of an account except `kept`: all, or those that began with a passkey.
pub(super) async fn end_others(
    connection: &mut PgConnection,
    account: Uuid,
    kept: Option<Uuid>,
    passkey: Option<Uuid>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "DELETE FROM club_sessions
         WHERE account_id = $1 AND id IS DISTINCT FROM $2 AND ($3::uuid IS NULL OR passkey_id = $3)",
    )
    .bind(account)
    .bind(kept)
    .bind(passkey)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Removes sessions, invitations and pairing codes that expired before `before`.
pub async fn delete_expired(pool: &PgPool, before: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let mut deleted = 0;
    for sql in [
        "DELETE FROM club_sessions WHERE expires_at < $1",
        "DELETE FROM club_links WHERE expires_at < $1",
        "DELETE FROM club_pairings WHERE expires_at < $1",
    ] {
        deleted += sqlx::query(sql).bind(before).execute(pool).await?.rows_affected();
    }
    Ok(deleted)
}
