//! Each fold, applied to every event version that was ever written.

use std::collections::BTreeSet;
use std::path::Path;

use fairway_events::{Actor, AggregateType, Event, StreamId};
use uuid::Uuid;

use super::*;
use crate::Projection;

/// One event of every payload file.
fn events() -> Vec<RecordedEvent> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../events/tests/payloads");
    let mut events = Vec::new();
    for kind in AggregateType::ALL {
        let of_day = [AggregateType::CourseDay, AggregateType::WaitingList, AggregateType::ArrivalList];
        let id = if of_day.contains(&kind) {
            "de-wilgenhoek/2026-11-28".to_owned()
        } else {
            Uuid::from_u128(1).to_string()
        };
        let stream = StreamId::parse(kind.as_str(), &id).unwrap();
        for file in std::fs::read_dir(folder.join(kind.as_str())).unwrap() {
            let path = file.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap();
            let mut parts = stem.splitn(3, '-');
            let (name, version) = (parts.next().unwrap(), parts.next().unwrap());
            let payload = std::fs::read_to_string(&path).unwrap();
            events.push(RecordedEvent {
                position: 1,
                event: Event::decode(&stream, name, version, &payload).unwrap(),
                stream: stream.clone(),
                sequence: 1,
                recorded_at: DateTime::UNIX_EPOCH,
                correlation_id: Uuid::nil(),
                actor: Actor::System("test".to_owned()),
                metadata: Default::default(),
            });
        }
    }
    events
}

#[test]
fn each_projection_folds_the_kinds_that_it_declares_and_no_others() {
    let events = events();
    for projection in Projection::ALL {
        let folded: BTreeSet<AggregateType> = events
            .iter()
            .filter(|event| projection.folds(event))
            .map(|event| event.event.aggregate_type())
            .collect();
        let declared: BTreeSet<AggregateType> = projection.reads().iter().copied().collect();
        assert_eq!(folded, declared, "{projection:?}");
    }
}

#[test]
fn the_message_of_a_panicking_fold_becomes_an_error() {
    let event = events().remove(0);
    let error = apply("ledger", &event, |_| panic!("seven of {}", 6)).unwrap_err();
    assert_eq!(error.to_string(), "the fold of ledger panicked at position 1: seven of 6");
}
