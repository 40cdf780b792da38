//! Adding players: who may, how many, until when, and what a repeated request does.

use super::*;
use crate::PlayerReason;

#[test]
fn any_active_player_adds_players_while_there_are_slots() {
    let reservation = after(&[round(2), adding(2, &[3], "2026-11-21")]);
    assert_eq!(reservation.booking().unwrap().free_slots(), 1);
    let too_many = reservation.decide(&adding(3, &[4, 5], "2026-11-21"));
    assert_eq!(too_many, Err(Rejection::NoFreeSlots { free: 1 }));
    let full = after(&[round(4)]).decide(&adding(1, &[5], "2026-11-21"));
    assert_eq!(full, Err(Rejection::NoFreeSlots { free: 0 }));
}

#[test]
fn a_player_is_not_added_twice() {
    let reservation = after(&[round(2)]);
    let again = |number: u128| BookedPlace { place: place(9), ..booked(number) };
    let add = |places| adding_places(1, places, PLAY_DATE, now());
    let refused = reservation.decide(&add(vec![again(2)]));
    assert_eq!(refused, Err(PlayerReason::AlreadyPlays.for_member(member(2)).into()));
    let refused = reservation.decide(&add(vec![booked(3), again(3)]));
    assert_eq!(refused, Err(Rejection::PlayerTwice));
    assert_eq!(reservation.decide(&add(vec![])), Err(Rejection::NoPlayers));
}

#[test]
fn the_same_addition_again_changes_nothing_even_when_it_would_be_too_late() {
    let reservation = after(&[round(2), adding(1, &[4], PLAY_DATE)]);
    assert_eq!(reservation.decide(&adding(1, &[4], "2026-11-26")), none());
    let partly = reservation.decide(&adding(1, &[4, 5], PLAY_DATE));
    assert_eq!(partly, Err(Rejection::IdTaken), "not the same request");
    let stolen = BookedPlace { place: place(4), ..booked(5) };
    let places = vec![stolen];
    let refused = reservation.decide(&adding_places(1, places, PLAY_DATE, now()));
    assert_eq!(refused, Err(Rejection::IdTaken));
}

#[test]
fn players_are_added_until_the_play_date_is_over() {
    let reservation = after(&[round(1)]);
    assert_eq!(reservation.decide(&adding(1, &[2], PLAY_DATE)).map(|events| events.len()), Ok(1));
    let refused = reservation.decide(&adding(1, &[2], "2026-11-26"));
    assert_eq!(refused, Err(Rejection::TooLateToAdd));
}

#[test]
fn a_player_who_cancelled_cannot_add_players_but_can_be_added_again() {
    let reservation = after(&[round(2), cancelling(2, 2, "2026-11-21")]);
    let refused = reservation.decide(&adding(2, &[3], "2026-11-21"));
    assert_eq!(refused, Err(Rejection::CallerCancelled));
    let back = BookedPlace { place: place(9), ..booked(2) };
    let add = adding_places(1, vec![back], "2026-11-21", now());
    assert_eq!(reservation.decide(&add).map(|events| events.len()), Ok(1));
}

#[test]
fn nobody_is_added_to_a_booking_that_was_cancelled() {
    let reservation = after(&[round(2), group(1, "2026-11-21")]);
    for by in [1, 2] {
        let refused = reservation.decide(&adding(by, &[3], "2026-11-21"));
        assert_eq!(refused, Err(Rejection::BookingCancelled));
    }
}
