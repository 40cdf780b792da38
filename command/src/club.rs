//! A club as the rules see it, and the rules of a club's day (docs/domain.md §3.5, §3.6). A club is reference data: the
//! caller reads it and passes it in, the domain never looks it up.

use chrono::{Datelike, NaiveDate, Weekday};
use fairway_events::{ClubId, Holes};

use crate::ClubReason;

/// How full one club's day is, and what was changed for that day alone (docs/domain.md §3.17).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DayStatus {
    /// Active places.
    pub claimed: u32,
    /// The Dutch notice with which the day was closed; none: it was not.
    pub closed: Option<String>,
    /// Active places at most on that day; none: as the club has.
    pub capacity: Option<u32>,
    /// Free places that are held for groups of the waiting list (docs/domain.md §3.19).
    pub held: u32,
    /// Players of the smallest group of the waiting list whose turn it is; none: nobody's.
    pub smallest_in_turn: Option<u32>,
}

impl DayStatus {
    /// A day as the club's own terms say.
    #[must_use]
    pub fn with(claimed: u32) -> Self {
        Self { claimed, ..Self::default() }
    }
}

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

    /// Whether the club is open on a date and has room for `wanted` more places beside the claimed and the held ones.
    pub(crate) fn check_day(
        &self,
        date: NaiveDate,
        day: &DayStatus,
        wanted: usize,
    ) -> Result<(), ClubReason> {
        self.check_open(date, day)?;
        self.check_room(day, wanted)
    }

    /// Whether the club is open on a date.
    #[must_use]
    pub fn is_open(&self, date: NaiveDate, day: &DayStatus) -> bool {
        self.check_open(date, day).is_ok()
    }

    /// The same, with the reason why it is not.
    pub(crate) fn check_open(&self, date: NaiveDate, day: &DayStatus) -> Result<(), ClubReason> {
        if let Some(notice) = &day.closed {
            return Err(ClubReason::Closed { reason: notice.clone() });
        }
        // A closure's own words say more than the day of the week.
        if let Some((_, reason)) = self.closures.iter().find(|(closed, _)| *closed == date) {
            return Err(ClubReason::Closed { reason: reason.clone() });
        }
        let weekday = date.weekday();
        if self.closed_weekdays.contains(&weekday) {
            return Err(ClubReason::ClosedOnWeekday { weekday });
        }
        Ok(())
    }

    /// Whether a day has room for `wanted` more places.
    pub(crate) fn check_room(&self, day: &DayStatus, wanted: usize) -> Result<(), ClubReason> {
        match self.room_on(day) {
            None => Ok(()),
            Some(0) => Err(ClubReason::Full),
            Some(free) if wanted > free as usize => Err(ClubReason::FewPlaces { free }),
            Some(_) => Ok(()),
        }
    }

    /// The places of a day that anybody may take; none: no limit. Those that a waiting group in turn fits into are that
    /// group's, also in the moment before they are offered to it; what none of them fits into is for everybody.
    #[must_use]
    pub fn room_on(&self, day: &DayStatus) -> Option<u32> {
        let free = self.free_on(day)?;
        let is_promised = day.smallest_in_turn.is_some_and(|smallest| smallest <= free);
        Some(if is_promised { 0 } else { free })
    }

    /// The places of a day that are neither claimed nor held; none: no limit.
    #[must_use]
    pub fn free_on(&self, day: &DayStatus) -> Option<u32> {
        // A capacity that was lowered below what is booked leaves no place, not a negative number of them.
        self.capacity_on(day.capacity).map(|capacity| capacity.saturating_sub(day.claimed + day.held))
    }

    /// The places of a day that may have a limit of its own: the lower of the two.
    #[must_use]
    pub fn capacity_on(&self, of_the_day: Option<u32>) -> Option<u32> {
        self.daily_capacity.into_iter().chain(of_the_day).min()
    }
}
