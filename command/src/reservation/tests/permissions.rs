//! The permissions of participants; others learn nothing of the booking (docs/domain.md §3.8).

use super::*;

#[test]
fn a_participant_who_is_not_the_master_is_forbidden_what_the_master_may() {
    let reservation = after(&[round(3)]);
    let refused = |command| reservation.decide(&command).unwrap_err();
    assert_eq!(refused(group(2, PLAY_DATE)), Rejection::OnlyMasterCancelsGroup);
    assert_eq!(refused(removing(3, 2, PLAY_DATE)), Rejection::OnlyMasterRemovesPlayers);
    assert_eq!(refused(cancelling(3, 2, PLAY_DATE)), Rejection::NotYourPlace);
    assert_eq!(refused(cancelling(3, 1, PLAY_DATE)), Rejection::NotYourPlace);
    assert_eq!(refused(removing(2, 2, PLAY_DATE)), Rejection::OwnPlace);
}

#[test]
fn a_former_master_cannot_cancel_the_group() {
    let reservation = after(&[round(3), cancelling(1, 1, "2026-11-21")]);
    let refused = reservation.decide(&group(1, "2026-11-21"));
    assert_eq!(refused, Err(Rejection::OnlyMasterCancelsGroup));
    assert!(reservation.decide(&group(2, "2026-11-21")).is_ok());
}

#[test]
fn an_outsider_finds_no_booking() {
    for reservation in [Reservation::default(), after(&[round(2)])] {
        for command in [
            adding(7, &[8], PLAY_DATE),
            adding(7, &[], PLAY_DATE),
            cancelling(1, 7, PLAY_DATE),
            cancelling(7, 7, PLAY_DATE),
            group(7, PLAY_DATE),
            removing(2, 7, PLAY_DATE),
        ] {
            assert_eq!(reservation.decide(&command), Err(Rejection::ReservationNotFound), "{command:?}");
        }
    }
}

#[test]
fn a_place_of_another_booking_is_not_found() {
    let reservation = after(&[round(2)]);
    let refused = |command| reservation.decide(&command).unwrap_err();
    assert_eq!(refused(cancelling(8, 1, PLAY_DATE)), Rejection::ReservationNotFound);
    assert_eq!(refused(removing(8, 1, PLAY_DATE)), Rejection::ReservationNotFound);
}
