//! The valid addresses of members' calendar feeds. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::{PgConnection, PgPool};

/// The valid address of a member's feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeedAddress {
    /// The part of the address beside the member.
    pub version: i32,
    /// When the address was made.
    pub created_at: DateTime<Utc>,
}

from_row!(FeedAddress { version, created_at });

/// The address of a member's feed; none when the feed is off.
pub async fn of_member(pool: &PgPool, member: MemberId) -> Result<Option<FeedAddress>, sqlx::Error> {
    sqlx::query_as("SELECT version, created_at FROM calendar_feeds WHERE member_id = $1 AND is_on")
        .bind(member.0)
        .fetch_optional(pool)
        .await
}

/// Switches a member's feed on under a new address. Every earlier one is invalid from now on.
pub async fn renew(
    connection: &mut PgConnection,
    member: MemberId,
    now: DateTime<Utc>,
) -> Result<FeedAddress, sqlx::Error> {
    sqlx::query_as(
        "INSERT INTO calendar_feeds AS feed (member_id, version, is_on, created_at) VALUES ($1, 1, true, $2)
         ON CONFLICT (member_id) DO UPDATE
         SET version = feed.version + 1, is_on = true, created_at = excluded.created_at
         RETURNING version, created_at",
    )
    .bind(member.0)
    .bind(now)
    .fetch_one(connection)
    .await
}

/// Switches a member's feed off. It changes nothing when it is off already.
pub async fn switch_off(pool: &PgPool, member: MemberId) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE calendar_feeds SET is_on = false WHERE member_id = $1 AND is_on")
        .bind(member.0)
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether this version of a member's address is the valid one. Never for a member whose account is disabled or erased.
pub async fn is_valid(pool: &PgPool, member: MemberId, version: i32) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (
             SELECT FROM calendar_feeds AS feed JOIN members ON members.id = feed.member_id
             WHERE feed.member_id = $1 AND feed.version = $2 AND feed.is_on AND members.disabled_at IS NULL
         )",
    )
    .bind(member.0)
    .bind(version)
    .fetch_one(pool)
    .await
}
