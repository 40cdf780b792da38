//! Changing one day of a club (docs/domain.md §3.17): what a change meets, and its command. Operators and clubs do the same.

use std::collections::{BTreeMap, HashMap};

use chrono::{Datelike, NaiveDate};
use fairway_clock::clock::Clock;
use fairway_command::{ChangeDay, Command, CourseDay, DayChange, DayStatus, bookings_met, fold_events};
use fairway_events::{BookingId, ClubId, Journal, JournalError, StreamId};
use fairway_query::Booking;
use fairway_query::reservations::booking_after;
use fairway_store::clubs::ClubCard;
use uuid::Uuid;

/// Characters of a notice, at most.
pub const LONGEST_NOTICE: usize = 100;
/// Places of a day, at most.
pub const MOST_PLACES: u32 = 1_000;

/// Why nobody can book on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed<'a> {
    /// It was closed alone, with this notice.
    Day(&'a str),
    /// A closure of the club's own terms.
    Closure(&'a str),
    /// The club is closed on that day of the week.
    Weekday,
}

impl<'a> Closed<'a> {
    /// None where members can book.
    #[must_use]
    pub fn on(card: &'a ClubCard, day: &'a DayStatus, date: NaiveDate) -> Option<Self> {
        if let Some(notice) = &day.closed {
            return Some(Self::Day(notice));
        }
        if let Some((_, reason)) = card.rules.closures.iter().find(|(closed, _)| *closed == date) {
            return Some(Self::Closure(reason));
        }
        card.rules.closed_weekdays.contains(&date.weekday()).then_some(Self::Weekday)
    }

    /// How the APIs name it.
    #[must_use]
    pub const fn by(self) -> &'static str {
        match self {
            Self::Day(_) => "day",
            Self::Closure(_) => "closure",
            Self::Weekday => "weekday",
        }
    }
}

/// What a change cancels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled {
    /// Bookings.
    pub rounds: usize,
    /// Their places.
    pub places: usize,
}

impl Cancelled {
    /// As the change cancels them, if it still meets the same.
    #[must_use]
    pub fn by(before: &CourseDay, change: &DayChange) -> Self {
        let mut places: BTreeMap<BookingId, usize> = BTreeMap::new();
        for (_, booking) in before.places() {
            *places.entry(booking).or_default() += 1;
        }
        let met = bookings_met(before, change);
        Self { rounds: met.len(), places: met.iter().filter_map(|booking| places.get(booking)).sum() }
    }
}

/// The notice without a full stop: sentences put the notice at their end and add one. None: it is too long.
#[must_use]
pub fn notice_line(text: &str) -> Option<&str> {
    let notice = text.trim().trim_end_matches('.').trim_end();
    (notice.chars().count() <= LONGEST_NOTICE).then_some(notice)
}

/// How records of acts name the change.
#[must_use]
pub const fn action(change: &DayChange) -> &'static str {
    match change {
        DayChange::Close => "close day",
        DayChange::Limit { .. } => "limit day",
        DayChange::Reopen => "reopen day",
    }
}

/// The command, for now. `meets` are the bookings that whoever decided saw.
#[must_use]
pub fn command(
    clock: &Clock,
    (club, date): (ClubId, NaiveDate),
    change: DayChange,
    notice: String,
    meets: Vec<Uuid>,
) -> Command {
    Command::ChangeDay(ChangeDay {
        club,
        date,
        change,
        notice,
        meets: meets.into_iter().map(BookingId).collect(),
        today: clock.today(),
        at: clock.now(),
    })
}

/// The day as the journal has it: a projection that is behind must not hide a round.
///
/// # Errors
/// When the journal cannot be read.
pub async fn course_day(
    journal: &Journal,
    club: &ClubId,
    date: NaiveDate,
) -> Result<CourseDay, JournalError> {
    let stream = StreamId::CourseDay(club.clone(), date);
    let recorded = journal.load_streams(&[stream]).await?.into_values().flatten();
    Ok(fold_events(recorded.map(|recorded| recorded.event)))
}

/// Bookings as the journal has them, in one query.
///
/// # Errors
/// When the journal cannot be read.
pub async fn bookings(
    journal: &Journal,
    wanted: &[BookingId],
) -> Result<HashMap<BookingId, Booking>, JournalError> {
    let streams: Vec<StreamId> = wanted.iter().copied().map(StreamId::Reservation).collect();
    let recorded = journal.load_streams(&streams).await?;
    Ok(recorded
        .values()
        .filter_map(|events| booking_after(events))
        .map(|state| (state.booking, state))
        .collect())
}

/// The bookings that a change of the day would cancel, in the order in which they were made; closing it: all that there are.
///
/// # Errors
/// When the journal cannot be read.
pub async fn rounds_met(
    journal: &Journal,
    day: &CourseDay,
    change: &DayChange,
) -> Result<Vec<Booking>, JournalError> {
    let met = bookings_met(day, change);
    let mut known = bookings(journal, &met).await?;
    Ok(met.iter().filter_map(|booking| known.remove(booking)).collect())
}
