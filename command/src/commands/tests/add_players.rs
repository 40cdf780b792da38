//! Adding players: by any active player, into free slots, all of them or none.

use fairway_events::{BookedPlace, CourseDayEvent, ReservationEvent, StreamId};

use super::*;
use crate::fixtures::{booked, by_pass, club, club_id, course_day, given, members};
use crate::{NewPlace, RejectionClass};

const DATE: &str = "2026-11-25";

/// Player `number` comes back with place `as_place`.
fn add_back(by: u128, number: u128, as_place: u128) -> Command {
    let Command::AddPlayers(add) = add(club(), DATE, by, []) else { unreachable!() };
    let players = vec![NewPlace { member: member(number), place: place(as_place) }];
    Command::AddPlayers(AddPlayers { players, ..add })
}

#[test]
fn players_join_on_every_stream_at_once() {
    let streams = given(members(4)).and(book(club(), DATE, 2));
    let decision = streams.when(&add(club(), DATE, 2, [3, 4])).unwrap();
    let joined = |number| {
        Event::from(ReservationEvent::PlayerAdded {
            booking: booking(1),
            club: club_id(),
            play_date: day(DATE),
            holes: Holes::Eighteen,
            place: booked(number),
            added_by: member(2),
            added_at: now(),
        })
    };
    let (stream, events) = decision.events.first().unwrap();
    assert_eq!((stream, events), (&StreamId::Reservation(booking(1)), &vec![joined(3), joined(4)]));
    let (stream, events) = decision.events.last().unwrap();
    let claimed = CourseDayEvent::PlacesClaimed {
        club: club_id(),
        date: day(DATE),
        booking: booking(1),
        places: vec![place(3), place(4)],
    };
    assert_eq!((stream, events), (&course_day(DATE), &vec![Event::from(claimed)]));
    assert_eq!(
        outline(Ok(decision)),
        [
            "Reservation: PlayerAdded, PlayerAdded",
            "Membership: PlayRightClaimed",
            "Membership: PlayRightClaimed",
            "CourseDay: PlacesClaimed"
        ]
    );
}

#[test]
fn no_more_players_than_free_slots() {
    let streams = given(members(5)).and(book(club(), DATE, 3));
    let refused = streams.when(&add(club(), DATE, 1, [4, 5])).unwrap_err();
    assert_eq!(refused.to_string(), "Het maximaal aantal spelers voor deze boeking is bereikt.");
    assert_eq!(refused.class(), RejectionClass::Conflict);
}

#[test]
fn one_player_who_cannot_play_stops_all() {
    let streams = given(members(3)).and(book(club(), DATE, 2));
    assert_eq!(sentence(streams.when(&add(club(), DATE, 1, [3, 9]))), "Heeft geen geldig abonnement");
}

#[test]
fn a_player_of_the_booking_or_of_another_one_that_day_is_not_added() {
    let streams = given(members(3)).and(book(club(), DATE, 2)).and(book_alone(3, club(), DATE));
    let expected = "Heeft op deze datum al een reservering";
    assert_eq!(sentence(streams.when(&add_back(1, 2, 9))), expected);
    assert_eq!(sentence(streams.when(&add_back(1, 3, 9))), expected);
}

#[test]
fn capacity_and_closure_hold_for_those_who_join() {
    let streams = given(members(4)).and(book(club(), DATE, 2));
    let small = Club { daily_capacity: Some(3), ..club() };
    let refused = streams.when(&add(small, DATE, 1, [3, 4]));
    assert_eq!(sentence(refused), "Er is op deze datum nog maar 1 plaats vrij");
    let storm = Club { closures: vec![(day(DATE), "Stormschade".to_owned())], ..club() };
    assert_eq!(sentence(streams.when(&add(storm.clone(), DATE, 1, [3]))), "Stormschade");
    let already_in = Command::AddPlayers(AddPlayers {
        club: shared(storm),
        ..match add_back(1, 2, 9) {
            Command::AddPlayers(add) => add,
            _ => unreachable!(),
        }
    });
    assert_eq!(sentence(streams.when(&already_in)), "Stormschade", "the club speaks before the player");
}

#[test]
fn a_player_who_is_added_again_has_a_new_place_and_is_last_in_order() {
    let streams =
        given(members(3)).and(book(club(), DATE, 3)).and(cancel(2, 2, "2026-11-21")).and(add_back(1, 2, 9));
    let decision = streams.when(&cancel(1, 1, "2026-11-21")).unwrap();
    let passed_on = decision.events.iter().flat_map(|(_, events)| events).any(|event| {
        *event
            == Event::from(ReservationEvent::MasterPassedOn {
                booking: booking(1),
                from: member(1),
                to: member(3),
            })
    });
    assert!(passed_on, "player 3 has been there longer than player 2, who came back");
    assert_eq!(
        streams.when(&cancel(2, 2, "2026-11-21")),
        Ok(Decision::default()),
        "the old place stays cancelled"
    );
    assert!(!streams.when(&cancel(9, 2, "2026-11-21")).unwrap().events.is_empty());
}

#[test]
fn a_player_who_cancelled_cannot_add_players() {
    let streams = given(members(3)).and(book(club(), DATE, 2)).and(cancel(2, 2, "2026-11-21"));
    let refused = streams.when(&add(club(), DATE, 2, [3])).unwrap_err();
    assert_eq!((refused.code(), refused.class()), ("caller_cancelled", RejectionClass::Conflict));
    let empty = streams.and(cancel(1, 1, "2026-11-21"));
    let refused = empty.when(&add(club(), DATE, 1, [3])).unwrap_err();
    assert_eq!((refused.code(), refused.class()), ("booking_cancelled", RejectionClass::Conflict));
}

#[test]
fn an_outsider_finds_no_booking_and_adds_nobody() {
    let streams = given(members(3)).and(book(club(), DATE, 2));
    let outsider = streams.when(&add(club(), DATE, 3, [3])).unwrap_err();
    let unknown = given(members(3)).when(&add(club(), DATE, 1, [3])).unwrap_err();
    assert_eq!(outsider, unknown);
    assert_eq!(unknown.class(), RejectionClass::NotFound);
}

#[test]
fn another_club_or_date_than_the_bookings_finds_no_booking() {
    let streams = given(members(3)).and(book(club(), DATE, 2));
    let other_date = streams.when(&add(club(), "2026-11-26", 1, [3])).unwrap_err();
    let elsewhere = Club { id: "de-es".into(), ..club() };
    let other_club = streams.when(&add(elsewhere, DATE, 1, [3])).unwrap_err();
    assert_eq!((other_date.code(), other_club.code()), ("reservation_not_found", "reservation_not_found"));
}

#[test]
fn players_are_added_on_the_play_date_and_not_after_it() {
    let streams = given(members(3)).and(book(club(), DATE, 2));
    let on = |today: &str| match add(club(), DATE, 1, [3]) {
        Command::AddPlayers(add) => Command::AddPlayers(AddPlayers { today: day(today), ..add }),
        _ => unreachable!(),
    };
    assert!(streams.when(&on(DATE)).is_ok());
    assert_eq!(streams.when(&on("2026-11-26")).unwrap_err().code(), "too_late_to_add");
}

#[test]
fn the_same_addition_again_is_a_success_without_events() {
    let streams = given(members(4)).and(book(club(), DATE, 3)).and(add(club(), DATE, 1, [4]));
    assert_eq!(streams.when(&add(club(), DATE, 1, [4])), Ok(Decision::default()));
    assert_eq!(streams.when(&add_back(1, 5, 4)).unwrap_err().code(), "id_taken");
}

#[test]
fn what_a_place_cost_is_known_to_the_booking() {
    let streams = given(members(2)).and(book(club(), DATE, 1));
    let decision = streams.when(&add(club(), DATE, 1, [2])).unwrap();
    let (_, events) = decision.events.first().unwrap();
    let Some(Event::Reservation(ReservationEvent::PlayerAdded { place: joined, .. })) = events.first() else {
        panic!("the booking hears of it first")
    };
    assert_eq!(*joined, BookedPlace { place: place(2), member: member(2), right: by_pass(2) });
}
