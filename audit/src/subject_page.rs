//! One subject at a moment, for a screen: its facts, what changed since another moment, how far along its own stream the
//! moment is, and where a reader can go on from there.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use fairway_events::journal::Selection;
use fairway_events::{Journal, StreamId};
use serde::Serialize;
use sqlx::PgPool;

use crate::as_of::{self, Change, Fact, SubjectInfo, changes, facts};
use crate::dates;
use crate::labels::{Labels, Link};
use crate::moment::{At, Moment};
use crate::names::Names;
use crate::state::{ClubDay, Member, State};
use crate::subject::{self, Subject};
use crate::title;

mod related;
mod sql;

/// Related subjects at most.
const MOST_RELATED: usize = 50;

/// A moment of a subject, as a screen gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A moment of the journal.
    Moment(Moment),
    /// After so many events of the subject's own stream, from 1.
    Sequence(i64),
}

/// A subject at a moment.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SubjectPage {
    /// `booking`, `member`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// A member's or a club's name; none of a member who was erased, whom a screen calls `Erased member`.
    pub name: Option<String>,
    /// The subject, in one or two lines.
    pub title: Vec<String>,
    /// A member who was erased: their events remain.
    pub is_erased: bool,
    /// The moment.
    pub at: SpotInfo,
    /// The other moment of a comparison.
    pub compare: Option<SpotInfo>,
    /// The state at the moment, as text.
    pub facts: Vec<Fact>,
    /// The state at the moment, for programs.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub state: State,
    /// The changes from the earlier to the later of the two moments.
    pub changes: Option<Vec<Change>>,
    /// The subjects that the state names, at most 50.
    pub related: Vec<Link>,
}

/// A moment of a subject, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpotInfo {
    /// The instant.
    #[serde(serialize_with = "dates::serialize_instant")]
    pub instant: DateTime<Utc>,
    /// The last included event, where the moment is that of an event.
    pub position: Option<i64>,
    /// The number of events in the subject's own stream by then.
    pub sequence: i64,
    /// The number of them now.
    pub of: i64,
}

/// A moment whose events are known.
#[derive(Debug, Clone, Copy)]
struct ResolvedSpot {
    at: At,
    /// With every event that there is, whatever the clocks of the machines that recorded them.
    is_now: bool,
}

/// A state, and its moment.
struct Seen {
    spot: SpotInfo,
    at: At,
    state: Option<State>,
}

/// A subject at a moment, by default now, or a sentence that explains why it has no state then. `now` is the portal's
/// clock.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn subject_page(
    pool: &PgPool,
    subject: &Subject,
    moment: Option<Spot>,
    compare: Option<Spot>,
    now: DateTime<Utc>,
) -> Result<Result<SubjectPage, String>> {
    let journal = Journal::new(pool.clone());
    let of = sql::length(pool, &subject.0).await?;
    let is_member = matches!(subject.0, StreamId::Membership(_));
    let has_row = subject::has_row(pool, subject).await?;
    let spot = match resolved(pool, subject, moment, now, of).await? {
        Ok(spot) => spot,
        Err(why) => return Ok(Err(why)),
    };
    let mut seen = seen(&journal, subject, spot, of).await?;
    if has_row && of == 0 {
        seen.state = match &subject.0 {
            StreamId::Membership(member) => Some(State::Member(Member::new(*member))),
            StreamId::CourseDay(club, date) => Some(State::ClubDay(ClubDay::new(club.clone(), *date))),
            StreamId::Reservation(_)
            | StreamId::Voucher(_)
            | StreamId::Order(_)
            | StreamId::WaitingList(..)
            | StreamId::ArrivalList(..)
            | StreamId::Settlement(_) => None,
        };
    }
    let Some(state) = seen.state.take() else {
        return Ok(Err(as_of::nothing_known(&journal, subject, &seen.at).await?));
    };
    let other = match compare {
        None => None,
        Some(compare) => match resolved(pool, subject, Some(compare), now, of).await? {
            Ok(spot) => Some(self::seen(&journal, subject, spot, of).await?),
            Err(why) => return Ok(Err(why)),
        },
    };
    let other_state = other.as_ref().and_then(|other| other.state.as_ref());
    let mut names = as_of::names_in(pool, std::iter::once(&state).chain(other_state)).await?;
    if let StreamId::Membership(member) = &subject.0 {
        names.add(pool, &BTreeSet::from([*member]), &BTreeSet::new()).await?;
    }
    let related = related(pool, subject, &state, &mut names).await?;
    let facts = facts(&state, seen.at.day(), &names);
    let SubjectInfo { kind, id, name, .. } = SubjectInfo::new(subject, &names);
    Ok(Ok(SubjectPage {
        kind,
        id,
        name,
        title: title::lines(subject, Some(&state), &names),
        is_erased: is_member && !has_row,
        changes: other.as_ref().map(|other| changes_between((&facts, &seen), other, &names)),
        compare: other.map(|other| other.spot),
        at: seen.spot,
        facts,
        state,
        related,
    }))
}

/// The events that a moment includes, or a sentence that explains why there is no such moment.
async fn resolved(
    pool: &PgPool,
    subject: &Subject,
    spot: Option<Spot>,
    now: DateTime<Utc>,
    of: i64,
) -> Result<Result<ResolvedSpot, String>> {
    let at = match spot {
        None => return Ok(Ok(ResolvedSpot { at: At { instant: now, position: None }, is_now: true })),
        Some(Spot::Moment(moment)) => moment.find(pool).await?,
        Some(Spot::Sequence(sequence)) => {
            sql::at_sequence(pool, &subject.0, sequence).await?.ok_or_else(|| no_event(subject, sequence, of))
        }
    };
    Ok(at.map(|at| ResolvedSpot { at, is_now: false }))
}

fn no_event(subject: &Subject, sequence: i64, of: i64) -> String {
    let numbers = if of > 0 { format!(", numbered 1 to {of}") } else { String::new() };
    format!("{subject} has no event number {sequence}: it has {of}{numbers}")
}

async fn seen(journal: &Journal, subject: &Subject, spot: ResolvedSpot, of: i64) -> Result<Seen> {
    let ResolvedSpot { at, is_now } = spot;
    let streams = vec![subject.0.clone()];
    let selection =
        if is_now { Selection { streams, ..Selection::default() } } else { at.selection(streams) };
    let (state, sequence) = as_of::folded(journal, selection).await.context("folding the state")?;
    // An event may have been appended since the stream's length was read.
    let spot = SpotInfo { instant: at.instant, position: at.position, sequence, of: of.max(sequence) };
    Ok(Seen { spot, at, state })
}

/// From the earlier to the later: by the events that each includes, then by the time, since what expires changes without
/// an event.
fn changes_between((facts_at, seen): (&[Fact], &Seen), other: &Seen, names: &Names) -> Vec<Change> {
    let facts_of_other =
        other.state.as_ref().map_or_else(Vec::new, |state| facts(state, other.at.day(), names));
    let order = |seen: &Seen| (seen.spot.sequence, seen.spot.instant);
    if order(other) <= order(seen) {
        changes(&facts_of_other, facts_at)
    } else {
        changes(facts_at, &facts_of_other)
    }
}

/// The subjects that a state names, with their titles.
async fn related(pool: &PgPool, subject: &Subject, state: &State, names: &mut Names) -> Result<Vec<Link>> {
    let mut found = related::named_in(state);
    if let Some(place) = related::place_of(state) {
        found.extend(sql::booking_of(pool, place).await?.map(StreamId::Reservation));
    }
    let mut seen = BTreeSet::from([subject.0.clone()]);
    found.retain(|stream| seen.insert(stream.clone()));
    found.truncate(MOST_RELATED);
    let labels = Labels::read(pool, &found.iter().cloned().collect(), names).await?;
    Ok(found.iter().map(|stream| labels.link(stream, names)).collect())
}
