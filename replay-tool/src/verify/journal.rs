//! The journal's own order: positions from 1 without a gap, the head at the last of them, nobody's name in an event.

use anyhow::Result;
use fairway_events::Position;
use futures::TryStreamExt;
use sqlx::PgPool;

use super::{Findings, Kind};

/// Looks at positions by their index alone, and at texts for what looks like an e-mail address.
pub(super) async fn check(pool: &PgPool, head: Position, findings: &mut Findings) -> Result<String> {
    let (events, last): (i64, Position) =
        sqlx::query_as("SELECT count(*), coalesce(max(position), 0) FROM events WHERE position <= $1")
            .bind(head)
            .fetch_one(pool)
            .await?;
    let beyond: bool =
        sqlx::query_scalar("SELECT (SELECT max(position) FROM events) > (SELECT position FROM journal_head)")
            .fetch_optional(pool)
            .await?
            .flatten()
            .unwrap_or(false);
    if last != head || beyond {
        let what = format!("the journal's head is {head}, and its last event stands elsewhere");
        findings.add(Kind::HeadWrong, Some(last), "journal_head".to_owned(), what);
    }
    let mut gaps = sqlx::query_as::<_, (Position, Position)>(
        "SELECT before + 1, position - 1
         FROM (SELECT position, coalesce(lag(position) OVER (ORDER BY position), 0) AS before
               FROM events WHERE position <= $1) AS pairs
         WHERE position <> before + 1 ORDER BY position",
    )
    .bind(head)
    .fetch(pool);
    while let Some((from, to)) = gaps.try_next().await? {
        let what = if from == to {
            format!("no event stands at position {from}")
        } else {
            format!("no event stands at positions {from} to {to}")
        };
        findings.add(Kind::PositionGap, Some(from), "events".to_owned(), what);
    }
    let mut names = sqlx::query_as::<_, (Position, String)>(
        r"SELECT position, format('%s %s #%s', aggregate_type, aggregate_id, sequence) FROM events
          WHERE position <= $1 AND (payload::text ~ '[^\s@]@[^\s@]+\.[a-zA-Z]{2}' OR metadata::text ~ '[^\s@]@[^\s@]+\.[a-zA-Z]{2}')
          ORDER BY position",
    )
    .bind(head)
    .fetch(pool);
    while let Some((position, at)) = names.try_next().await? {
        findings.add(
            Kind::PersonalData,
            Some(position),
            at,
            "holds what looks like an e-mail address".to_owned(),
        );
    }
    Ok(format!("{events} events, positions 1 to {head}"))
}
