//! The journal's own order: positions from 1 without a gap, the head at the last of them, no e-mail address in an event.

use anyhow::Result;
use fairway_events::Position;
use fairway_query::Pace;
use sqlx::PgPool;

use super::findings::{Findings, Kind};
use super::sql;
use fairway_audit::progress::{Observer, Progress};

/// Positions that are checked at a time: short statements, between which gentle work rests.
const CHUNK: Position = 5_000;

/// Checks positions with an index-only scan, and searches payloads for e-mail addresses.
pub(super) async fn check(
    pool: &PgPool,
    head: Position,
    findings: &mut Findings,
    pace: Pace,
    observe: &mut Observer<'_>,
) -> Result<String> {
    let (mut events, mut last, mut from) = (0, 0, 0);
    let mut addresses = Vec::new();
    let mut paced = pace.watch(pool);
    while from < head {
        let to = head.min(from + CHUNK);
        let gaps: Vec<(Position, Position)> =
            sqlx::query_as(sql::GAPS).bind(from).bind(to).bind(last).fetch_all(pool).await?;
        for (first, end) in gaps {
            let what = if first == end {
                format!("no event stands at position {first}")
            } else {
                format!("no event stands at positions {first} to {end}")
            };
            findings.add(Kind::PositionGap, Some(first), "events".to_owned(), what);
        }
        let (count, latest): (i64, Option<Position>) =
            sqlx::query_as(sql::EVENTS).bind(from).bind(to).fetch_one(pool).await?;
        (events, last) = (events + count, latest.unwrap_or(last));
        let found: Vec<(Position, String)> =
            sqlx::query_as(sql::ADDRESSES).bind(from).bind(to).fetch_all(pool).await?;
        addresses.extend(found);
        from = to;
        observe(Progress { task: "positions", done: from, all: head });
        paced.rest().await;
    }
    let beyond: Option<bool> = sqlx::query_scalar(sql::BEYOND_HEAD).fetch_optional(pool).await?.flatten();
    if last != head || beyond == Some(true) {
        let what = format!("the journal's head is {head}, and its last event stands elsewhere");
        findings.add(Kind::HeadWrong, Some(last), "journal_head".to_owned(), what);
    }
    for (position, at) in addresses {
        let what = "holds what looks like an e-mail address".to_owned();
        findings.add(Kind::PersonalData, Some(position), at, what);
    }
    Ok(format!("{events} events, positions 1 to {head}"))
}
