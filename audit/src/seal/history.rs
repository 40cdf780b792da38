//! Earlier heads of the chain, by day, and whether the chain still has a head that somebody kept.
//! Its functions fail when the database does not answer.

use anyhow::Result;
use chrono::{DateTime, Days, NaiveDate, Utc};
use fairway_events::Position;
use serde::Serialize;
use sqlx::PgPool;

use super::chain::{BLOCK, HASH, Hash, Head};
use crate::moment::start_of;

/// The chain's head at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DayHead {
    /// The day, Europe/Amsterdam.
    pub day: NaiveDate,
    /// The head after the day's last event, or that of an earlier day where it had none.
    pub head: Head,
    /// When that event was recorded.
    pub recorded_at: DateTime<Utc>,
    /// Events of the day.
    pub events: i64,
}

/// A head that somebody kept, compared with the chain at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum HeadComparison {
    /// The same hash.
    Same,
    /// Another hash: journal and seal were rewritten at or before the position.
    Different,
    /// The chain ends before the position: events were removed, or it is the head of another database.
    Shorter,
}

/// The heads at the end of `today` and of the days before it, `days` of them at most, latest first. A day before the
/// first event is left out, and so is one whose events are not sealed yet.
pub async fn history(pool: &PgPool, today: NaiveDate, days: u64) -> Result<Vec<DayHead>> {
    let sealed = super::head(pool).await?.map_or(0, |head| head.position);
    let mut heads = Vec::new();
    let mut after = None;
    for back in 0..days {
        let Some(day) = today.checked_sub_days(Days::new(back)) else { break };
        let end = start_of(day + Days::new(1));
        let up_to = match after {
            Some(position) => position,
            None => last_before(pool, end, sealed).await?,
        };
        let before = last_before(pool, start_of(day), up_to).await?;
        after = Some(before);
        if let Some((head, recorded_at)) = head_at(pool, up_to).await? {
            heads.push(DayHead { day, head, recorded_at, events: up_to - before });
        }
        if before == 0 {
            break;
        }
    }
    Ok(heads)
}

/// The last of the positions up to `up_to` that was recorded before an instant; 0: none was. The clocks of nodes differ by
/// little, so positions are in the order of time, and a search by halves reads a few events.
async fn last_before(pool: &PgPool, instant: DateTime<Utc>, up_to: Position) -> Result<Position> {
    let (mut low, mut high) = (0, up_to);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        let recorded: Option<DateTime<Utc>> =
            sqlx::query_scalar("SELECT recorded_at FROM events WHERE position = $1")
                .bind(middle)
                .fetch_optional(pool)
                .await?;
        if recorded.is_some_and(|recorded| recorded < instant) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Ok(low)
}

/// The chain's head with the instant of its event; none before the first event is sealed.
pub async fn recorded_head(pool: &PgPool) -> Result<Option<(Head, DateTime<Utc>)>> {
    match super::head(pool).await? {
        Some(head) => head_at(pool, head.position).await,
        None => Ok(None),
    }
}

/// The chain's hash at a position, with the instant of its event.
async fn head_at(pool: &PgPool, position: Position) -> Result<Option<(Head, DateTime<Utc>)>> {
    let Some(hash) = hash_at(pool, position).await? else { return Ok(None) };
    let recorded_at: Option<DateTime<Utc>> =
        sqlx::query_scalar("SELECT recorded_at FROM events WHERE position = $1")
            .bind(position)
            .fetch_optional(pool)
            .await?;
    Ok(recorded_at.map(|recorded_at| (Head { position, hash }, recorded_at)))
}

async fn hash_at(pool: &PgPool, position: Position) -> Result<Option<Hash>> {
    if position < 1 {
        return Ok(None);
    }
    let (block, offset) = ((position - 1) / BLOCK, (position - 1) % BLOCK);
    let length = i32::try_from(HASH)?;
    let found: Option<Vec<u8>> =
        sqlx::query_scalar("SELECT substring(hashes FROM $2 FOR $3) FROM seal WHERE block = $1")
            .bind(block)
            .bind(i32::try_from(offset)? * length + 1)
            .bind(length)
            .fetch_optional(pool)
            .await?;
    Ok(found.and_then(|bytes| Hash::from_bytes(&bytes)))
}

/// Whether the chain has this head. It compares with the stored chain alone; [`super::check`] computes the chain from
/// the events.
pub async fn compare_head(pool: &PgPool, head: &Head) -> Result<HeadComparison> {
    Ok(match hash_at(pool, head.position).await? {
        Some(hash) if hash == head.hash => HeadComparison::Same,
        Some(_) => HeadComparison::Different,
        None => HeadComparison::Shorter,
    })
}
