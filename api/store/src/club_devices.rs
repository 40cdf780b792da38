//! Shared devices of clubs: paired once by a code, known by a cookie until their access is ended.
//! Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::{ClubId, ClubUserId, from_row};
use sqlx::{PgConnection, PgExecutor, PgPool};
use uuid::Uuid;

/// How long a device's access lasts without being used.
pub const IDLE: TimeDelta = TimeDelta::days(60);
/// How long a pairing code works.
pub const PAIRING: TimeDelta = TimeDelta::minutes(10);

/// A device with access.
#[derive(Debug, Clone)]
pub struct ListedDevice {
    /// The id.
    pub id: Uuid,
    /// The club.
    pub club_id: String,
    /// The name.
    pub name: String,
    /// When it was paired.
    pub paired_at: DateTime<Utc>,
    /// The name of the manager who did.
    pub paired_by: String,
    /// The last use, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// When it last sent its scans or asked for the list.
    pub last_synced_at: Option<DateTime<Utc>>,
    /// How many scans it said it still had to send.
    pub waiting_scans: Option<i64>,
}

from_row!(ListedDevice {
    id,
    club_id,
    name,
    paired_at,
    paired_by,
    last_seen_at,
    last_synced_at,
    waiting_scans
});

/// The devices with access of a club, or of all, latest first.
pub async fn list(
    pool: &PgPool,
    club: Option<&ClubId>,
    now: DateTime<Utc>,
) -> Result<Vec<ListedDevice>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, club_id, name, paired_at, paired_by, last_seen_at, last_synced_at, waiting_scans
         FROM club_devices
         WHERE ($1::text IS NULL OR club_id = $1) AND revoked_at IS NULL AND last_seen_at > $2
         ORDER BY paired_at DESC, id",
    )
    .bind(club.map(|club| &club.0))
    .bind(now - IDLE)
    .fetch_all(pool)
    .await
}

/// Stores a code that pairs one device.
pub async fn offer(
    executor: impl PgExecutor<'_>,
    token_hash: &[u8],
    club: &ClubId,
    name: &str,
    made_by: ClubUserId,
    expires_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO club_pairings (token_hash, club_id, name, made_by, expires_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(token_hash)
    .bind(&club.0)
    .bind(name)
    .bind(made_by.0)
    .bind(expires_at)
    .execute(executor)
    .await
    .map(|_| ())
}

/// A code that was used.
#[derive(Debug, Clone)]
pub struct Paired {
    /// The club.
    pub club_id: String,
    /// The name of the device.
    pub name: String,
    /// The manager.
    pub made_by: Uuid,
    /// Their name.
    pub manager: String,
}

from_row!(Paired { club_id, name, made_by, manager });

/// Uses a code: the device `id` with this token is the club's. None when it is not valid any more.
pub async fn pair(
    connection: &mut PgConnection,
    code_hash: &[u8],
    id: Uuid,
    token_hash: &[u8],
    now: DateTime<Utc>,
) -> Result<Option<Paired>, sqlx::Error> {
    let paired: Option<Paired> = sqlx::query_as(
        "WITH used AS (
             DELETE FROM club_pairings WHERE token_hash = $1 AND expires_at > $2 RETURNING club_id, name, made_by
         )
         SELECT used.club_id, used.name, used.made_by, account.name AS manager
         FROM used JOIN club_accounts account ON account.id = used.made_by",
    )
    .bind(code_hash)
    .bind(now)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(paired) = paired else { return Ok(None) };
    sqlx::query(
        "INSERT INTO club_devices (id, club_id, name, token_hash, paired_at, paired_by, last_seen_at)
         VALUES ($1, $2, $3, $4, $5, $6, $5)",
    )
    .bind(id)
    .bind(&paired.club_id)
    .bind(&paired.name)
    .bind(token_hash)
    .bind(now)
    .bind(&paired.manager)
    .execute(connection)
    .await?;
    Ok(Some(paired))
}

/// Ends the access of a device, of this club where one is named. Its club and name; none: it has none, or no more.
pub async fn revoke(
    executor: impl PgExecutor<'_>,
    id: Uuid,
    club: Option<&ClubId>,
    now: DateTime<Utc>,
) -> Result<Option<(String, String)>, sqlx::Error> {
    sqlx::query_as(
        "UPDATE club_devices SET token_hash = NULL, revoked_at = $3
         WHERE id = $1 AND ($2::text IS NULL OR club_id = $2) AND revoked_at IS NULL RETURNING club_id, name",
    )
    .bind(id)
    .bind(club.map(|club| &club.0))
    .bind(now)
    .fetch_optional(executor)
    .await
}

/// Notes that a device sent its scans or asked for the list, and how many scans it still has to send. An account has no
/// row here: nothing is noted of it.
pub async fn note_sync(
    pool: &PgPool,
    device: ClubUserId,
    waiting_scans: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE club_devices SET last_synced_at = $3, waiting_scans = coalesce($2, waiting_scans) WHERE id = $1",
    )
    .bind(device.0)
    .bind(waiting_scans)
    .bind(now)
    .execute(pool)
    .await
    .map(|_| ())
}
