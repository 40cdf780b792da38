//! The rules of docs/domain.md, checked in each stream's own history: one checker per kind of stream. They use the
//! rulebook and the states of this crate, and nothing of the write side.
//!
//! Clubs and settings are plain tables without a history, so that rules about them are held against today's terms.

mod booking;
mod club_day;
mod member;
mod order;
mod shared;
mod voucher;

use fairway_events::{Event, RecordedEvent, StreamId};

use super::findings::Kind;
pub(crate) use shared::{Results, Terms};

/// The checker of the stream that is being read.
#[derive(Debug)]
pub(crate) struct Checker(Kinds);

#[derive(Debug)]
enum Kinds {
    Booking(booking::Checker),
    Member(member::Checker),
    Voucher(voucher::Checker),
    ClubDay(club_day::Checker),
    Order(order::Checker),
}

impl Checker {
    /// Of a stream, before its first event.
    #[must_use]
    pub(crate) fn of(stream: &StreamId) -> Self {
        Self(match stream {
            StreamId::Reservation(_) => Kinds::Booking(booking::Checker::default()),
            StreamId::Membership(member) => Kinds::Member(member::Checker::of(*member)),
            StreamId::Voucher(_) => Kinds::Voucher(voucher::Checker::default()),
            StreamId::CourseDay(club, date) => Kinds::ClubDay(club_day::Checker::of(club.clone(), *date)),
            StreamId::Order(_) => Kinds::Order(order::Checker::default()),
        })
    }

    /// Checks the stream's next event.
    pub(crate) fn next(&mut self, recorded: &RecordedEvent, terms: &Terms, results: &mut Results) {
        let findings = &mut results.findings;
        match (&mut self.0, &recorded.event) {
            (Kinds::Booking(checker), Event::Reservation(event)) => {
                checker.next(recorded, event, terms, findings)
            }
            (Kinds::Member(checker), Event::Membership(event)) => {
                checker.next(recorded, event, terms, findings)
            }
            (Kinds::Voucher(checker), Event::Voucher(event)) => checker.next(recorded, event, results),
            (Kinds::ClubDay(checker), Event::CourseDay(event)) => {
                checker.next(recorded, event, terms, findings)
            }
            (Kinds::Order(checker), Event::Order(event)) => checker.next(recorded, event, findings),
            (
                Kinds::Booking(_)
                | Kinds::Member(_)
                | Kinds::Voucher(_)
                | Kinds::ClubDay(_)
                | Kinds::Order(_),
                Event::Reservation(_)
                | Event::Membership(_)
                | Event::Voucher(_)
                | Event::CourseDay(_)
                | Event::Order(_),
            ) => {
                findings.event(Kind::Impossible, recorded, "is an event of another kind of stream".to_owned())
            }
        }
    }

    /// Checks the stream's final state.
    pub(crate) fn end(self, results: &mut Results) {
        match self.0 {
            Kinds::Booking(checker) => checker.end(results),
            Kinds::Member(checker) => checker.end(results),
            Kinds::Voucher(checker) => checker.end(results),
            Kinds::ClubDay(checker) => checker.end(results),
            Kinds::Order(checker) => checker.end(results),
        }
    }
}
