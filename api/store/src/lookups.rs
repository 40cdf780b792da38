//! Maps addresses to members, for all requests: every stranger's address counts against the caller's limit, on any
//! endpoint (docs/domain.md §3.13).
//!
//! Not a stranger is the caller, an earlier co-player, or a member whom the caller looked up in the last day. An
//! unknown address counts like a known one. Its functions fail when the database does not answer.

mod cache;

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use fairway_clock::clock::day_of;
use fairway_clock::random;
use sqlx::{PgPool, Row};

use super::members::Member;
pub use cache::LookupCache;

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

/// Looks addresses up, in lower case and all different: all of them or none. No query where the cache has all of them
/// but the caller's own, else one; a second one if there are strangers, which counts exactly under concurrent requests.
///
/// The caller and `names_version`, the count of changes of names, are as the request read them with its session.
pub async fn look_up(
    pool: &PgPool,
    cache: &LookupCache,
    caller: &Member,
    names_version: i64,
    emails: &[String],
    now: DateTime<Utc>,
) -> Result<LookedUp, sqlx::Error> {
    let today = day_of(now);
    let mut members = HashMap::new();
    let (mut unknown, mut digests) = (Vec::new(), Vec::new());
    for email in emails {
        if *email == caller.email {
            members.insert(email.clone(), caller.clone());
            continue;
        }
        let digest = random::digest(email.as_bytes());
        match cache.get(caller.id, email, &digest, names_version, now) {
            Some(member) => {
                members.insert(member.email.clone(), member);
            }
            None => {
                unknown.push(email.as_str());
                digests.push(digest);
            }
        }
    }
    if unknown.is_empty() {
        return Ok(LookedUp::Found { members, strangers: 0 });
    }
    let rows = sqlx::query(include_str!("lookups/find.sql"))
        .bind(&unknown)
        .bind(&digests)
        .bind(caller.id.0)
        .bind(now - KNOWN_FOR)
        .fetch_all(pool)
        .await?;
    let mut strangers = Vec::new();
    for row in &rows {
        let member = match row.try_get::<Option<uuid::Uuid>, _>("id")? {
            Some(_) => Some(Member::from_row(row)?),
            None => None,
        };
        let digest: Vec<u8> = row.try_get("digest")?;
        if let Some(at) = row.try_get::<Option<DateTime<Utc>>, _>("looked_up_at")? {
            cache.counted(caller.id, digest, at + KNOWN_FOR);
        } else if row.try_get("is_co_player")? {
            cache.played_together(caller.id, digest, now);
        } else if member.as_ref().is_none_or(|member| member.id != caller.id) {
            strangers.push(digest);
        }
        if let Some(member) = member {
            cache.insert(names_version, member.clone());
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
        let count = strangers.len();
        strangers.into_iter().for_each(|digest| cache.counted(caller.id, digest, now + KNOWN_FOR));
        return Ok(LookedUp::Found { members, strangers: count });
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
pub async fn delete_expired(pool: &PgPool, today: NaiveDate) -> Result<u64, sqlx::Error> {
    // A look-up at the last moment of a day is stored until the last moment of the next day.
    let done = sqlx::query("DELETE FROM player_lookups WHERE day < $1 - 1").bind(today).execute(pool).await?;
    Ok(done.rows_affected())
}
