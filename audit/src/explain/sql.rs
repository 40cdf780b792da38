//! The statements of an explanation: plain tables, which have no history.

use anyhow::Result;
use chrono::{DateTime, Utc};
use fairway_events::{ClubId, MemberId, from_row};
use serde::Serialize;
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

/// A club as it is chosen for a question.
#[derive(Debug, Serialize)]
pub struct ClubChoice {
    /// Its slug.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The lengths of round that it offers: 9, 18 or both.
    pub holes: Vec<i16>,
}

from_row!(ClubChoice { id, name, holes });

/// Every club, by name.
/// Fails when the database does not answer.
pub async fn clubs(pool: &PgPool) -> Result<Vec<ClubChoice>> {
    Ok(sqlx::query_as("SELECT id, name, holes FROM clubs ORDER BY name, id").fetch_all(pool).await?)
}

/// The clubs around one, nearest first: a degree of longitude is shorter than one of latitude.
pub(super) async fn nearest_clubs(pool: &PgPool, club: &ClubId, limit: i64) -> Result<Vec<ClubId>> {
    let found: Vec<String> = sqlx::query_scalar(
        "SELECT clubs.id FROM clubs, clubs AS centre WHERE centre.id = $1 AND clubs.id <> $1
         ORDER BY power(clubs.lat - centre.lat, 2) + power((clubs.lon - centre.lon) * cosd(centre.lat), 2), clubs.name,
             clubs.id
         LIMIT $2",
    )
    .bind(&club.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().map(ClubId).collect())
}
