//! A club's day by itself: its room, its closures, and the places that come free.

use super::*;
use crate::ClubReason;
use crate::fixtures::{booking, club, club_id, day, now, place, shared};

/// Places of booking `number` at a club with room for `capacity`.
fn claiming(number: u128, capacity: u32, places: impl IntoIterator<Item = u128>) -> CourseDayCommand {
    CourseDayCommand::ClaimPlaces {
        club: shared(Club { daily_capacity: Some(capacity), ..club() }),
        date: day("2026-11-25"),
        booking: booking(number),
        places: places.into_iter().map(place).collect(),
        offer: None,
        at: now(),
    }
}

fn releasing(number: u128, places: impl IntoIterator<Item = u128>) -> CourseDayCommand {
    CourseDayCommand::ReleasePlaces {
        club: club_id(),
        date: day("2026-11-25"),
        booking: booking(number),
        places: places.into_iter().map(place).collect(),
    }
}

/// Place `from` of booking `number` becomes place `to`, at a club with room for `capacity`.
fn swapping(number: u128, capacity: u32, from: u128, to: u128) -> CourseDayCommand {
    CourseDayCommand::SwapPlace {
        club: shared(Club { daily_capacity: Some(capacity), ..club() }),
        date: day("2026-11-25"),
        booking: booking(number),
        from: place(from),
        to: place(to),
        at: now(),
    }
}

fn after(commands: &[CourseDayCommand]) -> CourseDay {
    let mut course_day = CourseDay::default();
    for command in commands {
        let events = course_day.decide(command).expect("a given command succeeds");
        events.iter().cloned().for_each(|event| course_day.apply(event));
    }
    course_day
}

fn refused(reason: ClubReason) -> Result<Vec<CourseDayEvent>, Rejection> {
    Err(Rejection::Unbookable(Reason::Club(reason)))
}

fn claimed(number: u128, places: impl IntoIterator<Item = u128>) -> CourseDayEvent {
    CourseDayEvent::PlacesClaimed {
        club: club_id(),
        date: day("2026-11-25"),
        booking: booking(number),
        places: places.into_iter().map(place).collect(),
    }
}

#[test]
fn a_day_fills_up_to_its_capacity() {
    let course_day = after(&[claiming(1, 6, 1..=4)]);
    assert_eq!(course_day.claimed(), 4);
    let few = course_day.decide(&claiming(2, 6, 5..=7));
    assert_eq!(few, refused(ClubReason::FewPlaces { free: 2 }));
    let full = after(&[claiming(1, 6, 1..=4), claiming(2, 6, 5..=6)]);
    assert_eq!(full.decide(&claiming(3, 6, [7])), refused(ClubReason::Full));
}

#[test]
fn released_places_can_be_claimed_again() {
    let course_day = after(&[claiming(1, 4, 1..=4), releasing(1, [2])]);
    assert_eq!(course_day.claimed(), 3);
    assert_eq!(course_day.decide(&claiming(2, 4, [5])), Ok(vec![claimed(2, [5])]));
}

#[test]
fn a_day_without_a_capacity_never_fills() {
    let boundless = CourseDayCommand::ClaimPlaces {
        club: shared(club()),
        date: day("2026-11-25"),
        booking: booking(2),
        places: (100..600).map(place).collect(),
        offer: None,
        at: now(),
    };
    assert!(after(&[claiming(1, 4, 1..=4)]).decide(&boundless).is_ok());
}

#[test]
fn a_closed_day_takes_nobody() {
    let on = |date: &str| CourseDayCommand::ClaimPlaces {
        club: shared(club()),
        date: day(date),
        booking: booking(1),
        places: vec![place(1)],
        offer: None,
        at: now(),
    };
    let closure = ClubReason::Closed { reason: "Onderhoud aan de greens".to_owned() };
    assert_eq!(CourseDay::default().decide(&on("2026-11-24")), refused(closure));
    let monday = ClubReason::ClosedOnWeekday { weekday: chrono::Weekday::Mon };
    assert_eq!(CourseDay::default().decide(&on("2026-11-23")), refused(monday));
}

#[test]
fn the_same_claim_or_release_again_changes_nothing() {
    let course_day = after(&[claiming(1, 4, 1..=4)]);
    assert_eq!(course_day.decide(&claiming(1, 4, 1..=4)), Ok(vec![]));
    let released = after(&[claiming(1, 4, 1..=4), releasing(1, 1..=4)]);
    assert_eq!(released.decide(&releasing(1, 1..=4)), Ok(vec![]));
}

#[test]
fn a_place_belongs_to_one_booking() {
    let course_day = after(&[claiming(1, 4, [1])]);
    assert_eq!(course_day.decide(&claiming(2, 4, [1])), Err(Rejection::IdTaken));
    assert_eq!(course_day.decide(&releasing(2, [1])), Ok(vec![]));
}

#[test]
fn a_full_day_swaps_a_place_and_stays_as_full() {
    let full = after(&[claiming(1, 4, 1..=4)]);
    let swapped = CourseDayEvent::PlaceSwapped {
        club: club_id(),
        date: day("2026-11-25"),
        booking: booking(1),
        from: place(2),
        to: place(9),
    };
    assert_eq!(full.decide(&swapping(1, 4, 2, 9)), Ok(vec![swapped.clone()]));
    assert_eq!(full.decide(&swapping(1, 2, 2, 9)), Ok(vec![swapped]), "also with a lower capacity since");
    let after_swap = after(&[claiming(1, 4, 1..=4), swapping(1, 4, 2, 9)]);
    assert_eq!(after_swap.claimed(), 4);
    assert_eq!(after_swap.places().filter(|(_, of)| *of == booking(1)).count(), 4);
    assert!(after_swap.places().all(|(id, _)| id != place(2)), "the former place is gone");
    assert_eq!(after_swap.decide(&swapping(1, 4, 2, 9)), Ok(vec![]), "the same swap, repeated");
}

#[test]
fn a_closed_day_swaps_nobody() {
    let close = CourseDayCommand::Close {
        club: club_id(),
        date: day("2026-11-25"),
        notice: "Vorst op de baan".to_owned(),
    };
    let closed = after(&[claiming(1, 4, [1]), close]);
    let closure = ClubReason::Closed { reason: "Vorst op de baan".to_owned() };
    assert_eq!(closed.decide(&swapping(1, 4, 1, 9)), refused(closure));
}

#[test]
fn only_a_place_of_the_booking_is_swapped_and_only_for_a_free_id() {
    let course_day = after(&[claiming(1, 4, [1]), claiming(2, 4, [2])]);
    assert_eq!(course_day.decide(&swapping(1, 4, 2, 9)), Err(Rejection::ReservationNotFound));
    assert_eq!(course_day.decide(&swapping(1, 4, 7, 9)), Err(Rejection::ReservationNotFound));
    assert_eq!(course_day.decide(&swapping(1, 4, 1, 2)), Err(Rejection::IdTaken));
}

#[test]
fn a_day_survives_json() {
    let course_day = after(&[claiming(1, 4, 1..=3)]);
    let json = serde_json::to_string(&course_day).unwrap();
    assert_eq!(serde_json::from_str::<CourseDay>(&json).unwrap(), course_day);
}
