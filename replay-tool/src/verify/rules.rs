//! The rules of docs/domain.md, looked up in each stream's own history: one checker per kind of stream. They use the
//! rulebook and the states of this tool, and nothing of the write side.
//!
//! Clubs and settings are plain tables without a history, so that rules about them are held against today's terms.

mod booking;
mod club_day;
mod member;
mod order;
mod voucher;

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Europe::Amsterdam;
use fairway_events::{Actor, ClubId, Event, RecordedEvent, StreamId};

use super::facts::Facts;
use super::findings::{Findings, Kind};
use crate::rulebook::ClubTerms;

/// What the rules need beside the events.
#[derive(Debug)]
pub(crate) struct Terms {
    /// The clubs as they are today.
    pub(crate) clubs: BTreeMap<ClubId, ClubTerms>,
    /// Free vouchers that a member may buy in a year; none: there are no settings yet.
    pub(crate) vouchers_per_year: Option<u32>,
}

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

/// Where checkers put what they see.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What is wrong.
    pub(crate) findings: Findings,
    /// What other streams must agree with.
    pub(crate) facts: Facts,
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

    /// Looks at the stream's next event.
    pub(crate) fn see(&mut self, recorded: &RecordedEvent, terms: &Terms, outcome: &mut Outcome) {
        let findings = &mut outcome.findings;
        match (&mut self.0, &recorded.event) {
            (Kinds::Booking(checker), Event::Reservation(event)) => {
                checker.see(recorded, event, terms, findings)
            }
            (Kinds::Member(checker), Event::Membership(event)) => {
                checker.see(recorded, event, terms, findings)
            }
            (Kinds::Voucher(checker), Event::Voucher(event)) => checker.see(recorded, event, outcome),
            (Kinds::ClubDay(checker), Event::CourseDay(event)) => {
                checker.see(recorded, event, terms, findings)
            }
            (Kinds::Order(checker), Event::Order(event)) => checker.see(recorded, event, findings),
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

    /// Looks at what came of the stream.
    pub(crate) fn end(self, outcome: &mut Outcome) {
        match self.0 {
            Kinds::Booking(checker) => checker.end(outcome),
            Kinds::Member(checker) => checker.end(outcome),
            Kinds::Voucher(checker) => checker.end(outcome),
            Kinds::ClubDay(checker) => checker.end(outcome),
            Kinds::Order(checker) => checker.end(outcome),
        }
    }
}

/// The day in Europe/Amsterdam.
fn day(instant: DateTime<Utc>) -> NaiveDate {
    instant.with_timezone(&Amsterdam).date_naive()
}

/// History that was loaded: the booking window is no matter of it.
fn is_imported(recorded: &RecordedEvent) -> bool {
    recorded.actor == Actor::import()
}

/// What became of a place, as facts state it.
const fn outcome_word(cancelled: bool, forfeited: bool) -> &'static str {
    match (cancelled, forfeited) {
        (false, _) => "held",
        (true, false) => "given back",
        (true, true) => "forfeited",
    }
}

fn right_word(right: &fairway_events::PlayRight) -> String {
    match right {
        fairway_events::PlayRight::Subscription { subscription } => format!("pass {subscription}"),
        fairway_events::PlayRight::Voucher { voucher, title: _ } => format!("voucher {voucher}"),
    }
}
