//! The order of the reasons, and each of them where it is found.

use chrono::Weekday;

use super::*;
use crate::fixtures::{by_pass, by_voucher, club, club_id, day, member, pass, today, voucher_right};
use crate::{ClubReason, DateReason, DayStatus, Pass};

const EIGHTEEN: Holes = Holes::Eighteen;

fn able(number: u128) -> Rights {
    Rights { passes: vec![pass(number)], ..Rights::default() }
}

fn playing_on(number: u128, date: &str) -> Rights {
    let mut rights = able(number);
    rights.dates_taken.insert(day(date));
    rights
}

/// At the club, on a date, the players in order, everything else as it should be.
fn verdict(club: &Club, claimed: u32, players: &[&Rights], date: &str) -> Result<Vec<PlayRight>, Reason> {
    let players: Vec<_> = (1..).map(member).zip(players.iter().copied()).collect();
    let assessed = assess(Some(club), &DayStatus::with(claimed), &players, day(date), EIGHTEEN, today())?;
    assert!(assessed.iter().map(|(member, _)| member).eq(players.iter().map(|(member, _)| member)));
    Ok(assessed.into_iter().map(|(_, right)| right).collect())
}

fn about(number: u128, reason: PlayerReason) -> Reason {
    Reason::Player { member: member(number), reason }
}

#[test]
fn assessing_a_group_returns_the_right_that_each_player_will_use() {
    let voucher = Rights { vouchers: vec![voucher_right(2, EIGHTEEN, "2026-12-31")], ..Rights::default() };
    let rights = verdict(&club(), 0, &[&able(1), &voucher], "2026-11-25");
    assert_eq!(rights, Ok(vec![by_pass(1), by_voucher(2)]));
}

#[test]
fn reasons_come_in_their_order() {
    let year_full = |mut rights: Rights| {
        rights.rounds_by_club.insert((club_id(), 2026), 6);
        rights
    };
    // Everything is wrong at first; each step mends the reason that was named.
    let busy = year_full(Rights { passes: vec![], ..playing_on(1, "2026-11-23") });
    let idle = year_full(Rights::default());
    let nine_only = Club { holes: vec![Holes::Nine], daily_capacity: Some(4), ..club() };
    let small = Club { daily_capacity: Some(4), ..club() };
    let no_monday = Club { closed_weekdays: vec![], ..small.clone() };
    let roomy = Club { daily_capacity: None, ..no_monday.clone() };
    let generous = Club { max_plays_per_year: 7, ..roomy.clone() };
    for (club, player, date, expected) in [
        (&nine_only, &busy, "2026-11-16", Reason::Date(DateReason::Past)),
        (&nine_only, &busy, "2026-12-07", Reason::Date(DateReason::NotYet)),
        (&nine_only, &busy, "2026-11-23", ClubReason::HolesNotOffered { holes: EIGHTEEN }.into()),
        (&small, &busy, "2026-11-23", ClubReason::ClosedOnWeekday { weekday: Weekday::Mon }.into()),
        (&no_monday, &busy, "2026-11-23", ClubReason::Full.into()),
        (&roomy, &busy, "2026-11-23", about(1, PlayerReason::AlreadyPlays)),
        (&roomy, &idle, "2026-11-23", about(1, PlayerReason::ClubMaximum { maximum: 6 })),
        (&generous, &idle, "2026-11-23", about(1, PlayerReason::NoSubscription)),
    ] {
        assert_eq!(verdict(club, 4, &[player], date), Err(expected));
    }
}

#[test]
fn the_first_player_of_the_request_is_named_unless_another_has_an_earlier_reason() {
    let nobody = Rights::default();
    let both = verdict(&club(), 0, &[&able(1), &nobody, &nobody], "2026-11-25");
    assert_eq!(both, Err(about(2, PlayerReason::NoSubscription)));
    let earlier = verdict(&club(), 0, &[&nobody, &playing_on(2, "2026-11-25")], "2026-11-25");
    assert_eq!(earlier, Err(about(2, PlayerReason::AlreadyPlays)));
}

#[test]
fn a_closure_says_its_own_reason_even_on_a_closed_weekday() {
    let closed = Club { closed_weekdays: vec![Weekday::Tue], ..club() };
    let reason = ClubReason::Closed { reason: "Onderhoud aan de greens".to_owned() };
    assert_eq!(verdict(&closed, 0, &[&able(1)], "2026-11-24"), Err(reason.into()));
}

#[test]
fn capacity_counts_places_not_bookings() {
    let small = Club { daily_capacity: Some(10), ..club() };
    let players = [&able(1), &able(2), &able(3)];
    for (claimed, expected) in [
        (7, None),
        (8, Some(ClubReason::FewPlaces { free: 2 })),
        (9, Some(ClubReason::FewPlaces { free: 1 })),
        (10, Some(ClubReason::Full)),
        (12, Some(ClubReason::Full)),
    ] {
        let found = verdict(&small, claimed, &players, "2026-11-25").err();
        assert_eq!(found, expected.map(Reason::from), "{claimed} claimed");
    }
}

#[test]
fn without_a_club_only_the_date_and_the_players_are_assessed() {
    let (fine, busy) = (able(1), playing_on(1, "2026-11-24"));
    let date = day("2026-11-24");
    assert!(assess(None, &DayStatus::default(), &[(member(1), &fine)], date, EIGHTEEN, today()).is_ok());
    let busy = assess(None, &DayStatus::default(), &[(member(1), &busy)], date, EIGHTEEN, today());
    assert_eq!(busy, Err(about(1, PlayerReason::AlreadyPlays)));
}

#[test]
fn the_club_maximum_is_that_of_the_year_of_the_play_date() {
    let over_new_year = Pass { enddate: day("2027-12-31"), ..pass(1) };
    let mut rights = Rights { passes: vec![over_new_year], ..Rights::default() };
    rights.rounds_by_club.insert((club_id(), 2026), 6);
    let club = Club { closed_weekdays: vec![], ..club() };
    let players = [(member(1), &rights)];
    let today = day("2026-12-30");
    let on =
        |date: &str| assess(Some(&club), &DayStatus::default(), &players, day(date), EIGHTEEN, today).err();
    assert_eq!(on("2026-12-31"), Some(about(1, PlayerReason::ClubMaximum { maximum: 6 })));
    assert_eq!(on("2027-01-01"), None);
    let undated = assess_club(&club, &players, EIGHTEEN, today);
    assert_eq!(undated, Err(about(1, PlayerReason::ClubMaximum { maximum: 6 })));
    assert_eq!(assess_club(&club, &players, EIGHTEEN, day("2027-01-01")), Ok(()));
}

#[test]
fn a_club_without_a_date_must_offer_the_holes() {
    let nine_only = Club { holes: vec![Holes::Nine], ..club() };
    let rights = able(1);
    let verdict = assess_club(&nine_only, &[(member(1), &rights)], EIGHTEEN, today());
    assert_eq!(verdict, Err(ClubReason::HolesNotOffered { holes: EIGHTEEN }.into()));
    assert_eq!(assess_club(&nine_only, &[(member(1), &rights)], Holes::Nine, today()), Ok(()));
}
