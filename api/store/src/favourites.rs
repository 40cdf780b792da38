//! The members whom a member marked as favourite co-players. Its functions fail when the database does not answer.

use chrono::{DateTime, Utc};
use fairway_events::MemberId;
use sqlx::{PgConnection, PgPool, Row};

use super::members::Member;

/// Favourites of one member, at most.
pub const MAX_FAVOURITES: usize = 12;

/// The result of marking a favourite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marked {
    /// It is one from now on.
    Now,
    /// It was one.
    Before,
    /// The member has [`MAX_FAVOURITES`] others.
    TooMany,
}

/// Marks a favourite, in a transaction: the member's row is locked until its end, so that concurrent requests count
/// each other.
pub async fn mark(
    connection: &mut PgConnection,
    member: MemberId,
    favourite: MemberId,
    now: DateTime<Utc>,
) -> Result<Marked, sqlx::Error> {
    sqlx::query("SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE")
        .bind(member.0)
        .execute(&mut *connection)
        .await?;
    let (others, before): (i64, i64) = sqlx::query_as(
        "SELECT count(*) FILTER (WHERE favourite_id <> $2), count(*) FILTER (WHERE favourite_id = $2)
         FROM favourite_players WHERE member_id = $1",
    )
    .bind(member.0)
    .bind(favourite.0)
    .fetch_one(&mut *connection)
    .await?;
    if before > 0 {
        return Ok(Marked::Before);
    }
    if usize::try_from(others).is_ok_and(|others| others >= MAX_FAVOURITES) {
        return Ok(Marked::TooMany);
    }
    sqlx::query("INSERT INTO favourite_players (member_id, favourite_id, marked_at) VALUES ($1, $2, $3)")
        .bind(member.0)
        .bind(favourite.0)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(Marked::Now)
}

/// Removes the mark of the member with an address in lower case; returns the member, if they were a favourite.
pub async fn unmark(
    connection: &mut PgConnection,
    member: MemberId,
    email: &str,
) -> Result<Option<MemberId>, sqlx::Error> {
    let removed: Option<uuid::Uuid> = sqlx::query_scalar(
        "DELETE FROM favourite_players AS favourite USING members AS other
         WHERE favourite.member_id = $1 AND favourite.favourite_id = other.id AND other.email = $2
         RETURNING other.id",
    )
    .bind(member.0)
    .bind(email)
    .fetch_optional(connection)
    .await?;
    Ok(removed.map(MemberId))
}

/// These members and the caller's favourites, each with whether they are one. Erased and disabled members are absent:
/// they cannot be invited.
pub async fn beside(
    pool: &PgPool,
    caller: MemberId,
    ids: &[MemberId],
) -> Result<Vec<(Member, bool)>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, email, first_name, prefix, last_name, profile_complete, false AS disabled,
             EXISTS (
                 SELECT FROM favourite_players WHERE member_id = $1 AND favourite_id = members.id
             ) AS favourite
         FROM members
         WHERE id IN (
             SELECT unnest($2::uuid[]) UNION SELECT favourite_id FROM favourite_players WHERE member_id = $1
         ) AND disabled_at IS NULL",
    )
    .bind(caller.0)
    .bind(ids.iter().map(|id| id.0).collect::<Vec<_>>())
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((Member::from_row(row)?, row.try_get("favourite")?))).collect()
}
