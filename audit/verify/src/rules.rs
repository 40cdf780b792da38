//! The rules of docs/domain.md, checked on the events of each stream: one checker per kind of stream. They use the
//! rulebook and the states of this crate, and no code of the write side.
//!
//! Clubs and settings are plain tables without a history, so the rules about them are checked against the current
//! terms.

mod arrival_list;
mod booking;
#[cfg(test)]
mod checking;
mod club_day;
mod member;
mod order;
mod settlement;
mod shared;
mod voucher;
mod waiting_list;

use fairway_events::{Event, StreamId};

use super::findings::Kind;
pub(crate) use shared::{CheckedEvent, Results, Terms};

/// The checker of the stream that is being read.
#[derive(Debug)]
pub(crate) enum Checker {
    Booking(Box<booking::Checker>),
    Member(member::Checker),
    Voucher(voucher::Checker),
    ClubDay(club_day::Checker),
    Order(order::Checker),
    WaitingList(waiting_list::Checker),
    ArrivalList(arrival_list::Checker),
    Settlement(settlement::Checker),
}

impl Checker {
    /// The checker of a stream, before its first event.
    pub(crate) fn for_stream(stream: &StreamId) -> Self {
        match stream {
            StreamId::Reservation(_) => Self::Booking(Box::default()),
            StreamId::Membership(member) => Self::Member(member::Checker::for_member(*member)),
            StreamId::Voucher(_) => Self::Voucher(voucher::Checker::default()),
            StreamId::CourseDay(club, date) => Self::ClubDay(club_day::Checker::for_day(club.clone(), *date)),
            StreamId::Order(_) => Self::Order(order::Checker::default()),
            StreamId::WaitingList(club, date) => {
                Self::WaitingList(waiting_list::Checker::for_day(club.clone(), *date))
            }
            StreamId::ArrivalList(club, date) => {
                Self::ArrivalList(arrival_list::Checker::for_day(club.clone(), *date))
            }
            StreamId::Settlement(club) => Self::Settlement(settlement::Checker::for_club(club.clone())),
        }
    }

    /// Checks the stream's next event.
    pub(crate) fn next(&mut self, checked: &mut CheckedEvent<'_>) {
        let recorded = checked.recorded;
        match (self, &recorded.event) {
            (Self::Booking(checker), Event::Reservation(event)) => checker.next(event, checked),
            (Self::Member(checker), Event::Membership(event)) => checker.next(event, checked),
            (Self::Voucher(checker), Event::Voucher(event)) => checker.next(event, checked),
            (Self::ClubDay(checker), Event::CourseDay(event)) => checker.next(event, checked),
            (Self::Order(checker), Event::Order(event)) => checker.next(event, checked),
            (Self::WaitingList(checker), Event::WaitingList(event)) => checker.next(event, checked),
            (Self::ArrivalList(checker), Event::ArrivalList(event)) => checker.next(event, checked),
            (Self::Settlement(checker), Event::Settlement(event)) => checker.next(event, checked),
            _ => checked.find(Kind::Impossible, "is an event of another kind of stream"),
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
            // Their facts are stated event by event.
            Self::ArrivalList(_) | Self::Settlement(_) => {}
        }
    }
}
