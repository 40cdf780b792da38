//! Shared by all checkers: the current terms, the results, and the texts of facts.

use std::collections::BTreeMap;

use fairway_events::{Actor, ClubId, PlayRight, RecordedEvent};

use crate::facts::Facts;
use crate::findings::{Findings, Kind};
use crate::statements::Statements;
use fairway_audit::rulebook::{ClubTerms, Outcome};

/// The inputs of the rules in addition to the events.
#[derive(Debug)]
pub(crate) struct Terms {
    /// The clubs as they are today.
    pub(crate) clubs: BTreeMap<ClubId, ClubTerms>,
    /// Free vouchers that a member may buy in a year; none: there are no settings yet.
    pub(crate) vouchers_per_year: Option<u32>,
}

/// The output of the checkers.
#[derive(Debug)]
pub(crate) struct Results {
    /// Violated rules.
    pub(crate) findings: Findings,
    /// Facts that other streams must state too.
    pub(crate) facts: Facts,
    /// What statements of clubs are made of, and those that were closed.
    pub(crate) statements: Statements,
}

/// An event that a checker checks.
#[derive(Debug)]
pub(crate) struct CheckedEvent<'a> {
    pub(crate) recorded: &'a RecordedEvent,
    pub(crate) terms: &'a Terms,
    pub(crate) results: &'a mut Results,
}

impl CheckedEvent<'_> {
    /// Adds a finding about the event.
    pub(crate) fn find(&mut self, kind: Kind, what: impl Into<String>) {
        self.results.findings.event(kind, self.recorded, what.into());
    }
}

/// Whether the event was imported: the booking window does not apply to it.
pub(super) fn is_imported(recorded: &RecordedEvent) -> bool {
    recorded.actor == Actor::import()
}

/// The outcome of a right, as facts state it.
pub(super) const fn outcome_label(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Held => "held",
        Outcome::GivenBack => "given back",
        Outcome::Forfeited => "forfeited",
    }
}

pub(super) fn right_label(right: &PlayRight) -> String {
    match right {
        PlayRight::Subscription { subscription } => format!("pass {subscription}"),
        PlayRight::Voucher { voucher, title: _ } => format!("voucher {voucher}"),
    }
}
