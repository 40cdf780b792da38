//! Devices on which members switched news on, and the portal's key for push services (docs/domain.md §3.20). Secrets
//! come encrypted: the code that pushes has the key. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

use super::account_access;

/// Devices of a member, at most.
pub const MOST: i64 = 10;

/// The portal's key pair, as it is stored.
#[derive(Debug, Clone)]
pub struct StoredKey {
    /// An uncompressed point of P-256.
    pub public_key: Vec<u8>,
    /// Encrypted.
    pub private_key: Vec<u8>,
}

from_row!(StoredKey { public_key, private_key });

/// The key pair; none: nobody needed one yet.
pub async fn key(pool: &PgPool) -> Result<Option<StoredKey>, sqlx::Error> {
    sqlx::query_as("SELECT public_key, private_key FROM push_keys").fetch_optional(pool).await
}

/// Stores a key pair, unless another node did so before. Devices of a former key cannot be reached any more: they are
/// forgotten, and their browsers subscribe again.
pub async fn insert_key(pool: &PgPool, key: &StoredKey, now: DateTime<Utc>) -> Result<(), sqlx::Error> {
    sqlx::query(
        "WITH made AS (
             INSERT INTO push_keys (public_key, private_key, created_at) VALUES ($1, $2, $3)
             ON CONFLICT (single) DO NOTHING RETURNING single
         )
         DELETE FROM push_devices WHERE EXISTS (SELECT FROM made)",
    )
    .bind(&key.public_key)
    .bind(&key.private_key)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ())
}

/// A device as its member sees it.
#[derive(Debug, Clone)]
pub struct ListedDevice {
    /// Names it.
    pub id: Uuid,
    /// SHA-256 of its address: by it a browser recognises itself.
    pub endpoint_hash: Vec<u8>,
    /// The browser, as it named itself.
    pub name: String,
    /// Whether names and clubs are shown.
    pub shows_details: bool,
    /// Whether it ends with the session that asks.
    pub is_of_this_session: bool,
    /// When news was switched on.
    pub created_at: DateTime<Utc>,
    /// When the push service last took a message.
    pub last_used_at: Option<DateTime<Utc>>,
}

from_row!(ListedDevice {
    id,
    endpoint_hash,
    name,
    shows_details,
    is_of_this_session,
    created_at,
    last_used_at
});

/// A member's devices, oldest first, as a session of theirs sees them.
pub async fn list(
    executor: impl PgExecutor<'_>,
    member: MemberId,
    session: Uuid,
) -> Result<Vec<ListedDevice>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, endpoint_hash, name, shows_details, session_id = $3 AS is_of_this_session, created_at, last_used_at
         FROM push_devices WHERE member_id = $1 ORDER BY created_at, id LIMIT $2",
    )
    .bind(member.0)
    .bind(MOST)
    .bind(session)
    .fetch_all(executor)
    .await
}

/// A device to store.
#[derive(Debug, Clone, Copy)]
pub struct NewDevice<'a> {
    /// Its id, unless it is known.
    pub id: Uuid,
    /// The member.
    pub member: MemberId,
    /// The session in which it was switched on.
    pub session: Uuid,
    /// SHA-256 of its address.
    pub endpoint_hash: &'a [u8],
    /// Its address and keys, encrypted.
    pub subscription: &'a [u8],
    /// The browser, as it names itself; at most 200 characters.
    pub name: &'a str,
}

/// Stores a device. One that is known keeps its id and what the member chose; one that was another member's is theirs no
/// more. Of more than [`MOST`] the oldest are forgotten. None, and nothing stored: its session has ended.
pub async fn save(
    connection: &mut PgConnection,
    device: &NewDevice<'_>,
    now: DateTime<Utc>,
) -> Result<Option<Uuid>, sqlx::Error> {
    // One member at a time at one address, so that it ends as the last one's as a whole.
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))")
        .bind(device.endpoint_hash)
        .execute(&mut *connection)
        .await?;
    // One device at a time of a member, so that the count below is right.
    if !account_access::hold(&mut *connection, device.member, device.session, now).await? {
        return Ok(None);
    }
    sqlx::query("DELETE FROM push_devices WHERE endpoint_hash = $1 AND member_id <> $2")
        .bind(device.endpoint_hash)
        .bind(device.member.0)
        .execute(&mut *connection)
        .await?;
    let id = sqlx::query_scalar(
        "INSERT INTO push_devices AS device (id, member_id, session_id, endpoint_hash, subscription, name, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (endpoint_hash) DO UPDATE
             SET session_id = excluded.session_id, subscription = excluded.subscription, name = excluded.name
             -- Never another member's, which a node of an earlier release may be storing.
             WHERE device.member_id = excluded.member_id
         RETURNING id",
    )
    .bind(device.id)
    .bind(device.member.0)
    .bind(device.session)
    .bind(device.endpoint_hash)
    .bind(device.subscription)
    .bind(device.name)
    .bind(now)
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query(
        "DELETE FROM push_devices WHERE member_id = $1 AND id IN (
             SELECT id FROM push_devices WHERE member_id = $1 AND id <> $2
             ORDER BY created_at DESC, id DESC OFFSET $3 - 1
             -- A locked row goes to another member or is removed: waiting for it could be waiting for each other.
             FOR UPDATE SKIP LOCKED
         )",
    )
    .bind(device.member.0)
    .bind::<Uuid>(id)
    .bind(MOST)
    .execute(connection)
    .await?;
    Ok(Some(id))
}

/// Changes whether a member's device shows names and clubs. False: there is no such device.
pub async fn show_details(
    pool: &PgPool,
    member: MemberId,
    id: Uuid,
    shows_details: bool,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("UPDATE push_devices SET shows_details = $3 WHERE member_id = $1 AND id = $2")
        .bind(member.0)
        .bind(id)
        .bind(shows_details)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Forgets a member's device, and what waits for it. False: there is no such device.
pub async fn remove(pool: &PgPool, member: MemberId, id: Uuid) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM push_devices WHERE member_id = $1 AND id = $2")
        .bind(member.0)
        .bind(id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Forgets a device that is gone, and what waits for it.
pub async fn forget(pool: &PgPool, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM push_devices WHERE id = $1").bind(id).execute(pool).await.map(|_| ())
}
