//! Waiting to join a booking whose day is full.

use fairway_events::{Event, ReservationEvent};

use super::{book, cancel, day_of, join, offer, offered, take, wish};
use crate::fixtures::{Streams, booking, given, member, members, now, waiting_group};
use crate::{Command, Decision, JoinWaitingList, PlayerReason, Reason, Rejection, TakeOffer};

/// As a member of booking `number` asks for others.
fn join_booking(group: u128, (number, by): (u128, u128), players: &[u128]) -> Command {
    let joins = Some(booking(number));
    Command::JoinWaitingList(JoinWaitingList { joins, ..wish(4, group, by, players) })
}

/// As `take`, of a group that joins booking `number`.
fn take_to_join(group: u128, number: u128, by: u128) -> Command {
    match take(4, group, by, 5) {
        Command::TakeOffer(taken) => Command::TakeOffer(TakeOffer { booking: booking(number), ..taken }),
        other => other,
    }
}

/// A day of 4 is full; member 5 (group 1) wants to join booking 1, of members 1 and 2.
fn full_day_and_one_who_wants_to_join() -> Streams {
    given(members(9)).and(book(4, 1, &[1, 2], 0)).and(book(4, 2, &[3, 4], 0)).and(join_booking(
        1,
        (1, 2),
        &[5],
    ))
}

/// And booking 2 was cancelled, so that a place is held for member 5.
fn offered_to_join() -> Streams {
    full_day_and_one_who_wants_to_join().and(cancel(2, 3)).and(offer(4, 0))
}

#[test]
fn a_player_of_a_booking_puts_others_on_the_list_by_the_rules_of_adding_them() {
    let streams = given(members(9)).and(book(4, 1, &[1, 2], 0)).and(book(4, 2, &[3, 4], 0));
    let refused = |command: &Command| streams.when(command).unwrap_err();
    assert_eq!(refused(&join_booking(1, (1, 3), &[5])), Rejection::ReservationNotFound, "not a player of it");
    assert_eq!(refused(&join_booking(1, (7, 1), &[5])), Rejection::ReservationNotFound);
    assert_eq!(refused(&join_booking(1, (1, 1), &[5, 6, 7])), Rejection::NoFreeSlots { free: 2 });
    let plays = Rejection::from(Reason::Player { member: member(1), reason: PlayerReason::AlreadyPlays });
    assert_eq!(refused(&join_booking(1, (1, 1), &[1])), plays);
    let room = given(members(9)).and(book(4, 1, &[1, 2], 0));
    assert_eq!(room.when(&join_booking(1, (1, 1), &[5])), Err(Rejection::RoomOnDay));
    let waiting = full_day_and_one_who_wants_to_join();
    assert_eq!(waiting.when(&join_booking(1, (1, 2), &[5])), Ok(Decision::default()), "repeated");
    let twice = Rejection::from(Reason::Player { member: member(5), reason: PlayerReason::AlreadyWaits });
    assert_eq!(waiting.when(&join(4, 2, &[5])), Err(twice));
    let left = waiting.and(cancel(1, 1));
    assert_eq!(left.when(&join_booking(2, (1, 1), &[6])), Err(Rejection::BookingCancelled));
}

#[test]
fn whoever_takes_them_the_places_are_for_those_who_wait_to_join() {
    let streams = offered_to_join();
    assert_eq!(day_of(&streams).status(now()).held, 1);
    assert_eq!(
        streams.when(&take_to_join(1, 1, 1)),
        Err(Rejection::WaitingGroupNotFound),
        "nor who plays with them"
    );
    assert_eq!(streams.when(&take(4, 1, 5, 5)), Err(Rejection::IdTaken), "it is no booking of their own");
    for by in [2, 5] {
        let decision = streams.when(&take_to_join(1, 1, by)).unwrap();
        let added: Vec<_> = decision
            .events
            .iter()
            .flat_map(|(_, events)| events)
            .filter_map(|event| match event {
                Event::Reservation(ReservationEvent::PlayerAdded { place, added_by, .. }) => {
                    Some((place.member, *added_by))
                }
                _ => None,
            })
            .collect();
        assert_eq!(added, [(member(5), member(2))]);
    }
    let streams = streams.and(take_to_join(1, 1, 5));
    let day = day_of(&streams).status(now());
    assert_eq!((day.claimed, day.held), (3, 0));
    assert_eq!(streams.when(&take_to_join(1, 1, 2)), Ok(Decision::default()), "repeated");
}

#[test]
fn those_whose_round_takes_nobody_any_more_are_passed_over_and_cannot_take() {
    // The round itself is what comes free.
    let cancelled = full_day_and_one_who_wants_to_join().and(join(4, 2, &[6, 7])).and(cancel(1, 1));
    assert_eq!(offered(&cancelled.when(&offer(4, 0)).unwrap()), [waiting_group(2)]);
    let cancelled = offered_to_join().and(cancel(1, 1));
    assert_eq!(cancelled.when(&take_to_join(1, 1, 5)), Err(Rejection::OfferLapsed));
}

#[test]
fn an_offer_to_join_ends_with_its_round_and_the_held_place_is_free_again() {
    assert_eq!(offered_to_join().when(&offer(4, 1)), Ok(Decision::default()), "the round takes them");
    let cancelled = offered_to_join().and(join(4, 2, &[6, 7])).and(cancel(1, 1)).and(offer(4, 1));
    let day = day_of(&cancelled).status(now());
    assert_eq!(day.held, 2, "the next group has the places of both");
    assert_eq!(cancelled.when(&take_to_join(1, 1, 5)), Err(Rejection::OfferLapsed));
}
