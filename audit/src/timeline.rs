//! Every event that touched a booking, a member, a voucher, an order or a club's day, in global order.
//!
//! A booking's own stream records who joined and left. The effects on members, vouchers and the club's day are in other
//! streams, with the same correlation ids. So the streams are known beforehand and each is one index look-up, whatever
//! the length of the journal.

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

mod category;
mod coverage;
mod entry;
mod event_names;
mod filter;
mod long;
mod page;
mod search_text;
mod sentence;
mod sql;

pub use category::Category;
use coverage::Coverage;
pub use entry::{ActorInfo, Entry, EventEntry, OperatorAction};
pub use filter::Filter;
pub use page::{ActEvent, EventAnswer, LinkedEvent, Page, PageEntry, event, page};
pub use search_text::SearchText;

/// The requested part of a subject's timeline.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scope {
    /// Only what happened at this moment or later.
    pub from: Option<Moment>,
    /// Only what happened up to this moment; a day counts to its end.
    pub to: Option<Moment>,
    /// The maximum number of events, the latest ones; 0 for all.
    pub limit: usize,
    /// Also every other event of the streams that were touched.
    pub whole_streams: bool,
}

/// The timeline of a subject.
#[derive(Debug, Serialize)]
pub struct Timeline {
    /// The subject, in one or two lines.
    pub title: Vec<String>,
    /// Events and operators' actions, in order.
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
    let mut actions = operator_actions(pool, subject, scope).await?;
    let Some(coverage) = Coverage::for_subject(&journal, pool, subject, scope.whole_streams).await? else {
        let title = vec![subject.to_string()];
        let entries: Vec<Entry> = actions.into_iter().map(Entry::Act).collect();
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
        actions.retain(|action| action.at >= first.recorded_at);
    }
    let mut actions = actions.into_iter().peekable();
    let mut entries = Vec::with_capacity(events.len());
    for event in &events {
        while let Some(action) = actions.next_if(|action| action.at < event.recorded_at) {
            entries.push(Entry::Act(action));
        }
        entries.push(Entry::Event(Box::new(EventEntry::new(event, &names)?)));
    }
    entries.extend(actions.map(Entry::Act));
    Ok(Some(Timeline { title: coverage.title(&names), entries, events: events.len(), has_earlier }))
}

/// Operators' actions on a member. A moment that is a position limits events only: actions have no position.
async fn operator_actions(pool: &PgPool, subject: &Subject, scope: &Scope) -> Result<Vec<OperatorAction>> {
    let StreamId::Membership(member) = &subject.0 else { return Ok(Vec::new()) };
    let from = scope.from.map(Moment::start).and_then(Bound::instant);
    let before = scope.to.map(Moment::end).and_then(Bound::instant);
    let rows = sql::operator_actions(pool, *member, (from, before), None).await?;
    Ok(rows.into_iter().map(OperatorAction::from).collect())
}

/// The latest requested events, and whether there are earlier ones.
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

/// If all events of the streams are requested, the database selects the latest. One more than the limit shows whether
/// there are earlier ones.
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
        ..Selection::default()
    }
}
