//! The cancellations that forfeit the right of a place, and those that give it back (docs/domain.md §3.4).

use super::*;

/// Booked by player 1 on the play date itself, with players 1..=n.
fn round_on_the_day(players: u128) -> ReservationCommand {
    // 00:30 in Amsterdam; the day before in UTC.
    round_of((1..=players).map(booked).collect(), "2026-11-24T23:30:00Z".parse().unwrap())
}

#[test]
fn on_the_play_date_each_cancelled_place_loses_its_right() {
    let reservation = after(&[round(2)]);
    assert_eq!(
        reservation.decide(&cancelling(1, 1, PLAY_DATE)),
        Ok(vec![cancelled(1, 1, CancelMode::Own), expired(1), passed_on(1, 2)])
    );
    assert_eq!(
        reservation.decide(&removing(2, 1, PLAY_DATE)),
        Ok(vec![cancelled(2, 1, CancelMode::Removal), expired(2)])
    );
    assert_eq!(
        reservation.decide(&group(1, PLAY_DATE)),
        Ok(vec![
            cancelled(1, 1, CancelMode::Group),
            expired(1),
            cancelled(2, 1, CancelMode::Group),
            expired(2),
            BOOKING_CANCELLED(),
        ])
    );
}

#[test]
fn cancelling_a_place_that_the_caller_took_for_another_on_the_play_date_releases_its_right() {
    let reservation = after(&[round_on_the_day(2)]);
    assert_eq!(
        reservation.decide(&group(1, PLAY_DATE)),
        Ok(vec![
            cancelled(1, 1, CancelMode::Group),
            expired(1),
            cancelled(2, 1, CancelMode::Group),
            BOOKING_CANCELLED(),
        ]),
        "the master's own right is forfeited, the co-player's is not"
    );
    let removed = Ok(vec![cancelled(2, 1, CancelMode::Removal)]);
    assert_eq!(reservation.decide(&removing(2, 1, PLAY_DATE)), removed);
    assert_eq!(
        reservation.decide(&cancelling(2, 2, PLAY_DATE)),
        Ok(vec![cancelled(2, 2, CancelMode::Own), expired(2)]),
        "who gives their own place up forfeits"
    );
    // Player 2 was added by player 1 on the day, to a round that was booked before.
    let added = adding_places(1, vec![booked(2)], PLAY_DATE, "2026-11-25T08:00:00Z".parse().unwrap());
    assert_eq!(after(&[round(1), added]).decide(&removing(2, 1, PLAY_DATE)), removed);
}

#[test]
fn a_place_that_another_took_or_that_was_taken_before_its_day_is_forfeited() {
    let lost = Ok(vec![cancelled(3, 2, CancelMode::Removal), expired(3)]);
    // Player 1 took it on the day and left; player 2 leads.
    let reservation = after(&[round_on_the_day(3), cancelling(1, 1, PLAY_DATE)]);
    assert_eq!(reservation.decide(&removing(3, 2, PLAY_DATE)), lost);
    // Taken at 23:59 of the day before, in Amsterdam.
    let eve = round_of((1..=3).map(booked).collect(), "2026-11-24T22:59:00Z".parse().unwrap());
    let lost = Ok(vec![cancelled(3, 1, CancelMode::Removal), expired(3)]);
    assert_eq!(after(&[eve]).decide(&removing(3, 1, PLAY_DATE)), lost);
}
