//! The rules of docs/domain.md, checked on the events of each stream: one checker per kind of stream. They use the
//! rulebook and the states of this crate, and no code of the write side.
//!
//! Clubs and settings are plain tables without a history, so the rules about them are checked against the current
//! terms.

mod booking;
mod club_day;
mod member;
mod order;
mod shared;
mod voucher;
mod waiting_list;

use fairway_events::{Event, RecordedEvent, StreamId};

use super::findings::Kind;
pub(crate) use shared::{Results, Terms};

/// The checker of the stream that is being read.
#[derive(Debug)]
pub(crate) enum Checker {
    Booking(Box<booking::Checker>),
    Member(member::Checker),
    Voucher(voucher::Checker),
    ClubDay(club_day::Checker),
    Order(order::Checker),
    WaitingList(waiting_list::Checker),
}

impl Checker {
    /// The checker of a stream, before its first event.
    #[must_use]
    pub(crate) fn of(stream: &StreamId) -> Self {
        match stream {
            StreamId::Reservation(_) => Self::Booking(Box::default()),
            StreamId::Membership(member) => Self::Member(member::Checker::of(*member)),
            StreamId::Voucher(_) => Self::Voucher(voucher::Checker::default()),
            StreamId::CourseDay(club, date) => Self::ClubDay(club_day::Checker::of(club.clone(), *date)),
            StreamId::Order(_) => Self::Order(order::Checker::default()),
            StreamId::WaitingList(club, date) => {
                Self::WaitingList(waiting_list::Checker::of(club.clone(), *date))
            }
        }
    }

    /// Checks the stream's next event.
    pub(crate) fn next(&mut self, recorded: &RecordedEvent, terms: &Terms, results: &mut Results) {
        let findings = &mut results.findings;
        match (self, &recorded.event) {
            (Self::Booking(checker), Event::Reservation(event)) => {
                checker.next(recorded, event, terms, findings)
            }
            (Self::Member(checker), Event::Membership(event)) => {
                checker.next(recorded, event, terms, findings)
            }
            (Self::Voucher(checker), Event::Voucher(event)) => checker.next(recorded, event, results),
            (Self::ClubDay(checker), Event::CourseDay(event)) => {
                checker.next(recorded, event, terms, findings)
            }
            (Self::Order(checker), Event::Order(event)) => checker.next(recorded, event, findings),
            (Self::WaitingList(checker), Event::WaitingList(event)) => {
                checker.next(recorded, event, findings)
            }
            (
                Self::Booking(_)
                | Self::Member(_)
                | Self::Voucher(_)
                | Self::ClubDay(_)
                | Self::Order(_)
                | Self::WaitingList(_),
                Event::Reservation(_)
                | Event::Membership(_)
                | Event::Voucher(_)
                | Event::CourseDay(_)
                | Event::Order(_)
                | Event::WaitingList(_),
            ) => {
                findings.event(Kind::Impossible, recorded, "is an event of another kind of stream".to_owned())
            }
        }
    }

    /// Checks the stream's final state.
    pub(crate) fn end(self, results: &mut Results) {
        match self {
            Self::Booking(checker) => checker.end(results),
            Self::Member(checker) => checker.end(results),
            Self::Voucher(checker) => checker.end(results),
            Self::ClubDay(checker) => checker.end(results),
            Self::Order(checker) => checker.end(results),
            Self::WaitingList(checker) => checker.end(results),
        }
    }
}
