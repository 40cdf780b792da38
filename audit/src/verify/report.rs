//! The report of a check.

use fairway_events::Position;
use serde::Serialize;

use super::findings::{Finding, Findings, Kind};

/// The result of a check.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The journal's last position when the check began.
    pub position: Position,
    /// A sentence per completed check.
    pub checked: Vec<String>,
    /// A sentence per check that was not possible, with where it is possible.
    pub not_checked: Vec<String>,
    /// Findings that are not accepted. They decide the exit status.
    pub counted: u64,
    /// By kind.
    pub kinds: Vec<FindingsOfKind>,
}

/// The findings of a kind.
#[derive(Debug, Serialize)]
pub struct FindingsOfKind {
    /// The kind.
    pub code: &'static str,
    /// How many there are.
    pub count: u64,
    /// The operator accepted this kind.
    pub accepted: bool,
    /// What the operator does about it.
    pub remedy: &'static str,
    /// The first of them.
    pub findings: Vec<Finding>,
}

impl Report {
    pub(super) fn of(
        position: Position,
        checked: Vec<String>,
        not_checked: Vec<String>,
        findings: &Findings,
        accepted: &[Kind],
    ) -> Self {
        let kinds = findings.counts().map(|(kind, count)| FindingsOfKind {
            code: kind.code(),
            count,
            accepted: accepted.contains(&kind),
            remedy: findings.say(kind.remedy()),
            findings: findings.of(kind).to_vec(),
        });
        let counted = findings.unaccepted(accepted);
        Self { position, checked, not_checked, counted, kinds: kinds.collect() }
    }
}
