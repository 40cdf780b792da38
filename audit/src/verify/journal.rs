//! The journal's own order: positions from 1 without a gap, the head at the last of them, no e-mail address in an event.

use anyhow::Result;
use fairway_events::Position;
use futures::TryStreamExt;
use sqlx::PgPool;

use super::findings::{Findings, Kind};
use super::sql;

/// Checks positions with an index-only scan, and searches payloads for e-mail addresses.
pub(super) async fn check(pool: &PgPool, head: Position, findings: &mut Findings) -> Result<String> {
    let (events, last): (i64, Position) = sqlx::query_as(sql::EVENTS).bind(head).fetch_one(pool).await?;
    let beyond: Option<bool> = sqlx::query_scalar(sql::BEYOND_HEAD).fetch_optional(pool).await?.flatten();
    if last != head || beyond == Some(true) {
        let what = format!("the journal's head is {head}, and its last event stands elsewhere");
        findings.add(Kind::HeadWrong, Some(last), "journal_head".to_owned(), what);
    }
    let mut gaps = sqlx::query_as::<_, (Position, Position)>(sql::GAPS).bind(head).fetch(pool);
    while let Some((from, to)) = gaps.try_next().await? {
        let what = if from == to {
            format!("no event stands at position {from}")
        } else {
            format!("no event stands at positions {from} to {to}")
        };
        findings.add(Kind::PositionGap, Some(from), "events".to_owned(), what);
    }
    let mut addresses = sqlx::query_as::<_, (Position, String)>(sql::ADDRESSES).bind(head).fetch(pool);
    while let Some((position, at)) = addresses.try_next().await? {
        findings.add(
            Kind::PersonalData,
            Some(position),
            at,
            "holds what looks like an e-mail address".to_owned(),
        );
    }
    Ok(format!("{events} events, positions 1 to {head}"))
}
