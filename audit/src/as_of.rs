//! The state of a booking, a member, a voucher, an order or a club's day at an earlier moment, and what changed between
//! two moments.
//!
//! The state is folded from the subject's own stream. The read models are used for names only.

use anyhow::{Context, Result};
use fairway_events::journal::Selection;
use fairway_events::{Journal, StreamId};
use futures::TryStreamExt;
use serde::Serialize;
use sqlx::PgPool;

use crate::dates;
use crate::moment::At;
use crate::names::Names;
use crate::state::State;
use crate::subject::Subject;

mod diff;
mod facts;
mod mentions;

pub use diff::{Change, changes};
pub use facts::{Fact, facts};

/// The state of a subject at a moment.
#[derive(Debug, Serialize)]
pub struct AsOf {
    /// The subject.
    pub subject: SubjectInfo,
    /// The moment.
    pub as_of: At,
    /// Its state, for programs.
    pub state: State,
    /// Its state, as text.
    pub facts: Vec<Fact>,
}

/// The changes of a subject between two moments.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The subject.
    pub subject: SubjectInfo,
    /// The earlier moment.
    pub from: At,
    /// The later moment.
    pub to: At,
    /// The fields that differ.
    pub changes: Vec<Change>,
}

/// A subject for programs.
#[derive(Debug, Serialize)]
pub struct SubjectInfo {
    /// `booking`, `member`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: &'static str,
    /// Its id.
    pub id: String,
    /// A member's or a club's name.
    pub name: Option<String>,
    /// The display name, with the id.
    #[serde(skip)]
    pub title: String,
}

impl SubjectInfo {
    pub(crate) fn new(subject: &Subject, names: &Names) -> Self {
        let name = match &subject.0 {
            StreamId::Membership(member) => names.known(*member).map(str::to_owned),
            StreamId::CourseDay(club, _)
            | StreamId::WaitingList(club, _)
            | StreamId::ArrivalList(club, _)
            | StreamId::Settlement(club) => Some(names.club(club)),
            StreamId::Reservation(_) | StreamId::Voucher(_) | StreamId::Order(_) => None,
        };
        Self { kind: subject.kind(), id: subject.id(), name, title: subject.title(names) }
    }
}

/// The state of a subject at a moment, or a sentence that explains why it has none.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn as_of(pool: &PgPool, subject: &Subject, at: At) -> Result<Result<AsOf, String>> {
    let journal = Journal::new(pool.clone());
    let Some(state) = state_at(&journal, subject, &at).await? else {
        return Ok(Err(nothing_known(&journal, subject, &at).await?));
    };
    let names = names_in(pool, [&state]).await?;
    let facts = facts(&state, at.day(), &names);
    Ok(Ok(AsOf { subject: SubjectInfo::new(subject, &names), as_of: at, state, facts }))
}

/// The changes of a subject between two moments, in either order; or a sentence that explains why it has no state at
/// either.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn difference(
    pool: &PgPool,
    subject: &Subject,
    (one, other): (At, At),
) -> Result<Result<Difference, String>> {
    let journal = Journal::new(pool.clone());
    let is_ordered = (one.instant, one.position) <= (other.instant, other.position);
    let (from, to) = if is_ordered { (one, other) } else { (other, one) };
    let before = state_at(&journal, subject, &from).await?;
    let after = state_at(&journal, subject, &to).await?;
    if before.is_none() && after.is_none() {
        return Ok(Err(nothing_known(&journal, subject, &to).await?));
    }
    let names = names_in(pool, before.iter().chain(&after)).await?;
    let facts_at =
        |state: Option<State>, at: &At| state.map_or_else(Vec::new, |state| facts(&state, at.day(), &names));
    let changes = changes(&facts_at(before, &from), &facts_at(after, &to));
    Ok(Ok(Difference { subject: SubjectInfo::new(subject, &names), from, to, changes }))
}

/// The state of a subject at a moment: its stream folded up to there. Memory holds the state, not the stream.
///
/// # Errors
/// When the journal cannot be read, or an event is unreadable.
pub async fn state_at(journal: &Journal, subject: &Subject, at: &At) -> Result<Option<State>> {
    Ok(folded(journal, at.selection(vec![subject.0.clone()])).await?.0)
}

/// The state after the selected events of one stream, and the sequence of the last of them; 0 where there is none.
pub(crate) async fn folded(journal: &Journal, selection: Selection) -> Result<(Option<State>, i64)> {
    let mut events = journal.select(selection);
    let (mut state, mut sequence) = (None, 0);
    while let Some(event) = events.try_next().await.context("reading the journal")? {
        State::fold(&mut state, &event);
        sequence = event.sequence;
    }
    Ok((state, sequence))
}

/// The names that the facts of these states need.
pub(crate) async fn names_in(pool: &PgPool, states: impl IntoIterator<Item = &State>) -> Result<Names> {
    let mut names = Names::of_clubs(pool).await?;
    let (members, passes) = mentions::mentioned(states);
    names.add(pool, &members, &passes).await?;
    Ok(names)
}

/// Why there is no state: the first event is later, or there is none.
pub(crate) async fn nothing_known(journal: &Journal, subject: &Subject, at: &At) -> Result<String> {
    let streams = vec![subject.0.clone()];
    let mut events = journal.select(Selection { streams, ..Selection::default() });
    let first = events.try_next().await.context("reading the journal")?;
    Ok(match first {
        Some(first) => format!(
            "nothing was known of {subject} at {at}: its first event is at position {}, {}",
            first.position,
            dates::instant(first.recorded_at)
        ),
        None => format!("no event is known of {subject}"),
    })
}
