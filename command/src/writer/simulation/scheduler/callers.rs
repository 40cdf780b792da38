//! The callers: what they submit, and when they repeat it.

use std::collections::BTreeMap;
use std::sync::Arc;

use fairway_events::journal::ReceiptKey;
use fairway_events::{Actor, BookingId, PlaceId};
use uuid::Uuid;

use super::{Booking, Scheduler};
use crate::fixtures::{day, member, now, today};
use crate::writer::machine::Answer;
use crate::writer::simulation::journal;
use crate::writer::simulation::setup::{MEMBERS, UNREADABLE};
use crate::writer::{Outcome, ReceiptRequest, Submission};
use crate::{
    AddPlayers, BookRound, CancelGroup, CancelPlace, Command, NewPlace, RemovePlayer, SubmitError, SwapPlayer,
};

pub(super) const DAYS: [&str; 2] = ["2026-11-21", "2026-11-22"];

impl Scheduler {
    pub(super) fn answer(&mut self, node: usize, Answer { ticket, answer }: Answer) {
        let Some((id, _)) = self.nodes[node].waiting.remove(&ticket) else {
            self.oracle.failures.push(format!("an answer to nobody: {answer:?}"));
            return;
        };
        self.answered(id, &answer.map(|(outcome, _position)| outcome));
    }

    /// A caller gets an answer, and repeats a command with a key if the answer does not give its outcome.
    pub(super) fn answered(&mut self, id: Uuid, answer: &Result<Outcome, SubmitError>) {
        self.oracle.answered(id, answer, &self.journal);
        let asked = &self.oracle.asked[&id];
        if answer.is_err()
            && !asked.faulty
            && let (Some(key), Command::BookRound(book)) = (asked.key.clone(), asked.command.clone())
            && !self.calm
        {
            // As a request that is repeated: the same key, with ids of its own.
            let ids = (0..book.players.len()).map(|_| PlaceId(self.new_id())).collect::<Vec<_>>();
            let players = book.players.iter().zip(ids);
            let players = players.map(|(new, place)| NewPlace { member: new.member, place }).collect();
            let booking = BookingId(self.new_id());
            let again = Command::BookRound(BookRound { booking, players, ..book });
            self.submit(again, Some(key), None);
        }
    }

    pub(super) fn new_id(&mut self) -> Uuid {
        self.next_id += 1;
        Uuid::from_u128(self.next_id)
    }

    pub(super) fn submit(&mut self, command: Command, key: Option<String>, asked_for: Option<&'static str>) {
        let id = self.new_id();
        let mut metadata = BTreeMap::new();
        metadata.extend(asked_for.map(|fault| (fault.to_owned(), String::new())));
        let receipt = key.map(|key| ReceiptRequest {
            key: ReceiptKey { member: member(1), route: "POST /".to_owned(), key },
            request_hash: vec![1],
            status: 200,
            answer: serde_json::json!({ "success": true }),
        });
        let submission =
            Submission { command, correlation_id: id, actor: Actor::import(), metadata, receipt };
        let needs_unreadable = submission.command.streams().iter().any(journal::is_unreadable);
        self.oracle.submitted(&submission, asked_for.is_some() || needs_unreadable, &self.journal);
        let node = self.random.below(self.nodes.len());
        let ticket = self.nodes[node].ticket(id);
        let now = self.nodes[node].now;
        let outputs = self.nodes[node].machine.submit(now, std::iter::once((ticket, submission)));
        self.carry_out(node, outputs);
    }

    pub(super) fn submit_something(&mut self) {
        self.left = self.left.saturating_sub(1);
        let kind = self.random.below(if self.waits { 20 } else { 11 });
        let key = self.random.happens(50).then(|| format!("key {}", self.next_id));
        let fault = if self.happens(self.faults.refused) {
            Some("refused row")
        } else if self.happens(self.faults.panics) {
            Some(self.random.one(&["panic while deciding", "panic while applying"]))
        } else {
            None
        };
        if kind > 10 {
            let command = self.ask_waiting_list();
            return self.submit(command, None, fault);
        }
        if kind < 5 || self.bookings.is_empty() {
            let booking = self.new_booking();
            let command = self.book(&booking);
            self.bookings.push(booking);
            return self.submit(command, key, fault);
        }
        let chosen = self.random.below(self.bookings.len());
        let booking = self.bookings[chosen].clone();
        let place = booking.places[self.random.below(booking.places.len())];
        let (today, at) = (today(), now());
        let command = match kind {
            5 | 6 => Command::CancelPlace(CancelPlace {
                booking: booking.id,
                place: place.place,
                by: place.member,
                today,
                at,
            }),
            7 => Command::CancelGroup(CancelGroup {
                booking: booking.id,
                by: member(booking.master),
                today,
                at,
            }),
            8 => Command::RemovePlayer(RemovePlayer {
                booking: booking.id,
                place: place.place,
                by: member(booking.master),
                today,
                at,
            }),
            // The same command again, with the same ids: done already, or not yet.
            9 if self.random.happens(50) => self.book(&booking),
            10 => {
                let number = self.some_member();
                let player = NewPlace { member: member(number), place: PlaceId(self.new_id()) };
                self.bookings[chosen].places.push(player);
                Command::SwapPlayer(SwapPlayer {
                    booking: booking.id,
                    club: Arc::clone(&self.club),
                    play_date: day(DAYS[booking.day]),
                    place: place.place,
                    player,
                    by: if self.random.happens(50) { place.member } else { member(booking.master) },
                    today,
                    at,
                })
            }
            _ => {
                let number = self.some_member();
                let place = NewPlace { member: member(number), place: PlaceId(self.new_id()) };
                self.bookings[chosen].places.push(place);
                Command::AddPlayers(AddPlayers {
                    booking: booking.id,
                    club: Arc::clone(&self.club),
                    play_date: day(DAYS[booking.day]),
                    by: member(booking.master),
                    players: vec![place],
                    today,
                    at,
                })
            }
        };
        let key = if matches!(command, Command::BookRound(_)) { key } else { None };
        self.submit(command, key, fault);
    }

    fn some_member(&mut self) -> u128 {
        if self.happens(self.faults.unreadable) {
            return UNREADABLE;
        }
        1 + u128::try_from(self.random.below(MEMBERS)).unwrap()
    }

    pub(super) fn new_booking(&mut self) -> Booking {
        let mut players = vec![self.some_member()];
        for _ in 0..self.random.below(3) {
            let number = self.some_member();
            if !players.contains(&number) {
                players.push(number);
            }
        }
        let places = players
            .iter()
            .map(|number| NewPlace { member: member(*number), place: PlaceId(self.new_id()) })
            .collect();
        Booking {
            id: BookingId(self.new_id()),
            master: players[0],
            day: if self.waits { 0 } else { self.random.below(DAYS.len()) },
            places,
        }
    }

    fn book(&self, booking: &Booking) -> Command {
        let players = booking.places.iter().take(3).copied().collect();
        Command::BookRound(BookRound {
            booking: booking.id,
            club: Arc::clone(&self.club),
            play_date: day(DAYS[booking.day]),
            holes: fairway_events::Holes::Nine,
            master: member(booking.master),
            players,
            today: today(),
            at: now(),
        })
    }
}
