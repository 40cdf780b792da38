//! Devices on which members switched news on, and the portal's key for push services (docs/domain.md §3.20). What is
//! secret comes encrypted: see [`crate::services::push`].

use chrono::{DateTime, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

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
///
/// # Errors
/// When the database does not answer.
pub async fn key(pool: &PgPool) -> Result<Option<StoredKey>, sqlx::Error> {
    sqlx::query_as("SELECT public_key, private_key FROM push_keys").fetch_optional(pool).await
}

/// Stores a key pair, unless another node did so before. Devices of a former key cannot be reached any more: they are
/// forgotten, and their browsers subscribe again.
///
/// # Errors
/// When the database does not answer.
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
    /// When news was switched on.
    pub created_at: DateTime<Utc>,
    /// When the push service last took a message.
    pub last_used_at: Option<DateTime<Utc>>,
}

from_row!(ListedDevice { id, endpoint_hash, name, shows_details, created_at, last_used_at });

/// A member's devices, oldest first.
///
/// # Errors
/// When the database does not answer.
pub async fn list(executor: impl PgExecutor<'_>, member: MemberId) -> Result<Vec<ListedDevice>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, endpoint_hash, name, shows_details, created_at, last_used_at FROM push_devices
         WHERE member_id = $1 ORDER BY created_at, id LIMIT $2",
    )
    .bind(member.0)
    .bind(MOST)
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
/// more. Of more than [`MOST`] the oldest are forgotten.
///
/// # Errors
/// When the database does not answer.
pub async fn save(
    connection: &mut PgConnection,
    device: &NewDevice<'_>,
    now: DateTime<Utc>,
) -> Result<Uuid, sqlx::Error> {
    // One at a time, so that the count below is right.
    sqlx::query("SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE")
        .bind(device.member.0)
        .execute(&mut *connection)
        .await?;
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
         )",
    )
    .bind(device.member.0)
    .bind::<Uuid>(id)
    .bind(MOST)
    .execute(connection)
    .await?;
    Ok(id)
}

/// Changes whether a member's device shows names and clubs. False: there is no such device.
///
/// # Errors
/// When the database does not answer.
pub async fn show_details(
    pool: &PgPool,
    (member, id): (MemberId, Uuid),
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
///
/// # Errors
/// When the database does not answer.
pub async fn remove(pool: &PgPool, member: MemberId, id: Uuid) -> Result<bool, sqlx::Error> {
    let done = sqlx::query("DELETE FROM push_devices WHERE member_id = $1 AND id = $2")
        .bind(member.0)
        .bind(id)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Forgets a device that is gone, and what waits for it.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(pool: &PgPool, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM push_devices WHERE id = $1").bind(id).execute(pool).await.map(|_| ())
}
