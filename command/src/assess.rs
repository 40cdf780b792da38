//! The one assessment of a round: may this group play there, then? Both the decision to book and the screens that
//! grey out clubs and days ask here, so they cannot disagree.

use chrono::{Datelike, NaiveDate};
use fairway_events::{Holes, MemberId, PlayRight};

use crate::{BookingWindow, Club, ClubReason, PlayerReason, Reason, Rights};

/// Assesses a round. `club` is none when only the date and the players are asked about; `claimed` is the number of
/// active places of that club's day; `players` stand in the order of the request.
///
/// Returns the right that each player's place would consume, in the order of `players`.
///
/// # Errors
/// The first reason that applies, in the order of docs/domain.md §3: date, club lacks the holes, closure, capacity,
/// already plays that date, club maximum, rights. Where one kind of reason applies to several players, the one
/// who stands first in the request is named.
pub fn assess(
    club: Option<&Club>,
    claimed: u32,
    players: &[(MemberId, &Rights)],
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
) -> Result<Vec<(MemberId, PlayRight)>, Reason> {
    BookingWindow::around(today).check(date, today)?;
    if let Some(club) = club {
        club.check_holes(holes)?;
        club.check_open(date)?;
        club.check_capacity(claimed, players.len())?;
    }
    for_each(players, |rights| rights.check_date(date))?;
    if let Some(club) = club {
        for_each(players, |rights| rights.check_club_maximum(&club.id, club.max_plays_per_year, date))?;
    }
    players
        .iter()
        .map(|(member, rights)| match rights.choose(date, holes, today) {
            Ok(right) => Ok((*member, right)),
            Err(reason) => Err(Reason::Player { member: *member, reason }),
        })
        .collect()
}

/// Assesses a club before a date is chosen: does it offer the holes, and have the players rounds left there this
/// calendar year?
///
/// # Errors
/// The first reason that applies.
pub fn assess_club(
    club: &Club,
    players: &[(MemberId, &Rights)],
    holes: Holes,
    today: NaiveDate,
) -> Result<(), Reason> {
    club.check_holes(holes)?;
    for_each(players, |rights| rights.check_club_maximum(&club.id, club.max_plays_per_year, today))
}

fn for_each(
    players: &[(MemberId, &Rights)],
    check: impl Fn(&Rights) -> Result<(), PlayerReason>,
) -> Result<(), Reason> {
    players.iter().try_for_each(|(member, rights)| {
        check(rights).map_err(|reason| Reason::Player { member: *member, reason })
    })
}

impl Club {
    /// Whether the club offers rounds of that length.
    pub(crate) fn check_holes(&self, holes: Holes) -> Result<(), ClubReason> {
        if self.holes.contains(&holes) { Ok(()) } else { Err(ClubReason::HolesNotOffered { holes }) }
    }

    /// Whether the club is open on a date. A closure's own words say more than the day of the week.
    pub(crate) fn check_open(&self, date: NaiveDate) -> Result<(), ClubReason> {
        if let Some((_, reason)) = self.closures.iter().find(|(closed, _)| *closed == date) {
            return Err(ClubReason::Closed { reason: reason.clone() });
        }
        let weekday = date.weekday();
        if self.closed_weekdays.contains(&weekday) {
            Err(ClubReason::ClosedOnWeekday { weekday })
        } else {
            Ok(())
        }
    }

    /// Whether the day has room for `wanted` more places beside the `claimed` ones.
    pub(crate) fn check_capacity(&self, claimed: u32, wanted: usize) -> Result<(), ClubReason> {
        // A capacity that was lowered below what is booked leaves no place, not a negative number of them.
        let Some(free) = self.daily_capacity.map(|capacity| capacity.saturating_sub(claimed)) else {
            return Ok(());
        };
        match free {
            0 => Err(ClubReason::Full),
            free if wanted > free as usize => Err(ClubReason::FewPlaces { free }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
