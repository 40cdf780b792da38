//! Whole commands over all the streams that they touch, as given, when, then.

mod add_players;
mod arrivals;
mod book_round;
mod buying;
mod cancelling;
mod granting;
mod loading;
mod names;
mod operators;
mod refunding;
mod reporting;
mod sentences;
mod settlement;
mod start_times;
mod swapping;
mod waiting_list;
mod withdrawing;

use fairway_events::{Event, Holes};

use crate::fixtures::{booking, day, member, now, place, player, shared, today};
use crate::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, Club, Command, Decision, Rejection, RemovePlayer,
    SwapPlayer,
};

/// Players 1..=n book 18 holes at the club, led by player 1.
fn round(club: Club, date: &str, players: u128) -> BookRound {
    BookRound {
        booking: booking(1),
        club: shared(club),
        play_date: day(date),
        holes: Holes::Eighteen,
        master: member(1),
        players: (1..=players).map(player).collect(),
        today: today(),
        at: now(),
    }
}

fn book(club: Club, date: &str, players: u128) -> Command {
    Command::BookRound(round(club, date, players))
}

/// Another booking, by player `number` alone.
fn book_alone(number: u128, club: Club, date: &str) -> Command {
    Command::BookRound(BookRound {
        booking: booking(number),
        master: member(number),
        players: vec![player(number)],
        ..round(club, date, 1)
    })
}

/// Players join booking 1.
fn add(club: Club, date: &str, by: u128, players: impl IntoIterator<Item = u128>) -> Command {
    Command::AddPlayers(AddPlayers {
        booking: booking(1),
        club: shared(club),
        play_date: day(date),
        by: member(by),
        players: players.into_iter().map(player).collect(),
        today: today(),
        at: now(),
    })
}

fn cancel(number: u128, by: u128, today: &str) -> Command {
    Command::CancelPlace(CancelPlace {
        booking: booking(1),
        place: place(number),
        by: member(by),
        today: day(today),
        at: now(),
    })
}

fn cancel_group(by: u128, today: &str) -> Command {
    Command::CancelGroup(CancelGroup { booking: booking(1), by: member(by), today: day(today), at: now() })
}

fn remove(number: u128, by: u128, today: &str) -> Command {
    Command::RemovePlayer(RemovePlayer {
        booking: booking(1),
        place: place(number),
        by: member(by),
        today: day(today),
        at: now(),
    })
}

/// Player `coming` comes in the stead of the player of place `leaving` of booking 1.
fn swap(club: Club, date: &str, leaving: u128, coming: u128, by: u128, today: &str) -> Command {
    Command::SwapPlayer(SwapPlayer {
        booking: booking(1),
        club: shared(club),
        play_date: day(date),
        place: place(leaving),
        player: player(coming),
        by: member(by),
        today: day(today),
        at: format!("{today}T10:00:00Z").parse().unwrap(),
    })
}

/// The decided events as `stream: event, event`, in the order of the appends.
fn outline(decision: Result<Decision, Rejection>) -> Vec<String> {
    let decision = decision.expect("the command succeeds");
    decision
        .events
        .iter()
        .map(|(stream, events)| {
            let names: Vec<&str> = events.iter().map(Event::name).collect();
            format!("{}: {}", stream.aggregate_type().as_str(), names.join(", "))
        })
        .collect()
}

/// The sentence of a refusal.
fn sentence(decision: Result<Decision, Rejection>) -> String {
    decision.expect_err("the command is refused").to_string()
}
