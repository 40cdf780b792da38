//! Every event that touched a booking, a member, a voucher, an order or a club's day, in global order.
//!
//! A booking's own stream says who joined and left. What that cost the members, their vouchers and the club's day is in
//! other streams, under the same requests. So the streams are known beforehand and each is one index look-up: the
//! journal's length does not matter.

use std::collections::VecDeque;

use anyhow::{Context, Result};
use fairway_events::journal::Selection;
use fairway_events::{Journal, RecordedEvent, StreamId};
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::PgPool;

use crate::moment::{Bound, Moment};
use crate::names::Names;
use crate::subject::Subject;

mod coverage;
mod entry;
mod sql;

use coverage::Coverage;
pub use entry::{Act, ActorInfo, Entry, EventEntry};

/// Which part of a subject's past is wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scope {
    /// Only what happened at this moment or later.
    pub from: Option<Moment>,
    /// Only what happened up to this moment; a day counts to its end.
    pub to: Option<Moment>,
    /// At most so many events, the latest ones; 0 for all.
    pub limit: usize,
    /// Also everything else that ever happened in the streams that were touched.
    pub whole_streams: bool,
}

/// What happened to a subject.
#[derive(Debug, Serialize)]
pub struct Timeline {
    /// What the subject is, in a line or two.
    pub title: Vec<String>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// How many of the entries are events.
    pub events: usize,
    /// The limit left earlier events out.
    pub has_earlier: bool,
}

/// A subject's timeline; none when there is no stream of that id.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn timeline(pool: &PgPool, subject: &Subject, scope: &Scope) -> Result<Option<Timeline>> {
    let journal = Journal::new(pool.clone());
    let mut acts = acts(pool, subject, scope).await?;
    let Some(coverage) = Coverage::of(&journal, pool, subject, scope.whole_streams).await? else {
        let title = vec![subject.to_string()];
        let entries: Vec<Entry> = acts.into_iter().map(Entry::Act).collect();
        return Ok((!entries.is_empty()).then_some(Timeline {
            title,
            entries,
            events: 0,
            has_earlier: false,
        }));
    };
    let (events, has_earlier) = latest(&journal, &coverage, scope).await?;
    let mut names = Names::of_clubs(pool).await?;
    names.add_from(pool, coverage.own.iter().chain(&events)).await?;
    if let Some(first) = events.front().filter(|_| has_earlier) {
        acts.retain(|act| act.at >= first.recorded_at);
    }
    let mut acts = acts.into_iter().peekable();
    let mut entries = Vec::with_capacity(events.len());
    for event in &events {
        while let Some(act) = acts.next_if(|act| act.at < event.recorded_at) {
            entries.push(Entry::Act(act));
        }
        entries.push(Entry::Event(Box::new(EventEntry::new(event, &names)?)));
    }
    entries.extend(acts.map(Entry::Act));
    Ok(Some(Timeline { title: coverage.title(&names), entries, events: events.len(), has_earlier }))
}

/// What operators did to a member. A moment that is a position limits events only: acts have none.
async fn acts(pool: &PgPool, subject: &Subject, scope: &Scope) -> Result<Vec<Act>> {
    let StreamId::Membership(member) = &subject.0 else { return Ok(Vec::new()) };
    let from = scope.from.map(Moment::start).and_then(Bound::instant);
    let before = scope.to.map(Moment::end).and_then(Bound::instant);
    Ok(sql::acts(pool, *member, from, before).await?.into_iter().map(Act::from).collect())
}

/// The latest events that are wanted, and whether there are earlier ones.
async fn latest(
    journal: &Journal,
    coverage: &Coverage,
    scope: &Scope,
) -> Result<(VecDeque<RecordedEvent>, bool)> {
    let first = scope.from.map(Moment::start).and_then(Bound::position).unwrap_or_default();
    let mut selected = journal.select(selection(coverage, scope));
    let (mut events, mut has_earlier) = (VecDeque::new(), false);
    while let Some(event) = selected.try_next().await.context("reading the journal")? {
        if !coverage.covers(&event.event) || event.position < first {
            continue;
        }
        events.push_back(event);
        if scope.limit > 0 && events.len() > scope.limit {
            events.pop_front();
            has_earlier = true;
        }
    }
    Ok((events, has_earlier))
}

/// Where everything of the streams is wanted, the database selects the latest; one more shows that there are more.
fn selection(coverage: &Coverage, scope: &Scope) -> Selection {
    let (from, to) = (scope.from.map(Moment::start), scope.to.map(Moment::end));
    let is_limited = coverage.is_whole() && scope.limit > 0 && from.and_then(Bound::position).is_none();
    Selection {
        streams: coverage.streams.clone(),
        requests: coverage.requests.clone(),
        from: from.and_then(Bound::instant),
        before: to.and_then(Bound::instant),
        up_to: to.and_then(Bound::position),
        latest: is_limited.then(|| i64::try_from(scope.limit).unwrap_or(i64::MAX - 1) + 1),
    }
}
