//! Checks the events of a stream without a database, for the tests of its rules.

use std::collections::BTreeMap;

use fairway_events::{Actor, Event, RecordedEvent, StreamId};
use uuid::Uuid;

use super::{CheckedEvent, Checker, Results, Terms};
use crate::facts::Facts;
use crate::findings::Findings;
use crate::statements::Statements;

/// What is found in these events, each with the day on which it was recorded; they are at the positions 1 and up.
pub(super) fn found(stream: &StreamId, events: &[(&str, Event)]) -> Vec<String> {
    let (facts, statements) = (Facts::discarded(), Statements::discarded());
    let mut results = Results { findings: Findings::new(|_| "", &[]), facts, statements };
    let terms = Terms { clubs: BTreeMap::new(), vouchers_per_year: None };
    let mut checker = Checker::for_stream(stream);
    for (number, (day, event)) in (1..).zip(events) {
        let recorded = RecordedEvent {
            position: number,
            stream: stream.clone(),
            sequence: number,
            event: event.clone(),
            recorded_at: format!("{day}T12:00:00Z").parse().expect("an instant"),
            correlation_id: Uuid::nil(),
            actor: Actor::Operator("Eva".to_owned()),
            metadata: BTreeMap::new(),
        };
        checker.next(&mut CheckedEvent { recorded: &recorded, terms: &terms, results: &mut results });
    }
    let kinds = results.findings.into_kinds();
    kinds.into_iter().flat_map(|kind| kind.findings).map(|finding| finding.what).collect()
}
