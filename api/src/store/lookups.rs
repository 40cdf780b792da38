//! Maps addresses to members, for all requests: every stranger's address counts against the caller's limit, on any
//! endpoint (docs/domain.md §3.13).
//!
//! Not a stranger is the caller, an earlier co-player, or a member whom the caller looked up in the last day. An
//! unknown address counts like a known one.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sqlx::{PgPool, Row};

use super::members::Member;
use crate::random;

/// Strangers whom a member may look up per minute.
pub const PER_MINUTE: i32 = 20;
/// Strangers whom a member may look up per day.
pub const PER_DAY: i32 = 300;
/// How long a member who was looked up is no stranger.
const KNOWN_FOR: TimeDelta = TimeDelta::days(1);

/// The result of looking up addresses.
#[derive(Debug)]
pub enum LookedUp {
    /// The members by address; unknown addresses are absent.
    Found {
        /// By address in lower case.
        members: HashMap<String, Member>,
        /// How many addresses were counted, at most.
        strangers: usize,
    },
    /// The minute's limit is reached; nothing was counted.
    MinuteLimitReached,
    /// The day's limit is reached; nothing was counted.
    DayLimitReached,
}

/// Looks addresses up, in lower case and all different: all of them or none. One query; a second one if there are
/// strangers, which counts exactly under concurrent requests.
///
/// # Errors
/// When the database does not answer.
pub async fn look_up(
    pool: &PgPool,
    caller: &Member,
    emails: &[String],
    (now, today): (DateTime<Utc>, NaiveDate),
) -> Result<LookedUp, sqlx::Error> {
    let digests: Vec<Vec<u8>> = emails.iter().map(|email| random::digest(email.as_bytes())).collect();
    let rows = sqlx::query(include_str!("lookups/find.sql"))
        .bind(emails)
        .bind(&digests)
        .bind(caller.id.0)
        .bind(now - KNOWN_FOR)
        .fetch_all(pool)
        .await?;
    let mut members = HashMap::new();
    let mut strangers = Vec::new();
    for row in &rows {
        if !row.try_get::<bool, _>("is_known")? {
            strangers.push(row.try_get::<Vec<u8>, _>("digest")?);
        }
        if row.try_get::<Option<uuid::Uuid>, _>("id")?.is_some() {
            let member = Member::from_row(row)?;
            members.insert(member.email.clone(), member);
        }
    }
    if strangers.is_empty() {
        return Ok(LookedUp::Found { members, strangers: 0 });
    }
    let taken = sqlx::query(include_str!("lookups/take.sql"))
        .bind(caller.id.0)
        .bind(&strangers)
        .bind(now)
        .bind(now - TimeDelta::minutes(1))
        .bind(now - KNOWN_FOR)
        .bind(today)
        .bind(PER_MINUTE)
        .bind(PER_DAY)
        .fetch_optional(pool)
        .await?;
    if taken.is_some() {
        return Ok(LookedUp::Found { members, strangers: strangers.len() });
    }
    let wanted = i32::try_from(strangers.len()).unwrap_or(i32::MAX);
    let day_is_over = sqlx::query_scalar(
        "SELECT day = $2 AND day_count > $3 - $4 FROM player_lookups WHERE member_id = $1",
    )
    .bind(caller.id.0)
    .bind(today)
    .bind(PER_DAY)
    .bind(wanted)
    .fetch_optional(pool)
    .await?;
    Ok(if day_is_over.unwrap_or(false) { LookedUp::DayLimitReached } else { LookedUp::MinuteLimitReached })
}

/// Removes an address from the stored look-ups of all members.
///
/// # Errors
/// When the database does not answer.
pub async fn delete_address(connection: &mut sqlx::PgConnection, email: &str) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(
        "UPDATE player_lookups AS lookup SET (known, known_at) = (
             SELECT coalesce(array_agg(digest), '{}'), coalesce(array_agg(at), '{}')
             FROM unnest(lookup.known, lookup.known_at) AS other (digest, at) WHERE digest <> $1
         ) WHERE $1 = ANY (known)",
    )
    .bind(random::digest(email.as_bytes()))
    .execute(connection)
    .await?;
    Ok(done.rows_affected())
}

/// Removes expired rows: of members who looked nobody up since the day before `today`.
///
/// # Errors
/// When the database does not answer.
pub async fn delete_expired(pool: &PgPool, today: NaiveDate) -> Result<u64, sqlx::Error> {
    // A look-up at the last moment of a day is stored until the last moment of the next day.
    let done = sqlx::query("DELETE FROM player_lookups WHERE day < $1 - 1").bind(today).execute(pool).await?;
    Ok(done.rows_affected())
}
