//! What the rules need to know of a club, and the rules of a club's day (docs/domain.md §3.5, §3.6). It is reference
//! data: the caller reads it and passes it in, the domain never looks it up.

use chrono::{Datelike, NaiveDate, Weekday};
use fairway_events::{ClubId, Holes};

use crate::ClubReason;

/// A club's offer and limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Club {
    /// The club.
    pub id: ClubId,
    /// The lengths of round that it offers.
    pub holes: Vec<Holes>,
    /// Places per member and calendar year.
    pub max_plays_per_year: u32,
    /// Active places per play date; none: no limit.
    pub daily_capacity: Option<u32>,
    /// Days of the week on which it is closed.
    pub closed_weekdays: Vec<Weekday>,
    /// Dates on which it is closed, with the Dutch reason that members see.
    pub closures: Vec<(NaiveDate, String)>,
}

impl Club {
    /// Whether the club offers rounds of that length.
    pub(crate) fn check_holes(&self, holes: Holes) -> Result<(), ClubReason> {
        if self.holes.contains(&holes) { Ok(()) } else { Err(ClubReason::HolesNotOffered { holes }) }
    }

    /// Whether the club is open on a date and has room for `wanted` more places beside the `claimed` ones.
    pub(crate) fn check_day(&self, date: NaiveDate, claimed: u32, wanted: usize) -> Result<(), ClubReason> {
        // A closure's own words say more than the day of the week.
        if let Some((_, reason)) = self.closures.iter().find(|(closed, _)| *closed == date) {
            return Err(ClubReason::Closed { reason: reason.clone() });
        }
        let weekday = date.weekday();
        if self.closed_weekdays.contains(&weekday) {
            return Err(ClubReason::ClosedOnWeekday { weekday });
        }
        // A capacity that was lowered below what is booked leaves no place, not a negative number of them.
        match self.daily_capacity.map(|capacity| capacity.saturating_sub(claimed)) {
            Some(0) => Err(ClubReason::Full),
            Some(free) if wanted > free as usize => Err(ClubReason::FewPlaces { free }),
            Some(_) | None => Ok(()),
        }
    }
}
