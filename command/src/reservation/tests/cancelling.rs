//! Cancelling: which places, who leads afterwards, until when, and what a repeated request does.

use super::*;

#[test]
fn ones_own_place_is_cancelled_and_the_others_stay() {
    let reservation = after(&[round(3)]);
    let outcome = reservation.decide(&cancelling(2, 2, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(2, 2, CancelMode::Own)]));
}

#[test]
fn the_last_to_leave_cancels_the_booking() {
    let reservation = after(&[round(1)]);
    let outcome = reservation.decide(&cancelling(1, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(1, 1, CancelMode::Own), BOOKING_CANCELLED()]));
}

#[test]
fn mastership_passes_to_the_active_player_who_joined_first() {
    let reservation = after(&[round(3), cancelling(2, 2, "2026-11-21")]);
    let outcome = reservation.decide(&cancelling(1, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(1, 1, CancelMode::Own), passed_on(1, 3)]));
}

#[test]
fn a_player_who_is_added_again_is_last_in_the_order_of_mastership() {
    let back = BookedPlace { place: place(9), ..booked(2) };
    let add = adding_places(1, vec![back], "2026-11-21", now());
    let reservation = after(&[round(3), cancelling(2, 2, "2026-11-21"), add]);
    let outcome = reservation.decide(&cancelling(1, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(1, 1, CancelMode::Own), passed_on(1, 3)]));
    let outcome = after(&[round(2), cancelling(1, 1, "2026-11-21")]);
    assert_eq!(outcome.booking().unwrap().master, member(2));
}

#[test]
fn the_master_cancels_the_group_as_far_as_it_still_plays() {
    let reservation = after(&[round(3), cancelling(2, 2, "2026-11-21")]);
    assert_eq!(
        reservation.decide(&group(1, "2026-11-21")),
        Ok(vec![cancelled(1, 1, CancelMode::Group), cancelled(3, 1, CancelMode::Group), BOOKING_CANCELLED()])
    );
}

#[test]
fn the_master_removes_a_co_player() {
    let reservation = after(&[round(2)]);
    let outcome = reservation.decide(&removing(2, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(2, 1, CancelMode::Removal)]));
    assert_eq!(reservation.decide(&removing(1, 1, "2026-11-21")), Err(Rejection::OwnPlace));
}

#[test]
fn a_repeated_cancellation_succeeds_without_an_event_also_after_the_play_date() {
    let reservation = after(&[round(2), removing(2, 1, "2026-11-21"), cancelling(1, 1, "2026-11-21")]);
    for command in [
        cancelling(2, 2, "2026-11-26"),
        cancelling(1, 1, "2026-11-26"),
        group(1, "2026-11-26"),
        removing(2, 1, "2026-11-26"),
    ] {
        assert_eq!(reservation.decide(&command), none(), "{command:?}");
    }
}

#[test]
fn after_the_play_date_nothing_is_cancelled() {
    let reservation = after(&[round(2)]);
    for command in [cancelling(2, 2, "2026-11-26"), group(1, "2026-11-26"), removing(2, 1, "2026-11-26")] {
        let refused = reservation.decide(&command);
        assert_eq!(refused, Err(Rejection::TooLateToCancel), "{command:?}");
    }
}
