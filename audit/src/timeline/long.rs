//! A page of a member with thousands of events. They have thousands of bookings, and to look each of their streams up takes
//! a quarter of a second however small the page is. So the journal is read backwards from where the page begins, a part at
//! a time, until the member's streams have had enough events in it: a page of such a member is a small part of the journal.
//! Where it is not, because a filter leaves few events, the streams are looked up after all: both find the same.

use anyhow::{Context, Result};
use fairway_events::journal::Selection;
use fairway_events::{AggregateType, Journal, MemberId, Position, RecordedEvent, StreamId};
use futures::TryStreamExt;
use sqlx::PgPool;

use super::coverage;
use super::filter::Filter;
use super::sql::{self, PartOf};
use crate::moment::{Bound, Moment};

/// A stream of so many events is long. Below that, looking up every stream takes a few milliseconds.
const LONG: i64 = 500;
/// Positions of the first part; each further one is twice as large.
const FIRST_PART: std::ops::RangeInclusive<Position> = 64..=16_000;
/// Positions after which no further part is read.
const MOST_READ: Position = 25_000;

/// The newest wanted events of a member, one more than the limit where there are earlier ones, newest first. None where
/// the member's stream is not long, or reading the journal backwards does not find enough of them soon.
pub(super) async fn newest_first(
    journal: &Journal,
    pool: &PgPool,
    (member, filter): (MemberId, &Filter),
    limit: usize,
    newest: Position,
) -> Result<Option<Vec<RecordedEvent>>> {
    let bounds = [filter.from.map(Moment::start), filter.to.map(Moment::end)];
    if bounds.iter().any(|bound| bound.and_then(Bound::instant).is_some()) {
        // No index finds the position of an instant.
        return Ok(None);
    }
    let own = coverage::latest_of_member(journal, member).await?;
    if own.last().is_none_or(|last| last.sequence < LONG) {
        return Ok(None);
    }
    let [first, last] = bounds.map(|bound| bound.and_then(Bound::position));
    let last = [filter.before.map(|before| before - 1), last];
    let mut up_to = last.into_iter().flatten().fold(newest, Position::min);
    let after = filter.after.max(first.map(|position| position - 1)).unwrap_or(0);
    let names = filter.names();
    let names = names.as_deref();
    if names.is_some_and(|names| names.iter().all(|name| is_of_members(name))) {
        let selection = Selection {
            streams: vec![StreamId::Membership(member)],
            up_to: Some(up_to),
            after: Some(after),
            names: names.map(<[String]>::to_vec),
            actor: filter.actor,
            latest: Some(i64::try_from(limit)? + 1),
            ..Selection::default()
        };
        let mut events: Vec<RecordedEvent> =
            journal.select(selection).try_collect().await.context("reading the journal")?;
        events.reverse();
        return Ok(Some(events));
    }
    let recent: Vec<StreamId> = coverage::mentioned_by(&own).into_iter().collect();
    let wanted = PartOf { member, recent: &recent, names, actor: filter.actor };
    let (mut found, mut part, mut read) = (Vec::new(), first_part(&own, limit), 0);
    while found.len() <= limit && up_to > after {
        if read >= MOST_READ {
            return Ok(None);
        }
        let from = after.max(up_to - part);
        let missing = limit + 1 - found.len();
        found.extend(sql::positions_in_part(pool, &wanted, (from, up_to), missing).await?);
        (read, part, up_to) = (read + (up_to - from), 2 * part, from);
    }
    let mut events = journal.at(&found).await.context("reading the journal")?;
    events.reverse();
    Ok(Some(events))
}

/// The positions in which the member had about as many events lately as a page shows: an event of their own stream comes
/// with at least one of another.
fn first_part(own: &[RecordedEvent], limit: usize) -> Position {
    let (Some(first), Some(last)) = (own.first(), own.last()) else { return *FIRST_PART.start() };
    let events = Position::try_from(limit + 1).unwrap_or(Position::MAX);
    let own_events = Position::try_from(own.len()).unwrap_or(1);
    let positions = (last.position - first.position).saturating_mul(events) / (2 * own_events);
    positions.clamp(*FIRST_PART.start(), *FIRST_PART.end())
}

/// Whether only streams of members have events of this name.
fn is_of_members(name: &str) -> bool {
    let has = |kind: AggregateType| kind.event_names().contains(&name);
    AggregateType::ALL.into_iter().all(|kind| has(kind) == (kind == AggregateType::Membership))
}
