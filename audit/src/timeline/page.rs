//! A timeline a page at a time, newest first, for screens: however long a subject's streams are, a page costs one look-up
//! per stream and the events that it shows.
//!
//! The cursor is a position. Operators' acts have none: a page shows those between its oldest event and the oldest one of
//! the page before it. A reader asks for newer ones by the instant of the newest that it has.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use chrono::{DateTime, TimeDelta, Utc};
use fairway_events::journal::Selection;
use fairway_events::{BookingNumber, Journal, Mention, Position, RecordedEvent, StreamId};
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::PgPool;

use super::category::{self, Category};
use super::coverage::Coverage;
use super::entry::{EventEntry, OperatorAction};
use super::event_names::event_names;
use super::filter::Filter;
use super::search_text::SearchText;
use super::{long, sentence, sql};
use crate::dates;
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
/// Events that are read for a text in one answer: the reader goes on from there.
const MOST_SEARCHED: usize = 2_000;
/// Of these, so many at once.
const SEARCHED_AT_ONCE: usize = 500;
/// Events of one act that are shown beside one of them, at most.
const MOST_OF_ACT: usize = 50;
/// So far from an event others of the same act are looked for: the events of a request are neighbours.
const NEIGHBOURHOOD: Position = 5_000;
/// Acts are recorded under the clock of the process that carries them out, before its transaction ends: one may become
/// visible after a later one. So an answer about what is new repeats those of so long before.
const OVERLAP: TimeDelta = TimeDelta::seconds(30);

/// A page of a timeline.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = TimelinePage))]
pub struct Page {
    /// Events and operators' acts, newest first.
    pub entries: Vec<PageEntry>,
    /// The `before` of the next page; none: there are no earlier events. A page of a `text` may have it without entries.
    pub next: Option<i64>,
    /// The journal's head before the page was read: the `after` of a later question for what is new.
    pub newest: i64,
    /// The instant of the latest operators' act on the subject, microseconds since 1970, and 0 if there is none: the
    /// `acts_after` of a later question.
    pub newest_act: i64,
    /// The names of all events that this kind of subject can have.
    pub event_names: Vec<&'static str>,
    /// Their categories. Nodes of the release before leave them out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub categories: Vec<Category>,
    /// Events that were read for `text`, 0 without it. Nodes of the release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub searched: usize,
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
    /// The event for people: with names and the number of the booking, without ids. Nodes of the release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub sentence: String,
    /// What it is about. Nodes of the release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub category: Category,
    /// 0 to 100: of the events of one act the heaviest tells the act, the later one where two weigh the same. Nodes of the
    /// release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub weight: u8,
    /// The number of the booking that it is about (`N91W-1PPE`); empty: none. Nodes of the release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub number: String,
}

impl LinkedEvent {
    /// What a text is looked for in: what the row says, and by which name or number somebody knows it.
    fn texts(&self) -> [&str; 6] {
        let reason = self.entry.reason.as_deref().unwrap_or_default();
        let EventEntry { what, actor, event, .. } = &self.entry;
        [&self.sentence, what, &actor.text, reason, event, &self.number]
    }
}

/// An event with the others of the same act.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventAnswer {
    /// The event.
    #[serde(flatten)]
    pub event: LinkedEvent,
    /// The other events of the same request that are near it, in their order, at most 50. Nodes of the release before leave
    /// them out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub act: Vec<ActEvent>,
    /// Whether there are more. Nodes of the release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub act_has_more: bool,
}

/// Another event of the same act.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ActEvent {
    /// Position in the global order.
    pub position: i64,
    /// Instant with the offset of Europe/Amsterdam, RFC 3339.
    #[serde(serialize_with = "dates::serialize_instant")]
    pub at: DateTime<Utc>,
    /// The event's name.
    pub event: &'static str,
    /// The event for people.
    pub sentence: String,
    /// What it is about.
    pub category: Category,
    /// 0 to 100.
    pub weight: u8,
    /// The subjects that it mentions: whom an answer with this event shows.
    #[serde(skip)]
    pub subjects: Vec<Link>,
}

impl From<LinkedEvent> for ActEvent {
    fn from(event: LinkedEvent) -> Self {
        let LinkedEvent { entry, subjects, sentence, category, weight, number: _ } = event;
        Self {
            position: entry.position,
            at: entry.at,
            event: entry.event,
            sentence,
            category,
            weight,
            subjects,
        }
    }
}

/// The events of a page, newest first, and where the next one begins.
#[derive(Debug, Default)]
struct Found {
    events: Vec<LinkedEvent>,
    /// The last event that was looked at, where there are earlier ones.
    last: Option<(Position, DateTime<Utc>)>,
    searched: usize,
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
    let found = match &filter.text {
        Some(text) => searched(&journal, pool, (subject, filter, text), limit, newest).await?,
        None => unsearched(&journal, pool, (subject, filter), limit, newest).await?,
    };
    let is_known = found.is_some();
    let Found { events, last, searched } = found.unwrap_or_default();
    let next = last.map(|(position, _)| position);
    let oldest = last.filter(|_| filter.after.is_none()).map(|(_, at)| at);
    // Read before the acts, for the same reason.
    let newest_act = match &subject.0 {
        StreamId::Membership(member) => sql::newest_action(pool, *member).await?,
        _ => None,
    };
    let acts = acts(pool, subject, filter, oldest).await?;
    if !is_known && acts.is_empty() && !subject::has_row(pool, subject).await? {
        return Ok(None);
    }
    let is_wanted = |act: &OperatorAction| {
        let texts = [&act.what, &act.act, &act.operator, &act.reason].map(String::as_str);
        filter.wants_act(&act.act) && filter.text.as_ref().is_none_or(|text| text.is_in(&texts))
    };
    let mut acts = acts.into_iter().filter(is_wanted).rev().peekable();
    let mut entries = Vec::with_capacity(events.len());
    for event in events {
        while let Some(act) = acts.next_if(|act| act.at >= event.entry.at) {
            entries.push(PageEntry::Act(act));
        }
        entries.push(PageEntry::Event(Box::new(event)));
    }
    entries.extend(acts.map(PageEntry::Act));
    let newest_act = newest_act.map_or(0, |at| at.timestamp_micros());
    let event_names = event_names(&subject.0);
    let has = |category: &Category| category.event_names().any(|name| event_names.contains(&name));
    let categories: Vec<Category> = Category::ALL.into_iter().filter(has).collect();
    Ok(Some(Page { entries, next, newest, newest_act, event_names, categories, searched }))
}

/// The newest wanted events of a subject, one more than the limit where there are earlier ones, newest first. None when
/// nothing is known of the subject.
async fn newest_of(
    journal: &Journal,
    pool: &PgPool,
    (subject, filter): (&Subject, &Filter),
    limit: usize,
    newest: Position,
) -> Result<Option<Vec<RecordedEvent>>> {
    if let StreamId::Membership(member) = &subject.0 {
        let long = long::newest_first(journal, pool, (*member, filter), limit, newest).await?;
        if long.is_some() {
            return Ok(long);
        }
    }
    match Coverage::for_subject(journal, pool, subject, false).await? {
        Some(coverage) => Ok(Some(newest_first(journal, &coverage, filter, limit, newest).await?)),
        None => Ok(None),
    }
}

/// The wanted events, without a text.
async fn unsearched(
    journal: &Journal,
    pool: &PgPool,
    asked: (&Subject, &Filter),
    limit: usize,
    newest: Position,
) -> Result<Option<Found>> {
    let Some(mut events) = newest_of(journal, pool, asked, limit, newest).await? else { return Ok(None) };
    let has_earlier = events.len() > limit;
    events.truncate(limit);
    let last = events.last().filter(|_| has_earlier).map(|event| (event.position, event.recorded_at));
    Ok(Some(Found { events: linked(pool, &events).await?, last, searched: 0 }))
}

/// The wanted events that say a text. What they say has names, which the journal does not, so the events are read and told
/// one after the other: at most [`MOST_SEARCHED`].
async fn searched(
    journal: &Journal,
    pool: &PgPool,
    (subject, filter, text): (&Subject, &Filter, &SearchText),
    limit: usize,
    newest: Position,
) -> Result<Option<Found>> {
    let (mut part, mut found) = (filter.clone(), Found::default());
    loop {
        let asked = (subject, &part);
        let Some(mut events) = newest_of(journal, pool, asked, SEARCHED_AT_ONCE, newest).await? else {
            // Of a later part nothing is known where nothing is left.
            return Ok((found.searched > 0).then_some(found));
        };
        let has_earlier = events.len() > SEARCHED_AT_ONCE;
        events.truncate(SEARCHED_AT_ONCE);
        let read = events.len();
        for (number, event) in linked(pool, &events).await?.into_iter().enumerate() {
            found.searched += 1;
            found.last = Some((event.entry.position, event.entry.at));
            if !text.is_in(&event.texts()) {
                continue;
            }
            found.events.push(event);
            if found.events.len() == limit {
                if number + 1 == read && !has_earlier {
                    found.last = None;
                }
                return Ok(Some(found));
            }
        }
        if !has_earlier {
            found.last = None;
            return Ok(Some(found));
        }
        if found.searched >= MOST_SEARCHED {
            return Ok(Some(found));
        }
        part.before = found.last.map(|(position, _)| position);
    }
}

/// The event at a position, with the others of its act; none where the journal has none.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn event(pool: &PgPool, position: Position) -> Result<Option<EventAnswer>> {
    let before = position.saturating_sub(1);
    let journal = Journal::new(pool.clone());
    let found = journal.raw_after(before, 1).await.context("reading the journal")?;
    let Some(stored) = found.into_iter().find(|stored| stored.position == position) else { return Ok(None) };
    let recorded =
        stored.read().with_context(|| format!("the event at position {position} is unreadable"))?;
    let near = (position.saturating_sub(NEIGHBOURHOOD), position.saturating_add(NEIGHBOURHOOD));
    let mut others =
        sql::others_of_act(pool, recorded.correlation_id, position, near, MOST_OF_ACT + 1).await?;
    let act_has_more = others.len() > MOST_OF_ACT;
    others.truncate(MOST_OF_ACT);
    let act = journal.at(&others).await.context("reading the journal")?;
    let act = linked(pool, &act).await?.into_iter().map(ActEvent::from).collect();
    let event = linked(pool, &[recorded]).await?.pop();
    Ok(event.map(|event| EventAnswer { event, act, act_has_more }))
}

/// The events as entries, in the same order. The names of all of them are read at once.
async fn linked(pool: &PgPool, events: &[RecordedEvent]) -> Result<Vec<LinkedEvent>> {
    if events.is_empty() {
        return Ok(Vec::new());
    }
    let mentioned: Vec<Vec<StreamId>> = events.iter().map(mentioned_in).collect();
    let mut names = Names::of_clubs(pool).await?;
    names.add_from(pool, events).await?;
    let subjects: BTreeSet<StreamId> = mentioned.iter().flatten().cloned().collect();
    let labels = Labels::read(pool, &subjects, &mut names).await?;
    let entries = events.iter().zip(mentioned).map(|(event, subjects)| {
        let subjects = subjects.iter().map(|subject| labels.link(subject, &names)).collect();
        let (weight, sentence) = sentence::told(&event.event, &names, &labels);
        Ok(LinkedEvent {
            entry: EventEntry::new(event, &names)?,
            subjects,
            sentence,
            // The test of the categories knows every name.
            category: category::of_event(event.event.name()).first().copied().unwrap_or(Category::Bookings),
            weight,
            number: number_of(event).map(|number| number.to_string()).unwrap_or_default(),
        })
    });
    entries.collect()
}

/// The number of the booking that an event is about.
fn number_of(recorded: &RecordedEvent) -> Option<BookingNumber> {
    let mentions = recorded.event.mentions();
    mentions.into_iter().find_map(|mention| match mention {
        Mention::Booking(booking) => Some(booking.number()),
        _ => None,
    })
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
            names: filter.names(),
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
    if !filter.has_acts() {
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
