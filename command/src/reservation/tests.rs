//! A booking by itself: who may do what, in which order mastership passes, what a repeated request does.

use cqrs_es::test::TestFramework;
use fairway_events::CancelMode;

use super::*;
use crate::fixtures::{booked, booking, by_pass, club_id, day, member, now, place};

type Outcome = Result<Vec<ReservationEvent>, ReservationRejection>;

const PLAY_DATE: &str = "2026-11-25";

/// Players 1..=n, booked by player 1.
fn round(players: u128) -> ReservationCommand {
    ReservationCommand::BookRound {
        booking: booking(1),
        club: club_id(),
        play_date: day(PLAY_DATE),
        holes: Holes::Eighteen,
        master: member(1),
        places: (1..=players).map(booked).collect(),
        at: now(),
    }
}

fn after(commands: &[ReservationCommand]) -> Reservation {
    let mut reservation = Reservation::default();
    for command in commands {
        let events = reservation.decide(command).expect("a given command succeeds");
        events.iter().for_each(|event| reservation.evolve(event));
    }
    reservation
}

fn adding(by: u128, players: &[u128], today: &str) -> ReservationCommand {
    let places = players.iter().copied().map(booked).collect();
    ReservationCommand::AddPlayers { by: member(by), places, today: day(today), at: now() }
}

fn cancelling(number: u128, by: u128, today: &str) -> ReservationCommand {
    ReservationCommand::CancelPlace { place: place(number), by: member(by), today: day(today), at: now() }
}

fn group(by: u128, today: &str) -> ReservationCommand {
    ReservationCommand::CancelGroup { by: member(by), today: day(today), at: now() }
}

fn removing(number: u128, by: u128, today: &str) -> ReservationCommand {
    ReservationCommand::RemovePlayer { place: place(number), by: member(by), today: day(today), at: now() }
}

fn cancelled(number: u128, by: u128, mode: CancelMode) -> ReservationEvent {
    ReservationEvent::PlaceCancelled {
        booking: booking(1),
        place: place(number),
        member: member(number),
        by: member(by),
        mode,
        cancelled_at: now(),
    }
}

fn expired(number: u128) -> ReservationEvent {
    ReservationEvent::PlayRightExpired { booking: booking(1), place: place(number), member: member(number) }
}

fn passed_on(from: u128, to: u128) -> ReservationEvent {
    ReservationEvent::MasterPassedOn { booking: booking(1), from: member(from), to: member(to) }
}

const NOBODY_PLAYS: fn() -> ReservationEvent = || ReservationEvent::BookingCancelled { booking: booking(1) };

fn none() -> Outcome {
    Ok(vec![])
}

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
    assert_eq!(refused, Err(ReservationRejection::TooManyPlayers));
    assert_eq!(Reservation::default().decide(&round(0)), Err(ReservationRejection::NoPlayers));
}

#[test]
fn nobody_plays_twice_and_who_books_plays() {
    let with = |places: Vec<BookedPlace>| {
        let ReservationCommand::BookRound { booking, club, play_date, holes, master, at, .. } = round(1)
        else {
            unreachable!()
        };
        Reservation::default().decide(&ReservationCommand::BookRound {
            booking,
            club,
            play_date,
            holes,
            master,
            places,
            at,
        })
    };
    let again = BookedPlace { place: place(9), ..booked(1) };
    assert_eq!(with(vec![booked(1), again]), Err(ReservationRejection::PlayerTwice));
    let same_place = BookedPlace { place: place(1), ..booked(2) };
    assert_eq!(with(vec![booked(1), same_place]), Err(ReservationRejection::IdTaken));
    assert_eq!(with(vec![booked(2), booked(3)]), Err(ReservationRejection::CallerNotAmongPlayers));
}

#[test]
fn the_same_booking_again_changes_nothing_and_another_under_its_id_is_refused() {
    let reservation = after(&[round(2), adding(1, &[3], PLAY_DATE), cancelling(2, 2, PLAY_DATE)]);
    assert_eq!(reservation.decide(&round(2)), none());
    assert_eq!(reservation.decide(&round(3)), Err(ReservationRejection::IdTaken));
    assert_eq!(reservation.decide(&round(1)), Err(ReservationRejection::IdTaken));
}

#[test]
fn any_active_player_adds_players_while_there_are_slots() {
    let reservation = after(&[round(2), adding(2, &[3], "2026-11-21")]);
    assert_eq!(reservation.booking().unwrap().free_slots(), 1);
    let too_many = reservation.decide(&adding(3, &[4, 5], "2026-11-21"));
    assert_eq!(too_many, Err(ReservationRejection::NoFreeSlots { free: 1 }));
    let full = after(&[round(4)]).decide(&adding(1, &[5], "2026-11-21"));
    assert_eq!(full, Err(ReservationRejection::NoFreeSlots { free: 0 }));
}

#[test]
fn a_player_is_not_added_twice() {
    let reservation = after(&[round(2)]);
    let again = |number: u128| BookedPlace { place: place(9), ..booked(number) };
    let add =
        |places| ReservationCommand::AddPlayers { by: member(1), places, today: day(PLAY_DATE), at: now() };
    let refused = reservation.decide(&add(vec![again(2)]));
    assert_eq!(refused, Err(ReservationRejection::AlreadyPlays { member: member(2) }));
    let refused = reservation.decide(&add(vec![booked(3), again(3)]));
    assert_eq!(refused, Err(ReservationRejection::PlayerTwice));
    assert_eq!(reservation.decide(&add(vec![])), Err(ReservationRejection::NoPlayers));
}

#[test]
fn the_same_addition_again_changes_nothing_even_when_it_would_be_too_late() {
    let reservation = after(&[round(2), adding(1, &[4], PLAY_DATE)]);
    assert_eq!(reservation.decide(&adding(1, &[4], "2026-11-26")), none());
    let partly = reservation.decide(&adding(1, &[4, 5], PLAY_DATE));
    assert_eq!(partly, Err(ReservationRejection::IdTaken), "not the same request");
    let stolen = BookedPlace { place: place(4), ..booked(5) };
    let places = vec![stolen];
    let refused = reservation.decide(&ReservationCommand::AddPlayers {
        by: member(1),
        places,
        today: day(PLAY_DATE),
        at: now(),
    });
    assert_eq!(refused, Err(ReservationRejection::IdTaken));
}

#[test]
fn players_are_added_until_the_play_date_is_over() {
    let reservation = after(&[round(1)]);
    assert_eq!(reservation.decide(&adding(1, &[2], PLAY_DATE)).map(|events| events.len()), Ok(1));
    let refused = reservation.decide(&adding(1, &[2], "2026-11-26"));
    assert_eq!(refused, Err(ReservationRejection::TooLateToAdd));
}

#[test]
fn who_cancelled_adds_nobody_but_may_be_added_again() {
    let reservation = after(&[round(2), cancelling(2, 2, "2026-11-21")]);
    let refused = reservation.decide(&adding(2, &[3], "2026-11-21"));
    assert_eq!(refused, Err(ReservationRejection::CallerCancelled));
    let back = BookedPlace { place: place(9), ..booked(2) };
    let add = ReservationCommand::AddPlayers {
        by: member(1),
        places: vec![back],
        today: day("2026-11-21"),
        at: now(),
    };
    assert_eq!(reservation.decide(&add).map(|events| events.len()), Ok(1));
}

#[test]
fn nobody_is_added_to_a_booking_that_was_cancelled() {
    let reservation = after(&[round(2), group(1, "2026-11-21")]);
    for by in [1, 2] {
        let refused = reservation.decide(&adding(by, &[3], "2026-11-21"));
        assert_eq!(refused, Err(ReservationRejection::Cancelled));
    }
}

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
    assert_eq!(outcome, Ok(vec![cancelled(1, 1, CancelMode::Own), NOBODY_PLAYS()]));
}

#[test]
fn mastership_passes_to_the_longest_standing_player() {
    let reservation = after(&[round(3), cancelling(2, 2, "2026-11-21")]);
    let outcome = reservation.decide(&cancelling(1, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(1, 1, CancelMode::Own), passed_on(1, 3)]));
}

#[test]
fn who_comes_back_stands_at_the_end_of_the_line() {
    let back = BookedPlace { place: place(9), ..booked(2) };
    let add = ReservationCommand::AddPlayers {
        by: member(1),
        places: vec![back],
        today: day("2026-11-21"),
        at: now(),
    };
    let reservation = after(&[round(3), cancelling(2, 2, "2026-11-21"), add]);
    let outcome = reservation.decide(&cancelling(1, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(1, 1, CancelMode::Own), passed_on(1, 3)]));
    let outcome = after(&[round(2), cancelling(1, 1, "2026-11-21")]);
    assert_eq!(outcome.booking().unwrap().master, member(2));
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
            NOBODY_PLAYS(),
        ])
    );
}

/// Booked by player 1 on the play date itself, with players 1..=n.
fn round_on_the_day(players: u128) -> ReservationCommand {
    let ReservationCommand::BookRound { booking, club, play_date, holes, master, places, .. } =
        round(players)
    else {
        unreachable!()
    };
    // 00:30 in Amsterdam; the day before in UTC.
    let at = "2026-11-24T23:30:00Z".parse().unwrap();
    ReservationCommand::BookRound { booking, club, play_date, holes, master, places, at }
}

#[test]
fn who_takes_a_place_for_somebody_else_on_its_day_and_gives_it_up_costs_them_nothing() {
    let reservation = after(&[round_on_the_day(2)]);
    assert_eq!(
        reservation.decide(&group(1, PLAY_DATE)),
        Ok(vec![
            cancelled(1, 1, CancelMode::Group),
            expired(1),
            cancelled(2, 1, CancelMode::Group),
            NOBODY_PLAYS(),
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
    let added = ReservationCommand::AddPlayers {
        by: member(1),
        places: vec![booked(2)],
        today: day(PLAY_DATE),
        at: "2026-11-25T08:00:00Z".parse().unwrap(),
    };
    assert_eq!(after(&[round(1), added]).decide(&removing(2, 1, PLAY_DATE)), removed);
}

#[test]
fn a_place_that_another_took_or_that_was_taken_before_its_day_is_forfeited() {
    let lost = Ok(vec![cancelled(3, 2, CancelMode::Removal), expired(3)]);
    // Player 1 took it on the day and left; player 2 leads.
    let reservation = after(&[round_on_the_day(3), cancelling(1, 1, PLAY_DATE)]);
    assert_eq!(reservation.decide(&removing(3, 2, PLAY_DATE)), lost);
    // Taken at 23:59 of the day before, in Amsterdam.
    let mut eve = round_on_the_day(3);
    if let ReservationCommand::BookRound { at, .. } = &mut eve {
        *at = "2026-11-24T22:59:00Z".parse().unwrap();
    }
    let lost = Ok(vec![cancelled(3, 1, CancelMode::Removal), expired(3)]);
    assert_eq!(after(&[eve]).decide(&removing(3, 1, PLAY_DATE)), lost);
}

#[test]
fn the_master_cancels_the_group_as_far_as_it_still_plays() {
    let reservation = after(&[round(3), cancelling(2, 2, "2026-11-21")]);
    assert_eq!(
        reservation.decide(&group(1, "2026-11-21")),
        Ok(vec![cancelled(1, 1, CancelMode::Group), cancelled(3, 1, CancelMode::Group), NOBODY_PLAYS()])
    );
}

#[test]
fn the_master_removes_a_co_player() {
    let reservation = after(&[round(2)]);
    let outcome = reservation.decide(&removing(2, 1, "2026-11-21"));
    assert_eq!(outcome, Ok(vec![cancelled(2, 1, CancelMode::Removal)]));
    assert_eq!(reservation.decide(&removing(1, 1, "2026-11-21")), Err(ReservationRejection::OwnPlace));
}

#[test]
fn a_participant_who_is_not_the_master_is_forbidden_what_the_master_may() {
    let reservation = after(&[round(3)]);
    let refused = |command| reservation.decide(&command).unwrap_err();
    assert_eq!(refused(group(2, PLAY_DATE)), ReservationRejection::OnlyMasterCancelsGroup);
    assert_eq!(refused(removing(3, 2, PLAY_DATE)), ReservationRejection::OnlyMasterRemovesPlayers);
    assert_eq!(refused(cancelling(3, 2, PLAY_DATE)), ReservationRejection::NotYourPlace);
    assert_eq!(refused(cancelling(3, 1, PLAY_DATE)), ReservationRejection::NotYourPlace);
    assert_eq!(refused(removing(2, 2, PLAY_DATE)), ReservationRejection::OwnPlace);
}

#[test]
fn a_former_master_has_no_say_any_more() {
    let reservation = after(&[round(3), cancelling(1, 1, "2026-11-21")]);
    let refused = reservation.decide(&group(1, "2026-11-21"));
    assert_eq!(refused, Err(ReservationRejection::OnlyMasterCancelsGroup));
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
            assert_eq!(reservation.decide(&command), Err(ReservationRejection::NotFound), "{command:?}");
        }
    }
}

#[test]
fn a_place_of_another_booking_is_not_found() {
    let reservation = after(&[round(2)]);
    let refused = |command| reservation.decide(&command).unwrap_err();
    assert_eq!(refused(cancelling(8, 1, PLAY_DATE)), ReservationRejection::NotFound);
    assert_eq!(refused(removing(8, 1, PLAY_DATE)), ReservationRejection::NotFound);
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
        assert_eq!(refused, Err(ReservationRejection::TooLateToCancel), "{command:?}");
    }
}

#[test]
fn cqrs_es_drives_the_same_rules() {
    let booked_round = after(&[]).decide(&round(2)).unwrap();
    TestFramework::<Reservation>::with(())
        .given(booked_round.clone())
        .when(cancelling(1, 1, "2026-11-21"))
        .then_expect_events(vec![cancelled(1, 1, CancelMode::Own), passed_on(1, 2)]);
    TestFramework::<Reservation>::with(())
        .given(booked_round)
        .when(group(2, "2026-11-21"))
        .then_expect_error(ReservationRejection::OnlyMasterCancelsGroup);
}

#[test]
fn a_booking_survives_json() {
    let reservation = after(&[round(2), cancelling(1, 1, "2026-11-21")]);
    let json = serde_json::to_string(&reservation).unwrap();
    assert_eq!(serde_json::from_str::<Reservation>(&json).unwrap(), reservation);
    assert_eq!(reservation.booking().unwrap().place(place(1)).unwrap().right, by_pass(1));
}
