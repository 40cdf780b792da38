//! The statements of an explanation: plain tables, which have no history.

use anyhow::Result;
use chrono::{DateTime, Utc};
use fairway_events::{MemberId, from_row};
use sqlx::PgPool;

/// A player's current row in the members' table.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) first_name: String,
    pub(super) profile_complete: bool,
    pub(super) disabled_at: Option<DateTime<Utc>>,
}

from_row!(Account { first_name, profile_complete, disabled_at });

/// A member's account; none when the member was erased.
pub(super) async fn account(pool: &PgPool, id: MemberId) -> Result<Option<Account>> {
    let sql = "SELECT first_name, profile_complete, disabled_at FROM members WHERE id = $1";
    Ok(sqlx::query_as(sql).bind(id.0).fetch_optional(pool).await?)
}

/// Id and name of the clubs with exactly that name; if there is none, of those whose name contains the text.
pub(super) async fn clubs_called(pool: &PgPool, text: &str) -> Result<Vec<(String, String)>> {
    let found = sqlx::query_as(
        "SELECT id, name FROM (
             SELECT id, name, CASE
                 WHEN $1 IN (id, lower(name), lower(short_name)) THEN 1
                 WHEN strpos(lower(name), $1) > 0 OR strpos(id, $1) > 0 THEN 2
             END AS fits FROM clubs
         ) AS clubs
         WHERE fits IS NOT NULL AND fits = (
             SELECT min(CASE WHEN $1 IN (id, lower(name), lower(short_name)) THEN 1 ELSE 2 END) FROM clubs
             WHERE $1 IN (id, lower(name), lower(short_name)) OR strpos(lower(name), $1) > 0 OR strpos(id, $1) > 0
         )
         ORDER BY name LIMIT 20",
    )
    .bind(text.trim().to_lowercase())
    .fetch_all(pool)
    .await?;
    Ok(found)
}
