//! A timeline a page at a time, newest first, for screens: however long a subject's streams are, a page costs one look-up
//! per stream and the events that it shows.
//!
//! The cursor is a position. Operators' acts have none: a page shows those between its oldest event and the oldest one of
//! the page before it. A reader asks for newer ones by the instant of the newest that it has.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::journal::Selection;
use fairway_events::{ActorKind, Journal, Position, RecordedEvent, StreamId};
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::PgPool;

use super::coverage::Coverage;
use super::entry::{EventEntry, OperatorAction};
use super::event_names::event_names;
use super::filter::Filter;
use super::{long, sql};
use crate::labels::{Labels, Link, mentioned_in};
use crate::moment::{Bound, Moment};
use crate::names::Names;
use crate::subject::{self, Subject};

/// Events of a page at most.
const MOST: usize = 200;
/// Events that are read at once at most, of which only some concern the subject.
const MOST_READ: usize = 5_000;
/// Operators' acts of a page at most, the latest ones.
const MOST_ACTS: i64 = 1_000;
/// Acts are recorded under the clock of the process that carries them out, before its transaction ends: one may become
/// visible after a later one. So an answer about what is new repeats those of so long before.
const OVERLAP: TimeDelta = TimeDelta::seconds(30);

/// A page of a timeline.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TimelinePage))]
pub struct Page {
    /// Events and operators' acts, newest first.
    pub entries: Vec<PageEntry>,
    /// The `before` of the next page; none: there are no earlier events.
    pub next: Option<i64>,
    /// The journal's head before the page was read: the `after` of a later question for what is new.
    pub newest: i64,
    /// The instant of the latest operators' act on the subject, microseconds since 1970, and 0 if there is none: the
    /// `acts_after` of a later question.
    pub newest_act: i64,
    /// The names of all events that this kind of subject can have.
    pub event_names: Vec<&'static str>,
}

/// One entry of a page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TimelineEntry))]
#[serde(untagged)]
pub enum PageEntry {
    /// An event of the journal.
    Event(Box<LinkedEvent>),
    /// An operator's action.
    Act(OperatorAction),
}

/// An event, and where to go on from it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LinkedEvent {
    /// The event.
    #[serde(flatten)]
    pub entry: EventEntry,
    /// The subjects that it mentions, its own first.
    pub subjects: Vec<Link>,
}

/// A page of a subject's timeline; none when nothing is known of the subject.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn page(pool: &PgPool, subject: &Subject, filter: &Filter) -> Result<Option<Page>> {
    let journal = Journal::new(pool.clone());
    // Read first: what is appended from now on is for the next question.
    let newest = journal.head().await.context("reading the journal")?;
    let limit = filter.limit.clamp(1, MOST);
    let long = match &subject.0 {
        StreamId::Membership(member) => {
            long::newest_first(&journal, pool, (*member, filter), limit, newest).await?
        }
        _ => None,
    };
    let found = match long {
        Some(found) => Some(found),
        None => match Coverage::for_subject(&journal, pool, subject, false).await? {
            Some(coverage) => Some(newest_first(&journal, &coverage, filter, limit, newest).await?),
            None => None,
        },
    };
    let is_known = found.is_some();
    let mut events = found.unwrap_or_default();
    let has_earlier = events.len() > limit;
    events.truncate(limit);
    let next = events.last().filter(|_| has_earlier).map(|event| event.position);
    let oldest = events.last().filter(|_| next.is_some() && filter.after.is_none());
    let oldest = oldest.map(|event| event.recorded_at);
    // Read before the acts, for the same reason.
    let newest_act = match &subject.0 {
        StreamId::Membership(member) => sql::newest_action(pool, *member).await?,
        _ => None,
    };
    let acts = acts(pool, subject, filter, oldest).await?;
    if !is_known && acts.is_empty() && !subject::has_row(pool, subject).await? {
        return Ok(None);
    }
    let mut acts = acts.into_iter().rev().peekable();
    let mut entries = Vec::with_capacity(events.len() + acts.len());
    let times: Vec<DateTime<Utc>> = events.iter().map(|event| event.recorded_at).collect();
    for (event, at) in linked(pool, &events).await?.into_iter().zip(times) {
        while let Some(act) = acts.next_if(|act| act.at >= at) {
            entries.push(PageEntry::Act(act));
        }
        entries.push(PageEntry::Event(Box::new(event)));
    }
    entries.extend(acts.map(PageEntry::Act));
    let newest_act = newest_act.map_or(0, |at| at.timestamp_micros());
    Ok(Some(Page { entries, next, newest, newest_act, event_names: event_names(&subject.0) }))
}

/// The event at a position; none where the journal has none.
///
/// # Errors
/// When the journal cannot be read, or the event is unreadable.
pub async fn event(pool: &PgPool, position: Position) -> Result<Option<LinkedEvent>> {
    let before = position.saturating_sub(1);
    let found = Journal::new(pool.clone()).raw_after(before, 1).await.context("reading the journal")?;
    let Some(stored) = found.into_iter().find(|stored| stored.position == position) else { return Ok(None) };
    let recorded =
        stored.read().with_context(|| format!("the event at position {position} is unreadable"))?;
    Ok(linked(pool, &[recorded]).await?.pop())
}

/// The events as entries, in the same order. The names of all of them are read at once.
async fn linked(pool: &PgPool, events: &[RecordedEvent]) -> Result<Vec<LinkedEvent>> {
    let mentioned: Vec<Vec<StreamId>> = events.iter().map(mentioned_in).collect();
    let mut names = Names::of_clubs(pool).await?;
    names.add_from(pool, events).await?;
    let subjects: BTreeSet<StreamId> = mentioned.iter().flatten().cloned().collect();
    let labels = Labels::read(pool, &subjects, &mut names).await?;
    let entries = events.iter().zip(mentioned).map(|(event, subjects)| {
        let subjects = subjects.iter().map(|subject| labels.link(subject, &names)).collect();
        Ok(LinkedEvent { entry: EventEntry::new(event, &names)?, subjects })
    });
    entries.collect()
}

/// The newest wanted events, newest first; more than the limit where there are earlier ones.
async fn newest_first(
    journal: &Journal,
    coverage: &Coverage,
    filter: &Filter,
    limit: usize,
    newest: Position,
) -> Result<Vec<RecordedEvent>> {
    let (from, to) = (filter.from.map(Moment::start), filter.to.map(Moment::end));
    let first = from.and_then(Bound::position).map(|position| position - 1);
    let last = [filter.before.map(|before| before - 1), to.and_then(Bound::position)];
    let mut up_to = last.into_iter().flatten().fold(newest, Position::min);
    // One more than the limit shows whether there are earlier ones. Where only some events of the streams concern the
    // subject, more are read, until enough of them do.
    let mut size = if coverage.is_whole() { limit + 1 } else { 4 * (limit + 1) };
    let mut events = Vec::new();
    loop {
        let selection = Selection {
            streams: coverage.streams.clone(),
            requests: coverage.requests.clone(),
            from: from.and_then(Bound::instant),
            before: to.and_then(Bound::instant),
            up_to: Some(up_to),
            after: filter.after.max(first),
            names: (!filter.events.is_empty()).then(|| filter.events.clone()),
            actor: filter.actor,
            latest: Some(i64::try_from(size)?),
        };
        let found: Vec<RecordedEvent> =
            journal.select(selection).try_collect().await.context("reading the journal")?;
        let is_last = found.len() < size;
        if let Some(earliest) = found.first() {
            up_to = earliest.position - 1;
        }
        events.extend(found.into_iter().rev().filter(|event| coverage.covers(&event.event)));
        if is_last || events.len() > limit {
            break;
        }
        size = (2 * size).min(MOST_READ);
    }
    Ok(events)
}

/// Operators' acts on a member that belong to the page whose oldest event is given, earliest first. None is older when
/// there are earlier events, and none is as old as the event before which the page begins, because the page before this
/// one shows it.
async fn acts(
    pool: &PgPool,
    subject: &Subject,
    filter: &Filter,
    oldest: Option<DateTime<Utc>>,
) -> Result<Vec<OperatorAction>> {
    let StreamId::Membership(member) = &subject.0 else { return Ok(Vec::new()) };
    let by_operators = matches!(filter.actor, None | Some(ActorKind::Operator));
    if !filter.events.is_empty() || !by_operators {
        return Ok(Vec::new());
    }
    let since = match (filter.after, filter.acts_after) {
        (None, _) => None,
        (Some(_), Some(after)) => Some(after.checked_sub_signed(OVERLAP).unwrap_or(after)),
        (Some(_), None) => return Ok(Vec::new()),
    };
    let begins = match filter.before {
        Some(before) => sql::recorded_at(pool, before).await?,
        None => None,
    };
    let from = filter.from.map(Moment::start).and_then(Bound::instant).max(oldest).max(since);
    let to = [filter.to.map(Moment::end).and_then(Bound::instant), begins];
    let before = to.into_iter().flatten().min();
    let rows = sql::operator_actions(pool, *member, (from, before), Some(MOST_ACTS)).await?;
    Ok(rows.into_iter().map(OperatorAction::from).collect())
}
