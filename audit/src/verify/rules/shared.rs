//! What the checkers of all kinds of streams share: today's terms, where findings go, and how facts are worded.

use std::collections::BTreeMap;

use fairway_events::{Actor, ClubId, PlayRight, RecordedEvent};

use crate::rulebook::ClubTerms;
use crate::verify::facts::Facts;
use crate::verify::findings::Findings;

/// What the rules need in addition to the events.
#[derive(Debug)]
pub(crate) struct Terms {
    /// The clubs as they are today.
    pub(crate) clubs: BTreeMap<ClubId, ClubTerms>,
    /// Free vouchers that a member may buy in a year; none: there are no settings yet.
    pub(crate) vouchers_per_year: Option<u32>,
}

/// What checkers find.
#[derive(Debug)]
pub(crate) struct Results {
    /// What is wrong.
    pub(crate) findings: Findings,
    /// What other streams must agree with.
    pub(crate) facts: Facts,
}

/// Whether the event was imported: the booking window does not apply to it.
pub(super) fn is_imported(recorded: &RecordedEvent) -> bool {
    recorded.actor == Actor::import()
}

/// The outcome of a place, as facts state it.
pub(super) const fn outcome_word(cancelled: bool, forfeited: bool) -> &'static str {
    match (cancelled, forfeited) {
        (false, _) => "held",
        (true, false) => "given back",
        (true, true) => "forfeited",
    }
}

pub(super) fn right_word(right: &PlayRight) -> String {
    match right {
        PlayRight::Subscription { subscription } => format!("pass {subscription}"),
        PlayRight::Voucher { voucher, title: _ } => format!("voucher {voucher}"),
    }
}
