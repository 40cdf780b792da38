//! The bookings and changes of members in the last hour (docs/domain.md §3.14): in the database, so that all nodes
//! share the count. Its functions fail when the database does not answer.

use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::MemberId;
use sqlx::PgPool;

/// How long a command counts.
pub const COUNTED: TimeDelta = TimeDelta::hours(1);

/// The kinds that are counted separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rounds that were booked.
    Booking,
    /// Everything else that a member does to rounds, and orders.
    Change,
}

impl Kind {
    /// The name in logs and metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Booking => "booking",
            Self::Change => "change",
        }
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Booking => "bookings",
            Self::Change => "changes",
        }
    }
}

/// The result of counting a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It was counted.
    Counted,
    /// There were `most` in the last hour already; from this instant on there is room again.
    Full {
        /// When the oldest counted command expires.
        room_from: DateTime<Utc>,
    },
}

/// Counts a command of a member unless `most`, at least 1, were counted in the last hour. One statement under the row's
/// lock: exact under concurrent requests.
pub async fn take(
    pool: &PgPool,
    member: MemberId,
    kind: Kind,
    now: DateTime<Utc>,
    most: u32,
) -> Result<Taken, sqlx::Error> {
    let column = kind.column();
    let taken = sqlx::query(&format!(
        "INSERT INTO member_commands AS made (member_id, {column}) VALUES ($1, ARRAY[$2::timestamptz])
         ON CONFLICT (member_id) DO UPDATE SET
             {column} = ARRAY(SELECT at FROM unnest(made.{column}) AS at WHERE at > $3) || $2::timestamptz
         WHERE (SELECT count(*) FROM unnest(made.{column}) AS at WHERE at > $3) < $4
         RETURNING true"
    ))
    .bind(member.0)
    .bind(now)
    .bind(now - COUNTED)
    .bind(i64::from(most))
    .fetch_optional(pool)
    .await?;
    if taken.is_some() {
        return Ok(Taken::Counted);
    }
    let oldest: Option<DateTime<Utc>> = sqlx::query_scalar(&format!(
        "SELECT at FROM member_commands, unnest({column}) AS at WHERE member_id = $1
         ORDER BY at DESC OFFSET $2 - 1 LIMIT 1"
    ))
    .bind(member.0)
    .bind(i64::from(most))
    .fetch_optional(pool)
    .await?;
    Ok(Taken::Full { room_from: oldest.unwrap_or(now) + COUNTED })
}

/// Subtracts the command that was counted at `at`, because it changed nothing.
pub async fn uncount(
    pool: &PgPool,
    member: MemberId,
    kind: Kind,
    at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    let column = kind.column();
    // Only one of several that were counted at the same instant.
    sqlx::query(&format!(
        "UPDATE member_commands SET {column} = {column}[:array_position({column}, $2) - 1]
             || {column}[array_position({column}, $2) + 1:]
         WHERE member_id = $1 AND $2 = ANY({column})"
    ))
    .bind(member.0)
    .bind(at)
    .execute(pool)
    .await
    .map(|_| ())
}

/// Removes the rows of members without counted commands.
pub async fn delete_expired(pool: &PgPool, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(
        "DELETE FROM member_commands WHERE NOT EXISTS (SELECT FROM unnest(bookings || changes) AS at WHERE at > $1)",
    )
    .bind(now - COUNTED)
    .execute(pool)
    .await?;
    Ok(done.rows_affected())
}
