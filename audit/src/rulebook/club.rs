//! docs/domain.md §3.6: "A club may have a `daily_capacity` (active places on a play date), closed weekdays, and closures
//! on dates with a reason. It offers 9 holes, 18 or both."

use chrono::{Datelike, NaiveDate, Weekday};
use fairway_events::{ClubId, Holes};
use serde::Serialize;

use super::Refusal;

/// A club's offer and limits. They come from plain tables, so they are always the current ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClubTerms {
    /// The club.
    pub id: ClubId,
    /// The lengths of round that the club offers.
    pub holes: Vec<Holes>,
    /// Places per member and calendar year.
    pub max_plays_per_year: u32,
    /// Active places per play date; none: no limit.
    pub daily_capacity: Option<u32>,
    /// Days of the week without play.
    pub closed_weekdays: Vec<Weekday>,
    /// Dates without play, each with the club's Dutch reason.
    pub closures: Vec<(NaiveDate, String)>,
}

/// Whether the club offers rounds of that length.
///
/// # Errors
/// [`Refusal::HolesNotOffered`].
pub fn check_holes(club: &ClubTerms, holes: Holes) -> Result<(), Refusal> {
    if club.holes.contains(&holes) { Ok(()) } else { Err(Refusal::HolesNotOffered(holes)) }
}

/// Whether the club is open on that date. The reason of a closure has priority over the day of the week.
///
/// # Errors
/// [`Refusal::Closed`] or [`Refusal::ClosedOnWeekday`].
pub fn check_open(club: &ClubTerms, date: NaiveDate) -> Result<(), Refusal> {
    for (closed, reason) in &club.closures {
        if *closed == date {
            return Err(Refusal::Closed(reason.clone()));
        }
    }
    if club.closed_weekdays.contains(&date.weekday()) {
        return Err(Refusal::ClosedOnWeekday(date.weekday()));
    }
    Ok(())
}

/// docs/domain.md §3.17: an operator or the club closes one day with a notice. It has priority over the club's own closures.
///
/// # Errors
/// [`Refusal::Closed`].
pub fn check_day_open(notice: Option<&str>) -> Result<(), Refusal> {
    notice.map_or(Ok(()), |notice| Err(Refusal::Closed(notice.to_owned())))
}

impl ClubTerms {
    /// docs/domain.md §3.17: a day with a limit of its own has the lower of the two.
    #[must_use]
    pub fn capacity_on(&self, of_the_day: Option<u32>) -> Option<u32> {
        match (self.daily_capacity, of_the_day) {
            (Some(of_club), Some(of_day)) => Some(of_club.min(of_day)),
            (of_club, of_day) => of_club.or(of_day),
        }
    }
}

/// Free places of a capacity; none: no limit. If more places are taken than the capacity, the result is 0.
#[must_use]
pub fn free_places(capacity: Option<u32>, taken: u32) -> Option<u32> {
    capacity.map(|capacity| capacity.saturating_sub(taken))
}

/// Whether `wanted` more places are free when `taken` places are taken or held. docs/domain.md §3.19: what a waiting group in
/// turn fits into is for that group.
///
/// # Errors
/// [`Refusal::Full`] or [`Refusal::FewPlaces`].
pub fn check_capacity(
    capacity: Option<u32>,
    taken: u32,
    wanted: u32,
    smallest_in_turn: Option<u32>,
) -> Result<(), Refusal> {
    match free_places(capacity, taken) {
        Some(0) => Err(Refusal::Full),
        Some(free) if smallest_in_turn.is_some_and(|waiting| waiting <= free) => Err(Refusal::Full),
        Some(free) if free < wanted => Err(Refusal::FewPlaces(free)),
        Some(_) | None => Ok(()),
    }
}
