//! The statements of a search.

use anyhow::Result;
use fairway_events::{MemberId, Position};
use sqlx::PgPool;
use uuid::Uuid;

/// Whether the journal has an event at a position.
pub(super) async fn has_position(pool: &PgPool, position: Position) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT FROM events WHERE position = $1)";
    Ok(sqlx::query_scalar(sql).bind(position).fetch_one(pool).await?)
}

/// Members whose full name matches each of the patterns, or whose address begins with a text in lower case, in the order
/// of their names.
///
/// A scan of the table, since no index of PostgreSQL itself finds a part of a name: 75 to 105 ms for 100,000 members.
pub(super) async fn members_called(
    pool: &PgPool,
    patterns: &[String],
    address: &str,
    limit: usize,
) -> Result<Vec<MemberId>> {
    let found: Vec<Uuid> = sqlx::query_scalar(
        "SELECT id FROM members
         WHERE first_name || ' ' || prefix || ' ' || last_name ~* ALL ($1) OR starts_with(email, $2)
         ORDER BY lower(last_name), lower(first_name), prefix, id LIMIT $3",
    )
    .bind(patterns)
    .bind(address)
    .bind(i64::try_from(limit)?)
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().map(MemberId).collect())
}
