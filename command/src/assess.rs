//! The one assessment of a round: may this group play there, then? Both the decision to book and the screens that
//! grey out clubs and days call it, so they cannot disagree.
//!
//! Only the order of the rules is here. Each rule is one function of what it is about: the window, the club, a member's
//! rights. The aggregates that guard them call the same functions.

use chrono::NaiveDate;
use fairway_events::{Holes, MemberId, PlayRight};

use crate::{BookingWindow, Club, ClubReason, DayStatus, PlayerReason, Reason, Rights};

/// Assesses a round. `club` is none when only the date and the players are asked about; `day` is that club's day;
/// `players` are in the order of the request.
///
/// Returns the right that each player's place would consume, in the order of `players`.
///
/// # Errors
/// The first reason that applies, in the order of docs/domain.md §3: date, club lacks the holes, closure, capacity,
/// already plays that date, club maximum, rights. Where one kind of reason applies to several players, the one
/// who is first in the request is named.
pub fn assess(
    club: Option<&Club>,
    day: &DayStatus,
    players: &[(MemberId, &Rights)],
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
) -> Result<Vec<(MemberId, PlayRight)>, Reason> {
    assess_but_room(club, day, players, date, holes, today, |club| club.check_room(day, players.len()))
}

/// Assesses a round on a day whose room is not asked about: may this group wait for it (docs/domain.md §3.19)?
///
/// # Errors
/// The first reason that applies, as above, capacity aside.
pub fn assess_waiting(
    club: &Club,
    day: &DayStatus,
    players: &[(MemberId, &Rights)],
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
) -> Result<(), Reason> {
    assess_but_room(Some(club), day, players, date, holes, today, |_club| Ok(())).map(|_rights| ())
}

fn assess_but_room(
    club: Option<&Club>,
    day: &DayStatus,
    players: &[(MemberId, &Rights)],
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
    check_room: impl Fn(&Club) -> Result<(), ClubReason>,
) -> Result<Vec<(MemberId, PlayRight)>, Reason> {
    BookingWindow::around(today).check(date, today)?;
    if let Some(club) = club {
        club.check_holes(holes)?;
        club.check_open(date, day)?;
        check_room(club)?;
    }
    for_each(players, |rights| rights.check_date(date))?;
    if let Some(club) = club {
        for_each(players, |rights| rights.check_club_maximum(&club.id, club.max_plays_per_year, date))?;
    }
    players
        .iter()
        .map(|(member, rights)| match rights.choose(date, holes, today) {
            Ok(right) => Ok((*member, right)),
            Err(reason) => Err(reason.for_member(*member)),
        })
        .collect()
}

/// Assesses a round for a player who comes in another's stead: by every rule but the capacity, since the day stays as
/// full as it is (docs/domain.md §3.18). Returns the right that the player's place would consume.
///
/// # Errors
/// As [`assess`].
pub fn assess_swap(
    club: &Club,
    day: &DayStatus,
    (member, rights): (MemberId, &Rights),
    date: NaiveDate,
    holes: Holes,
    today: NaiveDate,
) -> Result<PlayRight, Reason> {
    BookingWindow::around(today).check(date, today)?;
    club.check_holes(holes)?;
    club.check_open(date, day)?;
    rights
        .check_date(date)
        .and_then(|()| rights.check_club_maximum(&club.id, club.max_plays_per_year, date))
        .and_then(|()| rights.choose(date, holes, today))
        .map_err(|reason| reason.for_member(member))
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
    players.iter().try_for_each(|(member, rights)| check(rights).map_err(|reason| reason.for_member(*member)))
}

#[cfg(test)]
mod tests;
