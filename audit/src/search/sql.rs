//! The statements of a search.

use std::collections::BTreeSet;

use anyhow::Result;
use fairway_events::{AggregateType, MemberId, Position, StreamId};
use sqlx::PgPool;
use uuid::Uuid;

/// Whether the journal has an event at a position.
pub(super) async fn has_position(pool: &PgPool, position: Position) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT FROM events WHERE position = $1)";
    Ok(sqlx::query_scalar(sql).bind(position).fetch_one(pool).await?)
}

/// The ids of those of the waiting lists that have an event.
pub(super) async fn begun_waiting_lists(pool: &PgPool, lists: &[StreamId]) -> Result<BTreeSet<String>> {
    let ids: Vec<String> = lists.iter().map(StreamId::aggregate_id).collect();
    let begun: Vec<String> = sqlx::query_scalar(
        "SELECT aggregate_id FROM events WHERE aggregate_type = $1 AND aggregate_id = ANY ($2) AND sequence = 1",
    )
    .bind(AggregateType::WaitingList.as_str())
    .bind(ids)
    .fetch_all(pool)
    .await?;
    Ok(begun.into_iter().collect())
}

/// Members whose full name is like each of the patterns, which are folded, or whose address begins with a text in lower
/// case, in the order of their names.
///
/// A scan of the table, since no index of PostgreSQL itself finds a part of a name (`cargo xtask bench operators`).
pub(super) async fn members_called(
    pool: &PgPool,
    patterns: &[String],
    address: &str,
    limit: usize,
) -> Result<Vec<MemberId>> {
    let found: Vec<Uuid> = sqlx::query_scalar(
        "SELECT id FROM members
         WHERE starts_with(email, $2) OR folded_name LIKE ALL ($1)
         ORDER BY lower(last_name), lower(first_name), prefix, id LIMIT $3",
    )
    .bind(patterns)
    .bind(address)
    .bind(i64::try_from(limit)?)
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// The member of a number in the data set.
pub(super) async fn member_numbered(pool: &PgPool, number: &str) -> Result<Option<MemberId>> {
    // The second condition lets PostgreSQL use the index, which has no members without a number.
    let sql = "SELECT id FROM members WHERE member_number = $1 AND member_number <> ''";
    let found: Option<Uuid> = sqlx::query_scalar(sql).bind(number).fetch_optional(pool).await?;
    Ok(found.map(MemberId))
}
