//! Lines of statements as JSON, each with the facts that it follows from.

use std::collections::HashSet;

use chrono::NaiveDate;
use fairway_audit::dates::rfc3339;
use fairway_events::{Month, PlaceId};
use fairway_query::statements as read;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::players::Players;
use crate::shapes::VatRegime;
use crate::start_times::StartTimes;

/// Why a line is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatementLineKind {
    /// The round was booked before the player came.
    Arrival,
    /// The round was booked at the desk.
    WalkIn,
    /// The player did not come.
    Absence,
    /// A dispute was accepted.
    Adjustment,
}

impl From<read::LineKind> for StatementLineKind {
    fn from(kind: read::LineKind) -> Self {
        match kind {
            read::LineKind::Arrival => Self::Arrival,
            read::LineKind::WalkIn => Self::WalkIn,
            read::LineKind::Absence => Self::Absence,
            read::LineKind::Adjustment => Self::Adjustment,
        }
    }
}

/// A line of a statement.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementLine {
    /// The play date.
    pub date: NaiveDate,
    /// When its group started, as agreed: `HH:MM`, Europe/Amsterdam; null: not agreed, or an accepted dispute.
    pub start_time: Option<String>,
    /// The place; null: an accepted dispute.
    pub place: Option<Uuid>,
    /// The accepted dispute.
    pub dispute: Option<Uuid>,
    /// Initials: `J.V.`; null: erased, or an accepted dispute.
    pub player: Option<String>,
    /// Why it is owed.
    pub kind: StatementLineKind,
    /// 9 or 18.
    pub holes: Option<u8>,
    /// Euro cents without VAT.
    pub net_cents: i64,
    /// Its VAT.
    pub vat: VatRegime,
    /// Whether it takes away from, or adds to, the statement of an earlier month.
    pub is_correction: bool,
    /// The month of the play date.
    pub month: String,
    /// Whether a dispute of it is open.
    pub is_disputed: bool,
    /// Why it is as it is, in order.
    pub facts: Vec<StatementFact>,
}

impl StatementLine {
    pub(crate) fn of(
        line: read::Line,
        players: &Players,
        start_times: &StartTimes,
        disputed: &HashSet<PlaceId>,
    ) -> Self {
        let start_time = start_times.of_line(&line);
        let (place, dispute, player, facts) = match line.of {
            read::LineOf::Place { place, member, facts, booking: _ } => {
                (Some(place), None, players.initials(member), facts)
            }
            read::LineOf::Dispute(dispute) => (None, Some(dispute.0), None, Vec::new()),
        };
        Self {
            date: line.date,
            start_time,
            place: place.map(|place| place.0),
            dispute,
            player,
            kind: line.kind.into(),
            holes: line.holes.map(|holes| holes.count()),
            net_cents: line.cents,
            vat: line.vat.into(),
            is_correction: line.is_correction,
            month: Month::of(line.date).to_string(),
            is_disputed: place.is_some_and(|place| disputed.contains(&place)),
            facts: facts.into_iter().map(Into::into).collect(),
        }
    }
}

/// A fact about a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatementFactKind {
    /// The player arrived.
    Arrived,
    /// The code was scanned once more.
    SeenAgain,
    /// The club decided whether an irregular scan counts.
    Decided,
    /// The club took the arrival back.
    Annulled,
    /// The club corrected how many holes were played.
    Holes,
    /// The club said that the player did not come.
    Absent,
    /// The club took that back.
    AbsenceWithdrawn,
}

impl From<read::FactKind> for StatementFactKind {
    fn from(kind: read::FactKind) -> Self {
        match kind {
            read::FactKind::Arrived => Self::Arrived,
            read::FactKind::SeenAgain => Self::SeenAgain,
            read::FactKind::Decided => Self::Decided,
            read::FactKind::Annulled => Self::Annulled,
            read::FactKind::Holes => Self::Holes,
            read::FactKind::Absent => Self::Absent,
            read::FactKind::AbsenceWithdrawn => Self::AbsenceWithdrawn,
        }
    }
}

/// A fact behind a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatementFact {
    /// Its position in the journal.
    pub position: i64,
    /// When; RFC 3339.
    pub at: String,
    /// The fact.
    pub kind: StatementFactKind,
    /// 9 or 18.
    pub holes: Option<u8>,
    /// Whether an irregular scan counts.
    pub counts: Option<bool>,
    /// The club's reason.
    pub note: Option<String>,
}

impl From<read::Fact> for StatementFact {
    fn from(fact: read::Fact) -> Self {
        Self {
            position: fact.position,
            at: rfc3339(fact.at),
            kind: fact.kind.into(),
            holes: fact.holes.map(|holes| holes.count()),
            counts: fact.counts,
            note: fact.note,
        }
    }
}
