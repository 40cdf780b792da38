//! Booking: how large a group, who is in it, and what a repeated request does.

use super::*;

#[test]
fn a_group_of_one_to_four_is_booked() {
    for players in 1..=4 {
        let reservation = after(&[round(players)]);
        let booking = reservation.booking().unwrap();
        assert_eq!(booking.active().count(), players as usize);
        assert_eq!(booking.free_slots(), 4 - players as usize);
        assert_eq!(booking.master, member(1));
    }
}

#[test]
fn a_fifth_player_is_too_many() {
    let refused = Reservation::default().decide(&round(5));
    assert_eq!(refused, Err(Rejection::TooManyPlayers));
    assert_eq!(Reservation::default().decide(&round(0)), Err(Rejection::NoPlayers));
}

#[test]
fn nobody_plays_twice_and_who_books_plays() {
    let with = |places| Reservation::default().decide(&round_of(places, now()));
    let again = BookedPlace { place: place(9), ..booked(1) };
    assert_eq!(with(vec![booked(1), again]), Err(Rejection::PlayerTwice));
    let same_place = BookedPlace { place: place(1), ..booked(2) };
    assert_eq!(with(vec![booked(1), same_place]), Err(Rejection::IdTaken));
    assert_eq!(with(vec![booked(2), booked(3)]), Err(Rejection::CallerNotAmongPlayers));
}

#[test]
fn the_same_booking_again_changes_nothing_and_another_under_its_id_is_refused() {
    let reservation = after(&[round(2), adding(1, &[3], PLAY_DATE), cancelling(2, 2, PLAY_DATE)]);
    assert_eq!(reservation.decide(&round(2)), none());
    assert_eq!(reservation.decide(&round(3)), Err(Rejection::IdTaken));
    assert_eq!(reservation.decide(&round(1)), Err(Rejection::IdTaken));
}
