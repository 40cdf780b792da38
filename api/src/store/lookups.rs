//! From addresses to members, the only way for requests: every address that is a stranger's is taken out of the
//! caller's ration, on which endpoint it ever comes (docs/domain.md §3.13).
//!
//! No stranger is the caller, a co-player of old, or whoever this member looked up in the last day. An address that
//! nobody has costs as much as one that somebody has.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sqlx::{PgPool, Row};

use super::members::Member;
use crate::random;

/// Strangers whom a member may look up per minute.
pub const PER_MINUTE: i32 = 20;
/// Strangers whom a member may look up per day.
pub const PER_DAY: i32 = 300;
/// How long whoever was looked up costs nothing.
const REMEMBERED: TimeDelta = TimeDelta::days(1);

/// What came of looking up addresses.
#[derive(Debug)]
pub enum LookedUp {
    /// The members by address; those that nobody has are absent.
    Found {
        /// By address in lower case.
        members: HashMap<String, Member>,
        /// How many addresses were taken out of the ration, at most.
        strangers: usize,
    },
    /// The minute's ration does not reach; nothing was taken.
    NoneThisMinute,
    /// The day's ration does not reach; nothing was taken.
    NoneToday,
}

/// Looks addresses up, in lower case and all different: all of them or none. One query; another where there are
/// strangers, which is exact however many come at once.
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
        .bind(now - REMEMBERED)
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
        .bind(now - REMEMBERED)
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
    Ok(if day_is_over.unwrap_or(false) { LookedUp::NoneToday } else { LookedUp::NoneThisMinute })
}

/// Takes an address out of what members remember to have looked up.
///
/// # Errors
/// When the database does not answer.
pub async fn forget_address(connection: &mut sqlx::PgConnection, email: &str) -> Result<u64, sqlx::Error> {
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

/// Removes what counts no more: members who looked nobody up since the day before `today`.
///
/// # Errors
/// When the database does not answer.
pub async fn forget(pool: &PgPool, today: NaiveDate) -> Result<u64, sqlx::Error> {
    // What was charged on the last moment of a day is remembered until the last of the next.
    let done = sqlx::query("DELETE FROM player_lookups WHERE day < $1 - 1").bind(today).execute(pool).await?;
    Ok(done.rows_affected())
}
