//! A booking by itself: who may do what, in which order mastership passes, what a repeated request does.

mod adding;
mod booking;
mod cancelling;
mod forfeiting;
mod permissions;

use fairway_events::CancelMode;

use super::*;
use crate::fixtures::{booked, booking, by_pass, club, day, member, now, place, shared};
use crate::{NewPlace, Rejection};

type Outcome = Result<Vec<ReservationEvent>, Rejection>;

const PLAY_DATE: &str = "2026-11-25";

/// Places as they are asked for, and the rights that they consume.
fn split(places: Vec<BookedPlace>) -> (Vec<NewPlace>, Vec<PlayRight>) {
    places.into_iter().map(|BookedPlace { place, member, right }| (NewPlace { member, place }, right)).unzip()
}

/// These players, booked by player 1 at an instant.
fn round_of(places: Vec<BookedPlace>, at: DateTime<Utc>) -> ReservationCommand {
    let (players, rights) = split(places);
    let round = BookRound {
        booking: booking(1),
        club: shared(club()),
        play_date: day(PLAY_DATE),
        holes: Holes::Eighteen,
        master: member(1),
        players,
        today: day_of(at),
        at,
    };
    ReservationCommand::BookRound(round, rights)
}

/// Players 1..=n, booked by player 1.
fn round(players: u128) -> ReservationCommand {
    round_of((1..=players).map(booked).collect(), now())
}

fn after(commands: &[ReservationCommand]) -> Reservation {
    let mut reservation = Reservation::default();
    for command in commands {
        let events = reservation.decide(command).expect("a given command succeeds");
        events.iter().cloned().for_each(|event| reservation.apply(event));
    }
    reservation
}

/// These players join, added by player `by` at an instant.
fn adding_places(by: u128, places: Vec<BookedPlace>, today: &str, at: DateTime<Utc>) -> ReservationCommand {
    let (players, rights) = split(places);
    let add = AddPlayers {
        booking: booking(1),
        club: shared(club()),
        play_date: day(PLAY_DATE),
        by: member(by),
        players,
        today: day(today),
        at,
    };
    ReservationCommand::AddPlayers(add, rights)
}

fn adding(by: u128, players: &[u128], today: &str) -> ReservationCommand {
    adding_places(by, players.iter().copied().map(booked).collect(), today, now())
}

fn cancelling(number: u128, by: u128, today: &str) -> ReservationCommand {
    ReservationCommand::CancelPlace(CancelPlace {
        booking: booking(1),
        place: place(number),
        by: member(by),
        today: day(today),
        at: now(),
    })
}

fn group(by: u128, today: &str) -> ReservationCommand {
    let (today, at) = (day(today), now());
    ReservationCommand::CancelGroup(CancelGroup { booking: booking(1), by: member(by), today, at })
}

fn removing(number: u128, by: u128, today: &str) -> ReservationCommand {
    ReservationCommand::RemovePlayer(RemovePlayer {
        booking: booking(1),
        place: place(number),
        by: member(by),
        today: day(today),
        at: now(),
    })
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

const BOOKING_CANCELLED: fn() -> ReservationEvent =
    || ReservationEvent::BookingCancelled { booking: booking(1) };

fn none() -> Outcome {
    Ok(vec![])
}

#[test]
fn a_booking_survives_json() {
    let reservation = after(&[round(2), cancelling(1, 1, "2026-11-21")]);
    let json = serde_json::to_string(&reservation).unwrap();
    assert_eq!(serde_json::from_str::<Reservation>(&json).unwrap(), reservation);
    assert_eq!(reservation.booking().unwrap().place(place(1)).unwrap().right, by_pass(1));
}
