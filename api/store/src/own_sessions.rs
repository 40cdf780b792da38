//! The sessions of one member, as the member sees and ends them. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::PgPool;
use uuid::Uuid;

/// A valid session.
#[derive(Debug, Clone)]
pub struct OwnSession {
    /// Names the session; opens nothing.
    pub id: Uuid,
    /// The browser, as it named itself; empty where it is unknown.
    pub browser: String,
    /// The log-in.
    pub created_at: DateTime<Utc>,
    /// The last use, to the hour.
    pub last_seen_at: DateTime<Utc>,
    /// An operator's session under the member's account.
    pub is_support: bool,
}

from_row!(OwnSession { id, browser, created_at, last_seen_at, is_support });

/// The valid sessions: `current` first, then the one that was used last; at most 100.
pub async fn list(
    pool: &PgPool,
    member: MemberId,
    current: Uuid,
    now: DateTime<Utc>,
) -> Result<Vec<OwnSession>, sqlx::Error> {
    sqlx::query_as(
        "SELECT id, browser, created_at, coalesce(last_seen_at, created_at) AS last_seen_at,
             impersonation_id IS NOT NULL AS is_support
         FROM access_tokens
         WHERE member_id = $1 AND expires_at > $3 AND revoked_at IS NULL
         ORDER BY id = $2 DESC, coalesce(last_seen_at, created_at) DESC, id LIMIT 100",
    )
    .bind(member.0)
    .bind(current)
    .bind(now)
    .fetch_all(pool)
    .await
}

/// Ends one session of a member. False when it is not theirs, or has ended.
pub async fn end(
    pool: &PgPool,
    member: MemberId,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE access_tokens SET revoked_at = $3
         WHERE member_id = $1 AND id = $2 AND expires_at > $3 AND revoked_at IS NULL",
    )
    .bind(member.0)
    .bind(session)
    .bind(now)
    .execute(pool)
    .await?;
    Ok(done.rows_affected() > 0)
}
